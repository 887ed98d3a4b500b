"""What a value looks like after a name: in quotes of any depth, or bare up to where it ends.

The pieces are joined into the patterns of ``named`` and ``places``; all text they match stands in a
group (see ``Rule``). They expect a group ``strong``, set after a name that leaves no doubt, and a group
``closed``, set after a name that stood in quotes or brackets itself.
"""

from __future__ import annotations

#: Backslashes before a quote: one in JSON inside JSON, three one level deeper, and so on.
ESCAPES = r"\\{0,16}+"
ANY_QUOTE = "[\"'`]"
SPACE = "[ \t\xa0\u202f\u3000]{0,40}+"
#: Signs of other scripts, and those that some programs write as escapes.
WIDE_EQUALS = r"(?:[：＝﹕]|\\{1,16}+u(?:003[AaDd]|[Ff]{2}1[AaDd]))"
#: What may close the name: `"name"`, `\"name\"`, `["name"]`, `[name]`.
NAME_END = rf"(?:{ESCAPES}{ANY_QUOTE}\]?|\])"

# A quoted value ends at its own quote with as many backslashes before it. An even run of backslashes
# before a quote is data and leaves the quote; an odd one that is not the closing one escapes it. A value
# that is never closed ends with its line, or after some 4,000 characters at the next space: so nothing
# is read twice.
_CLOSE = r"(?P=deep)(?P=quote)"
_UNIT = (
    r"(?:[^\\\"'`\r\n]{1,64}+"
    rf"|(?!{_CLOSE})(?:(?:\\\\)++(?={ANY_QUOTE})|\\++{ANY_QUOTE}?+|{ANY_QUOTE}))"
)
#: `input("password: ")`: this quote ends the text that a bare name stands in.
_OUTER_QUOTE = rf"(?<=[:=] ){ESCAPES}{ANY_QUOTE}[ \t]{{0,4}}(?:[,)\]}};+%](?![A-Za-z0-9])|[\r\n]|\Z)"
QUOTED = (
    rf"(?(closed)|(?!{_OUTER_QUOTE}))(?P<prefix>(?:[bBrRuUfFL@$]{{1,2}}(?={ANY_QUOTE}))?+)(?P<deep>{ESCAPES})"
    rf"(?P<quote>\"\"\"|'''|{ANY_QUOTE})(?P<value_quoted>{_UNIT}{{1,64}}+[^\s\"'`\\]*+)"
)

_PUNCTUATION = r",;&<>(){}\[\]|"
#: Punctuation of scripts in which no password is written ends one.
_WIDE = "，。；、！？（）「」『』【】《》“”„«»"
_LETTER = rf"[^\s\"'`{_PUNCTUATION}\\{_WIDE}]"
#: An escaped quote or an escaped end of line, as they stand inside JSON.
ESCAPED_END = rf"\\{{1,16}}+(?:[nrt]|{ANY_QUOTE})"
# Punctuation belongs to a bare value unless it closes what the value stands in: `password=a,b` is one
# value, `f(password=a, b)` and `password=a;user=b` are not.
_STOP = (
    rf"(?:[{_PUNCTUATION}]{{1,8}}+(?:\s|\Z|{ANY_QUOTE}|{ESCAPED_END})"
    r"|[,;&][\w.%-]{1,40}+[=:]|<(?:[/!]|[A-Za-z]{1,20}+[ />])|&&|\|\|)"
)
_BACKSLASHES = r"\\++(?![nrt\"'`]|u0026[\w.%-]{1,40}=|u003[ce]|u(?:300[0-9a-f]|ff[01][0-9a-f]))"
_BARE = rf"(?:{_LETTER}++|{_BACKSLASHES}|{ANY_QUOTE}(?=[A-Za-z0-9])|(?!{_STOP})[{_PUNCTUATION}])++"
_NAME = r"[A-Za-z_$][\w$.]{0,100}+"
#: `next_token()`, `forms.CharField(`, `environ["KEY"]`: code, not a value. The call of a plain name has to
#: be closed, or to end its line: a password may hold a parenthesis.
_CODE = (
    rf"(?:{_NAME}\[(?:{ESCAPES}{ANY_QUOTE}|[^\[\]\s]{{1,40}}+\])"
    r"|[A-Za-z_$]\w{0,60}+(?:\.[A-Za-z_]\w{0,60}+){1,8}+\("
    rf"|(?:{_NAME}\(){{1,8}}+(?:\s|\Z|{ANY_QUOTE}|\\|\)|[^()\r\n]{{1,200}}+\)(?!\w)))"
)
#: A template, a list, a call's arguments; an opening bracket that nothing closes may begin a password.
_BRACKETED = r"(?:[(\[{](?:\s|\Z|[^\s)\]}]{0,80}+[)\]}])|[<>,;)\]}&|:=])"
#: `token: expected an identifier` is prose.
_PROSE = r"(?<=: )[A-Za-z]{1,60}+[,.]?[ \t]{1,4}[a-z]"
_END = rf"[ \t]*+(?:[\r\n,;&)}}\]<|#]|\Z|{ANY_QUOTE}|{ESCAPED_END})"
#: `password=root host=db`, but not `password: must be long`.
_SHORT = rf"(?:(?<==){_LETTER}{{1,5}}+(?=\s|{_END})|{_LETTER}{{1,5}}+(?={_END}))"
BARE = (
    rf"(?P<value_bare>(?!{_BRACKETED}|{_CODE})"
    rf"(?(strong)(?:(?=\S{{6}}){_BARE}|{_SHORT})|(?!{_PROSE})(?={_LETTER}{{6}}){_BARE}))"
)

#: Where nothing but the word itself tells a secret from prose.
_SEEN = r"[^\s\"'`\\|]{0,40}?"
DIGIT_AND_LETTER = rf"(?={_SEEN}[0-9])(?={_SEEN}[A-Za-z])"
TELLING = rf"(?={_SEEN}(?:[0-9]|[a-z][A-Z]|[!@#$%^&*+=~_?]\w))"
WORD = rf"(?!{_CODE})(?:(?!\]\(){_LETTER}){{6,400}}+"
