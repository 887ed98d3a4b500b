"""What is said in French when nobody states anything."""

from __future__ import annotations

from support.five_rounds.talk.words import Talk

TALK = Talk(
    names="Solène Thibault Amina Gaspard Odile Karim Maëlle Bastien Corinne Loïc Yvette Florian",
    cities="Nantes Dijon Namur Rennes Pau Sion Brest Nîmes Metz Liège Arles Colmar",
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    date="{day} {month}",
    marks="""
ne vaut plus
n'est plus
remplacé
auparavant
anciennement
""",
    requests="""
Regarde ce qui est arrivé cette nuit et dis-moi ce qui frappe.
Ensuite compare les deux listes de {city} et montre-moi les écarts.
Continuons la partie que {person} a commencée.
Jette un œil au service, il ramait à midi.
Vérifie maintenant les {n} dernières entrées, s'il y a des doublons.
Ouvre le fichier de {person} et dis-moi ce qu'il contient.
Lance le rapport habituel pour {city}.
Passe en revue les changements depuis lundi.
À quoi ressemble le dossier en ce moment ?
Prépare la prochaine étape pour {table}.
Trouve pourquoi {n} d'entre eux sont revenus.
Prends le lot suivant et parcours-le.
Montre-moi ce que la requête donne pour {city}.
Réessaie le truc de ce matin.
""",
    user="""
Merci, c'était rapide.
Super, {person} sera contente.
Ça a pris combien de temps, en gros ?
Et les {n} de {city} ?
Ha, {person} a dit pareil à midi.
C'est plus que la semaine dernière ?
Le train avait encore {n} minutes de retard.
Bien, je regarde ça.
Comment s'appelait cette rue à {city} ?
Joli ! J'avais parié sur {big}.
Pardon, j'étais au téléphone avec {person}.
Tu peux le dire en une phrase ?
Combien font {n} fois {n} ?
J'en ai compté {big}, on est d'accord.
Où as-tu vu ça ?
Intéressant, je n'avais pas remarqué.
Au fait, il pleut à {city}.
Laquelle des deux est la plus longue ?
Comment s'écrit le nom de {person} ?
Ah, je vois ce que tu veux dire.
Tu me lis la troisième ligne ?
On a eu {n} visiteurs hier, quelle journée.
C'était celle du {date} ?
Ça me va.
Me revoilà, le café était infect.
Comment dit-on « bonsoir » en néerlandais ?
{person} est en vacances à {city}, la chance.
Il y en avait combien en tout ?
Ça m'a l'air bon, merci beaucoup.
Hm, je me souvenais d'à peu près {big}.
Quelque chose a changé en mon absence ?
Mon écran s'est figé un instant.
Tu me remontres les deux premiers ?
Quelle heure est-il à {city} ?
Amusant, la vieille étiquette dit {code}.
D'accord, ça répond à ma question.
""",
    assistant="""
De rien.
Cela a pris environ {n} secondes.
Il y en avait {big} en tout, dont {n} de {city}.
Oui, un peu plus que la semaine dernière.
Je l'ai trouvé dans la deuxième colonne.
C'est celle du {date}.
En une phrase : tout concorde sauf {n} lignes.
Bonsoir se dit « goedenavond ».
La plus longue est la liste de {city}.
J'ai tout parcouru, rien de frappant.
Les deux premiers sont {code} et {code}.
C'est fait, le résultat est ci-dessus.
Là-bas il est un peu plus de {time}.
Tant mieux.
Cela ferait {port}.
Rien de changé entre-temps.
La troisième ligne répète le titre.
J'ai comparé, ils diffèrent à {n} endroits.
En bref : {n} bons, {n} à éclaircir.
Le rapport pour {city} est passé.
Je l'ai vu dans la liste, vers la fin.
Le nom prend deux n.
C'était lent à cause d'une grosse requête.
La partie de {person} est finie aussi.
Le dossier contient {big} fichiers.
J'ai préparé un jet, regarde.
La moyenne est de {big}.
Très bien.
Cette étiquette vient d'une ancienne série.
Les entrées sont régulières, la dernière est {code}.
""",
)
