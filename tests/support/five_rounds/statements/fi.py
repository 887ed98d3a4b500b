"""What a user states in Finnish, one template a line (the notation: ``templates.py``)."""

from __future__ import annotations

from collections.abc import Mapping

from support.five_rounds.templates import Kind

STATEMENTS: Mapping[Kind, str] = {
    "safety_rule": """
Tapahtui mitä tahansa, [taulu {table} pysyy sellaisenaan].
Menettäisin työni, [jos joku ulkopuolinen saisi käsiinsä taulun {table}].
Vieras {n} [on allerginen maapähkinälle, muru riittää ja soitamme ambulanssin].
[Ennen kuin koneelta {host} poistetaan mitään, pitää olla varmuuskopio], jonka joku on katsonut.
Kerran paloi, {~city} muistaa, joten [uuni on pois päältä ennen kuin viimeinen lähtee {time}].
Happo kaadetaan veteen, [vettä ei ikinä happoon], arpi on yhä, {~person} näyttää.
[Kaikki missä on potilaan nimi pysyy koneella {host}], piste.
Jos pakastin nousee yli -{n} asteen, [heitetään mieluummin koko erä pois].
Talossa asuu ihmisiä, [kaasuhana {code} avataan vain kun {person} seisoo vieressä].
[Asiakkaan paperit lukee {person} ja minä eikä kukaan muu].
Se on oikeaa rahaa: [joka siirron tililtä {code} katsoo toinen ihminen].
Jos epäilyttää, kun kyse on {table}, [pysähdy ja kysy, päivän viive ei haittaa].
[Avaimet kansiosta {dir} eivät saa näkyä missään lokissa], kerran jo paloi näpit.
Lapsi matkustaa yksin, [ennen varausta pitää tietää kuka on vastassa, {city}].
[Yli {big} kg lavat jäävät lattialle], hylly taipui jo kerran.
Oikeus sinetöi asian {code}, [riviäkään ei päädy muiden luettavaksi].
[{host} pidetään irti avoimesta verkosta], salasana on vitsi.
Näytteet ovat tartuttavia, {city}, [ne avataan vetokaapissa tai ei ollenkaan].
Jos {~person} soittaa verotilistä, [se on huijaus kunnes olet soittanut {phone}].
[Raa'alla kanalla on oma lautansa], näin mitä muuten käy, {~city}.
[Tuotantoon kosketaan vain kun {person} on hereillä], viime katko opetti.
Skannauksista on vain tämä kopio, [kohtele kansiota {dir} kuin lasia].
[Rekka ei liiku ennen kuin {person} on kuitannut kiilat], joku loukkaantui, {~city}.
Kansiossa {dir} on äitini papereita, [niiden pitää jäädä juuri siihen].
[Sammuta ensin pumppu {code}], muuten letku räjähtää silmille.
""",
    "prohibition": """
[Älä työnnä mitään haaraan {branch}].
[Asiakkaille ei lähetetä postia] ennen kuin olen lukenut, {~person} sai valituksia.
[Näpit irti kansiosta {dir}], se on toisen ryhmän.
[En halua että kukaan ottaa yhteyttä tästä, {person}], ei vahingossakaan.
Tiedostoa {file} saa katsoa, mutta [muuttaa sitä ei saa].
[Ei lentoja joissa vaihto on {city}], jäimme sinne kahdesti.
[Kukaan ei maksa kortilla jonka loppu on {port}].
Ole kiltti, [anna taulun {table} rakenteen olla], tarkastajat jäädyttivät sen.
[Missään nimessä luonnos ei lähde tänään, {person}].
[Pöytään {n} ei mitään missä on sikaa].
Me [emme viittaa ratkaisuun {code}], se kumottiin.
[Pysy kaukana koneesta {host}], labra ajaa siellä öisin.
[Tiedoston {file} lukuja ei pyöristetä].
Ehdottaa saa, mutta [tilaaminen on poissuljettu, {city}].
[Älä käynnistä mitään uudestaan koneella {host}] esittelyn aikana.
[Haaraan {branch} ei uusia riippuvuuksia], lakimiehet tappavat meidät.
En hyväksy, [että nimi {person} näkyy julkisessa tiketissä].
[Näytettä {code} ei saa koskaan sulattaa], se kestää vain kerran.
Kuski ei aja öisin, joten [kello {time} jälkeen ei lastata].
[Älä yhdistä kahta taulua {table}], vaikka houkuttaisi.
[Lopeta laskujen tekeminen, {person}], hän lähti toimistosta.
Joku puhui portista {port}? [Unohda se, sitä ei käytetä].
[Kellari ei ole enää varastona, {city}].
[Näitä ei käännetä koneella], {~person} huomaisi heti.
Toivoisin, [ettet koskisi ajastuksiin koneella {host}].
""",
    "hard_constraint": """
Aikaa on vain {time} asti, [sitten kerros {n} lukitaan].
[Kaikkiaan se ei saa maksaa yli {big} EUR], lento ja hotelli yhdessä.
[Hakemuksen on oltava perillä {date}], oikeus ei selityksiä kuuntele.
Painoon menee [korkeintaan {n} sivua vihkoon].
[Vastausten on tultava alle {big} ms], niin sopimuksessa lukee.
Laatikkoon mahtuu [{n} pulloa eikä yhtään enempää].
Geeli jähmettyy [tasan {n} asteessa], muu pilaa sen.
[Kirjat suljetaan {date} kello {time}], mikä puuttuu se puuttuu.
Tulli haluaa [alle {big} kg pakettia kohti].
[Kaiken on toimittava Pythonilla {version}], palvelimissa ei ole uudempaa.
Tilaa on [{n} vieraalle, palotarkastaja laski].
[Valituksessa saa olla {n} sivua, ei enempää], muuten se palaa.
{person} hyväksyi [enintään {big} tuntia] tähän.
Lautta lähtee {time}, {city}, [eikä odota].
[Yli {big} EUR vaatii kaksi allekirjoitusta].
Paisti tarvitsee [{n} minuuttia {big} asteessa], minuutilleen.
Levy on pieni, {host}, [viennin on mahduttava {big} megaan].
Vakuutus maksaa [vain jos raportti tulee ennen {date}].
[Mikään erä ei saa ylittää {big} riviä], vanha järjestelmä tukehtuu.
[Bussissa on {n} paikkaa], se on raja, {city}.
Vuokraisäntä antoi [aikaa {date} asti tyhjentää varasto].
[Lataus loppuu {n} megaan], loput leikataan.
[Vähintään {n} prosenttia on maksettava etukäteen], {~person} vaatii.
Sentrifugi [on pidettävä alle {port} kierroksessa].
[Joka vastaus on lähdettävä {n} tunnissa, {person}].
""",
    "preference": """
Pidän [lyhyistä commit-viesteistä], {~n} merkkiä riittää.
[Istun mieluummin ikkunan vieressä], rivi {n} olisi paras.
Jos voit, [anna taulukoita eikä proosaa], {~person} lukee puhelimesta.
[Tee maistuu minulle kahvia paremmin] kokouksissa, {city}.
[Arkiset sanat sopivat minulle paremmin], {~person} lisää lain kielen.
Hotelleista: [hiljainen voittaa keskustan], niin kuin se {~city}.
[Ottaisin sarkaimet enkä välilyöntejä], kuten {~file}.
Meidän kesken, [kuulen huonot uutiset mieluiten ensin], {~person} on toista maata.
[Kaaviot sinisinä, jos sopii], kuten {~file}.
[Summat näyttävät kivemmilta valuutta edessä], {~person} tekee niin.
Tavallisesti [lähden aamujunalla], kun määränä on {city}.
[Olisi mukavaa saada tarrat isoilla kirjaimilla], kuten {~code}.
Makuni: [vähemmän suolaa, enemmän sitruunaa], noin {~n} grammaa.
[Luen mieluummin eroja kuin kokonaisia tiedostoja], kuten {~file}.
[Sinuttele vain], {~person} tekee niin.
[Listat mieluiten päivän mukaan], uusin ylhäällä, kuten {~file}.
Minusta [tumma tausta on silmille lempeämpi], {~city} opetti.
[Pidetään viestit ystävällisinä ja lyhyinä, {person}].
Rakastan [ruisleipää keiton kanssa], {~person} leipoo.
Ihanteena [isot laatikot lastataan ensin], näin tykätään, {~city}.
[Yksi kysymys kerrallaan sopii minulle parhaiten], viimeksi oli {~n}.
[Jos saa valita, tilaus menee toimittajalle, {city}].
Haluan ennemmin [yhden pitkän paperin kuin {n} pientä].
[Alaviitteet ovat mieluisampia kuin loppuviitteet], {~person} on samaa mieltä.
Yleensä [haluan tiivistelmän ylös], noin {~n} sanaa.
""",
    "fact": """
Kone vastaa osoitteessa [{ip}, portti {port}], ei oletuksessa.
Suora numero, {person}, on [{phone}].
[Asiakasnumeromme rahtiyhtiössä on {code}], sitä kysytään joka noudossa.
Asunnossa on [{big} neliötä, {city}], mittasin itse.
[Kaappi {n} on meidän, koodi on {port}].
Verottajalla olemme [{code}].
[Testikone on {host}], se muutti keväällä.
[{person} hoitaa asiakasta, {city}], fuusiosta asti.
Taikinajuuremme aloitettiin [{date}].
[Laskut menevät osoitteeseen {mail}], toista ei lueta.
Outo piikki oli näytteessä [{code}, otettu {time}].
[Istunto on salissa {big}], toinen porras.
Varastosta maksamme [{big} EUR kuussa].
Toimiva versio oli [{version}].
[Rekan kilpi on {code}], porttia varten.
Passini vanhenee [{date}].
[Lauantaiksi on varattu {big} kattausta].
Mittari näytti [{port} kun muutimme].
[Tiistaisin {person} istuu toimistossa, {city}].
Skannaukset menevät kansioon [{dir} koneella {host}].
[Resepti on {n} hengelle], laske siitä.
Vuokrasopimuksen numero, jos kysytään, on [{code}].
[Puskurin B pH on 7.{n}].
Ennen oli toisin, mutta [tänä vuonna laskutamme {big} EUR päivältä].
[Yövahti vastaa {phone}], vasta kymmenen jälkeen.
""",
    "goal": """
Lopulta tämä kaikki on sitä varten, että [kauppa siirtyy uuteen pääkirjaan, {city}].
Mitä tavoittelen: [{person} pääsee irti sotkusta, {table}, lopullisesti].
[Päivään {date} mennessä koko arkisto olisi ihanaa saada haettavaksi].
Oikeastaan teemme tätä jotta [toimisto pärjää ilman paperia, {city}].
Koko jutun järki: [yksi hinnasto kaikkiin {n} haaraan].
Yritän [saada perheen perille ja takaisin ilman yöajoa, {city}].
Jos tämä onnistuu, [labra ajaa {n} näytettä päivässä, vaikka {person} puuttuisi].
[Haluamme voittaa jutun {code}], muu on koristetta.
Kaikki tiivistyy tähän: [ruokalista jota {n} ihmistä syö kysymättä].
Loppujen lopuksi [{person} saa kuukauden kiinni yksin].
Unelmani on, [ettei kukaan enää näppäile käsin, {table}].
[{host} eläkkeelle, siitä tässä on kyse].
Kuljemme kohti [toimituksia {n} tunnissa, {city}].
Ajatus takana: [jaetaan {file} niin että joka ryhmällä on osansa].
Tarvitsen tämän, koska [{person} haluaa avata toisen keittiön, {city}].
Iloinen olisin, jos [versio {version} vain asentuisi].
Pikkuhommista syntyy [siisti luovutus, {person}, {date}].
Joskus [varasto pyörii öisin itsekseen, {city}].
[Kirjoitan kirjaa, aiheena {city}], siksi kerään näitä.
Kaikki täällä tähtää siihen, että [virheitä on alle {n} prosenttia].
Iso kuva on: [{code} saa tänä vuonna todistuksensa].
[Aiomme saada jonon nollaan, {table}].
Pitkällä tähtäimellä [antaisin koko kirjanpidon, {person}].
Minulle tärkeää on, [että häät menevät hienosti, {city}].
Siitä tulee [kurssi jonka {person} pitää {n} tunnissa].
""",
}

REPLACEMENTS = """
hard_constraint: Hyvitykset pysyvät [alle <40 EUR>].
=> Rahaa palautettaessa [saa mennä <kuuteenkymmeneen euroon>].
fact: Kone vastaa osoitteessa {ip}, portti <{port}>.
=> Kone siirrettiin, [nyt se kuuntelee <{port}>].
hard_constraint: Portilla on oltava valmista <{time}>.
=> Portin väki jousti, [<{time}> kelpaa].
fact: Notaarin tavoittaa numerosta <{phone}>.
=> [Notaarin toimiston uusi numero: <{phone}>].
hard_constraint: Saliin mahtuu <{big} henkeä>.
=> Remontin jälkeen [sisään pääsee <{big}>, ei sieluakaan yli].
fact: Reagenssien hylly on <{code}>.
=> Joku siirsi reagenssit, [katso <{code}>].
preference: Johdannossa saisi olla noin <{n} riviä>.
=> Tarkemmin ajatellen [<{n} riviä> alussa luistaa paremmin].
fact: Rahti on <{big} EUR> lavalta.
=> Rahtiyhtiö kirjoitti, [lava kustantaa <{big} EUR>].
hard_constraint: Taikina lepää <{n} minuuttia>.
=> [Anna taikinalle <{n} minuuttia>], jauho on toista.
fact: Oikeudenkäynti on <{date}>.
=> Kansliasta soitettiin: [meitä kuullaan <{date}>].
hard_constraint: Arkisto pidetään alle <{big} gigan>.
=> [Saamme täyttää <{big} gigaa>], levyjä ostettiin.
preference: Varaa minulle rivi <{n}>.
=> [Laita minut riville <{n}>], polvi kaipaa tilaa.
fact: Vakaa versio on <{version}>.
=> [Väki käyttää <{version}>], toinen vedettiin pois.
"""
