"""What is said in Finnish when nobody states anything."""

from __future__ import annotations

from support.five_rounds.talk.words import Talk

TALK = Talk(
    names="Aino Eero Helmi Juhani Kaisa Lauri Marjatta Onni Päivi Riku Sanna Veikko",
    cities="Kuopio Vaasa Oulu Kotka Rauma Lahti Turku Imatra Kemi Porvoo Salo Joensuu",
    months="tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta",
    date="{day}. {month}",
    marks="""
ei enää
korvattu
aiemmin
vanhentunut
""",
    requests="""
Katso mitä yöllä tuli ja kerro mikä pistää silmään.
Vertaa seuraavaksi kahta listaa, {city}, ja näytä erot.
Jatketaan osaa, jonka {person} aloitti.
Vilkaise palvelua, se oli puoliltapäivin hidas.
Tarkista nyt viimeiset {n} kirjausta kaksoiskappaleiden varalta.
Avaa tiedosto, jonka {person} lähetti, ja kerro mitä siinä on.
Aja tavallinen raportti, {city}.
Käy läpi muutokset maanantaista.
Miltä kansio näyttää juuri nyt?
Luonnostele seuraava vaihe, {table}.
Selvitä miksi {n} niistä palautui.
Ota seuraava erä ja käy se läpi.
Näytä mitä kysely antaa, {city}.
Kokeile aamuista juttua uudestaan.
""",
    user="""
Kiitos, sepä kävi nopeasti.
Hienoa, {person} ilahtuu.
Kauanko siinä meni suunnilleen?
Entä ne {n}, {city}?
Hah, {person} sanoi samaa lounaalla.
Onko se enemmän kuin viime viikolla?
Juna oli aamulla taas {n} minuuttia myöhässä.
Hyvä, katson sitä parhaillaan.
Mikä sen kadun nimi olikaan, {city}?
Mahtavaa! Arvasin {big}.
Anteeksi, olin puhelimessa, {person} soitti.
Sanotko sen yhdellä lauseella?
Paljonko on {n} kertaa {n}?
Laskin itse {big}, eli täsmää.
Missä näit sen?
Kiinnostavaa, en huomannut.
Muuten, {city}, siellä sataa.
Kumpi on pidempi?
Miten {person} kirjoitetaan sukunimineen?
Ai, nyt ymmärrän.
Luetko kolmannen rivin?
Eilen kävi {n} vierasta, melkoinen päivä.
Oliko se {date}?
Minulle käy.
Palasin, kahvi oli kamalaa.
Mitä "hyvää iltaa" on hollanniksi?
{person} lomailee, {city}, onnekas.
Montako niitä oli yhteensä?
Näyttää oikealta, kiitos paljon.
Hm, muistin noin {big}.
Muuttuiko jotain poissa ollessani?
Ruutuni jumittui hetkeksi.
Näytätkö kaksi ensimmäistä taas?
Mitä kello on nyt, {city}?
Hassua, vanhassa tarrassa lukee {code}.
Selvä, se vastasi kysymykseeni.
""",
    assistant="""
Ole hyvä.
Siihen meni noin {n} sekuntia.
Yhteensä {big}, joista {n} tuli paikasta {city}.
Kyllä, vähän enemmän kuin viime viikolla.
Löysin sen toisesta sarakkeesta.
Se on {date}.
Yhdellä lauseella: kaikki täsmää paitsi {n} riviä.
Hyvää iltaa on "goedenavond".
Pidempi on lista {city}.
Kävin kaiken läpi, mikään ei erotu.
Kaksi ensimmäistä ovat {code} ja {code}.
Valmista, tulos on yllä.
Siellä kello on vähän yli {time}.
Mukava kuulla.
Se olisi {port}.
Mikään ei ole muuttunut sillä välin.
Kolmas rivi toistaa otsikon.
Vertasin, eroja on {n} kohdassa.
Lyhyesti: {n} kunnossa, {n} epäselvää.
Raportti on ajettu, {city}.
Näin sen luettelossa lopun lähellä.
Nimessä on kaksi n-kirjainta.
Hitaus johtui isosta kyselystä.
Osa, jonka {person} aloitti, on sekin valmis.
Kansiossa on nyt {big} tiedostoa.
Luonnos on tehty, katso sitä.
Keskiarvo on {big}.
Kuulostaa hyvältä.
Se tarra on vanhempaa sarjaa.
Kirjaukset ovat tavallisia, viimeinen on {code}.
""",
)
