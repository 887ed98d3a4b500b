"""General signs of a language: negation, obligation, quantity, generality, preference, change, asking.

Closed classes of words only, nothing of what a session may be about: what these tables do not know, in
which language ever, is still ranked by its structure (``standing``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Sign = Literal["negation", "obligation", "limit", "generality", "preference", "change", "asking", "past"]

#: Words as patterns; those of scripts with spaces match whole words, with the ending that ``*`` allows.
_WORDS: Mapping[Sign, tuple[str, ...]] = {
    "negation": (
        "no not never none nobody nothing nowhere neither nor without cannot avoid refrain forbid* prohibit*"
        " banned stop *n't dont cant wont mustnt shouldnt no-one hands_off off_limits out_of_bounds",
        "nicht nichts nie niemals niemand* kein* ohne weder verboten tabu untersag* lass* finger_weg",
        "ne pas jamais aucun* rien personne sans ni interdi* hors_de_question n'*",
        "no nunca jamás nadie nada ningún ninguna ninguno sin ni tampoco prohibid*",
        "não nunca jamais ninguém nada nenhum* sem nem proibid*",
        "non mai nessun* niente senza né vietat*",
        "niet geen nooit niemand niets zonder verboden",
        "không chẳng đừng chớ cấm khỏi",
        "не нет никогда никто никому ничего нельзя без ни запрещ*",
        "nie nigdy nikt nikomu nic bez żad* ani zabronion*",
    ),
    "obligation": (
        "must should shall need* required have_to has_to only always ensure sure keep* stay* remain*"
        " mandatory strictly supposed absolutely",
        "muss müssen musst sollt* soll sollen darf dürfen immer nur unbedingt bleib* zwingend stets",
        "doit doivent devez dois devra faut toujours seulement uniquement obligatoire* rest* seul",
        "debe* deben hay_que tiene_que tienen_que siempre solo sólo únicamente obligatori*",
        "deve* tem_que sempre somente apenas obrigatóri*",
        "deve devono bisogna sempre solo soltanto obbligator*",
        "moet moeten altijd alleen verplicht",
        "phải cần luôn chỉ bắt_buộc nên được_phép",
        "должен должна должно должны нужно надо обязательно всегда только",
        "musi muszą trzeba należy zawsze tylko koniecznie",
    ),
    "limit": (
        "than least most maximum minimum max min below above under over within until till before after"
        " exactly"
        " up_to limit* cap capped ceiling between beyond exceed* latest",
        "höchstens mindestens maximal minimal unter über bis vor spätestens genau exakt grenze mehr_als",
        "plus_de moins_de maximum minimum avant après jusqu'* dépass* exactement limite plafond entre",
        "más_de menos_de máximo mínimo antes después hasta exactamente límite tope entre superar",
        "mais_de menos_de máximo mínimo antes até exatamente limite",
        "più_di meno_di massimo minimo prima entro fino esattamente limite",
        "hoogstens minstens maximaal minimaal onder boven tot voor uiterlijk precies",
        "hơn quá tối_đa tối_thiểu dưới trên trước sau đến đúng vượt giới_hạn",
        "больше меньше максимум минимум до после ровно предел",
        "więcej mniej maksymalnie minimum poniżej powyżej przed po do dokładnie limit najwyżej",
    ),
    "generality": (
        "every each all any anyone anybody anything whoever whatever whenever wherever ever everyone"
        " everything everybody both from_now_on as_long_as no_matter in_general by_default",
        "jede* alle* egal jemals überall ab_jetzt grundsätzlich generell solange",
        "chaque tous toute* tout quiconque quoi_qu'* désormais partout tant_que",
        "cada todo* toda* cualquier* siempre_que pase_lo_que en_general",
        "cada todo* toda* qualquer*",
        "ogni tutti tutto tutte qualsiasi chiunque",
        "elk* ieder* alle altijd",
        "mọi mỗi tất_cả bất_cứ bất_kỳ hễ từ_giờ",
        "каждый каждая все всех любой любая всё",
        "każdy każda każde wszystkie wszystko dowolny zawsze_gdy",
    ),
    "preference": (
        "prefer* rather like want* love hate wish favour favor please",
        "lieber mag möchte* bevorzug* gern* hätte wünsch* bitte",
        "préfèr* aime* voudrais veux souhait* plutôt",
        "prefier* gusta* quier* quisiera mejor",
        "prefir* gosto quero queria melhor",
        "preferi* piace vorrei voglio meglio",
        "liever graag wil voorkeur",
        "thích muốn mong ưng",
        "предпочита* хочу лучше люблю хотел*",
        "wolę lubię chcę wolał* proszę",
    ),
    "change": (
        "instead now actually correction correct* change* moved switched changed scrap forget update* updated"
        " no_longer anymore make_that make_it after_all rather_than from_now_on as_of turns_out revised new"
        " replaced bumped raised lowered swap*",
        "stattdessen jetzt doch ab_jetzt korrektur geändert nun neu nicht_mehr ab_sofort statt umgezogen",
        "désormais maintenant plutôt finalement correction changé nouveau nouvelle ne_plus remplac*",
        "ahora mejor corrección cambi* ya_no nuevo nueva en_lugar en_vez finalmente",
        "agora correção mud* já_não novo nova em_vez",
        "ora adesso correzione cambi* non_più nuovo nuova invece",
        "nu toch correctie gewijzigd nieuw* in_plaats",
        "bây_giờ giờ thay đổi mới lại không_còn từ_giờ sửa chuyển",
        "теперь вместо исправ* измен* нов* больше_не",
        "teraz jednak zamiast zmian* zmien* now* już_nie",
    ),
    "past": (
        "was were had did went took got came said saw found looked seen been wasn't weren't hadn't didn't ago"
        " yesterday",
        "war waren hatte hatten wurde wurden kam ging gab sah gestern gewesen",
        "était étaient avait avaient été a_eu eu hier",
        "era eran fue fueron había habían estaba hubo ayer",
        "era eram foi foram havia tinha estava ontem",
        "era erano fu stato stata aveva avevano ieri",
        "was waren had hadden werd ging gisteren",
        "đã rồi hôm_qua vừa",
        "был была было были вчера",
        "był była było byli byłem wczoraj",
    ),
    "asking": (
        "who what when where why how which",
        "wer was wann wo warum wie welche*",
        "qui quoi quand où pourquoi comment quel*",
        "quién qué cuándo dónde cómo cuál*",
        "ai gì nào đâu sao",
    ),
}

#: Scripts without spaces: what stands there is found wherever it stands.
_CHARACTERS: Mapping[Sign, str] = {
    "negation": r"不|没|別|别|勿|莫|禁|严禁|ません|ない(?!か)|なく|ずに|禁止|않|말|못|없|금지",
    "obligation": (
        r"必须|必須|只能|只|一定|要(?!不)|得(?=[\u4e00-\u9fff])|应该|务必|始终|总是"
        r"|べき|なければ|必ず|いつも|해야|반드시|항상|만"
    ),
    "limit": (
        r"超过|超過|以内|以下|以上|之前|之后|最多|至少|不到|低于|高于|刚好|正好"
        r"|まで|以前|最大|最小|이하|이상|까지|최대|최소|미만"
    ),
    "generality": r"每|所有|任何|都|凡|一律|全部|全て|すべて|どんな|모든|어떤|항상",
    "preference": r"喜欢|希望|想|最好|宁可|偏|好み|たい|ほしい|좋|원해|싶",
    "change": r"改|换|挪|搬|现在|如今|新|不再|更正|而是|変更|今から|新し|代わり|이제|바꿔|대신|새로",
    "past": r"了|过|昨|ました|でした|았|었",
    "asking": r"吗|呢|什么|怎么|哪|谁|几|か[。？?]?$|까[?？]?$|니[?？]?$",
}


def has(sign: Sign, text: str) -> bool:
    """Tell whether a text holds a sign."""
    return bool(_PATTERNS[sign].search(text))


def _pattern(sign: Sign) -> re.Pattern[str]:
    words = {word for line in _WORDS[sign] for word in line.split()}
    whole = "|".join(sorted(map(_word, words), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{whole})(?!\w)|{_CHARACTERS[sign]}", re.IGNORECASE)


def _word(word: str) -> str:
    """Return a word as a pattern: ``*`` is any rest of it, ``_`` the space inside a phrase."""
    return re.escape(word).replace(r"\*", r"\w*").replace("_", r"\s+")


_PATTERNS: Mapping[Sign, re.Pattern[str]] = {sign: _pattern(sign) for sign in _WORDS}
