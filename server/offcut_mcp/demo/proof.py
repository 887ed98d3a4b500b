"""The comparison that the demonstration is about."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from offcut.errors import OffcutError


class DemoFailed(OffcutError):
    """The demonstration did not show what it promises."""


def require_identical(originals: Mapping[str, bytes], recovered: Mapping[str, bytes], *, when: str) -> None:
    """Raise ``DemoFailed`` unless every reference gave back bytes with the sha256 of the original."""
    damaged = [ref for ref, body in originals.items() if sha256(recovered.get(ref, b"")) != sha256(body)]
    if damaged:
        raise DemoFailed(
            f"{len(damaged)} of {len(originals)} originals came back changed {when}, "
            f"the first is {damaged[0]}; please report this."
        )


def sha256(body: bytes) -> str:
    """Return the digest in hexadecimal."""
    return hashlib.sha256(body).hexdigest()
