"""The reply cache and the budget in it: kept across processes, never overshot, never blocked by what died."""

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from resources.generation.endpoint.pricing import Charge
from resources.generation.endpoint.reply import Reply
from resources.generation.endpoint.settings import Budget
from resources.generation.endpoint.store import BudgetSpent, ReplyStore, Reservation

LONG = 600.0
REPLY = Reply("content \u2713", "why", "stop", "m", 10, 4, 20)


@pytest.fixture
def store(tmp_path: Path) -> ReplyStore:
    return ReplyStore(tmp_path / "cache" / "replies.sqlite")


def test_a_reply_is_kept_whole_for_other_processes(store: ReplyStore) -> None:
    assert store.reply("h") is None
    store.keep("g", Reservation(0), Charge(1, 30, 0.5), "h", REPLY)
    other = ReplyStore(store.path)
    assert other.reply("h") == REPLY
    assert other.spent("g") == Charge(1, 30, 0.5)
    assert other.spent("other") == Charge()


def test_a_broken_entry_is_a_miss(store: ReplyStore) -> None:
    store.keep("g", Reservation(0), Charge(1, 1, 0), "h", REPLY)
    with sqlite3.connect(store.path) as database:
        database.execute("update replies set reply = x'00'")
    assert ReplyStore(store.path).reply("h") is None


def test_a_reservation_becomes_what_was_really_spent(store: ReplyStore) -> None:
    budget = Budget(tokens=100)
    first = store.reserve("g", Charge(1, 60), budget, LONG)
    assert first.number
    assert store.reserve("g", Charge(1, 60), budget, LONG) == Reservation(0)
    store.settle("g", first, Charge(1, 30))
    assert store.reserve("g", Charge(1, 60), budget, LONG).number
    assert store.spent("g") == Charge(1, 30)


@pytest.mark.parametrize(
    ("budget", "setting"), [(Budget(requests=2), "requests"), (Budget(tokens=25), "tokens"), (Budget(cost=0.2), "cost")]
)
def test_a_spent_budget_says_which_setting_to_raise(store: ReplyStore, budget: Budget, setting: str) -> None:
    for _ in range(2):
        store.settle("g", store.reserve("g", Charge(1, 10, 0.1), budget, LONG), Charge(1, 10, 0.1))
    with pytest.raises(BudgetSpent, match=f"raise budget.{setting}"):
        store.reserve("g", Charge(1, 10, 0.1), budget, LONG)
    assert store.reserve("another", Charge(1, 10, 0.1), budget, LONG).number


def test_what_a_dead_process_had_reserved_is_spent_when_it_expires(store: ReplyStore) -> None:
    budget = Budget(tokens=100)
    assert store.reserve("g", Charge(1, 80), budget, 0.01).number
    time.sleep(0.02)
    with pytest.raises(BudgetSpent, match="80 of 100"):
        store.reserve("g", Charge(1, 80), budget, LONG)
    assert store.spent("g") == Charge(1, 80)


def test_an_expired_reservation_is_not_charged_twice(store: ReplyStore) -> None:
    late = store.reserve("g", Charge(1, 80), Budget(tokens=1000), 0.01)
    time.sleep(0.02)
    store.reserve("g", Charge(1, 1), Budget(tokens=1000), LONG)
    store.settle("g", late, Charge(1, 70))
    assert store.spent("g") == Charge(1, 80)


def test_many_threads_with_stores_of_their_own_never_overshoot(store: ReplyStore) -> None:
    budget, sent = Budget(requests=40), list[int]()

    def spend() -> None:
        own = ReplyStore(store.path)
        try:
            while True:
                reservation = own.reserve("g", Charge(1, 1), budget, LONG)
                if reservation.number:
                    sent.append(1)
                    own.settle("g", reservation, Charge(1, 1))
        except BudgetSpent:
            own.close()

    threads = [threading.Thread(target=spend) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sent) == 40
    assert store.spent("g").requests == 40


def test_a_file_that_is_no_database_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    path.write_bytes(b"not a database, and long enough to be told from an empty one" * 50)
    with pytest.raises(sqlite3.Error):
        ReplyStore(path).reply("h")
