"""Candidate and reference side by side under the comparison that the execution itself drives, run in Python.

The bench, its modules and its random inputs are the execution's (`stages.comparison_bench`), cut after a number of
steps. What a solver finds, and the netlist, are not looked at here: no tool is started.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.chip_design.execution.stages.comparison_bench import (
    Stimulus,
    comparison_bench,
    constants_of,
    fields_of,
)
from resources.domains.chip_design.execution.stages.comparison_modules import Sides, comparison_module
from resources.domains.chip_design.execution.stages.exactness import Exactness, exactness_of, resets_at_once
from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.language.syntax import Elaborated, is_token, kind_of, module_nodes, parse
from resources.domains.chip_design.prediction.simulator.testbench.bench_text import (
    MAXIMUM_CHARACTERS,
    elaborated_bench_text,
)
from resources.domains.chip_design.prediction.simulator.testbench.execution import Ending, run_bench
from resources.domains.toolkit.candidate_words import is_printed
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_STEPS = 150_000
"""About .1 s, a tenth of a short execution, and some thousand cycles: of thirteen wrong answers of outsiders that
passed their bench in Python this finds six; 500,000 steps find seven."""
_SUFFIX = "_beside7reference"
_DIRECTIVES = "`resetall\n`timescale 1ns/1ps\n"
"""The execution's, so that a candidate's delays mean as much."""


@dataclass(frozen=True)
class SideBySide:
    """`difference` is the first, in the tool's words, "" without one; `is_whole` where all inputs were driven."""

    difference: str
    is_whole: bool


def beside_reference(bundle: EnvironmentBundle, code: str) -> SideBySide | None:
    """None where the task fixes no outputs, or the comparison cannot be simulated. `code` was not rejected, and
    elaborates alone without errors."""
    exact = exactness_of(bundle.settings)
    return None if exact is None else side_by_side(bundle.reference, bundle.settings["top"], exact, code)


def side_by_side(reference: str, top: str, exact: Exactness, code: str) -> SideBySide | None:
    sides = Sides(top + _SUFFIX, top)
    text = _comparison(reference, exact, code, sides)
    if text is None or len(text) + len(code) > MAXIMUM_CHARACTERS:
        return None
    elaborated = elaborated_bench_text(f"{text}\n{_DIRECTIVES}{code}")
    if any(item.isError() for item in elaborated.diagnostics):
        return None
    return _run(elaborated, sides)


def _run(elaborated: Elaborated, sides: Sides) -> SideBySide | None:
    run = run_bench(elaborated, f"bench_{sides.gold}", sides.gate, {}, _STEPS)
    if run.ending is Ending.UNSUPPORTED:
        return None
    reported = re.compile(rf"{sides.gold} (MISMATCH .*)")
    lines = [match[1] for line in run.log.splitlines() if not is_printed(line) and (match := reported.match(line))]
    return SideBySide(lines[0] if lines else "", bool(lines) or run.ending is not Ending.CUT)


def _comparison(reference: str, exact: Exactness, code: str, sides: Sides) -> str | None:
    """The bench with the reference in it: all but the candidate."""
    interface = interface_of(reference, sides.gate)
    if interface is None:
        return None
    own = constants_of(code, reference)
    stimulus = Stimulus((), own, resets_at_once(exact, reference), lows=fields_of(code), named=len(own))
    try:
        bench = comparison_bench(interface, exact, stimulus, sides)
    except PermanentEnvironmentFailure:
        return None
    return bench + comparison_module(interface, exact, sides) + _set_apart(reference)


@lru_cache(maxsize=64)
def _set_apart(reference: str) -> str:
    """The reference with a suffix to its modules' names: a candidate's may have the same."""
    parsed = parse(reference)
    modules = module_nodes(parsed)
    tokens = [node.header.name for node in modules.values()]
    for node in parsed.items:
        if not is_token(node) and kind_of(node) == "HierarchyInstantiation":
            tokens.append(node.type)
        elif not is_token(node) and kind_of(node) == "NamedBlockClause":
            tokens.append(node.name)
    data = reference.encode()
    places = [(parsed.sources.getFullyOriginalLoc(item.location).offset, item.valueText) for item in tokens]
    for start, name in sorted(places, reverse=True):
        end = start + len(name.encode())
        if name in modules and data[start:end] == name.encode():
            data = data[:end] + _SUFFIX.encode() + data[end:]
    return data.decode()
