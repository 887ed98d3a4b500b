"""Secrets that are known by their own form, wherever they stand."""

from __future__ import annotations

from offcut.redact.borders import begins
from offcut.redact.rule import Rule

_SENDGRID = begins(r"SG\.")
#: A needle, and the pattern of a key that holds it. An underscore before a key does not hide it.
_KEYS = (
    ("sk-", rf"{begins('sk-')}[A-Za-z0-9_-]{{16,}}+"),  # OpenAI, Anthropic and others
    ("k_live_", r"[srp]k_live_[A-Za-z0-9]{10,}+"),  # Stripe
    ("k_test_", r"[srp]k_test_[A-Za-z0-9]{10,}+"),
    ("whsec_", r"whsec_[A-Za-z0-9+/=]{16,}+"),
    ("gh", r"gh[pousr]_[A-Za-z0-9]{20,}+"),
    ("github_pat_", r"github_pat_[A-Za-z0-9_]{20,}+"),
    ("gl", r"gl(?:pat|rt|dt|ptt|cbt)-[A-Za-z0-9_-]{16,}+"),
    ("xox", r"xox[abeprs]-[A-Za-z0-9-]{10,}+"),
    ("xapp-", r"xapp-[A-Za-z0-9-]{10,}+"),
    ("akia", rf"{begins('AKIA')}[A-Z0-9]{{16}}(?![A-Za-z0-9])"),
    ("asia", rf"{begins('ASIA')}[A-Z0-9]{{16}}(?![A-Za-z0-9])"),
    ("aiza", rf"{begins('AIza')}[A-Za-z0-9_-]{{30,}}+"),
    ("ya29.", r"ya29\.[A-Za-z0-9_.-]{20,}+"),
    ("gocspx-", r"GOCSPX-[A-Za-z0-9_-]{20,}+"),
    ("hf_", rf"{begins('hf_')}[A-Za-z0-9]{{20,}}+"),
    ("npm_", rf"{begins('npm_')}[A-Za-z0-9]{{30,}}+"),
    ("pypi-", r"pypi-[A-Za-z0-9_-]{40,}+"),
    ("sg.", rf"{_SENDGRID}[A-Za-z0-9_-]{{16,}}+\.[A-Za-z0-9_-]{{16,}}+"),
    ("dckr_", r"dckr_pat_[A-Za-z0-9_-]{20,}+"),
    ("dop_v1_", r"dop_v1_[a-f0-9]{40,}+"),
    ("shp", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}+"),
    ("age-secret-key-", r"AGE-SECRET-KEY-1[A-Z0-9]{40,}+"),
    (
        "private key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]++|-(?!----))*+"
        r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?",
    ),
)
#: A JSON Web Token of 3 or 5 parts. A run that turns out to be none is taken as well, as ``rest``, so
#: that it is not read again from every `eyJ` in it.
_WEB_TOKEN = (
    r"(?P<value>eyJ[\w-]{5,}+\.[\w-]*+\.[\w-]*+(?:\.[\w-]*+){0,2}+)"
    r"|(?P<rest>eyJ[\w-]*+(?:\.[\w-]++)?)"
)
#: Addresses that let anyone post who knows them.
_HOOK = (
    r"(?P<host>hooks\.slack(?:-gov)?\.com\\?/|discord(?:app)?\.com\\?/api\\?/webhooks\\?/|"
    r"webhook\.office\.com\\?/|api\.telegram\.org\\?/)"
    r"(?P<value>[^\s\"'`<>)]{16,}+)"
)

FORMS = (
    *(Rule((needle,), f"(?P<value>{pattern})") for needle, pattern in _KEYS),
    Rule(("eyj",), _WEB_TOKEN, ascii=True),
    Rule(("hooks.slack", "/webhooks", "webhook.office", "api.telegram"), _HOOK),
)
