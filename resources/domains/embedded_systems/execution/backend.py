"""FirmwareBackend: runs the stages in order and names the outcome by the first that fails.

What a stage does stands in `stages` and `mcu`, how its end is read in `judging`.
"""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from resources.domains.domain import Finding
from resources.domains.embedded_systems.execution.board_files import GUARD, LINKER_SCRIPT, MEMORY_SCRIPT, STARTUP
from resources.domains.embedded_systems.execution.build_log import build_log, read_regions, region_metrics
from resources.domains.embedded_systems.execution.checks.scenarios import (
    CHECKS_FILE,
    for_model,
    read_checks,
)
from resources.domains.embedded_systems.execution.judging import (
    Judged,
    build_end,
    judge_build,
    judge_function,
    judge_model,
    judge_qemu,
    judge_renode,
    trace_lines,
)
from resources.domains.embedded_systems.execution.rejection import reject
from resources.domains.embedded_systems.execution.stages.job import (
    BoardObjects,
    Firmware,
    build_board,
    run_candidate,
    warm,
)
from resources.domains.embedded_systems.execution.stages.qemu import read_fault
from resources.domains.embedded_systems.execution.stages.renode import RenodeReading, read_log
from resources.domains.embedded_systems.execution.toolchain import read_toolchain
from resources.domains.embedded_systems.language.headers import HEADER
from resources.domains.toolkit.judging import judge_tool
from resources.domains.toolkit.recording import Recording
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentFailure, EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, Sandbox, StepResult

TRACE_LINES = 40
_NEEDED = (HEADER, STARTUP, LINKER_SCRIPT, GUARD, MEMORY_SCRIPT, CHECKS_FILE)


class FirmwareBackend:
    """Bare-metal C under arm-none-eabi-gcc, the MCU model and QEMU. Thread-safe."""

    domain = "embedded_systems"

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = warm(sandbox)
        self._boards: dict[str, BoardObjects] = {}
        self._guard = threading.Lock()

    @cached_property
    def _toolchain(self) -> Toolchain:
        return read_toolchain()

    def toolchain(self) -> Toolchain:
        """Raises ToolMissing with the package's name."""
        return self._toolchain

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """See the Backend protocol. Raises EnvironmentGap for a register that the model lacks."""
        missing = [name for name in _NEEDED if name not in bundle.files]
        if missing:
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: the bundle lacks {', '.join(missing)}")
        record = Recording(bundle, self.toolchain().fingerprint)
        with record.timed() as seconds:
            findings = reject(candidate.code)
        if record.rejected("reject", findings, seconds()):
            self._run(record, bundle, candidate)
        return record.observation()

    def run(self, bundle: EnvironmentBundle, candidate: Candidate, reached: Sequence[int] = ()) -> Firmware:
        """A candidate's steps and the model's report, not judged; with which of some instructions were executed."""
        checks = read_checks(bundle.files[CHECKS_FILE])
        ram_bytes = read_regions(bundle.files[MEMORY_SCRIPT])["RAM"]
        scenarios = [for_model(scenario, ram_bytes) | {"reached": reached} for scenario in checks.scenarios]
        code, board = candidate.code.encode(), self._board(bundle)
        return run_candidate(self._sandbox, bundle.files, board, bundle.candidate_file, code, scenarios, bundle.limits)

    def _run(self, record: Recording, bundle: EnvironmentBundle, candidate: Candidate) -> None:
        firmware = self.run(bundle, candidate)
        if self._built(record, firmware):
            self._judged(record, bundle, candidate, firmware)
            record.add(_warnings(firmware))

    def _executed(self, bundle: EnvironmentBundle, candidate: Candidate, address: int) -> bool:
        """Whether the model comes to an instruction: asked seldom, and so by running the program once more."""
        runs = self.run(bundle, candidate, (address,)).report["runs"]
        return any(address in run["reached"] for run in runs)

    def _board(self, bundle: EnvironmentBundle) -> BoardObjects:
        """The board's objects, compiled once for each text of its files."""
        texts = "\0".join(bundle.files[name] for name in (STARTUP, GUARD))
        key = hashlib.sha256(texts.encode()).hexdigest()
        with self._guard:
            if key not in self._boards:
                self._boards[key] = build_board(self._sandbox, bundle.files, bundle.limits)
            return self._boards[key]

    def _built(self, record: Recording, firmware: Firmware) -> bool:
        compiled, linked, model = firmware.compiled, firmware.linked, firmware.model
        if not self._allowed(record, firmware):
            return False
        for name, step, refusal in (
            ("compile", build_end(compiled), Outcome.COMPILATION_ERROR),
            ("link", build_end(linked), Outcome.LINK_ERROR),
        ):
            outcome = judge_build(step, refusal, record.bundle.limits.cpu_s)
            if outcome is not None:
                record.add(build_log(step.log))
            if not record.stage(name, outcome, step):
                return False
        record.measure(region_metrics(linked.log))
        return bool(firmware.report) or record.stage("model", judge_tool(model, Outcome.RUNTIME_ERROR), model)

    @staticmethod
    def _allowed(record: Recording, firmware: Firmware) -> bool:
        """What the assembly, the object file or the run shows of what is forbidden."""
        forbidden = [Finding(item["what"], 0) for item in firmware.report.get("forbidden", ())]
        return record.rejected("reject", forbidden, 0.0, again=True)

    def _judged(self, record: Recording, bundle: EnvironmentBundle, candidate: Candidate, firmware: Firmware) -> None:
        model, (qemu, *renode) = firmware.model, firmware.emulated
        report = firmware.report
        if report["gap"]:
            raise EnvironmentGap(f"{bundle.seed_id}: the MCU model lacks {report['gap']}")
        runs = report["runs"]
        executed = partial(self._executed, record.bundle, candidate)
        record.measure(run_metrics(runs))
        fault = read_fault(qemu.log)
        if not _decide(record, "model", judge_model(runs, fault), model.seconds, runs):
            return
        if not _decide(record, "qemu", judge_qemu(fault, executed), qemu.seconds, runs):
            return
        for step in renode:
            reading = read_log(step.log)
            if reading.did_not_run:
                raise _renode_failure(bundle, step, reading)
            record.measure({"renode_gaps": float(len(reading.gaps))})
            if not _decide(record, "renode", judge_renode(reading), step.seconds, runs):
                return
        function = judge_function(read_checks(bundle.files[CHECKS_FILE]).scenarios, runs)
        record.measure({"checks": float(function.checks), "failed_checks": float(function.failed)})
        _decide(record, "function", function.judged, 0.0, runs)


def _warnings(firmware: Firmware) -> bytes:
    """What compiler and linker said of a program that they let through; it comes last in the log."""
    return b"".join(build_log(step.log) for step in (firmware.compiled, firmware.linked))


def _renode_failure(bundle: EnvironmentBundle, step: StepResult, reading: RenodeReading) -> EnvironmentFailure:
    """A script that ends early fails for every program; what the sandbox stopped may be this program's doing."""
    if step.ended is Ended.EXITED:
        return PermanentEnvironmentFailure(f"Renode does not run the board: {reading.last[:300]}")
    return EnvironmentGap(f"{bundle.seed_id}: Renode was stopped: {step.ended}")


def _decide(record: Recording, stage: str, judged: Judged, seconds: float, runs: list[Mapping[str, Any]]) -> bool:
    """Writes a judged stage down; a failing one with the register trace of the scenario that it names."""
    if judged.outcome is not None:
        named = next((run for run in runs if any(_names(line, run["name"]) for line in judged.lines)), runs[0])
        record.add("\n".join([*judged.lines, *trace_lines(named, TRACE_LINES)]).encode("utf-8", "replace"))
    return record.decided(stage, judged.outcome, seconds)


def _names(line: str, scenario: str) -> bool:
    return f"scenario {scenario}:" in line or f"scenario {scenario})" in line


def run_metrics(runs: list[Mapping[str, Any]]) -> dict[str, float]:
    """Numbers over all scenarios: instructions and interrupts in sum, the stack's highest water, time asleep."""
    runs = [run for run in runs if not run["again"]]
    cycles = sum(run["cycles"] for run in runs)
    return {
        "instructions": float(sum(run["instructions"] for run in runs)),
        "register_accesses": float(sum(run["accesses"] for run in runs)),
        "interrupts": float(sum(tally["count"] for run in runs for tally in run["interrupts"].values())),
        "stack_bytes": float(max(run["stack_bytes"] for run in runs)),
        "asleep": round(sum(run["idle_cycles"] for run in runs) / max(1, cycles), 4),
    }


def make_backend(sandbox: Sandbox) -> FirmwareBackend:
    return FirmwareBackend(sandbox)
