"""The sentences of all languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from support.five_rounds.statements import de, en, es, fi, fr, vi, zh
from support.five_rounds.talk import de as talk_de
from support.five_rounds.talk import en as talk_en
from support.five_rounds.talk import es as talk_es
from support.five_rounds.talk import fi as talk_fi
from support.five_rounds.talk import fr as talk_fr
from support.five_rounds.talk import vi as talk_vi
from support.five_rounds.talk import zh as talk_zh
from support.five_rounds.talk.words import Talk
from support.five_rounds.templates import Kind


@dataclass(frozen=True, slots=True)
class Material:
    """What is said in a language: templates by kind, and talk.

    ``replacements`` are pairs of lines: ``kind: old``, then ``=> new``.
    """

    statements: Mapping[Kind, str]
    replacements: str
    talk: Talk


LANGUAGES: Mapping[str, Material] = {
    "en": Material(en.STATEMENTS, en.REPLACEMENTS, talk_en.TALK),
    "de": Material(de.STATEMENTS, de.REPLACEMENTS, talk_de.TALK),
    "vi": Material(vi.STATEMENTS, vi.REPLACEMENTS, talk_vi.TALK),
    "zh": Material(zh.STATEMENTS, zh.REPLACEMENTS, talk_zh.TALK),
    "es": Material(es.STATEMENTS, es.REPLACEMENTS, talk_es.TALK),
    "fr": Material(fr.STATEMENTS, fr.REPLACEMENTS, talk_fr.TALK),
    "fi": Material(fi.STATEMENTS, fi.REPLACEMENTS, talk_fi.TALK),
}
