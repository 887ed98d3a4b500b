"""What is said in Spanish when nobody states anything."""

from __future__ import annotations

from support.five_rounds.talk.words import Talk

TALK = Talk(
    names="Marisol Iñaki Rocío Gonzalo Nuria Álvaro Pilar Joaquín Ainhoa Ramiro Lucía Esteban",
    cities="Burgos Cádiz Rosario Cuenca Gijón Mérida Lugo Jaén Arequipa Teruel Vigo Soria",
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    date="{day} de {month}",
    marks="""
ya no
sustituid
reemplazad
antes era
anteriormente
""",
    requests="""
Mira qué ha entrado esta noche y dime qué llama la atención.
Ahora compara las dos listas de {city} y enséñame las diferencias.
Sigamos con la parte que empezó {person}.
Échale un ojo al servicio, a mediodía iba lento.
Revisa los últimos {n} apuntes por si hay duplicados.
Abre el fichero que mandó {person} y dime qué hay.
Lanza el informe habitual de {city}.
Repasa los cambios desde el lunes, por favor.
¿Cómo está la carpeta ahora mismo?
Prepara el siguiente paso de {table}.
Averigua por qué volvieron {n} de ellos.
Coge el siguiente lote y repásalo.
Enséñame qué da la consulta para {city}.
Prueba otra vez lo de esta mañana.
""",
    user="""
Gracias, qué rápido.
Genial, {person} se va a alegrar.
¿Cuánto ha tardado, más o menos?
¿Y los {n} de {city}?
Ja, {person} dijo lo mismo en la comida.
¿Es más que la semana pasada?
El tren llegó otra vez {n} minutos tarde.
Bien, lo estoy mirando ahora.
¿Cómo se llamaba aquella calle de {city}?
¡Qué bien! Yo había dicho {big}.
Perdona, estaba al teléfono con {person}.
¿Me lo dices en una frase?
¿Cuánto es {n} por {n}?
Yo conté {big}, así que coincidimos.
¿Dónde viste eso?
Interesante, no me había fijado.
Por cierto, en {city} llueve.
¿Cuál de las dos es más larga?
¿Cómo se escribe el apellido de {person}?
Ah, ya te entiendo.
¿Me lees la tercera línea?
Ayer vinieron {n} visitas, menudo día.
¿Era la del {date}?
Por mí, bien.
Ya estoy, el café era horrible.
¿Cómo se dice "buenas noches" en neerlandés?
{person} está de vacaciones en {city}, qué suerte.
¿Cuántos eran en total?
Lo veo bien, mil gracias.
Hm, yo recordaba unos {big}.
¿Cambió algo mientras no estaba?
Se me congeló la pantalla un momento.
¿Me enseñas otra vez los dos primeros?
¿Qué hora es en {city}?
Qué gracia, en la pegatina vieja pone {code}.
Vale, con eso me queda claro.
""",
    assistant="""
De nada.
Tardó unos {n} segundos.
En total eran {big}, {n} de ellos de {city}.
Sí, algo más que la semana pasada.
Lo encontré en la segunda columna.
Es la del {date}.
En una frase: coincide todo salvo {n} filas.
Buenas noches es "goedenavond".
La más larga es la lista de {city}.
Lo repasé todo y nada llama la atención.
Los dos primeros son {code} y {code}.
Hecho, el resultado está arriba.
Allí son poco más de las {time}.
Me alegro.
Serían {port}.
No ha cambiado nada entretanto.
La tercera línea solo repite el título.
Comparé ambos y difieren en {n} sitios.
En breve: {n} bien, {n} por aclarar.
El informe de {city} ha terminado.
Lo vi en el listado, hacia el final.
El nombre lleva dos enes.
Iba lento por una consulta grande.
La parte de {person} también está.
La carpeta tiene ahora {big} ficheros.
Lo he preparado, échale un vistazo.
La media sale a {big}.
Suena bien.
Esa pegatina es de una serie antigua.
Los apuntes son normales, el último es {code}.
""",
)
