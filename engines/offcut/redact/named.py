"""Values that are secrets because of the name before them, whatever their form."""

from __future__ import annotations

from offcut.redact.borders import CONTINUED, ESCAPED_LINE_END, LINE_END, begins
from offcut.redact.names import NAME, NEEDLES
from offcut.redact.rule import Rule
from offcut.redact.value import (
    ANY_QUOTE,
    BARE,
    DIGIT_AND_LETTER,
    ESCAPED_END,
    ESCAPES,
    NAME_END,
    QUOTED,
    SPACE,
    TELLING,
    WIDE_EQUALS,
    WORD,
)

_NEXT = rf"(?:{CONTINUED})?+"
#: `name: DB_PASSWORD, value: x`, in YAML, JSON and XML attributes alike.
_APART = rf"{ESCAPES}{ANY_QUOTE}?[\s,]{{1,80}}+{ESCAPES}{ANY_QUOTE}?(?i:value){NAME_END}?+{SPACE}[:=]{SPACE}"
_BEFORE_QUOTE = (
    rf"{SPACE}(?::=|=>|->|[=!]==?|[?+]=|[:=]|{WIDE_EQUALS})\s{{0,40}}+{_NEXT}"
    r"|[ \t]{0,4}:[ \t]{0,4}[&A-Za-z][\w.\[\] |'&<>?]{0,40}?=(?![=>])[ \t]{0,4}"  # token: str = "…"
    rf"|{_APART}"
)
#: An arrow also leads to the body of a function: there a name that goes on is code.
_BEFORE_BARE = (
    rf"{SPACE}(?::=|[?+]=|[:=](?![:=>])|{WIDE_EQUALS}){SPACE}{_NEXT}[“„«「『]?"
    rf"|(?:{SPACE}=>|[ \t]{{1,40}}+->(?=[ \t])){SPACE}(?![A-Za-z_$][\w$]{{0,100}}+[.(\[])"
    rf"|{_APART}"
)
_BLOCK = (
    r"(?P<block>:[ \t]{1,4}[|>][+-]?[ \t]{0,4}\r?)"
    r"(?P<indent>\n[ \t]{1,40}+)(?P<value_block>[^\r\n]++(?:(?P=indent)[^\r\n]++)*+)"
)
#: The same inside JSON, where the string's end ends it too.
_ESCAPED_LINE = r"(?:[^\r\n\\\"]++|\\++(?![nr\"]))++"
_ESCAPED_BLOCK = (
    r"(?P<escaped_block>:[ \t]{1,4}[|>][+-]?[ \t]{0,4})"
    rf"(?P<escaped_indent>{ESCAPED_LINE_END}[ \t]{{1,40}}+)"
    rf"(?P<value_escaped_block>{_ESCAPED_LINE}(?:(?P=escaped_indent){_ESCAPED_LINE})*+)"
)
_NEXT_LINE = (
    rf"(?P<next>:[ \t]{{0,4}}{LINE_END}[ \t]{{1,40}}+)"
    r"(?!(?:continue|break|return|raise|yield|pass|else)\b|[-{#|])"
    rf"(?P<value_next>[^\s:=.(){{}}\[\]<>,;\"'`\\]{{6,200}}+)"
    rf"(?=[ \t]{{0,4}}(?:[\r\n]|\Z|{ANY_QUOTE}|{ESCAPED_END}))"
)
_ELEMENT = (
    r"(?P<element>(?:[ \t]{1,8}+[\w:-]{1,40}+=[^<>\r\n]{0,200}+)?>(?:<!\[CDATA\[)?)"
    r"(?P<value_element>(?:[^<>\]\r\n]++|\](?!\]>))++)(?=</|\]\]>)"
)
#: `aws_secret_access_key X`, `login me password X`: only what cannot be a word of prose.
_SPACED = (
    rf"(?P<spaced>[ \t]{{1,8}}+){DIGIT_AND_LETTER}"
    r"(?P<value_spaced>(?(strong)[^\s\"'`,;()<>\\]{8,}+|[^\s\"'`,;()<>\\]{16,}+))"
)
#: `| password | X |`, `PASSWORD | X`: the rows of a table that has no head.
_CELL = (
    rf"(?P<cell>[ \t]{{0,40}}+[|│┃][ \t]{{0,40}}+){DIGIT_AND_LETTER}(?P<value_cell>{WORD})"
    rf"(?=[ \t]*+(?:[|│┃\r\n]|\Z|{ANY_QUOTE}|{ESCAPED_END}))"
)
#: `password%3DX%26page%3D2`: an address within an address.
_ENCODED = (
    r"(?P<encoded>%(?:25)?3[DdAa])(?P<value_encoded>(?:[\w.~+*!-]|%(?!(?:25)?(?:2[02267CcBb]|0[AaDd])))++)"
)
#: `Token::Identifier` is code; a value with digits is not.
_COLONS = (
    rf"(?P<colons>(?(strong)::|(?!))[ \t]{{0,4}}){DIGIT_AND_LETTER}"
    rf"(?P<value_colons>(?![^\s:(]{{0,80}}+[:(]){WORD})"
)
_OWNER = r"(?:[ \t]{1,4}+(?:for|of)[ \t]{1,4}+(?:the[ \t]{1,4}+)?[\w.@-]{1,60}+(?:[ \t]{1,4}+user)?)?+"
#: `the password for bob is X`, `set the password to X`, `password for bob: X`. A file is no secret.
_SAID = (
    rf"(?P<said>(?(strong)|(?!)){_OWNER}(?:[ \t]{{1,4}}+(?:is|was|are|to|as|has been set to|(?:is|was)?[ \t]?"
    r"(?:re)?(?:set|changed) to)(?:[ \t]{1,4}+(?:now|currently|still))?|(?=:))"
    rf"(?:[ \t]{{0,4}}:[ \t]{{0,4}}{ESCAPES}{ANY_QUOTE}?{TELLING}"
    rf"|[ \t]{{1,4}}+{ESCAPES}{ANY_QUOTE}?{DIGIT_AND_LETTER}))"
    rf"(?P<value_said>(?![\w./-]*\.(?:txt|json|ya?ml|env|py|[jt]sx?|md|sh|toml|ini)\b|[./~]){WORD})"
)
_NAMED = (
    rf"{NAME}(?:(?P<before_quote>{_BEFORE_QUOTE}){QUOTED}|(?P<before_bare>{_BEFORE_BARE}){BARE}"
    rf"|{_BLOCK}|{_ESCAPED_BLOCK}|{_NEXT_LINE}|{_ELEMENT}|{_CELL}|{_ENCODED}|{_COLONS}|{_SPACED}|{_SAID})"
)
#: `--password X`, `-token X`, `["--api-key", "X"]`; with `=` it is a name like any other.
_FLAG = (
    rf"(?P<flag>{begins('-', word='A-Za-z0-9_-')}-?(?:[A-Za-z0-9]{{1,20}}-){{0,3}}){NAME}"
    rf"(?P<before>[ \t]{{1,8}}+{_NEXT}|,\s{{0,8}}+)(?!-)(?:{QUOTED}|{BARE}"
    r"|(?P<value_word>[^\s\"'`<>(){}\[\]\\]{1,5}+(?=\s|\\)))"
)

NAMED = (Rule(NEEDLES, _FLAG), Rule(NEEDLES, _NAMED))
