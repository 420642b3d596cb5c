"""Equivalence: the candidate's netlist beside the reference's, for tasks that fix every output in every cycle.

A bench ends, and a counter that goes wrong in its thousandth cycle or an adder that is wrong for one pair of operands
outlives it. Yosys puts both netlists side by side, and ABC proves that no inputs make them differ in any cycle, or
finds some that do. Where it proves it, no netlist is run; else both get what ABC found and many random inputs. Only
what the simulator shows counts; a solver that gives up says nothing. What a netlist leaves unknown is any value to the
solver, and 0 and then 1 to the simulator; so is what registers hold before the reset, in two proofs. The source is run
beside the reference as well, for it may be another design than its netlist; briefly where the netlist is proved and
nothing in the text hints at that. Which tasks are asked is their setting `exact` (docs/decisions.md).
"""

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from resources.domains.chip_design.execution.stages.analyse import COMPILER, DIRECTIVES
from resources.domains.chip_design.execution.stages.comparison_bench import (
    Stimulus,
    comparison_bench,
    constants_of,
    fields_of,
)
from resources.domains.chip_design.execution.stages.comparison_modules import (
    DRAWS,
    RESET_DRAWS,
    Sides,
    comparison_module,
    edgewise_module,
    miter_module,
)
from resources.domains.chip_design.execution.stages.coverage import LISTS, LOOSE, coverage_commands, covers_all
from resources.domains.chip_design.execution.stages.event_order import order_dependence
from resources.domains.chip_design.execution.stages.exactness import OWN_CLOCK, Exactness, bit_names, resets_at_once
from resources.domains.chip_design.execution.stages.netlist import choices, closed, named, scattered
from resources.domains.chip_design.execution.stages.second_reading import Reading, Wires, read_again
from resources.domains.chip_design.execution.stages.unseen_logic import (
    ENVIRONMENT,
    FOUND,
    folders,
    pair_commands,
    search_step,
)
from resources.domains.chip_design.language.delays import delays_of
from resources.domains.chip_design.language.interface import Interface, interface_of
from resources.domains.chip_design.language.races import raced_signal
from resources.domains.chip_design.language.sensitivity import unwatched_signal
from resources.domains.chip_design.language.updates import updates_of
from resources.domains.toolkit.judging import LIMITS
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.reader.apart import apart
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult, Step

SOLVER_CPU_S = 4
"""Of the tasks so marked the slowest takes half a second; a candidate that needs more is compared by random inputs."""
MITER_CPU_S = 12
"""A right processor with a program memory of its own takes up to six, by machine; without a miter it has no verdict."""
READING_CPU_S = 2 * MITER_CPU_S
"""What it reads is the netlist that is proved, and what Icarus made of the same source: twice as much at most."""
SOLVER_CONFLICTS = 4000
"""About a second: where a difference is found at all, it takes a tenth of them."""
_PROOF = "read_aiger miter.aig; &get -n; &scorr; &put; pdr -T 1; write_cex -s -n deep.txt"
"""Property-directed reachability has no bound in cycles: it finds what forty chosen inputs in a row open, and proves
right answers that share no structure with the reference. Its limit is in CPU seconds: of 35 answers by two authors that
were tried it proves 26 in one and 30 in four, which a right processor then takes four times, for each power-up."""
_FRAMES = 512
_LONG, _RARE = f"-F {_FRAMES} -W 16 -R 6 -S 1", "-F 64 -W 16 -R 80 -S 4"
"""Random inputs for 1,024 designs side by side: six times 512 cycles from the reset, which hold whole frames of serial
lines, and eighty times 64, of which four follow each other from states that were rare. Eight million cycles of 4,000
nodes take a second."""
_PATIENT = 66_000
_FOR_LONG = f"sim3 -F {_PATIENT} -W 1 -R 1"
"""Sixty-four designs from one reset to the time when a counter of sixteen bits has run over."""
_ASSERTED_LATE = re.compile(rb"asserted in frame (\d+)")
_VECTORS = ("deep.txt", "solution.txt", "long.txt", "rare.txt")
_PROVE, _SOLVE = "prove", "solve"
_PROVING = 'yosys-abc -c "$1" >proof.txt; cat proof.txt'
_UNLESS_PROVED = 'grep -q "Property proved" proof.txt || exec yosys-abc -c "$1"'
_INPUT = re.compile(r"^([^@\n]+)@(\d+)=([01])$", re.MULTILINE)
_TWO_DESIGNS = re.compile(
    r"translate_o|synthesis_o|full_case|parallel_case|`(?:ifn?def|elsif)\b"
    r"|'s?[bodh]?[0-9a-f_]*[xz]|\bcase[xz]\b|[=!]==|\b(?:function|task)\b|@\s*\((?!\s*(?:\*|posedge\b|negedge\b))",
    re.IGNORECASE,
)
"""What is one thing to a simulator and may be another to synthesis: text, values, lists of signals to wait for."""
_WRITTEN = "opt_expr -mux_undef gate/t:$memwr_v2 %ci2:+[ADDR,DATA,EN] gate/t:$mux gate/t:$pmux %u %i; opt_clean"
_MEMORY = re.compile(r"^[ \t]*(?:reg|logic|bit)\b[^;()\n]*\w *\[[^\]\n]*\]\s*[;,=]", re.MULTILINE)
"""A reference's memory holds unknown words at first, which a candidate's need not be like."""
_PROVED = re.compile(rb"^Property proved", re.MULTILINE)
_MITER_REGISTERS = ("cycle", "often", "never", "word")
"""They count cycles and draw resets."""

_DIRECTIVES = b"`resetall\n`timescale 1ns/1ps\n"
"""A cycle of the bench takes 110 units: a delay of some makes no difference, one of a thousand is cycles late."""


@dataclass(frozen=True)
class Equivalence:
    """A bundle whose setting `exact` is `exact`, and where its candidates are compared with its reference."""

    sandbox: Sandbox
    bundle: EnvironmentBundle
    exact: Exactness
    outweighs: bool = False
    """Whether the candidate is of another order of size than the reference: it would choose how well it is checked."""
    secret: str = field(default_factory=lambda: secrets.token_hex(8))
    """Part of the names of the comparison's modules, which a source could otherwise declare, too."""

    def difference(self, netlist: str, source: str, processes: str, program: bytes) -> bytes:
        """Lines that tell a difference between the reference's netlist and a candidate; b"" where none was found.

        Raises EnvironmentGap where that says nothing of the source. `processes` is what Yosys read of it, `program`
        what Icarus compiled.
        """
        top = self.bundle.settings["top"]
        interface = _interface(self.bundle.reference, top)
        gate = closed(named(netlist, top, "gate"), interface.named("input"))
        memories = _MEMORY.search(self.bundle.reference) is None
        solved = list(self._solved(gate, interface)) if self.exact.solved else []
        is_proved = bool(solved) and is_proof(solved[-1])
        searched = [self._solve(gate.encode(), "zero", interface)] if self.exact.is_only_searched else []
        gates = [] if is_proved else [_Gate("gate", text.encode()) for text in choices(gate, memories)]
        gates.append(_Gate(top, source.encode(), self.bundle.candidate_file))
        results = [*solved, *searched]
        solutions = [result.files.get(name, b"").decode() for result in results for name in (*_VECTORS, *FOUND)]
        vectors = [vector for text in solutions for vector in vectors_of(text, interface, self.exact)]
        own = constants_of(source, self.bundle.reference)
        constants = list(dict.fromkeys([*own, *constants_of(netlist, self.bundle.reference)]))
        unsure = _depends_on_order(source, processes)
        reading = self._second_reading(program, gate, interface) if is_proved else None
        is_brief = reading is not None and reading.is_same
        is_brief = is_brief and not (_TWO_DESIGNS.search(source) or delays_of(source).present or unsure)
        fields = fields_of(source) or fields_of(netlist)
        at_once, patience = resets_at_once(self.exact, self.bundle.reference), patience_of(solved)
        stimulus = Stimulus(vectors, constants, at_once, is_brief, patience, fields, len(own))
        found = self._simulate(gates, interface, stimulus) or self._unless_evasive(solved, gate, interface)
        if unsure and not found:
            raise EnvironmentGap(f"simulation and synthesis may differ: {unsure}")
        if reading is not None and not found and not reading.is_same:
            self._judge_reading(reading, interface)
        return found

    def _second_reading(self, program: bytes, gate: str, interface: Interface) -> Reading:
        top, limits = self.bundle.settings["top"], self.bundle.limits
        wires = Wires(self._clock(), tuple(self.exact.resets))
        return read_again(self.sandbox, program, gate, top, interface, wires, READING_CPU_S, limits)

    def _judge_reading(self, reading: Reading, interface: Interface) -> None:
        """Raises EnvironmentGap where nobody can read what was simulated, or reads a design in it that is not proved to
        be the reference, though Yosys's is: the proof is of something else then."""
        if reading.unread:
            raise EnvironmentGap(f"what Icarus compiled cannot be read as hardware: {reading.unread}")
        if not reading.netlist:
            raise EnvironmentGap("Yosys read no netlist in what Icarus compiled, or not in its time")
        gate = closed(reading.netlist, interface.named("input"))
        if is_proof(self._solve(gate.encode(), "zero", interface)):
            return
        if reading.is_other:
            raise EnvironmentGap("Icarus reads another design in the source than Yosys, and nothing is proved of it")
        raise EnvironmentGap(
            "nothing proves that Icarus reads the design in the source that Yosys reads, or a right one"
        )

    def _unless_evasive(self, solved: Sequence[SandboxResult], gate: str, interface: Interface) -> bytes:
        """Raises EnvironmentGap where a candidate alone has chosen that no solver judges it: by its size, or by clock
        edges that the reference does not have and with which nothing is proved either."""
        if not solved or is_proof(solved[-1]):
            return b""
        if self.outweighs or solved[-1].steps[0].ended in LIMITS:
            raise EnvironmentGap("the design is so much larger than the reference that nothing can be proved of it")
        if solved[-1].files.get(LOOSE, b"").strip() and not self._is_proved_edgewise(gate, interface):
            raise EnvironmentGap("registers wait for other clock edges than the task's, and nothing is proved of them")
        return b""

    def _is_proved_edgewise(self, gate: str, interface: Interface) -> bool:
        """Whether both designs are the same at every edge of the clock and of what is made of it."""
        texts = ((gate, "zero"), (gate, "one"), (scattered(gate), "zero"), (scattered(gate, other=True), "zero"))
        return all(_says_proved(self._solve_edgewise(text, first, interface)) for text, first in texts)

    def _solve_edgewise(self, gate: str, first: str, interface: Interface) -> SandboxResult:
        prepared = (
            f"{self._read_reference()}; read_verilog -sv gate.v miter.v; read_verilog -sv -formal edgewise.v",
            f"hierarchy -check -top edgewise; proc; {_WRITTEN}; memory_collect; memory_share -nosat",
            f"setundef -undriven -anyseq gate; flatten; opt_clean; memory_map; opt_clean; setundef -init -{first}",
            "clk2fflogic; opt -fast; techmap; opt_clean; aigmap; write_aiger -zinit -symbols miter.aig",
        )
        steps = (
            Step("miter", _limited("yosys", "-QT", "-q", "-p", "; ".join(prepared), cpu_s=MITER_CPU_S)),
            Step(_PROVE, _limited("sh", "-c", _PROVING, "sh", _PROOF, cpu_s=2 * SOLVER_CPU_S)),
        )
        files = {
            "reference.v": self.bundle.reference.encode(),
            "gate.v": gate.encode(),
            "miter.v": miter_module(interface, self.exact).encode(),
            "edgewise.v": edgewise_module(interface, self.exact).encode(),
        }
        return self.sandbox.run(SandboxJob(steps, files, limits=self.bundle.limits))

    def _solved(self, gate: str, interface: Interface) -> Iterator[SandboxResult]:
        """Registers begin at 0 in both designs, then at 1, then the candidate's with any bits, for as long as that
        proves something."""
        for text, first in (
            (gate, "zero"),
            (gate, "one"),
            (scattered(gate), "zero"),
            (scattered(gate, other=True), "zero"),
        ):
            result = self._solve(text.encode(), first, interface)
            yield result
            if not is_proof(result):
                return

    def _solve(self, gate: bytes, first: str, interface: Interface) -> SandboxResult:
        """Both netlists in one AIG whose only output is that they differ, and what ABC says of it.

        What is written to a memory where nothing is written is unknown in the text, and taken for what is written.
        """
        prepared = (
            f"{self._read_reference()}; read_verilog -sv gate.v miter.v; hierarchy -check -top miter; proc",
            "design -push-copy; flatten; opt_clean",
            *coverage_commands(self._clock(), ("driven",), _MITER_REGISTERS),
            "design -pop",
            _WRITTEN,
            "simplemap gate/t:$mux; opt_expr gate; opt_clean gate; memory_collect; memory_share -nosat",
            "setundef -undriven -anyseq gate; flatten; opt_clean",
            f"opt -fast -nodffe -nosdff; memory_map; opt_clean; async2sync; dffunmap; setundef -init -{first}",
            "techmap; opt_clean; aigmap; write_aiger -zinit -symbols miter.aig",
            pair_commands(),
        )
        cpu_s = MITER_CPU_S if self.exact.solved else SOLVER_CPU_S
        frames = self.exact.frames + self.exact.words(interface)
        solver = (
            "read_aiger miter.aig; &get -n; &scorr; &put",
            f"bmc3 -F {frames} -C {SOLVER_CONFLICTS}; write_cex -s -n {_VECTORS[1]}",
            f"sim3 {_LONG}; write_cex -s -n {_VECTORS[2]}; sim3 {_RARE}; write_cex -s -n {_VECTORS[3]}",
            _FOR_LONG,
        )
        proving = (
            Step(_PROVE, _limited("sh", "-c", _PROVING, "sh", _PROOF, cpu_s=2 * SOLVER_CPU_S)),
            Step(_SOLVE, _limited("sh", "-c", _UNLESS_PROVED, "sh", "; ".join(solver))),
        )
        steps = (
            Step("miter", _limited("yosys", "-QT", "-q", "-p", "; ".join(prepared), cpu_s=cpu_s)),
            *(proving if self.exact.solved else ()),
            search_step("unseen", _VECTORS),
            Step("inputs", ("/bin/sh", "-c", f"sed -i -E '/^n[0-9]+@/d' {' '.join((*_VECTORS, *FOUND))}"), always=True),
        )
        files = {
            "reference.v": self.bundle.reference.encode(),
            "gate.v": gate,
            "miter.v": miter_module(interface, self.exact).encode(),
        }
        collected = (*_VECTORS, *FOUND, *LISTS)
        job = SandboxJob(steps, files, ENVIRONMENT, folders(), collected, limits=self.bundle.limits)
        return self.sandbox.run(job)

    def _clock(self) -> str:
        return self.exact.clocks[0] if self.exact.clocks else OWN_CLOCK

    def _simulate(self, gates: Sequence["_Gate"], interface: Interface, stimulus: Stimulus) -> bytes:
        """What the first comparison that found a difference printed."""
        gold = f"gold_{self.secret}"
        reference, written = f"reference_{self.secret}.v", f"{gold}.v"
        read = f"{self._read_reference(reference)}; rename gold {gold}; write_verilog -noattr {written}"
        steps = [Step("gold", _limited("yosys", "-QT", "-q", "-p", read))]
        files = {reference: self.bundle.reference.encode(), DIRECTIVES: _DIRECTIVES}
        for index, gate in enumerate(gates):
            sides, place = Sides(gold, gate.module), f"side{index}_{self.secret}_"
            file = gate.file or f"{place}gate.v"
            texts = {
                f"{place}bench.v": comparison_bench(interface, self.exact, stimulus, sides).encode(),
                f"{place}beside.v": comparison_module(interface, self.exact, sides).encode(),
            }
            program, files = f"{place}.vvp", files | texts | {file: gate.text}
            link = (*COMPILER, "-s", f"bench_{gold}", "-o", program, *texts, DIRECTIVES, file, written)
            steps.append(Step("equivalence link", link, always=True))
            steps.append(Step("equivalence", ("vvp", "-n", program), always=True))
        result = self.sandbox.run(SandboxJob(tuple(steps), files, limits=self.bundle.limits))
        mismatch = re.compile(rb"%b (MISMATCH [^\n]*\n)" % gold.encode())
        shown = [b"".join(mismatch.findall(step.log)) for step in result.steps if step.name == "equivalence"]
        return next(filter(None, shown), b"")

    def _read_reference(self, file: str = "reference.v") -> str:
        top = self.bundle.settings["top"]
        return f"read_verilog -sv {file}; hierarchy -check -top {top}; proc; flatten; opt_clean; rename {top} gold"


@dataclass(frozen=True)
class _Gate:
    """A candidate's text that is compared: a netlist, or its source, which has the name of its file in every run."""

    module: str
    text: bytes
    file: str = ""


def _depends_on_order(source: str, processes: str) -> str:
    """Why a source may be another design than its netlist where no stimulus looks; "" where nothing says so."""
    if race := raced_signal(source):
        return f"a clocked block sets `{race}` with `=`, and the simulator chooses whether what reads it comes first"
    if unwatched := unwatched_signal(source):
        return f"logic that reads `{unwatched}` does not wait for it"
    return order_dependence(processes, updates_of(source))


def _limited(program: str, *arguments: str, cpu_s: int = SOLVER_CPU_S) -> tuple[str, ...]:
    return ("/bin/sh", "-c", f'ulimit -S -t {cpu_s}; exec {program} "$@"', program, *arguments)


@apart
def _interface(reference: str, top: str) -> Interface:
    """Raises PermanentEnvironmentFailure where the reference has no such module."""
    interface = interface_of(reference, top)
    if interface is None:
        raise PermanentEnvironmentFailure(f"the reference declares no module {top} with ports")
    return interface


def is_proof(result: SandboxResult) -> bool:
    return _says_proved(result) and covers_all(result.files)


def _says_proved(result: SandboxResult) -> bool:
    return any(_PROVED.search(step.log) for step in result.steps if step.name == _PROVE)


def patience_of(results: Sequence[SandboxResult]) -> int:
    """Cycles without a reset in which a difference shows that shorter runs did not; 0 without one."""
    logs = b"".join(step.log for result in results for step in result.steps if step.name == _SOLVE)
    late = [int(frame) for frame in _ASSERTED_LATE.findall(logs)]
    return late[-1] + 64 if late and min(late) > _FRAMES else 0


def vectors_of(solution: str, interface: Interface, exact: Exactness) -> list[str]:
    """The inputs of each cycle that the solver found to make a difference; empty where it found none."""
    cycles: dict[int, dict[str, str]] = {}
    for names, cycle, bit in _INPUT.findall(solution):
        cycles.setdefault(int(cycle), {}).update(dict.fromkeys(names.split(), bit))
    inputs = exact.random_inputs(interface)
    vectors, often, never = [], "0", "0"
    for cycle, bits in sorted(cycles.items()):
        draws = [bits.get(f"{DRAWS}[{place}]", "0") for place in range(RESET_DRAWS + 2)]
        is_filling = 0 <= cycle - exact.skipped < exact.words(interface)
        resets = (
            not is_filling
            and never == "0"
            and "0" not in draws[1 : RESET_DRAWS // 2 + 1]
            and (often == "1" or "0" not in draws[1:-1])
        )
        is_reset = cycle < exact.skipped or resets
        often, never = (draws[0], draws[-1]) if is_reset else (often, never)
        bits |= _filling(cycle - exact.skipped, interface, exact)
        bits |= {reset: str(active if is_reset else 1 - active) for reset, active in exact.resets.items()}
        vectors.append("".join(bits.get(bit, "0") for port in inputs for bit in bit_names(port)))
    return vectors


def _filling(word: int, interface: Interface, exact: Exactness) -> dict[str, str]:
    """What the miter drives while it fills a memory, whatever the solver chose for these inputs."""
    if exact.filled is None or not 0 <= word < exact.words(interface):
        return {}
    address = next(port for port in interface.ports if port.name == exact.filled[0])
    names = bit_names(address)
    return {exact.filled[1]: "1"} | dict(zip(names, f"{word:0{len(names)}b}", strict=True))
