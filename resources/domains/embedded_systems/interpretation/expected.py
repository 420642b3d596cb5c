"""What a task's reference comes to when it is followed: the scenarios that a candidate is followed through, too.

A reference holds all checks on the model; one that the follower lets fail says nothing of candidates and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from resources.domains.embedded_systems.board_files import HEADER, MEMORY_SCRIPT
from resources.domains.embedded_systems.build_log import read_regions
from resources.domains.embedded_systems.checks.comparing import failure
from resources.domains.embedded_systems.checks.records import MemoryCheck
from resources.domains.embedded_systems.checks.scenarios import CHECKS_FILE, ScenarioRecord, for_model, read_checks
from resources.domains.embedded_systems.interpretation.headers import header_of
from resources.domains.embedded_systems.interpretation.program import Program
from resources.domains.embedded_systems.interpretation.runs import run
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed
from resources.domains.embedded_systems.judging import judge_model
from resources.domains.embedded_systems.mcu.scenario import Scenario, read_scenario
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_MOST_WORK, _MOST_OF_A_SCENARIO = 300_000, 300_000
_STACK = re.compile(r"_stack_bytes = (\d+);")


@dataclass(frozen=True)
class Expected:
    """A scenario with the checks that the reference holds in it, its report, and the work that it took."""

    record: ScenarioRecord
    scenario: Scenario
    report: Mapping[str, Any]
    work: int


@dataclass(frozen=True)
class Board:
    """The files that a program is read with."""

    header: str
    memory: str
    watched: frozenset[str] = frozenset()
    """Variables that checks ask for."""


def board_of(bundle: EnvironmentBundle) -> Board:
    records = records_of(bundle.files.get(CHECKS_FILE, ""))
    watched = {check.memory for record in records for check in record.checks if isinstance(check, MemoryCheck)}
    return Board(bundle.files.get(HEADER, ""), bundle.files.get(MEMORY_SCRIPT, ""), frozenset(watched))


def records_of(checks: str) -> tuple[ScenarioRecord, ...]:
    """Of a checks file; none of one that cannot be read."""
    try:
        return read_checks(checks).scenarios
    except PermanentEnvironmentFailure:
        return ()


def read_program(code: str, board: Board, reader: type[Program] = Program) -> Program:
    """Raises Unfollowed."""
    try:
        stack = _STACK.search(board.memory)
        ram_bytes = read_regions(board.memory)["RAM"]
        header = header_of(board.header, reader.lines_of_header)
        return reader(code, header, ram_bytes, int(stack[1]) if stack else 0, board.watched)
    except Unfollowed:
        raise
    except Exception as error:  # a text that is hardly C: it costs a feature, never the other checks
        raise Unfollowed(f"{type(error).__name__}: {error}") from error


@lru_cache(maxsize=256)
def expected(reference: str, checks: str, board: Board) -> tuple[Expected, ...]:
    """Looked up for a known reference; empty where it cannot be followed."""
    try:
        program = read_program(reference, board)
    except Unfollowed:
        return ()
    found: list[Expected] = []
    for record in records_of(checks):
        item = _followed(program, record)
        if item is not None and sum(other.work for other in found) + item.work <= _MOST_WORK:
            found.append(item)
    return tuple(found)


def _followed(program: Program, record: ScenarioRecord) -> Expected | None:
    scenario = read_scenario(for_model(record, program.machine.memory.size))
    report = run(program, scenario, _MOST_OF_A_SCENARIO)
    if report["ended"] != "duration" or judge_model([report], None).outcome is not None:
        return None
    held = tuple(check for check in record.checks if not failure(check, report))
    return Expected(replace(record, checks=held), scenario, report, report["work"]) if held else None


def expected_of(bundle: EnvironmentBundle) -> tuple[Expected, ...]:
    return expected(bundle.reference, bundle.files.get(CHECKS_FILE, ""), board_of(bundle))
