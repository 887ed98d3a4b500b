"""Values that stand where a secret would, and are none: placeholders, types, prose and code."""

from __future__ import annotations

import regex

_NOTHING = """none null nil undefined true false yes no on off empty unset missing invalid expired valid ok
    enabled disabled default success successful failed"""
_TYPES = (
    "str string bytes int integer number bool boolean any object text varchar optional required secretstr"
)
_NAMES = "password passwd passphrase pwd secret token key apikey api_key api-key access_token credentials"
_MASKS = "redacted hidden masked filtered removed omitted placeholder changeit"
_PROSE = """a an and are as at be by can cannot do does for from has have if in is it its may must not of or
    should that the then this to via was were when which will with flag flags option options argument
    arguments parameter parameters value values file field fields header headers"""
_KEYWORDS = "await async return yield lambda new raise pass continue break else function"
_WORDS = frozenset(
    word for words in (_NOTHING, _TYPES, _NAMES, _MASKS, _PROSE, _KEYWORDS) for word in words.split()
)
#: A digit makes a template or placeholder a likely secret, and so does a default: `${TOKEN:-hunter2}`.
_SHAPES = regex.compile(
    r"""(?ix:
      [\W_]{1,5} | \*+ | x{3,} | \.+ | -+ | _+                         # ****, xxxx, ...
    | [\[<({]+ (?:secret|redacted|hidden|masked|filtered|removed)[^\n\d]{0,20} [\])>}]+
    | <[^<>\n\d]{0,80}> | \#?\{[^\n\d]{0,80}\} | %\(?[a-z_]*\)?s       # <your token>, {token}, %s
    | (?-i:\$(?:[A-Z_][A-Z0-9_]*|[a-z_]+|[0-9])) | \$\{[\w.]+(?::-)?\}? | \$\(? | %\w+%
    | \$?\{\{[^\n]{0,80}                                               # {{ token }}
    | process\.env[.\[].* | os\.(?:environ|getenv)\b.* | import\.meta\..* | env(?:\.[a-z_]+)+
    | (?:self|this|args?|config|cfg|settings|options|opts|request|req|response|res|ctx|context|cls|params
        |props|data|body|state|user|session|vars?|local|inputs|secrets|github|module|client|credentials)
      (?:\??\.[a-z_]+)+                                                # self.token
    | (?:optional|union|list|dict|literal|annotated|secretstr)\[.*     # Optional[str]
    | (?:base(?:32|58|64)|sha-?[0-9]{1,3}|md5|utf-?8|aes-?[0-9]{3}|argon2[a-z]{0,2}|pbkdf2|oauth2|x509
        |[a-z]s256)
      (?:[-_][a-z]+)*                                                  # base64-encoded
    | (?:~|\.{1,2})/\S* | /(?:etc|run|var|home|usr|tmp|opt|users|root|proc|dev|mnt|workspace)(?:/\S*)?
    )\Z"""
)


def is_harmless(value: str) -> bool:
    """Tell whether a value says nothing that would have to be kept out of sight."""
    return value.lower() in _WORDS or bool(_SHAPES.match(value))
