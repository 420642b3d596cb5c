"""AssemblyBackend: runs the stages in order and names the outcome by the first that fails.

What a stage does stands in `stages`; how its runs are judged in `stages.verdict`; the yardstick in `reference`.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.code_optimization.reference import Yardstick, counted, measured, verdict_on_speed, yardstick_of
from resources.domains.code_optimization.stages.build import Build, build, build_harness, entry_functions
from resources.domains.code_optimization.stages.counted import count, is_available
from resources.domains.code_optimization.stages.cycles import estimate, read_counts
from resources.domains.code_optimization.stages.objects import (
    Instruction,
    import_findings,
    instruction_findings,
    object_findings,
    read_disassembly,
    read_object,
)
from resources.domains.code_optimization.stages.reject import reject, unknown_directives
from resources.domains.code_optimization.stages.run import measure, run_tests
from resources.domains.code_optimization.stages.verdict import judge_tests, passes
from resources.domains.code_optimization.symbols import imported_names
from resources.domains.code_optimization.test_suite import ProgramTest, read_suite
from resources.domains.code_optimization.toolchain import read_toolchain
from resources.domains.toolkit.judging import judge_tool
from resources.domains.toolkit.recording import Recording
from resources.domains.toolkit.references import ReferenceMemory
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.cache import ResultCache
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.counters import USER_CYCLES, Counter
from resources.execution.sandbox.job import Sandbox

_REMEMBERED_HARNESSES = 256


class AssemblyBackend:
    """x86-64 assembly under the GNU assembler, a test-suite, and perf or callgrind. Thread-safe."""

    domain = "code_optimization"

    def __init__(self, sandbox: Sandbox, counter: Counter = USER_CYCLES) -> None:
        """`counter` decides on speed where this machine has it, else callgrind's estimate does."""
        self._sandbox, self._counter = sandbox, counter
        self._references = ReferenceMemory(self._observe_reference, yardstick_of, self.toolchain)
        self._harnesses: OrderedDict[str, Mapping[str, bytes]] = OrderedDict()
        self._guard = threading.Lock()

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
            findings = reject(candidate.code)
        if record.rejected("reject", findings, seconds()):
            code = candidate.code.replace("\r\n", "\n")
            built = build(self._sandbox, bundle, code.encode(), self._harness(bundle))
            if self._built(record, built, code) and built.program is not None:
                instructions = read_disassembly(built.disassembled.log.decode("utf-8", "replace"))
                if self._tested(record, built.program, tests, instructions):
                    self._measured(record, built.program, tests, instructions, is_reference)
        return record.observation()

    def _built(self, record: Recording, built: Build, code: str) -> bool:
        record.add(built.assemble_log)
        if not record.stage("assemble", judge_tool(built.assembled, Outcome.COMPILATION_ERROR), built.assembled):
            return False
        found = read_object(built.inspected.log.decode("utf-8", "replace"))
        baseline = Assembly(record.bundle.reference)
        exports = frozenset((*entry_functions(record.bundle), *baseline.exported))
        source = Assembly(code)
        odd = (*unknown_directives(source), *object_findings(found, exports, source))
        if not record.rejected("reject", odd, 0.0, again=True):
            return False
        record.add(built.link_log)
        if not record.stage("link", judge_tool(built.linked, Outcome.LINK_ERROR), built.linked):
            return False
        calls = import_findings(found, imported_names(baseline), source)
        hidden = instruction_findings(read_disassembly(built.disassembled.log.decode("utf-8", "replace")))
        return record.rejected("reject", (*calls, *hidden), 0.0, again=True)

    def _tested(
        self,
        record: Recording,
        program: bytes,
        tests: tuple[ProgramTest, ...],
        code: dict[int, Instruction],
    ) -> bool:
        runs = run_tests(self._sandbox, record.bundle, program, tests)
        verdict = judge_tests(tests, runs, code, record.bundle.candidate_file)
        record.add(verdict.log.encode("utf-8", "replace"))
        record.measure({"tests": float(len(tests))})
        if verdict.outcome is Outcome.FUNCTIONAL_MISMATCH:
            record.measure({"failed_tests": float(verdict.failures)})
        return record.decided("test", verdict.outcome, sum(step.seconds for step in runs.steps))

    def _measured(
        self,
        record: Recording,
        program: bytes,
        tests: tuple[ProgramTest, ...],
        code: dict[int, Instruction],
        is_reference: bool,
    ) -> None:
        """A candidate that callgrind cannot run, or not in time, has passed its tests and goes without numbers."""
        yardstick = None if is_reference else self._yardstick(record.bundle)
        test = next(test for test in tests if test.measured)
        run = measure(self._sandbox, record.bundle, program, test)
        counts = read_counts(run.profile) if passes(test, run.step) else None
        if counts is None or (yardstick is not None and not yardstick.cycles):
            record.add(b"measure: no numbers, the run under callgrind did not come to the same end\n")
            record.skipped("measure", run.step.seconds)
            return
        metrics = measured(estimate(counts, code), yardstick)
        with record.timed() as seconds:
            found = count(self._sandbox, record.bundle, program, test, self._counter) if self._counts else None
            metrics |= counted(found, self._counter.name, yardstick) if found is not None else {}
        record.measure(metrics)
        record.add(verdict_on_speed(metrics, self._counter.name).encode())
        record.decided("measure", None, run.step.seconds + seconds())

    def _yardstick(self, bundle: EnvironmentBundle) -> Yardstick:
        return self._references.profile(bundle)

    def _harness(self, bundle: EnvironmentBundle) -> Mapping[str, bytes]:
        """The bundle's harness as object files; compiled once, and kept for bundles with the same one."""
        parts = sorted((name, text) for name, text in bundle.files.items() if name.endswith((".c", ".h")))
        key = hashlib.sha256(repr((parts, sorted(bundle.settings.items()))).encode()).hexdigest()
        with self._guard:
            if key in self._harnesses:
                return self._harnesses[key]
        made = build_harness(self._sandbox, bundle)
        with self._guard:
            self._harnesses[key] = made
            while len(self._harnesses) > _REMEMBERED_HARNESSES:
                self._harnesses.popitem(last=False)
        return made
