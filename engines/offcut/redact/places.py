"""Values that are secrets because of where they stand: headers, addresses, options of known programs."""

from __future__ import annotations

from offcut.redact.borders import begins
from offcut.redact.rule import Rule
from offcut.redact.value import ANY_QUOTE, ESCAPES, NAME_END

_OPEN = rf"\[?\s{{0,8}}+{ESCAPES}{ANY_QUOTE}?"
_SEPARATOR = r"[ \t]{0,40}+(?:=>|[:=](?![:=]))[ \t]{0,8}+"

_AUTHORIZATION = (
    rf"(?P<header>(?:a|A)(?i:uthorization){NAME_END}?+{_SEPARATOR}{_OPEN})"
    r"(?:(?P<parameters>(?i:digest|oauth|hawk|signature|aws4-hmac-sha256)[ \t]{1,4}+)"
    r"(?P<value_parameters>[^\r\n'`]{6,}+)"
    r"|(?P<scheme>(?:(?i:bearer|basic|token|apikey|api-key|key|negotiate|ntlm|bot|ssws|jwt)[ \t]{1,4}+)?+)"
    r"(?P<value>[A-Za-z0-9._~+/=:%|-]{6,}+)(?![(\[]))"
)
_BEARER = rf"(?P<scheme>(?:b|B)(?i:earer)[ \t]{{1,4}}+{ESCAPES}{ANY_QUOTE}?)(?P<value>[\w.~+/=-]{{16,}}+)"
#: A quoted cookie belongs to the header; another quote ends the string that the header stands in.
_COOKIE = (
    rf"(?P<header>(?:c|C)(?i:ookie2?){NAME_END}?+(?:{_SEPARATOR}|[ \t]{{1,4}}+){_OPEN})"
    r"(?P<value>[\w.$%!#*+^~-]{1,100}+=(?![=>])(?:[^\r\n\"'`\\]++|(?<==)\"[^\"\r\n]{1,1000}+\"?)++)"
)
#: The password of an address goes to the last `@` before the path, or, where that has none, to the
#: first one at all; a port is none.
_ADDRESS = (
    r"(?P<scheme>:\\{0,4}/\\{0,4}/)(?:(?P<user>[^\s:/@\"'`<>]{0,100}+:)"
    r"(?:(?P<value>[^\s/\"'`<>]{1,2000})"
    r"|(?![0-9]{1,5}[/?#])(?P<value_with_path>(?:[^\s@\"'`<>:]{1,64}+|:(?!\\{0,4}/)){1,8}+))(?=@)"
    r"|(?P<value_alone>[\w.~%-]{20,200}+)(?=@))"
)
#: Signatures and keys in the query of an address; `\u0026` is an ampersand in JSON.
_QUERY = (
    r"(?P<name>[?&6](?:(?<=[?&])|(?<=\\u0026))(?:(?i:sig|signature|auth|sid|x-amz-signature"
    r"|x-amz-security-token|x-goog-signature|hmac|jwt)=|(?i:key|code)=(?=[\w-]{20})))"
    r"(?P<value>[^\s&#\"'`<>\\]{6,}+)"
)
#: `curl -u me:password`; `-u 1000:1000` is a user and a group.
_USER = (
    rf"(?P<option>{begins('-', word='A-Za-z0-9_-')}(?:u|U|-user|-proxy-user)[ \t=]{{1,4}}+{ESCAPES})"
    rf"(?:(?P<quote>{ANY_QUOTE})(?P<user>[^\s:\"'`/\\]{{1,100}}+:)(?P<value_quoted>[^\"'`\r\n\\]{{1,400}}+)"
    r"|(?P<login>[^\s:\"'`/\\+][^\s:\"'`/\\]{0,99}+:)(?![0-9]{1,6}(?:\s|\Z)|/)(?P<value>[^\s\"'`\\]{1,400}+))"
)
#: A line of `.pgpass`; with any number for a port it could be a place in a program.
_PASSWORD_FILE = (
    r"(?P<server>:(?:543[0-9]|6432|\*):[\w.*-]{1,63}+:[\w.*-]{1,63}+:)"
    r"(?P<value>[^\s\"'`\\]{4,200}+)"
)
#: User and password of a registry in `config.json`, in base 64.
_REGISTRY = (
    rf"(?P<name>{ANY_QUOTE}auth{ESCAPES}{ANY_QUOTE}[ \t]{{0,8}}+:[ \t]{{0,8}}+{ESCAPES}{ANY_QUOTE})"
    r"(?=[a-z0-9+/]{0,200}+[A-Z=])(?=[A-Za-z+/]{0,200}+[0-9=])(?P<value>[A-Za-z0-9+/]{12,}+={0,2}+)"
)

PLACES = (
    Rule(("authorization",), _AUTHORIZATION),
    Rule(("bearer",), _BEARER, ascii=True),
    Rule(("cookie",), _COOKIE, ascii=True),
    Rule(("://", ":\\/"), _ADDRESS),
    Rule(("sig", "auth=", "sid=", "hmac=", "jwt=", "key=", "code=", "token="), _QUERY),
    Rule(("-u", "-user"), _USER),
    Rule((":543", ":6432", ":*"), _PASSWORD_FILE),
    Rule(("auth",), _REGISTRY),
)
