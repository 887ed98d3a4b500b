"""A ``SourceStore`` in a dictionary, for tests of the core: real references, pieces of any size."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from offcut.errors import SourceNotFound
from offcut.ports import Excerpt, NewSource, NewStandIn, Reference, SourceInfo, StandIn

NAMESPACE = "local"


@dataclass
class MemoryStore:
    """Keeps sources until it is dropped. Excerpts are whole pieces of ``piece`` code points."""

    key: bytes = b"k" * 32
    piece: int = 32_768
    sources: dict[str, NewSource] = field(default_factory=dict)
    stand_ins: dict[bytes, NewStandIn] = field(default_factory=dict)
    #: Characters handed out so far, to see that a page is read and not the whole source.
    characters_read: int = 0

    async def referencer(self) -> Reference:
        return self._reference

    async def put_many(self, sources: Sequence[NewSource], stand_ins: Sequence[NewStandIn] = ()) -> list[str]:
        refs = [self._reference(source.body) for source in sources]
        self.sources |= zip(refs, sources, strict=True)
        for stand_in in stand_ins:
            self.stand_ins.setdefault(stand_in.digest, stand_in)
        return refs

    async def get(self, ref: str) -> bytes:
        return self._body(self._find(ref))

    async def manifest(self, ref: str) -> bytes:
        return self._find(ref).body

    async def describe(self, ref: str) -> SourceInfo:
        source = self._find(ref)
        text, body = self._text(source), self._body(source)
        return SourceInfo(
            ref=ref,
            kind=source.kind,
            media_type=source.media_type,
            sha256=hashlib.sha256(body).digest(),
            bytes=len(body),
            characters=len(text),
            lines=text.count("\n") + 1,
            blocks=source.blocks,
            tool=source.occurrence.tool,
            created=0.0,
        )

    async def read_text(self, ref: str) -> Excerpt:
        return self._pieces(self._text(self._find(ref)), 0, None)

    async def read_characters(self, ref: str, start: int, end: int) -> Excerpt:
        return self._pieces(self._text(self._find(ref)), start, end)

    async def read_lines(self, ref: str, first: int, last: int) -> Excerpt:
        text = self._text(self._find(ref))
        lines = text.split("\n")
        start = sum(len(line) + 1 for line in lines[: first - 1])
        end = start + sum(len(line) + 1 for line in lines[first - 1 : last])
        return self._pieces(text, start, end)

    async def known(self, digests: Sequence[bytes]) -> Mapping[bytes, StandIn]:
        found = {digest: self.stand_ins[digest] for digest in digests if digest in self.stand_ins}
        return {digest: StandIn(s.ref, s.kind, s.by_host, self._original(s)) for digest, s in found.items()}

    def _find(self, ref: str) -> NewSource:
        if ref not in self.sources:
            raise SourceNotFound(f"no source {ref!r}: it was never stored here")
        return self.sources[ref]

    def _original(self, stand_in: NewStandIn) -> str | None:
        stored = stand_in.kind == "preview" and stand_in.ref in self.sources
        return self._text(self.sources[stand_in.ref]) if stored else None

    def _body(self, source: NewSource) -> bytes:
        """Return the bytes of a source; of a segment the document of its messages."""
        if source.kind != "segment":
            return source.body
        refs = json.loads(source.body)["messages"]
        return b"[" + b",\n".join(self._find(ref).body for ref in refs) + b"]"

    def _text(self, source: NewSource) -> str:
        return self._body(source).decode("utf-8", "surrogatepass") if source.text is None else source.text

    def _pieces(self, text: str, start: int, end: int | None) -> Excerpt:
        low = start // self.piece * self.piece
        high = len(text) if end is None else -(-end // self.piece) * self.piece
        self.characters_read += len(text[low:high])
        return Excerpt(text[low:high], low, text.count("\n", 0, low))

    def _reference(self, body: bytes) -> str:
        digest = hmac.new(self.key, NAMESPACE.encode() + b"\0" + body, hashlib.sha256).digest()
        return "oc_" + base64.b32encode(digest[:10]).decode().lower()
