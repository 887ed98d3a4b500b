"""What a user states in Spanish, one template a line (the notation: ``templates.py``)."""

from __future__ import annotations

from collections.abc import Mapping

from support.five_rounds.templates import Kind

STATEMENTS: Mapping[Kind, str] = {
    "safety_rule": """
Pase lo que pase, [la tabla {table} se queda como está].
Perdería mi trabajo [si alguien de fuera consiguiera los volcados de {table}].
El cliente {n} [es alérgico al cacahuete, una traza y llamamos a la ambulancia].
[Antes de borrar nada en {host} tiene que haber una copia] que alguien haya mirado.
En {~city} hubo un incendio, así que [el horno se apaga antes de que salga el último a las {time}].
El ácido va al agua, [jamás el agua al ácido], {~person} aún tiene la cicatriz.
[Lo que lleve el nombre de un paciente se queda en {host}], y punto.
Si el congelador sube de -{n} grados, [mejor tirar el lote que arriesgarse].
Ahí vive gente, [la llave de gas {code} solo se abre con {person} al lado].
[Los expedientes los leemos {person} y yo y absolutamente nadie más].
Es dinero de verdad: [cada transferencia desde {code} la revisa una segunda persona].
Si hay dudas con {table}, [para y pregunta, un día tarde no importa y un borrado sí].
[Las claves de {dir} no pueden aparecer en ningún registro], ya nos quemamos.
La niña viaja sola, [antes de reservar hay que nombrar a quien la espera en {city}].
[Los palés de más de {big} kg se quedan en el suelo], la estantería ya se dobló.
El juez selló {code}, [ni una línea acaba donde otros la lean].
[Hay que mantener {host} lejos de internet], su contraseña es de risa.
Los viales de {city} son infecciosos, [se abren bajo la campana o no se abren].
Si llama {~person} por la cuenta fiscal, [es una estafa hasta que devuelvas la llamada al {phone}].
[El pollo crudo tiene su propia tabla], ya vi en {~city} lo que pasa.
[Producción solo se toca mientras {person} está despierta], la última caída nos enseñó.
De esos escaneos no hay otra copia, [trata {dir} como si fuera de cristal].
[El camión no se mueve hasta que {person} confirme los calzos], en {~city} hubo un herido.
En {dir} están los papeles de mi madre, [tienen que quedarse exactamente ahí].
[Apaga primero la bomba {code}], si no, revienta la manguera.
""",
    "prohibition": """
[No subas nada a {branch}].
[Nunca escribas a un cliente] sin que yo lo lea, a {~person} le cayeron quejas.
[Manos fuera de {dir}], es de otro equipo.
[No quiero que nadie contacte a {person} por esto], ni por error.
Mira {file} cuanto quieras, pero [no lo puedes cambiar].
[Nada de vuelos con escala en {city}], nos quedamos tirados dos veces.
[Que nadie cargue nada a la tarjeta acabada en {port}].
Por favor, [deja en paz el esquema de {table}], los auditores lo congelaron.
[Bajo ningún concepto sale hoy el borrador para {person}].
[Nada con cerdo para la mesa {n}].
Aquí [no citamos la sentencia {code}], fue anulada.
[Aléjate de {host}], el laboratorio corre ahí de noche.
[Prohibido redondear las cifras de {file}].
Sugerir está bien, pero [pedir a {city} queda descartado].
[Evita reiniciar cualquier cosa en {host}] durante la demostración.
[Ninguna dependencia nueva en {branch}], legal nos mata.
No voy a tolerar [que el nombre de {person} salga en un tique público].
[Jamás descongeles la muestra {code}], solo aguanta una vez.
El chófer no trabaja de noche, así que [después de las {time} no se carga nada].
[No juntes las dos tablas {table}], por tentador que parezca.
[Deja de generar facturas para {person}], ya no está en el despacho.
¿Alguien te dijo el puerto {port}? [Olvídalo, ese no se usa].
[El sótano de {city} ya no se usa como almacén].
[Nada de esto se traduce a máquina], {~person} lo notaría al segundo.
Preferiría [que te abstuvieras de tocar las tareas de {host}].
""",
    "hard_constraint": """
Solo tenemos hasta las {time}, [luego cierran la planta {n}].
[No puede costar más de {big} EUR en total], vuelo y hotel juntos.
[El escrito tiene que entrar antes del {date}], el juzgado no perdona.
La imprenta acepta [como máximo {n} páginas por cuaderno].
[Las respuestas deben volver en menos de {big} ms], lo dice el contrato.
En cada caja caben [{n} botellas y ni una más].
El gel cuaja a [exactamente {n} grados], otra cosa lo estropea.
[Cerramos los libros el {date} a las {time}], lo que falte, falta.
La aduana quiere [menos de {big} kg por bulto].
[Todo tiene que correr en Python {version}], los servidores no tienen más.
Hay sitio para [{n} invitados, lo contaron los bomberos].
[El recurso puede tener {n} páginas, no más], o lo devuelven.
{person} aprobó [un máximo de {big} horas] para esto.
El ferri de {city} sale a las {time} [y no espera].
[Por encima de {big} EUR firman dos personas].
El asado necesita [{n} minutos a {big} grados], clavados.
En {host} hay poco disco, [la exportación debe caber en {big} MB].
El seguro paga [solo si el informe llega antes del {date}].
[Ningún lote puede pasar de {big} filas], el sistema viejo se atraganta.
[El autobús tiene {n} plazas], ese es el tope para {city}.
El casero nos da [hasta el {date} para vaciar el almacén].
[Las subidas acaban en {n} MB], el resto se corta.
[Al menos el {n} por ciento se paga por adelantado], {~person} insiste.
La centrífuga [debe quedarse por debajo de {port} rpm].
[Toda respuesta a {person} tiene que salir en {n} horas].
""",
    "preference": """
A mí [me gustan los commits cortos], con {~n} caracteres basta.
[Prefiero sentarme en la ventanilla], a ser posible la fila {n}.
Si puedes, [dame tablas en vez de prosa], {~person} las lee en el móvil.
[Me sienta mejor el té que el café] en las reuniones de {city}.
[Me van más las palabras sencillas] que las jurídicas, ya las pondrá {~person}.
En hoteles, [tranquilo gana a céntrico], como el de {~city}.
[Yo iría con tabuladores y no espacios], como en {~file}.
Entre nosotros, [prefiero oír primero lo malo], {~person} es distinta.
[Los gráficos en azul, si te da igual], como en {~file}.
[Los importes me gustan con la moneda delante], como hace {~person}.
Suelo [coger el tren de la mañana] cuando voy a {city}.
[Quedarían bonitas las etiquetas en mayúsculas], como en {~code}.
Mi gusto: [menos sal, más limón], unos {~n} gramos.
[Disfruto más leyendo diferencias que ficheros enteros], como con {~file}.
[Tutéame sin problema], {~person} lo hace.
[Las listas, mejor por fecha], lo nuevo arriba, como {~file}.
Encuentro [los fondos oscuros más cómodos], desde lo de {~city}.
[Que los correos a {person} sean amables y breves].
Me encanta [el pan de centeno con la sopa], lo hace {~person}.
Lo ideal: [las cajas grandes se cargan primero], así les gusta en {~city}.
[Una pregunta cada vez es lo que mejor me va], en el último correo había {~n}.
[Si se puede elegir, el pedido va al proveedor de {city}].
Me quedo antes con [un documento largo que con {n} pequeños].
[Las notas al pie me caen mejor que las finales], {~person} opina igual.
Normalmente [quiero el resumen arriba], unas {~n} palabras.
""",
    "fact": """
La máquina responde en [{ip}, puerto {port}], no en el de siempre.
El directo de {person} es el [{phone}].
[Nuestro número de cliente en el transportista es {code}], lo piden en cada recogida.
El piso de {city} tiene [{big} metros cuadrados], lo medí.
[La taquilla {n} es nuestra, el código es {port}].
Para Hacienda somos [{code}].
[La máquina de pruebas es {host}], se mudó en primavera.
[{person} lleva la cuenta de {city}] desde la fusión.
Nuestra masa madre empezó el [{date}].
[Las facturas van a {mail}], el otro no lo lee nadie.
La muestra del pico raro era [{code}, tomada a las {time}].
[La vista es en la sala {big}], segunda escalera.
Por el almacén pagamos [{big} EUR al mes].
La versión que funcionó fue [{version}].
[La matrícula del camión es {code}], para la barrera.
Mi pasaporte caduca el [{date}].
[Hay {big} cubiertos reservados para el sábado].
El contador marcaba [{port} cuando entramos].
[{person} está los martes en la oficina de {city}].
La carpeta donde escanean es [{dir} en {host}].
[La receta es para {n} personas], escala desde ahí.
El número del contrato, por si preguntan, es [{code}].
[El tampón B está a pH 7.{n}].
Antes era otra cosa, pero [este año cobramos {big} EUR al día].
[El vigilante nocturno coge el {phone}], a partir de las diez.
""",
    "goal": """
Al final todo esto es para [pasar la tienda de {city} al nuevo libro mayor].
Lo que busco es [sacar a {person} del lío de {table} de una vez].
[Para el {date} me encantaría tener todo el archivo con buscador].
En realidad lo hacemos para que [la oficina de {city} trabaje sin papel].
El sentido del ejercicio: [una sola lista de precios para las {n} sucursales].
Intento [llevar a la familia a {city} y volver sin conducir una sola noche].
Si sale, [el laboratorio hará {n} muestras al día sin {person}].
[Queremos ganar el caso {code}], lo demás es adorno.
Todo se reduce a [un menú que {n} personas coman sin preguntar].
A fin de cuentas, [{person} debería poder cerrar el mes sola].
Mi sueño es [que nadie vuelva a teclear {table} a mano].
[Jubilar {host}, de eso va la cosa].
Vamos hacia [entregas en {city} en {n} horas].
La idea detrás: [partir {file} para que cada equipo tenga lo suyo].
Lo necesito porque [{person} quiere abrir la segunda cocina en {city}].
Sería feliz con [una versión {version} que se instale sin más].
Estos trabajillos suman [un traspaso limpio a {person} el {date}].
Con el tiempo [el almacén de {city} funcionará solo de noche].
[Estoy escribiendo un libro sobre {city}], por eso reúno todo esto.
Todo lo de aquí pretende [bajar la tasa de error del {n} por ciento].
El panorama general: [{code} obtiene este año su certificado].
[Vamos a dejar a cero los atrasos de {table}].
A la larga [le pasaría toda la contabilidad a {person}].
Lo que me importa es [que la boda en {city} salga redonda].
Llegará a ser [un curso que {person} dé en {n} clases].
""",
}

REPLACEMENTS = """
hard_constraint: Los reembolsos, [por debajo de <40 EUR>].
=> Al devolver dinero [ya se puede llegar a <sesenta euros>].
fact: La máquina responde en {ip}, puerto <{port}>.
=> Movieron la máquina, [ahora escucha en el <{port}>].
hard_constraint: A las <{time}> hay que acabar en la puerta.
=> Los de la puerta cedieron, [vale con las <{time}>].
fact: Al notario se le llama al <{phone}>.
=> [Número nuevo de la notaría: <{phone}>].
hard_constraint: En la sala entran <{big} personas>.
=> Tras la obra [dejan pasar a <{big}> y ni una más].
fact: El estante de los reactivos es <{code}>.
=> Alguien movió los reactivos, [mira en <{code}>].
preference: La introducción me gusta de unas <{n} líneas>.
=> Pensándolo, [<{n} líneas> al empezar se leen mejor].
fact: El flete por palé es de <{big} EUR>.
=> Escribió el transportista, [llevar un palé sale por <{big} EUR>].
hard_constraint: La masa reposa <{n} minutos>.
=> [Dale a la masa <{n} minutos>], la harina es otra.
fact: El juicio es el <{date}>.
=> Llamaron de secretaría: [nos oyen el <{date}>].
hard_constraint: El archivo, por debajo de <{big} GB>.
=> [Podemos llenar <{big} GB>], compraron discos.
preference: Resérvame en la fila <{n}>.
=> [Ponme en la <{n}>], mi rodilla pide sitio.
fact: La versión estable es <{version}>.
=> [La gente está en <{version}>], la otra la retiraron.
"""
