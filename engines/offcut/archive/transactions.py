"""Transactions that always end, and patience with other processes."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from offcut.archive.failures import is_busy
from offcut.ports import Check

T = TypeVar("T")


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as the only writer of the file; durable when left, undone when it raises."""
    with _transaction(connection, "BEGIN IMMEDIATE"):
        yield


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block on one snapshot of the file."""
    with _transaction(connection, "BEGIN"):
        yield


def patiently(work: Callable[[], T], *, patience: float, check: Check) -> T:
    """Run ``work`` until no other connection is in its way; after ``patience`` seconds raise as it did.

    ``work`` must undo itself when it raises. ``check`` is called between two tries.
    """
    give_up = time.monotonic() + patience
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() >= give_up:
                raise
        check()
        # SQLite has waited already, except where it expects a deadlock; random, to fall out of step.
        time.sleep(random.uniform(0.001, 0.02))


@contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            # SQLite ends the transaction by itself after some errors; the first error is the one to tell.
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise
