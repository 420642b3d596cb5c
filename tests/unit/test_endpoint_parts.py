"""Settings, Retry-After, names of models, prices, the adaptive limit, health."""

import asyncio
import time
from email.utils import formatdate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.generation.endpoint.asking import Exchange, Health, Session, Tries, ask_until_answered
from resources.generation.endpoint.failure import MOST_S, Failure, Kind, failure_of_status, retry_after_seconds
from resources.generation.endpoint.limit import AdaptiveLimit
from resources.generation.endpoint.naming import same_model
from resources.generation.endpoint.pricing import Charge, charged, cost_of, most
from resources.generation.endpoint.reply import Reply
from resources.generation.endpoint.request import chat_request, derived_seed
from resources.generation.endpoint.settings import Budget, EndpointSettings, Prices, Retries
from resources.generation.generator import GeneratorUnavailable
from resources.generation.prompting.messages import Message

NOW = 1_700_000_000.0


def settings(**changes: Any) -> EndpointSettings:
    return EndpointSettings(**{"name": "g", "base_url": "http://h:1/v1", "model": "m", **changes})


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"model": ""}, "model"),
        ({"base_url": "localhost:8000"}, "base_url"),
        ({"base_url": "http://h:99999/v1"}, "base_url"),
        ({"base_url": "http://h:secret/v1"}, "base_url"),
        ({"base_url": "http://[::1/v1"}, "base_url"),
        ({"base_url": "https://u:secret@h/v1"}, "base_url"),
        ({"base_url": "https://h/v1?key=secret"}, "base_url"),
        ({"key_variable": "sk-live-1234"}, "key_variable"),
        ({"extra_body": {"stream": True}}, "extra_body"),
        ({"concurrency": 0}, "concurrency"),
        ({"budget": Budget(cost=1.0)}, "prices"),
        ({"budget": Budget(tokens=0)}, "budget.tokens"),
        ({"retries": Retries(attempts=0)}, "retries.attempts"),
    ],
)
def test_settings_that_cannot_work_are_refused_by_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=field) as refused:
        settings(**changes)
    assert "secret" not in str(refused.value)
    assert "sk-live" not in str(refused.value)


def test_the_key_is_read_late_and_held_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = settings(key_variable="SOME_KEY")
    monkeypatch.delenv("SOME_KEY", raising=False)
    with pytest.raises(KeyError):
        ours.key()
    monkeypatch.setenv("SOME_KEY", "value-of-the-key")
    assert ours.key() == "value-of-the-key"
    assert "value-of-the-key" not in repr(ours)


def test_the_hash_holds_what_determines_a_reply_and_nothing_else() -> None:
    def hashed(seed: int = 1, text: str = "t", **changes: Any) -> str:
        return chat_request(settings(**changes), [Message("user", text)], seed).hash

    same = hashed()
    assert same == hashed(key_variable="K", concurrency=3, budget=Budget(tokens=4), name="other", timeout_s=3.0)
    others = [hashed(seed=2), hashed(text="u"), hashed(model="n"), hashed(temperature=0.5), hashed(max_tokens=5)]
    others += [hashed(base_url="http://h:2/v1"), hashed(extra_body={"top_k": 1})]
    assert len({same, *others}) == 8


def test_seeds_are_sent_where_the_server_takes_them_and_count_where_not() -> None:
    sent = chat_request(settings(), [], derived_seed("turn", 1, 2, 0))
    kept = chat_request(settings(send_seed=False), [], 7)
    assert 0 <= sent.body["seed"] < 2**31
    assert "seed" not in kept.body
    assert kept.hash != chat_request(settings(send_seed=False), [], 8).hash


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": formatdate(NOW + 30, usegmt=True)}, 30.0),
        ({"retry-after": formatdate(NOW - 30, usegmt=True)}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "1795823730000"}, MOST_S),
        ({"retry-after-ms": "1e300"}, MOST_S),
        ({"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"}, MOST_S),
    ],
)
def test_retry_after_is_read_in_both_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_seconds(headers, NOW) == seconds


@given(st.text(max_size=60))
def test_any_retry_after_is_a_wait_or_nothing(text: str) -> None:
    seconds = retry_after_seconds({"retry-after": text, "retry-after-ms": text[::-1]})
    assert seconds is None or 0 <= seconds <= MOST_S


@pytest.mark.parametrize("kind", [Kind.SATURATED, Kind.TRANSIENT])
def test_nobody_waits_a_year_for_a_server_that_is_full_or_broken(kind: Kind) -> None:
    session = Session.of(settings())
    session.note(Exchange(Failure(kind, "h answers", retry_after=600.0), 0.0, 0.1))
    assert not session.health.dead
    session.note(Exchange(Failure(kind, "h answers", retry_after=31_536_000.0), 0.0, 0.1))
    assert "left alone for 8,760 h, more than retries.patience_s = 900 s: run again then" in session.health.dead


@pytest.mark.parametrize("kind", [Kind.SATURATED, Kind.TRANSIENT])
def test_waits_that_a_server_asks_for_have_an_end(kind: Kind) -> None:
    async def refuse() -> Exchange:
        return Exchange(Failure(kind, "later", retry_after=0.01), time.monotonic(), 0.0)

    retries = Retries(attempts=1000, first_wait_s=0.001, patience_s=0.05, dead_after=10_000)
    session = Session.of(settings(retries=retries))
    with pytest.raises(GeneratorUnavailable, match="later"):
        asyncio.run(ask_until_answered(refuse, session, Tries()))
    assert session.resent < 20


def test_how_long_an_answer_is_awaited_is_known_while_it_is() -> None:
    session = Session.of(settings())
    seen: list[float] = []

    async def hang() -> Exchange:
        await asyncio.sleep(0.02)
        seen.append(session.longest_s())
        return Exchange(Failure(Kind.TRANSIENT, "cut"), 0.0, 0.02)

    asyncio.run(session.timed(hang))
    assert seen[0] >= 0.02
    assert session.longest_s() == 0.0


@given(st.integers(0, int(MOST_S)))
def test_a_date_and_seconds_say_the_same(seconds: int) -> None:
    date = {"retry-after": formatdate(NOW + seconds, usegmt=True)}
    assert retry_after_seconds(date, NOW) == retry_after_seconds({"retry-after": str(seconds)}, NOW) == seconds


@pytest.mark.parametrize(
    ("answered", "asked", "same"),
    [
        ("m", "m", True),
        ("", "m", True),
        ("M", "m", True),
        ("gpt-4o-2024-08-06", "gpt-4o", True),
        ("gpt-4o-mini", "gpt-4o", False),
        ("gpt-4o", "gpt-4o-mini", False),
        ("deepseek-chat-v3-0324", "deepseek/deepseek-chat", True),
        ("Qwen/Qwen3-Coder", "qwen3-coder", True),
        ("/models/qwen3-coder/", "qwen3-coder", True),
        ("claude-x-20250101", "claude-x-latest", True),
        ("qwen-32b", "qwen-7b", False),
        ("qwen-32b", "qwen", False),
        ("llama-3-8b", "llama", False),
        ("gpt-4o-mini-2024-07-18", "gpt-4o", False),
    ],
)
def test_an_alias_is_the_same_model_and_a_relative_is_not(answered: str, asked: str, same: bool) -> None:
    assert same_model(answered, [asked]) is same
    assert same_model(answered, ["none of these", answered])


def test_a_cost_counts_cached_tokens_at_their_price() -> None:
    prices = Prices(prompt=2.0, completion=10.0, cached=0.5)
    assert cost_of(1_000_000, 400_000, 100_000, prices) == pytest.approx(1.2 + 0.2 + 1.0)
    assert cost_of(10, 99, 0, prices) == pytest.approx(5e-6)
    assert cost_of(1_000_000, 400_000, 0, Prices(2.0, 10.0)) == pytest.approx(2.0)
    assert cost_of(5, 0, 5, None) == 0


def test_what_is_booked_is_at_least_what_is_charged() -> None:
    prices = Prices(1.0, 1.0)
    booked, real = most(1000, 50, prices), charged(Reply("x", prompt_tokens=300, completion_tokens=50), 1000, prices)
    assert booked.tokens >= real.tokens == 350
    assert booked.cost >= real.cost
    assert charged(Reply("x" * 100), 1000, None) == Charge(1, 440, 0.0)


@pytest.mark.parametrize(
    ("status", "body", "kind", "words"),
    [
        (401, "no", Kind.PERMANENT, "MY_KEY"),
        (403, "no", Kind.PERMANENT, "MY_KEY"),
        (404, "no", Kind.PERMANENT, "base_url"),
        (402, "no", Kind.PERMANENT, "quota"),
        (429, "insufficient_quota", Kind.PERMANENT, "quota"),
        (429, "slow down", Kind.SATURATED, "slow down"),
        (302, "", Kind.PERMANENT, "redirects"),
        (400, "unknown parameter top_k", Kind.PERMANENT, "extra_body"),
        (400, "maximum context length is 2048", Kind.THIS_REQUEST, "2048"),
        (413, "too large", Kind.THIS_REQUEST, "413"),
        (400, "content_filter", Kind.THIS_REQUEST, "content_filter"),
        (408, "", Kind.TRANSIENT, "408"),
        (409, "", Kind.TRANSIENT, "409"),
        (500, "", Kind.TRANSIENT, "500"),
        (503, "", Kind.TRANSIENT, "503"),
    ],
)
def test_a_status_is_classified_once(status: int, body: str, kind: Kind, words: str) -> None:
    failure = failure_of_status(settings(key_variable="MY_KEY"), status, {"retry-after": "3"}, body)
    assert failure.kind is kind
    assert words in failure.text
    assert failure.retry_after == 3.0 or kind is Kind.PERMANENT


def test_a_429_halves_the_limit_once_for_requests_that_were_under_way_together() -> None:
    limit = AdaptiveLimit(64)
    sent_at = time.monotonic()
    for _ in range(10):
        limit.saturated(sent_at, None)
    assert limit.current == 32
    limit.saturated(time.monotonic(), None)
    assert limit.current == 16


def test_the_limit_grows_back_to_the_ceiling_and_no_further() -> None:
    limit = AdaptiveLimit(20)
    for _ in range(6):
        limit.saturated(time.monotonic(), None)
    assert limit.current == 1
    for _ in range(1000):
        limit.answered(0.01)
    assert limit.current == 20


def test_a_slower_pace_shrinks_the_limit_and_becomes_usual_in_the_end() -> None:
    limit = AdaptiveLimit(40)
    for _ in range(40):
        limit.answered(0.01)
    for _ in range(40):
        limit.answered(0.05)
    shrunk = limit.current
    assert shrunk == 30
    for _ in range(3000):
        limit.answered(0.05)
    assert limit.current == 40


@given(st.integers(1, 20), st.lists(st.sampled_from(["answer", "slow", "429", "held"]), max_size=60))
def test_the_limit_is_kept_whatever_happens(ceiling: int, events: list[str]) -> None:
    limit = AdaptiveLimit(ceiling)
    for event in events:
        if event in ("answer", "slow"):
            limit.answered(0.01 if event == "answer" else 1.0)
        else:
            limit.saturated(time.monotonic(), 0.001 if event == "held" else None)
        assert 1 <= limit.current <= ceiling


def test_slots_are_given_in_order_and_come_back_from_cancelled_waiters() -> None:
    async def scene() -> list[int]:
        limit, order = AdaptiveLimit(1), list[int]()

        async def one(name: int) -> None:
            await limit.acquire()
            order.append(name)
            await asyncio.sleep(0)
            limit.release()

        tasks = [asyncio.create_task(one(name)) for name in range(5)]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert limit.in_flight == 0
        return order

    assert asyncio.run(scene()) == [0, 1, 3, 4]


def test_nothing_is_sent_while_the_server_wants_to_be_left_alone() -> None:
    async def scene() -> float:
        limit = AdaptiveLimit(4)
        started = time.monotonic()
        limit.saturated(started, 0.2)
        await asyncio.gather(limit.acquire(), limit.acquire())
        return time.monotonic() - started

    assert asyncio.run(scene()) > 0.15


def test_an_abandoned_limit_lets_everybody_go() -> None:
    async def scene() -> None:
        limit = AdaptiveLimit(1)
        limit.saturated(time.monotonic(), 1000.0)
        waiters = [asyncio.create_task(limit.acquire()) for _ in range(3)]
        await asyncio.sleep(0)
        limit.abandon()
        await asyncio.wait_for(asyncio.gather(*waiters), 1)

    asyncio.run(scene())


def test_an_endpoint_is_dead_after_failures_in_a_row_that_last() -> None:
    health = Health(Retries(dead_after=3, dead_after_s=0.001))
    began = time.monotonic() - 1
    for _ in range(2):
        health.failed("no", began)
    health.answered()
    health._quiet_since = began
    for _ in range(2):
        health.failed("no", began)
    assert not health.dead
    health.failed("no route", began)
    assert "no route" in health.dead


def test_a_burst_of_failures_is_no_death() -> None:
    health = Health(Retries(dead_after=3, dead_after_s=30.0))
    for _ in range(64):
        health.failed("reset", time.monotonic())
    assert not health.dead


def test_failures_are_values_that_hold_no_request() -> None:
    assert set(Failure.__dataclass_fields__) == {
        "kind", "text", "retry_after", "perhaps_paid", "lists_models", "timed_out", "unreached", "status"
    }  # fmt: skip
