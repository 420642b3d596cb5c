"""AssemblyBackend: runs the stages in order and names the outcome by the first that fails.

What a stage does stands in `stages`; how its runs are judged in `judging`; the yardstick in `reference`.
"""

import re
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from resources.domains.code_optimization.execution.elsewhere import PlacedPrograms, placed_tests
from resources.domains.code_optimization.execution.judging import CLOSED_CALL, judge_tests
from resources.domains.code_optimization.execution.reference import (
    CYCLES,
    Yardstick,
    counted,
    measured,
    own_timings,
    timed,
    verdict_on_speed,
    yardstick_of,
)
from resources.domains.code_optimization.execution.rejection import reject, unknown_directives
from resources.domains.code_optimization.execution.stages.build import (
    FENCE,
    Build,
    build,
    entry_functions,
)
from resources.domains.code_optimization.execution.stages.comparison import (
    compared_input,
    compared_rounds,
    read_comparison,
    rounds_of,
)
from resources.domains.code_optimization.execution.stages.counter import count, is_available
from resources.domains.code_optimization.execution.stages.harnesses import Harnesses
from resources.domains.code_optimization.execution.stages.native_path import native_findings
from resources.domains.code_optimization.execution.stages.objects import (
    MOST_STATIC_BYTES,
    Instruction,
    data_among,
    import_findings,
    instruction_findings,
    object_findings,
    read_disassembly,
    read_object,
)
from resources.domains.code_optimization.execution.stages.profile import (
    Profile,
    estimate,
    harness_findings,
    path_findings,
    read_profile,
)
from resources.domains.code_optimization.execution.stages.program import LinkedProgram, jump_findings, read_program
from resources.domains.code_optimization.execution.stages.rivals import RivalMemory, at_all_places
from resources.domains.code_optimization.execution.stages.run import (
    MeasuredRun,
    compare,
    has_rounds,
    measure,
    passes,
    run_tests,
)
from resources.domains.code_optimization.execution.test_suite import ProgramTest, read_suite
from resources.domains.code_optimization.execution.toolchain import read_toolchain
from resources.domains.code_optimization.language.acceptance import imported_names
from resources.domains.code_optimization.language.assembly import parsed
from resources.domains.code_optimization.language.normal_text import normal_text
from resources.domains.domain import Finding
from resources.domains.toolkit.candidate_words import told
from resources.domains.toolkit.judging import judge_tool
from resources.domains.toolkit.recording import Recording
from resources.domains.toolkit.references import ReferenceMemory
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import ResultCache
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.counters import USER_CYCLES, Counter
from resources.execution.sandbox.job import Ended, Sandbox

_TRAPS = "ud"
_ASSEMBLER_DIED = (
    b"assemble: limit exceeded: the assembler crashed, as it does of an expression that is nested too deeply\n"
)
_CALLS_WHAT_IT_IS_GIVEN = re.compile(r"\b(?:call|jmp)q?\s+\*")


@dataclass(frozen=True)
class _Ready:
    """A linked candidate, and how it was read: `data` stand among its `code`. `any_function` says that its task calls
    functions by their address, `voice` is the line before what its harness writes to stderr."""

    program: bytes
    linked: LinkedProgram
    code: Mapping[int, Instruction]
    data: frozenset[int]
    imported: frozenset[str]
    any_function: bool
    voice: bytes
    built: Build


class AssemblyBackend:
    """x86-64 assembly under the GNU assembler, a test-suite, callgrind and the clock. Thread-safe."""

    domain = "code_optimization"

    def __init__(self, sandbox: Sandbox, counter: Counter = USER_CYCLES) -> None:
        """`counter` is read beside the clock where this machine has it."""
        self._sandbox, self._counter = sandbox, counter
        self._references = ReferenceMemory(self._observe_reference, yardstick_of, self.toolchain)
        self._harnesses = Harnesses(sandbox)
        self._rivals = RivalMemory(sandbox)

    @cached_property
    def _toolchain(self) -> Toolchain:
        return read_toolchain(self._counter.name if self._counts else "")

    @cached_property
    def _counts(self) -> bool:
        return is_available(self._sandbox, self._counter)

    def toolchain(self) -> Toolchain:
        """Raises ToolMissing with the package's name."""
        return self._toolchain

    def remember_references(self, cache: ResultCache) -> None:
        """From now on, references' observations are looked up in `cache` before they are run."""
        self._references.use_cache(cache)

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """See the Backend protocol. The baseline is run once, when the first candidate is to be compared with it."""
        if not bundle.settings.get("entry", "").split():
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: settings need `entry`, the functions to be called")
        if candidate == bundle.reference_candidate:
            return self._references.run(bundle)
        return self._observe(bundle, candidate, is_reference=False)

    def _observe_reference(self, bundle: EnvironmentBundle) -> Observation:
        return self._observe(bundle, bundle.reference_candidate, is_reference=True)

    def _observe(self, bundle: EnvironmentBundle, candidate: Candidate, *, is_reference: bool) -> Observation:
        """The stages in order; each returns what the next needs, or None."""
        record = Recording(bundle, self.toolchain().fingerprint)
        tests = read_suite(bundle)
        with record.timed() as seconds:
            text = normal_text(candidate.code)
            findings = reject(text)
        if record.rejected("reject", findings, seconds()):
            code = text.replace("\r\n", "\n")
            built = build(self._sandbox, bundle, code.encode(), self._harnesses.of(bundle))
            ready = self._built(record, built, code)
            if ready is not None and self._tested(record, ready, tests):
                self._measured(record, ready, tests, is_reference)
        return record.observation()

    def _built(self, record: Recording, built: Build, code: str) -> _Ready | None:
        """What was built, where nothing is against it."""
        record.add(told(built.assemble_log))
        if built.assembled.ended is Ended.SIGNALLED:
            record.add(_ASSEMBLER_DIED)
            record.decided("assemble", Outcome.RESOURCE_EXCEEDED, built.assembled.seconds)
            return None
        if not record.stage("assemble", judge_tool(built.assembled, Outcome.COMPILATION_ERROR), built.assembled):
            return None
        object_file = read_object(built.inspected.log.decode("utf-8", "replace"))
        if object_file.memory > MOST_STATIC_BYTES:
            record.add(b"assemble: limit exceeded: more than %d MiB of static data\n" % (MOST_STATIC_BYTES >> 20))
            record.decided("assemble", Outcome.RESOURCE_EXCEEDED, 0.0)
            return None
        baseline = parsed(record.bundle.reference)
        exports = frozenset((*entry_functions(record.bundle), *baseline.exported))
        source = parsed(code)
        odd = (*unknown_directives(source), *object_findings(object_file, exports, source))
        if not record.rejected("reject", odd, 0.0, again=True):
            return None
        record.add(told(built.link_log))
        if not record.stage("link", judge_tool(built.linked, Outcome.LINK_ERROR), built.linked):
            return None
        if built.program is None:
            raise PermanentEnvironmentFailure(f"{record.bundle.seed_id}: the linked program did not come back")
        disassembly = read_disassembly(built.disassembled.log.decode("utf-8", "replace"))
        ready = _Ready(
            built.program,
            read_program(built.program),
            disassembly,
            data_among(disassembly, source),
            object_file.imported,
            any_function=_CALLS_WHAT_IT_IS_GIVEN.search(record.bundle.reference) is not None,
            voice=built.marks.voice,
            built=built,
        )
        calls = import_findings(object_file, imported_names(baseline), source)
        hidden = instruction_findings(ready.code, ready.data)
        jumps = jump_findings(ready.linked, ready.code, ready.imported)
        return ready if record.rejected("reject", (*calls, *hidden, *jumps), 0.0, again=True) else None

    def _tested(self, record: Recording, ready: _Ready, tests: tuple[ProgramTest, ...]) -> bool:
        runs = run_tests(self._sandbox, record.bundle, ready.program, tests, ready.built.marks.draw)
        verdict = judge_tests(tests, runs, ready.code, record.bundle.candidate_file, ready.voice)
        record.add(verdict.log.encode("utf-8", "replace"))
        record.measure({"tests": float(len(tests))})
        if verdict.outcome is Outcome.FUNCTIONAL_MISMATCH:
            record.measure({"failed_tests": float(verdict.failures)})
        paths = () if verdict.outcome else tuple(run.errors for run in runs.followed)
        odd = (native_findings(path, ready.voice, ready.linked.code, ready.code) for path in paths)
        if not record.rejected("reject", tuple(dict.fromkeys(chain.from_iterable(odd))), 0.0, again=True):
            return False
        return record.decided("test", verdict.outcome, sum(step.seconds for step in runs.steps))

    def _measured(self, record: Recording, ready: _Ready, tests: tuple[ProgramTest, ...], is_reference: bool) -> None:
        """The path and the estimate, then the clock.

        Raises EnvironmentGap where callgrind does not come to the same end: what was not read cannot pass, and a right
        answer may be none of callgrind's business.
        """
        yardstick = None if is_reference else self._yardstick(record.bundle)
        test = next(test for test in tests if test.measured)
        with record.timed() as seconds:
            run = measure(self._sandbox, record.bundle, ready.program, test)
            profile = read_profile(run.profile)
            if not record.rejected("reject", _left_the_path(run, profile, ready), 0.0, again=True):
                return
            if profile is not None and passes(test, run.step):
                guarded, rounds = entry_functions(record.bundle), rounds_of(record.bundle, test)
                odd = tuple(harness_findings(profile, ready.linked, guarded, rounds))
                if not record.rejected("reject", odd, 0.0, again=True):
                    return
            if profile is None or not passes(test, run.step):
                raise EnvironmentGap(f"{record.bundle.seed_id}: the profiler cannot follow this program to its end")
            if yardstick is not None and not yardstick.cycles:
                record.add(b"measure: no numbers, the baseline has none\n")
                record.skipped("measure", seconds())
                return
            metrics = measured(estimate(profile, ready.linked, ready.code), yardstick)
            record.measure(metrics)
            hidden, outcome = ((), None) if yardstick is None else self._timed(record, ready, tests, yardstick, metrics)
            if not record.rejected("reject", hidden, 0.0, again=True):
                return
            record.time(own_timings() if yardstick is None else {})
            self._count(record, ready, test)
        record.add(verdict_on_speed(metrics).encode())
        record.decided("measure", outcome, seconds())

    def _timed(
        self,
        record: Recording,
        ready: _Ready,
        tests: tuple[ProgramTest, ...],
        yardstick: Yardstick,
        metrics: Mapping[str, float],
    ) -> tuple[tuple[Finding, ...], Outcome | None]:
        """Baseline and candidate in turn, which is a test of its own; its path there, and large tests at each place."""
        bundle, harness = record.bundle, self._harnesses.of(record.bundle)
        stdin = compared_input(bundle, tests, yardstick.cycles, metrics[CYCLES])
        rivals = self._rivals.of(bundle, harness)
        programs = at_all_places(self._sandbox, bundle, ready.built, harness)
        again = placed_tests(tests, len(programs)) if has_rounds(bundle) else ()
        places = [(item.place, item.test) for item in again]
        runs = compare(self._sandbox, bundle, programs, rivals, stdin, places, ready.built.marks.draw)
        linked = tuple(map(read_program, programs))
        placed = PlacedPrograms(linked, entry_functions(bundle)[0], ready.code, ready.voice)
        if findings := placed.findings(runs):
            return tuple(dict.fromkeys(findings)), None
        verdict = placed.verdict(again, runs)
        if verdict is not None and verdict.outcome is not None:
            record.add(verdict.log.encode())
            return (), verdict.outcome
        comparison, bounded = read_comparison(runs.timed), tuple(filter(None, map(read_comparison, runs.bounded)))
        if any(item is not None and item.differs for item in (comparison, *bounded)):
            record.add(b"measure: wrong output in a longer run\n")
            return (), Outcome.FUNCTIONAL_MISMATCH
        rounds = compared_rounds(bundle, yardstick.cycles, metrics[CYCLES])
        least = min((item.bound_ratio for item in bounded), default=1.0)
        record.time(timed(comparison, metrics, rounds * yardstick.cycles, least) if comparison is not None else {})
        return (), None

    def _count(self, record: Recording, ready: _Ready, test: ProgramTest) -> None:
        if self._counts and (counted_run := count(self._sandbox, record.bundle, ready.program, test, self._counter)):
            record.time(counted(counted_run, self._counter.name))

    def _yardstick(self, bundle: EnvironmentBundle) -> Yardstick:
        return self._references.profile(bundle)


def _left_the_path(run: MeasuredRun, profile: Profile | None, ready: _Ready) -> tuple[Finding, ...]:
    """What the measured run did that neither text nor object shows; each once. A crash leaves a profile too."""
    if run.step.ended is Ended.SIGNALLED and run.step.exit_code == 128 + signal.SIGSYS:
        return (Finding(CLOSED_CALL, 1),)
    findings: tuple[Finding, ...] = ()
    if profile is not None:
        path = path_findings(
            profile, ready.linked, ready.code, ready.data, ready.imported, any_function=ready.any_function
        )
        findings = tuple(dict.fromkeys(path))
    if run.step.ended is Ended.SIGNALLED and not _lacks_an_instruction(run, ready):
        findings = (*findings, Finding("a crash that only callgrind meets", 1))
    return findings


def _lacks_an_instruction(run: MeasuredRun, ready: _Ready) -> bool:
    """Whether callgrind met an instruction that it cannot run (AVX-512, xlat), and not one that nothing can."""
    traps = any(item.mnemonic.startswith(_TRAPS) for item in ready.code.values() if item.function != FENCE)
    return run.step.exit_code == 128 + signal.SIGILL and not traps


def make_backend(sandbox: Sandbox) -> AssemblyBackend:
    return AssemblyBackend(sandbox)
