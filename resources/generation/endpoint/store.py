"""ReplyStore: replies by the hash of their request, and what was spent under each generator's name, in one SQLite file.

SQLite in WAL mode, so that several processes share a cache and a budget. A request reserves the most it may cost
before it is sent, and settles what it did cost together with its reply, in one transaction. A reservation whose
answer was lost, or whose process died, becomes spending in full when it expires: nobody can know what the server
wrote.
"""

import math
import sqlite3
import threading
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from resources.generation.endpoint.pricing import Charge
from resources.generation.endpoint.reply import Reply, reply_from_json, reply_to_json
from resources.generation.endpoint.settings import Budget

_SCHEMA = """
create table if not exists replies
    (request text primary key, generator text not null, reply blob not null) without rowid;
create table if not exists spent
    (generator text primary key, requests integer not null, tokens integer not null, cost real not null) without rowid;
create table if not exists reserved
    (id integer primary key autoincrement, generator text not null, expires real not null,
     requests integer not null, tokens integer not null, cost real not null);
"""
_BUSY_S = 30.0
_ADD = """insert into spent values (?, ?, ?, ?) on conflict (generator) do update set
    requests = requests + excluded.requests, tokens = tokens + excluded.tokens, cost = cost + excluded.cost"""


class BudgetSpent(Exception):
    """The message says what was spent, and which setting to raise."""


@dataclass(frozen=True)
class Reservation:
    """`number` 0: there is no room until other requests of this generator, here or in another process, are settled."""

    number: int


class ReplyStore:
    """Thread-safe; each call takes well under a millisecond and blocks. Raises sqlite3.Error where the file is
    unusable.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._guard = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def reply(self, request: str) -> Reply | None:
        """The kept reply to a request; None where there is none, or it cannot be read any more."""
        with self._guard:
            row = self._open().execute("select reply from replies where request = ?", (request,)).fetchone()
        try:
            return None if row is None else reply_from_json(zlib.decompress(row[0]).decode())
        except (zlib.error, ValueError, TypeError):
            return None

    def reserve(self, generator: str, most: Charge, budget: Budget, lifetime_s: float) -> Reservation:
        """Books `most` for at most `lifetime_s` seconds. Raises BudgetSpent where even an idle generator could not
        send it.
        """
        with self._guard, self._transaction() as database:
            _expire(database)
            spent = _spent(database, generator)
            number = 0
            if not _exceeded(_added(spent, _reserved(database, generator)), most, budget):
                number = _reserve(database, generator, most, time.time() + lifetime_s)
        if exceeded := _exceeded(spent, most, budget):
            raise BudgetSpent(exceeded)
        return Reservation(number)

    def settle(self, generator: str, reservation: Reservation, charge: Charge) -> None:
        """Replaces a reservation by what the request did cost."""
        with self._guard, self._transaction() as database:
            _settle(database, generator, reservation, charge)

    def keep(self, generator: str, reservation: Reservation, charge: Charge, request: str, reply: Reply) -> None:
        """Settles, and keeps the reply."""
        blob = zlib.compress(reply_to_json(reply).encode(), 1)
        with self._guard, self._transaction() as database:
            _settle(database, generator, reservation, charge)
            database.execute("insert or replace into replies values (?, ?, ?)", (request, generator, blob))

    def spent(self, generator: str) -> Charge:
        """Settled so far, in all runs; what is under way is not in it."""
        with self._guard:
            return _spent(self._open(), generator)

    def close(self) -> None:
        """A later call opens the file again."""
        with self._guard:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
            try:
                connection.execute("pragma journal_mode = wal")
                connection.execute("pragma synchronous = normal")
                connection.executescript(_SCHEMA)
            except sqlite3.Error:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _transaction(self) -> "_Transaction":
        return _Transaction(self._open())


class _Transaction:
    """`begin immediate`: two processes that both read the rest of a budget must not both take it."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> sqlite3.Connection:
        self._database.execute("begin immediate")
        return self._database

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._database.execute("commit" if kind is None else "rollback")


def _reserve(database: sqlite3.Connection, generator: str, most: Charge, expires: float) -> int:
    row = (generator, expires, most.requests, most.tokens, most.cost)
    command = "insert into reserved (generator, expires, requests, tokens, cost) values (?, ?, ?, ?, ?)"
    return database.execute(command, row).lastrowid or 0


def _settle(database: sqlite3.Connection, generator: str, reservation: Reservation, charge: Charge) -> None:
    removed = database.execute("delete from reserved where id = ?", (reservation.number,)).rowcount
    # Without a row it has expired and counts in full already.
    if removed or not reservation.number:
        database.execute(_ADD, (generator, charge.requests, charge.tokens, charge.cost))


def _expire(database: sqlite3.Connection) -> None:
    now = time.time()
    lost = database.execute(
        "select generator, requests, tokens, cost from reserved where expires < ?", (now,)
    ).fetchall()
    if lost:
        database.executemany(_ADD, lost)
        database.execute("delete from reserved where expires < ?", (now,))


def _spent(database: sqlite3.Connection, generator: str) -> Charge:
    row = database.execute("select requests, tokens, cost from spent where generator = ?", (generator,)).fetchone()
    return Charge(*row) if row else Charge()


def _reserved(database: sqlite3.Connection, generator: str) -> Charge:
    totals = "select coalesce(sum(requests), 0), coalesce(sum(tokens), 0), coalesce(sum(cost), 0.0) from reserved"
    return Charge(*database.execute(f"{totals} where generator = ?", (generator,)).fetchone())


def _added(one: Charge, other: Charge) -> Charge:
    return Charge(one.requests + other.requests, one.tokens + other.tokens, one.cost + other.cost)


def _exceeded(spent: Charge, more: Charge, budget: Budget) -> str:
    """ "" or what was spent of what, and which setting holds it."""
    for name in ("requests", "tokens", "cost"):
        limit, used, next_one = getattr(budget, name), getattr(spent, name), getattr(more, name)
        if limit is not None and used + next_one > limit and not math.isclose(used + next_one, limit):
            return f"{used:.6g} of {limit:.6g} are spent and a request may take {next_one:.6g}: raise budget.{name}"
    return ""
