"""Compares a run's conduct with the demands: one line for each that is not met. Pure functions.

What the program put out is compared in `comparing`.
"""

from bisect import bisect_right
from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from resources.domains.embedded_systems.execution.checks import demands, records
from resources.domains.embedded_systems.execution.checks.comparing import failure, ranged, within
from resources.domains.embedded_systems.execution.mcu.states import States

Report = Mapping[str, Any]


def unmet(demand: demands.Demand, report: Report) -> str:
    """What was demanded and what was done instead; "" where the demand is met."""
    return _unmet(demand, report)


@singledispatch
def _unmet(demand: Any, report: Report) -> str:
    return failure(demand, report)


def _actors(report: Report, *wanted: str) -> Mapping[str, list[int]]:
    """Actor → how often it did any of these, and when first; a deed may end in a star."""
    sums: dict[str, list[int]] = {}
    for deed, actors in report["conduct"]["deeds"].items():
        if any(deed == name or (name.endswith("*") and deed.startswith(name[:-1])) for name in wanted):
            for actor, (count, first, _) in actors.items():
                before = sums.get(actor, [0, first])
                sums[actor] = [before[0] + count, min(before[1], first)]
    return sums


def _named(actors: tuple[str, ...]) -> str:
    return f" by {' or '.join(actors)}" if actors else ""


@_unmet.register
def _deed(demand: demands.DeedCheck, report: Report) -> str:
    actors, what = _actors(report, *demand.done), " or ".join(demand.done)
    count = sum(entry[0] for actor, entry in actors.items() if not demand.by or actor in demand.by)
    if not within(count, demand.count):
        return f"{what}{_named(demand.by)} expected {ranged(demand.count)} times got {count}{_others(actors)}"
    others = [actor for actor in actors if actor not in demand.by]
    if demand.alone and others:
        return f"{what} expected{_named(demand.by)} alone got it by {', '.join(sorted(others))}"
    return ""


def _others(actors: Mapping[str, list[int]]) -> str:
    counts = ", ".join(f"{entry[0]} by {actor}" for actor, entry in sorted(actors.items()))
    return f" ({counts})" if counts else ""


@_unmet.register
def _always(demand: demands.AlwaysCheck, report: Report) -> str:
    deeds = report["conduct"]["deeds"].items()
    counts = {deed: sum(entry[0] for entry in actors.values()) for deed, actors in deeds
              if deed.startswith(demand.of[:-1])}  # fmt: skip
    if not counts.pop(demand.always, 0):
        got = f" got {max(counts, key=lambda deed: counts[deed])}" if counts else " got none"
        return f"{demand.always} expected{got}"
    if sum(counts.values()) > demand.but:
        return f"{demand.always} expected each time got {max(counts, key=lambda deed: counts[deed])}"
    return ""


@_unmet.register
def _sequence(demand: demands.SequenceCheck, report: Report) -> str:
    before, last = "", 0
    for deed in demand.sequence:
        actors = _actors(report, deed)
        if not actors:
            return f"sequence expected {deed} got none"
        first = min(entry[1] for entry in actors.values())
        if first < last:
            return f"sequence expected {before} before {deed} got {deed} first"
        before, last = deed, first
    return ""


@_unmet.register
def _driven(demand: demands.DrivenCheck, report: Report) -> str:
    conduct = report["conduct"]
    for index, number in enumerate(conduct["pins"].get(demand.driven, ())):
        drive, register, actor = conduct["causes"][number]
        if drive != demand.drive:
            return f"{demand.driven} expected to be driven as {demand.drive} got {drive}"
        if demand.by and actor not in demand.by:
            return f"changes of {demand.driven} expected{_named(demand.by)} got one by {actor}"
        if demand.through and index and register not in demand.through:
            return f"changes of {demand.driven} expected through {' or '.join(demand.through)} got {register or 'none'}"
    return ""


@_unmet.register
def _paced(demand: demands.PacedCheck, report: Report) -> str:
    entries = report["conduct"]["entries"].get(demand.interrupt, [])
    start, end = demand.window_ms or (0.0, float("inf"))
    for at, _ in report["pins"].get(demand.paced, ()):
        last = bisect_right(entries, at) - 1
        late = at - entries[last] if last >= 0 else None
        if start <= at / 1e6 <= end and (late is None or late > demand.within_us * 1000):
            got = "none before it" if late is None else f"{late / 1000:g} us"
            return f"{demand.paced} expected to change within {demand.within_us:g} us of {demand.interrupt} got {got}"
    return ""


@_unmet.register
def _one_high(demand: demands.OneHighCheck, report: Report) -> str:
    changes = sorted((at, pin, level) for pin in demand.one_high for at, level in report["pins"].get(pin, ()))
    high: set[str] = set()
    for index, (at, pin, level) in enumerate(changes):
        high = high | {pin} if level else high - {pin}
        ends = index + 1 == len(changes) or changes[index + 1][0] > at
        if ends and len(high) != 1:
            names = ", ".join(demand.one_high)
            return f"exactly one of {names} expected high at {at / 1e6:.6g} ms got {len(high)}"
    return ""


@_unmet.register
def _stored(demand: demands.StoredCheck, report: Report) -> str:
    stores = report["conduct"]["stores"].get(demand.stored)
    if stores is None:
        return f"variable {demand.stored} expected in RAM got none of that name"
    writers = {actor for actor, count in stores.items() if count}
    if demand.even_zeros:
        writers |= set(report["conduct"]["changes"][demand.stored])
    if not writers & set(demand.by):
        return f"variable {demand.stored} expected to be set{_named(demand.by)} got {_list(writers)}"
    if writers - set(demand.by):
        return f"variable {demand.stored} expected to be set{_named(demand.by)} alone got {_list(writers)}"
    changed = sum(stores.values())
    if changed < demand.at_least:
        return f"variable {demand.stored} expected to change in {demand.at_least} bytes or more got {changed}"
    return ""


def _list(writers: set[str]) -> str:
    return ", ".join(sorted(writers)) or "nobody"


@_unmet.register
def _states(demand: demands.StatesCheck, report: Report) -> str:
    count, digest = report["conduct"]["states"].get(demand.states, (0, ""))
    if not within(count, demand.count):
        return f"stores into {demand.states} expected {ranged(demand.count)} times got {count}"
    expected, value = States(), demand.start
    for _ in range(count):
        value = (value * demand.factor + demand.term) & 0xFFFFFFFF
        expected.add(0, 4, value)
    if digest == expected.digest:
        return ""
    return f"each store into {demand.states} expected to be the state after the one before got others"


@_unmet.register
def _remembers(demand: demands.RemembersCheck, report: Report) -> str:
    runs = report["interrupts"].get(demand.remembers, {}).get("count", 0)
    changed = sum(entry[0] for actor, entry in _actors(report, "remember").items() if actor == demand.remembers)
    if runs and within(changed / runs, demand.part):
        return ""
    return (
        f"runs of {demand.remembers} that change memory expected {ranged(demand.part)} of all got {changed} of {runs}"
    )


@_unmet.register
def _seen(demand: demands.SeenCheck, report: Report) -> str:
    value = report["conduct"]["seen"].get(demand.seen)
    if value is None:
        return f"{demand.seen} expected to be read after it was written got no read"
    if value & demand.mask != demand.equals:
        what = f"{demand.seen} & 0x{demand.mask:X} as it was last read"
        return f"{what} expected 0x{demand.equals:X} got 0x{value & demand.mask:X}"
    return ""


@_unmet.register
def _points(demand: demands.PointsCheck, report: Report) -> str:
    address = report["conduct"]["addresses"].get(demand.to)
    value = report["registers"].get(demand.points, 0)
    if address == value:
        return ""
    expected = "nothing of that name" if address is None else f"0x{address:08X}"
    return f"{demand.points} expected the address of {demand.to} ({expected}) got 0x{value:08X}"


@_unmet.register
def _copy(demand: demands.CopyCheck, report: Report) -> str:
    content, table = report["memory"].get(demand.copy_of_vectors), report["conduct"]["vectors"]
    if content is None:
        return f"variable {demand.copy_of_vectors} expected in RAM got none of that name"
    for word in range(demand.words):
        same = content[8 * word : 8 * word + 8] == table[8 * word : 8 * word + 8]
        if same == (word in demand.but):
            what = "its own entry" if word in demand.but else "the flash's entry"
            return f"{demand.copy_of_vectors}[{word}] expected {what} got {'the same' if same else 'another one'}"
    return ""


@_unmet.register
def _longest(demand: demands.LongestCheck, report: Report) -> str:
    longest = report["interrupts"].get(demand.takes, {}).get("longest_ns", 0) / 1000
    if longest >= demand.at_least_us:
        return ""
    return f"longest run of the {demand.takes} handler expected at least {demand.at_least_us:g} us got {longest:g} us"


@_unmet.register
def _integers(demand: demands.IntegersCheck, report: Report) -> str:
    if demand.integers_only and report["conduct"]["floating_point"]:
        return "arithmetic expected in integers got floating point"
    return ""


@_unmet.register
def _words(demand: demands.WordsCheck, report: Report) -> str:
    contents = report["conduct"]["words"]
    if any(str(word) not in contents for word in demand.words):
        return f"words of memory shown on {demand.shown_on} expected got no memory there"
    text = "".join(f"{contents[str(word)]:08X}\r\n" for word in demand.words)
    return failure(records.UartCheck(demand.shown_on, equals=text), report)
