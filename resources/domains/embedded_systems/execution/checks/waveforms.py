"""Waveforms: levels, edges, periods and pulses of a pin, from its recorded changes [[time in ns, level], ...].

A pin is low until its first recorded change.
"""

from collections.abc import Sequence
from itertools import pairwise

from resources.domains.embedded_systems.execution.checks import records

Changes = Sequence[Sequence[int]]


def _in_window(changes: Changes, window_ms: records.Range | None) -> list[tuple[float, int]]:
    start, end = window_ms or (0.0, float("inf"))
    return [(at / 1e6, level) for at, level in changes if start <= at / 1e6 <= end]


def _told(window_ms: records.Range | None) -> str:
    return f" in {window_ms[0]:g} to {window_ms[1]:g} ms" if window_ms else ""


def _ms(value: float) -> str:
    return f"{value:.4g} ms"


def _ranged(allowed: records.Range) -> str:
    return f"{allowed[0]:g}" if allowed[0] == allowed[1] else f"{allowed[0]:g} to {allowed[1]:g}"


def level_at(changes: Changes, at_ms: float) -> int:
    return next((level for at, level in reversed(changes) if at / 1e6 <= at_ms), 0)


def level_failure(check: records.LevelCheck, changes: Changes) -> str:
    seen = level_at(changes, check.at_ms)
    return "" if seen == check.equals else f"{check.level_of} at {check.at_ms:g} ms expected {check.equals} got {seen}"


def edges_failure(check: records.EdgesCheck, changes: Changes) -> str:
    seen = len(_in_window(changes, check.window_ms))
    if check.count[0] <= seen <= check.count[1]:
        return ""
    return f"{check.edges_of} edges{_told(check.window_ms)} expected {_ranged(check.count)} got {seen}"


def wave_failure(check: records.WaveCheck, changes: Changes) -> str:
    seen = _in_window(changes, check.window_ms)
    what = f"{check.wave_of}{_told(check.window_ms)}"
    for name, allowed, measured in (
        ("period", check.period_ms, _periods(seen)),
        ("high time", check.high_ms, _pulses(seen, 1)),
        ("low time", check.low_ms, _pulses(seen, 0)),
        ("duty", check.duty, _duties(seen)),
    ):
        if allowed is None:
            continue
        unit = "" if name == "duty" else " ms"
        if not measured:
            return f"{what} {name} expected {_ranged(allowed)}{unit} got no complete one ({len(seen)} edges)"
        wrong = [value for value in measured if not allowed[0] <= value <= allowed[1]]
        if wrong:
            return f"{what} {name} expected {_ranged(allowed)}{unit} got {wrong[0]:.4g}{unit}"
    return ""


def _periods(seen: list[tuple[float, int]]) -> list[float]:
    rises = [at for at, level in seen if level]
    return [later - earlier for earlier, later in pairwise(rises)]


def _pulses(seen: list[tuple[float, int]], level: int) -> list[float]:
    return [after[0] - before[0] for before, after in pairwise(seen) if before[1] == level]


def _duties(seen: list[tuple[float, int]]) -> list[float]:
    duties = []
    for index in range(len(seen) - 2):
        (rise, level), (fall, _), (following, _) = seen[index : index + 3]
        if level and following > rise:
            duties.append((fall - rise) / (following - rise))
    return duties


def changes_failure(check: records.ChangesCheck, changes: Changes) -> str:
    seen = _in_window(changes, check.window_ms)
    what = f"{check.changes_of}{_told(check.window_ms)}"
    for index, (level, start, end) in enumerate(check.to):
        expected = f"change to {level} at {start:g} to {end:g} ms"
        if index >= len(seen):
            return f"{what} expected {expected} got no change after {len(seen)} changes"
        at, got = seen[index]
        if got != level or not start <= at <= end:
            return f"{what} expected {expected} got a change to {got} at {_ms(at)}"
    if len(seen) > len(check.to):
        at, got = seen[len(check.to)]
        return f"{what} expected {len(check.to)} changes got {len(seen)}, one to {got} at {_ms(at)}"
    return ""
