"""A program that puts sources into an archive and acknowledges each on standard output.

``python archive_writer.py PATH NUMBER COUNT SHARED``: writer NUMBER puts COUNT sources (0: until it is
killed). Of every SHARED sources one has the content that all writers have in common. Each line out is
a reference and the number of the content behind it, written after the put has returned.
"""

from __future__ import annotations

import sys
from pathlib import Path

import anyio

from offcut.archive import Archive
from offcut.ports import NewSource, Occurrence

COMMON = "common"


def content(writer: str, number: int) -> bytes:
    """Return the bytes of a writer's source; sizes run from a few bytes to several pieces."""
    line = f"writer {writer}, source {number} \N{WHITE HEAVY CHECK MARK}\n"
    return (line * (1 + number * number % 4001)).encode()


async def write(path: Path, writer: str, count: int, shared: int) -> None:
    """Put sources one by one, reading each back."""
    async with Archive.open(path) as archive:
        number = 0
        while not count or number < count:
            owner = COMMON if number % shared == 0 else writer
            body = content(owner, number)
            met = Occurrence(tool="write", call_id=f"{writer}-{number}", position=number)
            [ref] = await archive.put_many([NewSource(body, occurrence=met)])
            sys.stdout.write(f"{ref} {owner} {number}\n")
            sys.stdout.flush()
            assert await archive.get(ref) == body
            number += 1


if __name__ == "__main__":
    anyio.run(write, Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
