"""Equivalence: the candidate's netlist beside the reference's, for tasks that fix every output in every cycle.

A bench ends, and a counter that goes wrong in its thousandth cycle or an adder that is wrong for one pair of operands
outlives it. Here both netlists get the same inputs: many random ones, and those that a SAT solver finds to make them
differ. Only what the simulator shows counts; a solver that gives up says nothing. Which tasks are asked is their
setting `exact` (docs/decisions.md).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.chip_design.stages.equivalence_bench import (
    RESET_CYCLES,
    Exactness,
    comparison_bench,
    comparison_module,
)
from resources.domains.chip_design.stages.netlist import named
from resources.domains.chip_design.syntax import Interface, interface_of
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.reader.apart import apart
from resources.execution.sandbox.job import Sandbox, SandboxJob, Step

SOLVER_CPU_S = 4
"""Of the tasks so marked the slowest takes a second; a candidate that needs more is compared by random inputs alone."""
_SOLUTION = "solution.txt"
_ROW = re.compile(r"^ +(?:(\d+) +)?\\(\w+) +[\d-]+ +[\da-f-]+ +([01]+) *$", re.MULTILINE)
_MISMATCH = re.compile(rb"^MISMATCH [^\n]*\n", re.MULTILINE)


@dataclass(frozen=True)
class Equivalence:
    """A bundle whose setting `exact` is `exact`, and where its candidates are compared with its reference."""

    sandbox: Sandbox
    bundle: EnvironmentBundle
    exact: Exactness

    def difference(self, netlist: str) -> bytes:
        """Lines that tell a difference between the reference's netlist and a candidate's; b"" where none was found."""
        interface = _interface(self.bundle.reference, self.bundle.settings["top"])
        gate = named(netlist, self.bundle.settings["top"], "gate").encode()
        steps = (Step("solve", self._solver()), *_simulation())
        shown, files = self._run(steps, gate, interface)
        vectors = vectors_of(files.get(_SOLUTION, b"").decode(), interface, self.exact)
        if shown or not vectors:
            return shown
        written = Step("reference", _yosys(self._read_reference()))
        return self._run((written, *_simulation()), gate, interface, vectors)[0]

    def _run(
        self, steps: Sequence[Step], gate: bytes, interface: Interface, vectors: Sequence[str] = ()
    ) -> tuple[bytes, dict[str, bytes]]:
        """What the comparison printed, and the files of the steps before it."""
        files = {
            "reference.v": self.bundle.reference.encode(),
            "gate.v": gate,
            "beside.v": comparison_module(interface, self.exact).encode(),
            "bench.v": comparison_bench(interface, self.exact, vectors).encode(),
        }
        job = SandboxJob(tuple(steps), files, collect=(_SOLUTION,), limits=self.bundle.limits)
        result = self.sandbox.run(job)
        return b"".join(_MISMATCH.findall(result.steps[-1].log)), dict(result.files)

    def _read_reference(self) -> str:
        top = self.bundle.settings["top"]
        cleaned = "proc; flatten; opt_clean"
        return f"read_verilog -sv reference.v; hierarchy -check -top {top}; {cleaned}; rename {top} gold; {_WRITE}"

    def _solver(self) -> tuple[str, ...]:
        if not self.exact.solved:
            return _yosys(self._read_reference())
        prepared = "hierarchy -check -top beside; proc; flatten; opt -fast; memory; async2sync; opt -fast"
        return _yosys(f"{self._read_reference()}; read_verilog -sv gate.v beside.v; {prepared}; {self._solve()}")

    def _solve(self) -> str:
        solve = f"tee -q -o {_SOLUTION} sat -prove differs 0 -show-inputs"
        if not self.exact.clock:
            return solve
        cycles = range(1, RESET_CYCLES + 1)
        held = " ".join(f"-set-at {cycle} {self.exact.reset} {self.exact.active}" for cycle in cycles)
        return f"{solve} -seq {RESET_CYCLES + self.exact.solved} -prove-skip {RESET_CYCLES} {held}"


_WRITE = "write_verilog -noattr gold.v"


def _yosys(script: str) -> tuple[str, ...]:
    return ("/bin/sh", "-c", f'ulimit -S -t {SOLVER_CPU_S}; exec yosys "$@"', "yosys", "-QT", "-q", "-p", script)


def _simulation() -> tuple[Step, ...]:
    """Whatever came of the solver: the reference's netlist is written before it starts."""
    sources = ("bench.v", "beside.v", "gold.v", "gate.v")
    return (
        Step("equivalence link", ("iverilog", "-g2012", "-s", "bench", "-o", "beside.vvp", *sources), always=True),
        Step("equivalence", ("vvp", "-n", "beside.vvp"), always=True),
    )


@apart
def _interface(reference: str, top: str) -> Interface:
    """Raises PermanentEnvironmentFailure where the reference has no such module."""
    found = interface_of(reference, top)
    if found is None:
        raise PermanentEnvironmentFailure(f"the reference declares no module {top} with ports")
    return found


def vectors_of(solution: str, interface: Interface, exact: Exactness) -> list[str]:
    """The inputs of each cycle that the solver found to make a difference; empty where it found none."""
    if "model found: FAIL" not in solution:
        return []
    cycles: dict[int, dict[str, str]] = {}
    for cycle, name, bits in _ROW.findall(solution):
        cycles.setdefault(int(cycle or 1), {})[name] = bits
    names = [port.name for port in exact.random_inputs(interface)]
    return [
        "".join(values[name] for name in names) for _, values in sorted(cycles.items()) if values.keys() >= {*names}
    ]
