"""One run of a bench with a candidate: what the bench reported, or how far it came.

Bench and candidate are one text to pyslang, as they are to Icarus. The run is cut after a number of steps; what the
bench has counted by then is read where its verdict would be written.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from resources.domains.chip_design.execution.stages.bench import VERDICT_MARK
from resources.domains.chip_design.language.syntax import Elaborated
from resources.domains.chip_design.prediction.simulator.testbench.elaboration import (
    Elaboration,
    Start,
    Thread,
    elaborated_bench,
)
from resources.domains.chip_design.prediction.simulator.testbench.kernel import BudgetSpent, Finished, Kernel, Process
from resources.domains.chip_design.prediction.simulator.testbench.system_tasks import Run
from resources.domains.chip_design.prediction.simulator.testbench.values import RUNTIME, Unknown, known
from resources.domains.toolkit.candidate_words import interleaved
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_STUCK = 0.9
"""The share of all steps that one time step may take before it counts as one without an end."""
_VERDICT = re.compile(re.escape(VERDICT_MARK) + r"\s+checks=\s*(\d+)\s+errors=\s*(\d+)")


class Ending(StrEnum):
    REPORTED = "reported"
    SILENT = "silent"
    """It came to its end without one verdict."""
    CUT = "cut"
    """The steps were used up."""
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True)
class BenchRun:
    """`checks` and `errors` as reported, or as counted so far (-1 where that is not known); `log` without verdict."""

    ending: Ending
    checks: int = -1
    errors: int = -1
    log: str = ""
    steps: int = 0
    why: str = ""
    faults: frozenset[str] = frozenset()
    """Codes of the errors that pyslang finds."""
    is_stuck: bool = False
    """It was cut in a time step that never settles."""


def run_bench(elaborated: Elaborated, bench_top: str, candidate: str, files: Mapping[str, str], room: int) -> BenchRun:
    """`elaborated` is bench and candidate, whose module is called `candidate`. Raises nothing but what a parser may."""
    top = next((item for item in elaborated.compilation.getRoot().topInstances if item.name == bench_top), None)
    if top is None:
        return BenchRun(Ending.UNSUPPORTED, why="no such bench")
    try:
        return _run(elaborated_bench(top, candidate), files, room)
    except (UnsupportedConstruct, RecursionError, AttributeError, SyntaxError) as error:
        # pyslang has a class of its own for what is invalid, without what the class of its valid kin has.
        return BenchRun(Ending.UNSUPPORTED, why=getattr(error, "why", type(error).__name__))


def _run(elaboration: Elaboration, files: Mapping[str, str], room: int) -> BenchRun:
    program = elaboration.program
    kernel = Kernel([shape.initial() for shape in program.signals.shapes], room)
    run = Run(kernel, files)
    names = _compiled(elaboration, kernel, run)
    try:
        _start(elaboration, kernel, names)
        kernel.run()
    except Finished:
        pass
    except BudgetSpent:
        return _counted(kernel, names, run, elaboration.counters)
    for name in elaboration.final:
        try:
            names[name]()
        except (Finished, BudgetSpent):
            break
    return _reported(kernel, run)


def _compiled(elaboration: Elaboration, kernel: Kernel, run: Run) -> dict[str, Any]:
    names: dict[str, Any] = {
        "k": kernel,
        "v": kernel.values,
        "put": kernel.put,
        "put_part": kernel.put_part,
        "put_element": kernel.put_element,
        "put_element_part": kernel.put_element_part,
        "step": kernel.step,
        "Unknown": Unknown,
        **RUNTIME,
        **run.names(),
        **elaboration.program.constants,
        **elaboration.program.watches,
    }
    exec(compile(elaboration.source, "bench", "exec"), names)
    return names


def _start(elaboration: Elaboration, kernel: Kernel, names: Mapping[str, Any]) -> None:
    """Variables have their first values before anything waits."""
    names["initials"]()
    turns: dict[Start, list[Process]] = {start: [] for start in Start}
    for item in elaboration.processes:
        if isinstance(item, Thread):
            turns[Start.IN_TURN].append(kernel.spawn(names[item.name]()))
            continue
        process = Process(names[item.name], item.cost)
        if item.start is Start.IN_TURN:
            turns[Start.IN_TURN].append(Process(partial(kernel.watch, process, item.watches)))
            continue
        kernel.watch(process, item.watches)
        if item.start is not Start.WAITING:
            turns[item.start].append(process)
    for start in (Start.FIRST, Start.IN_TURN, Start.LAST):
        for process in turns[start]:
            kernel.start(process)


def _reported(kernel: Kernel, run: Run) -> BenchRun:
    log = interleaved(run.log).decode("utf-8", "replace")
    verdicts = _VERDICT.findall(b"".join(said.text for said in run.log if not said.is_candidates).decode())
    text = "".join(line for line in log.splitlines(keepends=True) if VERDICT_MARK not in line)
    if len(verdicts) != 1:
        return BenchRun(Ending.SILENT, log=text, steps=kernel.taken)
    return BenchRun(Ending.REPORTED, int(verdicts[0][0]), int(verdicts[0][1]), text, kernel.taken)


def _counted(kernel: Kernel, names: Mapping[str, Any], run: Run, counters: Sequence[int]) -> BenchRun:
    """A bench may count errors of its own and report them only at its end."""
    try:
        counts = [int(value) for value in names["verdict"]()]
    except (TypeError, ValueError):
        counts = []
    checks, errors = counts if len(counts) == 2 else (-1, -1)
    errors = max(errors, *(known(kernel.values[slot]) for slot in counters), -1)
    is_stuck = kernel.taken - kernel.taken_before > kernel.room * _STUCK
    log = interleaved(run.log).decode("utf-8", "replace")
    return BenchRun(Ending.CUT, checks, errors, log, kernel.taken, is_stuck=is_stuck)
