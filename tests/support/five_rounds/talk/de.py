"""What is said in German when nobody states anything."""

from __future__ import annotations

from support.five_rounds.talk.words import Talk

TALK = Talk(
    names="Jutta Bernd Aylin Matthis Gudrun Emre Silke Henning Marlene Tobias Renate Jannik",
    cities="Kassel Bremen Graz Aarau Rostock Ulm Bozen Jena Linz Trier Lübeck Fulda",
    months="Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    date="{day}. {month}",
    marks="""
nicht mehr
ersetzt
überholt
vorher
früher
statt
""",
    requests="""
Schau mal, was über Nacht reingekommen ist, und sag mir, was auffällt.
Als Nächstes vergleich die beiden Listen aus {city} und zeig mir die Unterschiede.
Machen wir mit dem Teil weiter, den {person} angefangen hat.
Sieh dir den Dienst an, mittags war er langsam.
Prüf jetzt die letzten {n} Einträge auf Doppelte.
Öffne die Datei von {person} und sag mir, was drinsteht.
Lass den üblichen Bericht für {city} laufen.
Geh bitte die Änderungen seit Montag durch.
Wie sieht der Ordner gerade aus?
Entwirf den nächsten Schritt für {table}.
Finde heraus, warum {n} davon zurückkamen.
Nimm den nächsten Stapel und geh ihn durch.
Zeig mir, was die Abfrage für {city} liefert.
Versuch die Sache von heute Morgen noch einmal.
""",
    user="""
Danke, das ging schnell.
Super, da freut sich {person}.
Wie lange hat das ungefähr gedauert?
Und was ist mit den {n} aus {city}?
Ha, genau das hat {person} beim Mittagessen auch gesagt.
Ist das mehr als letzte Woche?
Der Zug hatte heute früh wieder {n} Minuten Verspätung.
Gut, ich seh es mir gerade an.
Wie hieß noch mal die Straße in {city}?
Toll! Ich hatte auf {big} getippt.
Entschuldige, ich war mit {person} am Telefon.
Kannst du das in einem Satz sagen?
Was ist {n} mal {n}?
Ich habe selbst {big} gezählt, da sind wir uns einig.
Wo hast du das gesehen?
Spannend, das war mir gar nicht aufgefallen.
In {city} regnet es übrigens.
Welche von den beiden ist länger?
Wie schreibt sich {person} mit Nachnamen?
Ach so, jetzt verstehe ich.
Lies mir mal die dritte Zeile vor?
Gestern waren {n} Besucher da, ein ganz schöner Tag.
War das der vom {date}?
Passt.
Bin wieder da, der Kaffee war grauenhaft.
Was heißt "guten Abend" auf Niederländisch?
{person} ist in {city} im Urlaub, beneidenswert.
Wie viele waren es zusammen?
Sieht gut aus, vielen Dank.
Hm, ich hatte so um die {big} in Erinnerung.
Hat sich etwas getan, während ich weg war?
Mein Bildschirm hing gerade kurz.
Zeigst du mir die ersten zwei noch mal?
Wie spät ist es gerade in {city}?
Komisch, auf dem alten Aufkleber steht {code}.
Okay, damit ist meine Frage beantwortet.
""",
    assistant="""
Gern geschehen.
Es hat rund {n} Sekunden gedauert.
Zusammen waren es {big}, davon {n} aus {city}.
Ja, etwas mehr als letzte Woche.
Das stand in der zweiten Spalte.
Das ist der vom {date}.
In einem Satz: alles stimmt überein, bis auf {n} Zeilen.
Guten Abend heißt "goedenavond".
Die längere ist die Liste aus {city}.
Ich bin alles durchgegangen, nichts fällt auf.
Die ersten zwei sind {code} und {code}.
Fertig, das Ergebnis steht oben.
Dort ist es kurz nach {time}.
Freut mich.
Das wären {port}.
Inzwischen hat sich nichts getan.
Die dritte Zeile wiederholt bloß den Titel.
Ich habe beide verglichen, sie unterscheiden sich an {n} Stellen.
Kurz gesagt: {n} in Ordnung, {n} unklar.
Der Bericht für {city} ist durchgelaufen.
Ich sah es in der Auflistung, ziemlich am Ende.
Der Name schreibt sich mit zwei n.
Langsam war es wegen einer großen Abfrage.
Der Teil von {person} ist auch fertig.
Im Ordner liegen zurzeit {big} Dateien.
Ich habe etwas entworfen, sieh es dir an.
Im Schnitt sind es {big}.
Klingt gut.
Der Aufkleber gehört zu einer älteren Reihe.
Die Einträge sind unauffällig, der letzte ist {code}.
""",
)
