"""What a user states in German, one template a line (the notation: ``templates.py``)."""

from __future__ import annotations

from collections.abc import Mapping

from support.five_rounds.templates import Kind

STATEMENTS: Mapping[Kind, str] = {
    "safety_rule": """
Egal was passiert, [die Tabelle {table} bleibt, wie sie ist].
Ich wäre meine Stelle los, [wenn jemand von außen an die Auszüge aus {table} käme].
Gast {n} [hat eine Erdnussallergie, eine Spur davon und wir rufen den Notarzt].
[Bevor auf {host} etwas gelöscht wird, muss eine Sicherung da sein], die jemand angesehen hat.
In {~city} hat es mal gebrannt, darum [ist der Ofen aus, bevor um {time} der Letzte geht].
Die Säure kommt ins Wasser, [nie das Wasser in die Säure], {~person} hat die Narbe noch.
[Alles mit Patientennamen bleibt auf {host}], Punkt.
Steigt der Gefrierschrank über -{n} Grad, dann [lieber die Charge wegwerfen als etwas riskieren].
Da wohnen Leute, deshalb [wird der Gashahn {code} nur geöffnet, wenn {person} danebensteht].
[Die Mandantenakten lesen {person} und ich und sonst kein Mensch].
Das ist echtes Geld: [jede Überweisung von {code} sieht vorher ein Zweiter an].
Im Zweifel bei {table} [lieber nachfragen, ein Tag Verzug ist besser als falsch gelöscht].
[Die Schlüssel aus {dir} dürfen in keinem Protokoll auftauchen], das hatten wir schon.
Das Kind reist allein, [vor der Buchung muss jemand benannt sein, der in {city} am Gate steht].
[Paletten über {big} kg bleiben am Boden], das Regal hat sich schon einmal verbogen.
Das Gericht hat {code} versiegelt, [davon kommt keine Zeile dahin, wo andere sie lesen].
[{host} bleibt vom offenen Netz getrennt], das Passwort ist keins.
Die Röhrchen aus {city} sind ansteckend, [sie werden unter dem Abzug geöffnet oder gar nicht].
Wenn {~person} wegen des Steuerkontos anruft, [ist es Betrug, bis ihr unter {phone} zurückgerufen habt].
[Rohes Huhn hat sein eigenes Brett], ich habe in {~city} gesehen, was sonst passiert.
[An das Produktivsystem geht es nur, solange {person} wach ist], der letzte Ausfall war uns eine Lehre.
Von den Scans gibt es nur diese Kopie, [behandle {dir} wie ein rohes Ei].
[Der Laster fährt erst, wenn {person} die Keile bestätigt hat], in {~city} wurde jemand verletzt.
In {dir} liegen auch die Papiere meiner Mutter, [die müssen genau da liegen bleiben].
[Erst die Pumpe {code} abstellen], sonst platzt dir die Leitung um die Ohren.
""",
    "prohibition": """
[Schieb nichts auf {branch}].
[Schreib keinem Kunden], bevor ich es gelesen habe, {~person} hatte letztes Jahr Beschwerden.
[Finger weg von {dir}], das gehört einer anderen Gruppe.
[Ich will nicht, dass {person} deswegen angesprochen wird], auch nicht aus Versehen.
Ansehen kannst du {file}, so viel du magst, aber [ändern darfst du daran nichts].
[Keine Flüge mit Umstieg in {city}], da saßen wir zweimal fest.
[Niemand bucht etwas auf die Karte mit der Endung {port}].
Bitte [lass den Aufbau von {table} in Ruhe], die Prüfer haben ihn eingefroren.
[Auf gar keinen Fall geht der Entwurf an {person} heute raus].
[Nichts mit Schwein für Tisch {n}].
Wir [zitieren das Urteil {code} nicht], es wurde aufgehoben.
[Halt dich von {host} fern], da läuft nachts das Labor.
[Die Beträge in {file} dürfen nicht gerundet werden].
Vorschlagen ist in Ordnung, aber [Bestellungen aus {city} sind tabu].
[Starte auf {host} nichts neu], solange die Vorführung läuft.
[In {branch} kommen keine neuen Abhängigkeiten rein], die Rechtsabteilung bringt uns um.
Es kommt nicht in Frage, [dass der Name {person} in einem öffentlichen Ticket steht].
[Probe {code} niemals auftauen], die überlebt das nur einmal.
Unser Fahrer kann nachts nicht, also [wird nach {time} nichts mehr verladen].
[Führ die beiden Tabellen {table} nicht zusammen], so verlockend es aussieht.
[Hör auf, Rechnungen für {person} zu erzeugen], sie ist nicht mehr in der Kanzlei.
Jemand hat dir Port {port} genannt? [Vergiss den, der wird nicht benutzt].
[Der Keller in {city} wird nicht mehr als Lager genommen].
[Davon wird nichts maschinell übersetzt], {~person} merkt das in einer Sekunde.
Mir wäre es lieb, [du ließest die Zeitpläne auf {host} unangetastet].
""",
    "hard_constraint": """
Wir haben nur bis {time}, [dann schließen sie im {n}. Stock ab].
[Mehr als {big} EUR darf es insgesamt nicht kosten], Flug und Hotel zusammen.
[Der Schriftsatz muss am {date} da sein], das Gericht kennt keine Ausreden.
Die Druckerei nimmt [höchstens {n} Seiten je Heft].
[Antworten müssen in unter {big} ms zurück sein], so steht es im Vertrag.
In jede Kiste passen [{n} Flaschen und keine mehr].
Das Gel wird fest bei [genau {n} Grad], alles andere verdirbt es.
[Wir schließen die Bücher am {date} um {time}], was fehlt, fehlt.
Der Zoll will [unter {big} kg je Paket].
[Alles muss auf Python {version} laufen], die Server haben nichts Neueres.
Platz ist für [{n} Gäste, die Feuerwehr hat gezählt].
[Die Berufung darf {n} Seiten haben, mehr nicht], sonst kommt sie zurück.
{person} hat [maximal {big} Stunden] dafür freigegeben.
Die Fähre ab {city} geht um {time} [und wartet nicht].
[Über {big} EUR müssen zwei unterschreiben].
Der Braten braucht [{n} Minuten bei {big} Grad], und zwar auf die Minute.
Auf {host} ist wenig Platz, [der Auszug muss in {big} MB passen].
Die Versicherung zahlt [nur, wenn der Bericht vor dem {date} da ist].
[Kein Stapel darf größer sein als {big} Zeilen], das alte System verschluckt sich.
[Der Bus hat {n} Plätze], das ist also die Grenze für {city}.
Der Vermieter gibt uns [bis {date}, um das Lager zu räumen].
[Bei {n} MB ist Schluss mit dem Hochladen], der Rest wird abgeschnitten.
[Mindestens {n} Prozent müssen vorab bezahlt sein], darauf besteht {~person}.
Die Zentrifuge [muss unter {port} Umdrehungen bleiben].
[Jede Antwort an {person} muss binnen {n} Stunden raus].
""",
    "preference": """
Ich [mag meine Commit-Nachrichten kurz], eine Zeile mit {~n} Zeichen reicht.
[Am liebsten sitze ich am Fenster], ideal wäre Reihe {n}.
Wenn es geht, [gib mir Tabellen statt Fließtext], {~person} liest sie am Telefon.
[Mir ist Tee lieber als Kaffee] bei den Treffen in {city}.
[Einfache Wörter liegen mir mehr] als die juristischen, die kann {~person} ergänzen.
Bei Hotels gilt: [ruhig schlägt zentral], wie das in {~city}.
[Ich würde Tabs statt Leerzeichen nehmen], wie in {~file}.
Unter uns, [ich höre die schlechte Nachricht gern zuerst], {~person} ist da anders.
[Diagramme in Blau, wenn es dir gleich ist], wie in {~file}.
[Beträge gefallen mir besser mit der Währung vorn], so macht es {~person}.
Ich [nehme lieber den Frühzug], wenn ich nach {city} fahre.
[Schön wären die Etiketten in Großbuchstaben], wie auf {~code}.
Mein Geschmack: [weniger Salz, mehr Zitrone], etwa {~n} Gramm davon.
[Ich lese lieber Diffs als ganze Dateien], so wie bei {~file}.
[Duz mich ruhig], {~person} tut es auch.
[Listen hätte ich gern nach Datum sortiert], das Neueste oben, wie in {~file}.
Ich finde [dunkle Hintergründe angenehmer], seit {~city} jedenfalls.
[Lass uns die Mails an {person} freundlich und knapp halten].
Ich esse [gern Roggenbrot zur Suppe], {~person} backt es.
Idealerweise [kommen die großen Kisten zuerst in den Wagen], so mag es die Truppe in {~city}.
[Eine Frage auf einmal ist mir am liebsten], in der letzten Mail waren es {~n}.
[Wenn wir die Wahl haben, bekommt der Lieferant aus {city} den Auftrag].
Mir wäre [ein langes Dokument lieber als {n} kleine].
[Fußnoten sind mir sympathischer als Endnoten], {~person} sieht es auch so.
Meistens [will ich die Zusammenfassung oben haben], rund {~n} Wörter.
""",
    "fact": """
Die Kiste antwortet auf [{ip}, Port {port}], nicht auf dem üblichen.
Die Durchwahl von {person} ist [{phone}].
[Die Kundennummer beim Spediteur ist {code}], die brauchst du bei jeder Abholung.
Die Wohnung in {city} hat [{big} Quadratmeter], ich habe gemessen.
[Schließfach {n} gehört uns, der Code ist {port}].
Beim Finanzamt heißen wir [{code}].
[Der Testrechner ist {host}], im Frühjahr ist er dahin umgezogen.
[{person} betreut seit der Fusion den Kunden in {city}].
Unser Sauerteig wurde am [{date}] angesetzt.
[Rechnungen gehen an {mail}], das andere Postfach liest keiner.
Die Probe mit der komischen Spitze war [{code}, gezogen um {time}].
[Die Verhandlung ist in Saal {big}], zweite Treppe.
Fürs Lager zahlen wir [{big} EUR im Monat].
Der Stand, der lief, war [{version}].
[Der Laster hat das Kennzeichen {code}], für die Schranke.
Mein Pass läuft am [{date}] ab.
[Für Samstag sind {big} Gedecke bestellt].
Der Zähler stand auf [{port}, als wir einzogen].
[{person} sitzt dienstags im Büro in {city}].
Gescannt wird in den Ordner [{dir} auf {host}].
[Das Rezept ist für {n} Leute], rechne von da aus um.
Die Mietvertragsnummer, falls sie fragen, ist [{code}].
[Puffer B hat pH 7.{n}].
Früher war es anders, aber [dieses Jahr berechnen wir {big} EUR am Tag].
[Die Nachtwache geht unter {phone} ran], erst ab zehn.
""",
    "goal": """
Am Ende dient das alles dazu, [den Laden in {city} auf das neue Hauptbuch umzustellen].
Worauf ich hinauswill: [{person} soll das Durcheinander mit {table} ein für alle Mal los sein].
[Bis {date} hätte ich gern das ganze Archiv durchsuchbar].
Eigentlich machen wir das, damit [das Büro in {city} ohne Papier auskommt].
Der Sinn der Übung: [eine Preisliste für alle {n} Filialen].
Ich versuche, [die Familie ohne eine einzige Nachtfahrt nach {city} und zurück zu bringen].
Wenn das klappt, [schafft das Labor {n} Proben am Tag ohne {person}].
[Wir wollen das Verfahren {code} gewinnen], der Rest ist Beiwerk.
Es läuft hinaus auf [eine Karte, von der {n} Leute ohne Nachfrage essen können].
Letztlich [soll {person} den Monat allein abschließen können].
Mein Traum ist, [dass niemand mehr {table} von Hand abtippt].
[{host} in Rente zu schicken, darum geht es].
Wir steuern auf [Lieferungen in {city} binnen {n} Stunden] zu.
Der Gedanke dahinter: [{file} so aufteilen, dass jede Gruppe ihren Teil hat].
Ich brauche das, weil [{person} in {city} die zweite Küche aufmachen will].
Glücklich wäre ich mit [einer Ausgabe {version}, die sich einfach installieren lässt].
All die kleinen Arbeiten ergeben [eine saubere Übergabe an {person} am {date}].
Irgendwann [soll das Lager in {city} nachts von allein laufen].
[Ich schreibe ein Buch über {city}], deshalb sammle ich das alles.
Alles hier soll [die Fehlerquote unter {n} Prozent bringen].
Das große Ganze ist also: [{code} bekommt dieses Jahr sein Zertifikat].
[Wir wollen den Rückstand bei {table} auf null bringen].
Auf lange Sicht [würde ich {person} die ganze Buchhaltung übergeben].
Mir liegt daran, [dass die Hochzeit in {city} glatt läuft].
Daraus soll einmal [ein Kurs werden, den {person} in {n} Stunden hält].
""",
}

REPLACEMENTS = """
hard_constraint: Erstattet wird nur [unter <40 EUR>].
=> Beim Zurückzahlen [sind jetzt <sechzig Euro> drin].
fact: Die Kiste antwortet auf {ip}, Port <{port}>.
=> Sie haben den Rechner umgezogen, [er lauscht nun auf <{port}>].
hard_constraint: Um <{time}> müssen wir am Tor fertig sein.
=> Die am Tor sind uns entgegengekommen, [<{time}> reicht].
fact: Den Notar erreichst du unter <{phone}>.
=> [Neue Nummer der Kanzlei vom Notar: <{phone}>].
hard_constraint: In den Saal gehen <{big} Leute>.
=> Nach dem Umbau [lassen sie <{big}> rein und keinen mehr].
fact: Das Regal mit den Reagenzien ist <{code}>.
=> Die Reagenzien wurden umgeräumt, [schau bei <{code}>].
preference: Die Einleitung mag ich mit rund <{n} Zeilen>.
=> Am Anfang [lesen sich <{n} Zeilen> doch besser].
fact: Die Palette kostet uns <{big} EUR> Fracht.
=> Der Spediteur schrieb, [<{big} EUR> will er nun je Palette].
hard_constraint: Der Teig ruht <{n} Minuten>.
=> [Gib dem Teig <{n} Minuten>], das Mehl ist ein anderes.
fact: Termin bei Gericht ist am <{date}>.
=> Die Geschäftsstelle rief an: [sie hören uns am <{date}>].
hard_constraint: Das Archiv bleibt unter <{big} GB>.
=> [Wir dürfen <{big} GB> füllen], sie haben Platten gekauft.
preference: Buch mir einen Platz in Reihe <{n}>.
=> [Setz mich in die <{n}>], mein Knie braucht Platz.
fact: Stabil ist die Fassung <{version}>.
=> [Die Leute haben inzwischen <{version}>], die andere wurde gezogen.
"""
