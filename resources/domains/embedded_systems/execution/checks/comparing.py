"""Compares a run's report with the checks: one line for each check that does not hold. Pure functions.

Waveforms are in `waveforms`; which outcome follows is `judging`.
"""

import re
from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from resources.domains.embedded_systems.execution.checks import records
from resources.domains.embedded_systems.execution.checks.waveforms import (
    changes_failure,
    edges_failure,
    level_failure,
    wave_failure,
)

Report = Mapping[str, Any]
BAUD_TOLERANCE = 0.03
_SHOWN = 160


def failure(check: records.Check, report: Report) -> str:
    """What differs, as "<what> expected <this> got <that>"; "" where the check holds."""
    return _failure(check, report)


@singledispatch
def _failure(check: Any, report: Report) -> str:
    raise TypeError(f"no comparison for {type(check).__name__}")


def terminal(report: Report, check: records.UartCheck) -> str:
    """What a terminal shows of a USART's bytes in the check's window."""
    start, end = check.window_ms or (0.0, float("inf"))
    shown = [
        chr(byte) if abs(baud - check.baud) <= BAUD_TOLERANCE * check.baud else "\ufffd"
        for at, byte, baud in report["uart"].get(check.uart, ())
        if start <= at / 1e6 <= end
    ]
    return "".join(shown)


def quoted(text: str) -> str:
    """On one line and cut to size."""
    plain = text.encode("unicode_escape").decode("ascii").replace('"', '\\"')
    return f'"{plain}"' if len(plain) <= _SHOWN else f'"{plain[: _SHOWN - 20]}" ... ({len(text)} characters)'


def _window(check: records.UartCheck) -> str:
    return f" in {check.window_ms[0]:g} to {check.window_ms[1]:g} ms" if check.window_ms else ""


@_failure.register
def _uart(check: records.UartCheck, report: Report) -> str:
    seen = terminal(report, check)
    what = f"{check.uart} text{_window(check)}"
    if check.equals is not None and seen != check.equals:
        return f"{what} expected {quoted(check.equals)} got {quoted(seen)}{_baud_note(check, report)}"
    if check.contains is not None and check.contains not in seen:
        return f"{what} expected to contain {quoted(check.contains)} got {quoted(seen)}{_baud_note(check, report)}"
    if check.matches is not None and not re.fullmatch(check.matches, seen, re.DOTALL):
        return f"{what} expected to match {quoted(check.matches)} got {quoted(seen)}{_baud_note(check, report)}"
    return ""


def _baud_note(check: records.UartCheck, report: Report) -> str:
    rates = {baud for _, _, baud in report["uart"].get(check.uart, ())}
    wrong = sorted(rate for rate in rates if abs(rate - check.baud) > BAUD_TOLERANCE * check.baud)
    return f" (sent at {wrong[0]} baud, the terminal reads at {check.baud})" if wrong else ""


@_failure.register
def _level(check: records.LevelCheck, report: Report) -> str:
    return level_failure(check, report["pins"].get(check.level_of, ()))


@_failure.register
def _edges(check: records.EdgesCheck, report: Report) -> str:
    return edges_failure(check, report["pins"].get(check.edges_of, ()))


@_failure.register
def _wave(check: records.WaveCheck, report: Report) -> str:
    return wave_failure(check, report["pins"].get(check.wave_of, ()))


@_failure.register
def _changes(check: records.ChangesCheck, report: Report) -> str:
    return changes_failure(check, report["pins"].get(check.changes_of, ()))


@_failure.register
def _register(check: records.RegisterCheck, report: Report) -> str:
    value = report["registers"].get(check.register, 0)
    if value & check.mask == check.equals:
        return ""
    mask = "" if check.mask == 0xFFFFFFFF else f" & 0x{check.mask:X}"
    return f"{check.register}{mask} at the end expected 0x{check.equals:X} got 0x{value & check.mask:X}"


def within(value: float, allowed: records.Range) -> bool:
    return allowed[0] <= value <= allowed[1]


def ranged(allowed: records.Range) -> str:
    return f"{allowed[0]:g}" if allowed[0] == allowed[1] else f"{allowed[0]:g} to {allowed[1]:g}"


@_failure.register
def _interrupt(check: records.InterruptCheck, report: Report) -> str:
    tally = report["interrupts"].get(check.interrupt, {"count": 0, "longest_ns": 0, "preempted": 0})
    if not within(tally["count"], check.count):
        return f"interrupts of {check.interrupt} expected {ranged(check.count)} got {tally['count']}"
    if tally.get("forced", 0):
        forced = f"{tally['forced']} set pending by software"
        return f"interrupts of {check.interrupt} expected from its peripheral got {forced}"
    longest_us = tally["longest_ns"] / 1000
    if check.longest_us is not None and longest_us > check.longest_us:
        name = f"longest run of the {check.interrupt} handler"
        return f"{name} expected at most {check.longest_us:g} us got {longest_us:g} us"
    if check.preempts is not None and not within(tally["preempted"], check.preempts):
        times = f"expected {ranged(check.preempts)} times got {tally['preempted']}"
        return f"{check.interrupt} interrupts other handlers: {times}"
    return ""


@_failure.register
def _memory(check: records.MemoryCheck, report: Report) -> str:
    content = report["memory"].get(check.memory)
    if content is None:
        return f"variable {check.memory} expected in RAM got none of that name"
    raw = bytes.fromhex(content)
    whole = range(0, len(raw) - check.size + 1, check.size)
    seen = tuple(int.from_bytes(raw[at : at + check.size], "little") for at in whole)
    if seen[: len(check.equals)] == check.equals:
        return ""
    first = next((i for i, pair in enumerate(zip(check.equals, seen, strict=False)) if pair[0] != pair[1]), len(seen))
    got = f"0x{seen[first]:X}" if first < len(seen) else "nothing"
    return f"variable {check.memory}[{first}] expected 0x{check.equals[first]:X} got {got}"


@_failure.register
def _order(check: records.OrderCheck, report: Report) -> str:
    first = report["first_writes"]
    for register in check.order:
        if register not in first:
            return f"register writes expected {register} to be written got no write"
    for earlier, later in zip(check.order, check.order[1:], strict=False):
        if first[earlier] > first[later]:
            return f"order of register writes expected {earlier} before {later} got {later} first"
    return ""


@_failure.register
def _unwritten(check: records.UnwrittenCheck, report: Report) -> str:
    if check.unwritten in report["first_writes"]:
        return f"{check.unwritten} expected not to be written by the program got a write of it"
    return ""


@_failure.register
def _spi(check: records.SpiCheck, report: Report) -> str:
    sent = tuple(value for _, value, _ in report["spi"].get(check.spi, ()))
    if len(sent) == len(check.sent) and all(
        wanted in (None, got) for wanted, got in zip(check.sent, sent, strict=True)
    ):
        return ""
    return f"{check.spi} frames expected {_hex(check.sent)} got {_hex(sent)}"


def _hex(values: tuple[int | None, ...]) -> str:
    shown = " ".join("any" if value is None else f"{value:02X}" for value in values[:24])
    return (shown or "none") + (f" ... ({len(values)} frames)" if len(values) > 24 else "")


@_failure.register
def _device(check: records.DeviceCheck, report: Report) -> str:
    device = report["devices"][check.device]
    for address, value in check.registers.items():
        seen = device.get("registers", {}).get(str(address))
        if seen != value:
            got = "nothing" if seen is None else f"0x{seen:02X}"
            return f"device register 0x{address:02X} expected 0x{value:02X} got {got}"
    for key, allowed in (
        ("count", check.count), ("refused", check.refused), ("stops", check.stops),
        ("acknowledged", check.acknowledged), ("cut", check.cut),
    ):  # fmt: skip
        if allowed is not None and not within(device.get(key, 0), allowed):
            return f"transactions of the device ({key}) expected {ranged(allowed)} got {device.get(key, 0)}"
    return ""


@_failure.register
def _idle(check: records.IdleCheck, report: Report) -> str:
    part = report["idle_cycles"] / max(1, report["cycles"])
    return "" if within(part, check.idle) else f"time asleep (WFI) expected {ranged(check.idle)} of all got {part:.2f}"


@_failure.register
def _resets(check: records.ResetsCheck, report: Report) -> str:
    seen = tuple(report["resets"])
    if seen != check.resets:
        return f"resets expected {', '.join(check.resets) or 'none'} got {', '.join(seen) or 'none'}"
    if check.feeds is not None and not within(report["watchdog_feeds"], check.feeds):
        return f"watchdog feeds expected {ranged(check.feeds)} got {report['watchdog_feeds']}"
    return ""
