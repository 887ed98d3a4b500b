"""What a user states in French, one template a line (the notation: ``templates.py``)."""

from __future__ import annotations

from collections.abc import Mapping

from support.five_rounds.templates import Kind

STATEMENTS: Mapping[Kind, str] = {
    "safety_rule": """
Quoi qu'il arrive, [la table {table} reste comme elle est].
Je perdrais mon poste [si quelqu'un du dehors mettait la main sur les exports de {table}].
Le client {n} [est allergique aux arachides, une trace et c'est l'ambulance].
[Avant d'effacer quoi que ce soit sur {host}, il faut une sauvegarde] que quelqu'un a regardée.
On a eu un incendie à {~city}, alors [le four est éteint avant que le dernier parte à {time}].
L'acide va dans l'eau, [jamais l'eau dans l'acide], {~person} a encore la cicatrice.
[Tout ce qui porte le nom d'un patient reste sur {host}], un point c'est tout.
Si le congélateur passe au-dessus de -{n} degrés, [mieux vaut jeter le lot que tenter le sort].
Des gens y habitent, [la vanne {code} ne s'ouvre qu'avec {person} à côté].
[Les dossiers sont lus par {person} et moi et par personne d'autre au monde].
C'est du vrai argent : [chaque virement depuis {code} passe par une seconde paire d'yeux].
Dans le doute sur {table}, [on s'arrête et on demande, un jour de retard n'est rien].
[Les clés de {dir} ne doivent se retrouver dans aucun journal], on a déjà donné.
L'enfant voyage seul, [il faut nommer qui l'attend à {city} avant de réserver].
[Les palettes de plus de {big} kg restent au sol], le rayonnage a déjà plié.
Le juge a scellé {code}, [pas une ligne ne sort là où d'autres lisent].
[{host} reste coupé d'internet], son mot de passe fait rire.
Les tubes de {city} sont infectieux, [on les ouvre sous la hotte ou pas du tout].
Si {~person} appelle pour le compte fiscal, [c'est une arnaque tant qu'on n'a pas rappelé le {phone}].
[Le poulet cru a sa planche à lui], j'ai vu à {~city} ce que ça donne.
[On ne touche à la production que si {person} est réveillée], la dernière panne a suffi.
Ces scans sont l'unique copie, [traite {dir} comme du verre].
[Le camion ne bouge pas tant que {person} n'a pas confirmé les cales], il y a eu un blessé à {~city}.
Dans {dir} il y a les papiers de ma mère, [ils doivent rester exactement là].
[Coupe d'abord la pompe {code}], sinon le tuyau t'explose au nez.
""",
    "prohibition": """
[Ne pousse rien sur {branch}].
[N'écris jamais à un client] avant que j'aie lu, {~person} a eu des plaintes.
[Pas touche à {dir}], c'est à une autre équipe.
[Je ne veux pas qu'on contacte {person} à ce sujet], même par erreur.
Regarde {file} tant que tu veux, mais [tu ne peux rien y changer].
[Aucun vol avec escale à {city}], on y est restés coincés deux fois.
[Personne ne paie avec la carte qui finit par {port}].
S'il te plaît, [laisse la structure de {table} tranquille], les auditeurs l'ont gelée.
[En aucun cas le brouillon pour {person} ne part aujourd'hui].
[Rien avec du porc pour la table {n}].
Chez nous [on ne cite pas l'arrêt {code}], il a été cassé.
[Reste loin de {host}], le labo y tourne la nuit.
[Interdit d'arrondir les chiffres de {file}].
Proposer, d'accord, mais [commander à {city}, c'est exclu].
[Évite de redémarrer quoi que ce soit sur {host}] pendant la démo.
[Pas de nouvelle dépendance dans {branch}], le juridique nous tuerait.
Je n'accepterai pas [que le nom de {person} figure dans un ticket public].
[Ne décongèle jamais l'échantillon {code}], il ne tient qu'une fois.
Le chauffeur ne roule pas la nuit, donc [après {time} on ne charge plus rien].
[Ne fusionne pas les deux tables {table}], si tentant que ce soit.
[Arrête de faire des factures pour {person}], elle a quitté le cabinet.
On t'a parlé du port {port} ? [Oublie, il ne sert pas].
[La cave de {city} ne sert plus d'entrepôt].
[Rien de tout ça n'est traduit par une machine], {~person} le verrait tout de suite.
J'aimerais autant [que tu t'abstiennes de toucher aux tâches de {host}].
""",
    "hard_constraint": """
On n'a que jusqu'à {time}, [après ils ferment l'étage {n}].
[Ça ne peut pas coûter plus de {big} EUR en tout], vol et hôtel compris.
[Le mémoire doit être déposé avant le {date}], le tribunal ne pardonne rien.
L'imprimeur prend [au maximum {n} pages par cahier].
[Les réponses doivent revenir en moins de {big} ms], c'est au contrat.
Chaque caisse contient [{n} bouteilles et pas une de plus].
Le gel prend à [exactement {n} degrés], sinon c'est fichu.
[On clôt les comptes le {date} à {time}], ce qui manque manque.
La douane veut [moins de {big} kg par colis].
[Tout doit tourner sur Python {version}], les serveurs n'ont pas mieux.
Il y a de la place pour [{n} invités, les pompiers ont compté].
[L'appel peut faire {n} pages, pas davantage], sinon il revient.
{person} a validé [un maximum de {big} heures] pour ça.
Le ferry de {city} part à {time} [et n'attend pas].
[Au-dessus de {big} EUR, deux personnes signent].
Le rôti demande [{n} minutes à {big} degrés], à la minute près.
Le disque de {host} est petit, [l'export doit tenir dans {big} Mo].
L'assurance paie [seulement si le rapport arrive avant le {date}].
[Aucun lot ne dépasse {big} lignes], le vieux système s'étrangle.
[Le car a {n} places], c'est la limite pour {city}.
Le bailleur nous laisse [jusqu'au {date} pour vider le dépôt].
[Les envois s'arrêtent à {n} Mo], le reste est coupé.
[Il faut au moins {n} pour cent d'avance], {~person} y tient.
La centrifugeuse [doit rester sous {port} tours].
[Toute réponse à {person} doit partir sous {n} heures].
""",
    "preference": """
J'[aime les messages de commit courts], {~n} caractères suffisent.
[Je préfère être côté fenêtre], idéalement rang {n}.
Si possible, [donne-moi des tableaux plutôt que de la prose], {~person} lit sur son téléphone.
[Le thé me va mieux que le café] aux réunions de {city}.
[Les mots simples me conviennent mieux] que ceux du droit, {~person} les mettra.
Pour l'hôtel, [calme vaut mieux que central], comme celui de {~city}.
[Je prendrais des tabulations plutôt que des espaces], comme dans {~file}.
Entre nous, [j'aime mieux entendre d'abord le mauvais], {~person} est autrement.
[Les graphiques en bleu, si ça t'est égal], comme dans {~file}.
[Les montants me plaisent avec la devise devant], comme fait {~person}.
En général [je prends le train du matin] pour {city}.
[Ce serait joli, des étiquettes en capitales], comme sur {~code}.
Mon goût : [moins de sel, plus de citron], dans les {~n} grammes.
[Je lis plus volontiers un diff qu'un fichier entier], comme pour {~file}.
[Tutoie-moi], {~person} le fait bien.
[Les listes par date, de préférence], le neuf en haut, comme {~file}.
Je trouve [les fonds sombres plus reposants], depuis {~city}.
[Gardons des mails aimables et brefs pour {person}].
J'adore [le pain de seigle avec la soupe], {~person} le fait.
L'idéal : [les grosses caisses montent en premier], à {~city} ils aiment ça.
[Une question à la fois, c'est ce qui me va], il y en avait {~n} hier.
[S'il y a le choix, la commande va au fournisseur de {city}].
J'aime mieux [un long document que {n} petits].
[Les notes de bas de page me plaisent plus que les notes de fin], {~person} aussi.
D'habitude [je veux le résumé en haut], {~n} mots environ.
""",
    "fact": """
La machine répond sur [{ip}, port {port}], pas celui par défaut.
La ligne directe de {person}, c'est le [{phone}].
[Notre numéro client chez le transporteur est {code}], il le faut à chaque enlèvement.
L'appartement de {city} fait [{big} mètres carrés], j'ai mesuré.
[Le casier {n} est à nous, le code est {port}].
Pour les impôts nous sommes [{code}].
[La machine de test est {host}], elle a déménagé au printemps.
[{person} s'occupe du compte de {city}] depuis la fusion.
Notre levain date du [{date}].
[Les factures vont à {mail}], l'autre boîte n'est pas lue.
L'échantillon au pic bizarre, c'était [{code}, pris à {time}].
[L'audience est en salle {big}], deuxième escalier.
Le dépôt nous revient à [{big} EUR par mois].
La version qui marchait était la [{version}].
[La plaque du camion est {code}], pour la barrière.
Mon passeport expire le [{date}].
[Il y a {big} couverts réservés samedi].
Le compteur affichait [{port} à notre arrivée].
[{person} est au bureau de {city} le mardi].
Ils numérisent dans le dossier [{dir} sur {host}].
[La recette est pour {n} personnes], calcule à partir de là.
Le numéro du bail, si on demande, c'est [{code}].
[Le tampon B est à pH 7.{n}].
Avant c'était autre chose, mais [cette année on facture {big} EUR par jour].
[Le veilleur de nuit répond au {phone}], après dix heures.
""",
    "goal": """
Au fond tout ça sert à [faire passer la boutique de {city} au nouveau grand livre].
Ce que je cherche, c'est [sortir {person} du bazar de {table} pour de bon].
[D'ici le {date} j'aimerais pouvoir chercher dans toutes les archives].
En vrai on fait ça pour que [le bureau de {city} travaille sans papier].
Le sens de l'exercice : [une seule liste de prix pour les {n} agences].
J'essaie [d'emmener la famille à {city} et retour sans rouler une seule nuit].
Si ça marche, [le labo fera {n} échantillons par jour sans {person}].
[On veut gagner l'affaire {code}], le reste est décor.
Tout revient à [un menu que {n} personnes mangent sans poser de questions].
En fin de compte, [{person} devrait pouvoir clore le mois seule].
Mon rêve, c'est [que plus personne ne tape {table} à la main].
[Mettre {host} à la retraite, voilà l'affaire].
On va vers [des livraisons à {city} en {n} heures].
L'idée derrière : [découper {file} pour que chaque équipe ait sa part].
J'en ai besoin parce que [{person} veut ouvrir la deuxième cuisine à {city}].
Je serais heureux avec [une version {version} qui s'installe toute seule].
Ces petits travaux donnent au total [une passation propre à {person} le {date}].
Un jour [le dépôt de {city} tournera seul la nuit].
[J'écris un livre sur {city}], d'où toute cette collecte.
Tout ici vise à [ramener le taux d'erreur sous {n} pour cent].
Le grand dessein : [{code} obtient son certificat cette année].
[On compte ramener le retard de {table} à zéro].
À terme, [je confierais toute la comptabilité à {person}].
Ce qui compte pour moi, c'est [que le mariage à {city} se passe bien].
Ça deviendra [un cours que {person} donne en {n} leçons].
""",
}

REPLACEMENTS = """
hard_constraint: Les remboursements restent [sous <40 EUR>].
=> Quand on rend l'argent, [on peut monter à <soixante euros>].
fact: La machine répond sur {ip}, port <{port}>.
=> Ils ont déplacé la machine, [elle écoute sur le <{port}>].
hard_constraint: Il faut finir au portail à <{time}>.
=> Ceux du portail ont cédé, [<{time}> suffira].
fact: Le notaire se joint au <{phone}>.
=> [Nouveau numéro de l'étude : <{phone}>].
hard_constraint: La salle accueille <{big} personnes>.
=> Depuis les travaux [ils en font entrer <{big}>, pas une de plus].
fact: L'étagère des réactifs est <{code}>.
=> On a bougé les réactifs, [regarde en <{code}>].
preference: J'aime une intro de <{n} lignes> environ.
=> Réflexion faite, [<{n} lignes> au début se lisent mieux].
fact: Le fret est de <{big} EUR> la palette.
=> Le transporteur a écrit, [une palette revient à <{big} EUR>].
hard_constraint: La pâte repose <{n} minutes>.
=> [Laisse la pâte <{n} minutes>], la farine est autre.
fact: Le procès est fixé au <{date}>.
=> Le greffe a appelé : [on nous entend le <{date}>].
hard_constraint: L'archive reste sous <{big} Go>.
=> [On peut remplir <{big} Go>], ils ont acheté des disques.
preference: Réserve-moi le rang <{n}>.
=> [Mets-moi au <{n}>], mon genou veut de la place.
fact: La version stable est la <{version}>.
=> [Les gens sont en <{version}>], l'autre est retirée.
"""
