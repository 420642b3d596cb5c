"""CadBackend: rejects, runs the script, passes its shape through the gates and compares it with the reference's.

What a process does stands in `modeller` and `worker`, what its result means in `judging`.
"""

from functools import cached_property

from resources.domains.cad_modeling.execution.judging import (
    Ruling,
    flooded,
    judge_figures,
    judge_gates,
    judge_script,
    located,
    metrics,
    without_host,
)
from resources.domains.cad_modeling.execution.modeller import Judged, Modelled, Modeller
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.execution.tolerances import tolerances_of
from resources.domains.cad_modeling.execution.toolchain import read_toolchain
from resources.domains.cad_modeling.language.source import result_line
from resources.domains.toolkit.candidate_words import printed
from resources.domains.toolkit.log_text import without_sandbox_folder
from resources.domains.toolkit.recording import Recording
from resources.execution.backend import Toolchain
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.sandbox.job import Sandbox


class CadBackend:
    """CadQuery scripts, judged by the solid that they leave. Thread-safe."""

    domain = "cad_modeling"

    def __init__(self, sandbox: Sandbox) -> None:
        self._modeller = Modeller(sandbox)

    @cached_property
    def _toolchain(self) -> Toolchain:
        return read_toolchain()

    def toolchain(self) -> Toolchain:
        """Raises ToolMissing with the package's name."""
        return self._toolchain

    def execute(self, bundle: EnvironmentBundle, candidate: Candidate) -> Observation:
        """See the Backend protocol. The bundle's reference is modelled first, once, if it has not been yet."""
        allowed = tolerances_of(bundle)
        record = Recording(bundle, self.toolchain().fingerprint)
        with record.timed() as seconds:
            findings = reject(candidate.code)
        if not record.rejected("reject", findings, seconds()):
            return record.observation()
        shape = self._script(record, candidate)
        if shape is not None:
            judged = self._modeller.judge(bundle, shape)
            if self._gates(record, candidate, judged):
                wall = float(bundle.settings.get("wall", "0"))
                if judged.figures is not None:
                    record.measure(metrics(judged.figures, allowed))
                _stage(record, "compare", judge_figures(judged, allowed, wall), judged)
        return record.observation()

    def _script(self, record: Recording, candidate: Candidate) -> bytes | None:
        """The candidate's shape, None where there is none to judge."""
        file = record.bundle.candidate_file
        run = self._modeller.model(record.bundle, candidate)
        record.add(printed(without_host(without_sandbox_folder(run.step.log))))
        record.add(flooded(run.step, record.bundle.limits.log_bytes).encode())
        ruling = judge_script(run, file)
        if run.report is not None and run.report.error is None and not run.report.shape:
            record.add(located(None, None, file, result_line(candidate.code)).encode())
        return run.shape if _stage(record, "script", ruling, run) else None

    def _gates(self, record: Recording, candidate: Candidate, judged: Judged) -> bool:
        """A solid that fails is traced to the step of the script that made it."""
        ruling = judge_gates(judged)
        if judged.gates is not None and judged.gates.defects:
            location = self._modeller.locate(record.bundle, candidate) if _inside(judged) else None
            line = result_line(candidate.code)
            record.add(located(judged.gates, location, record.bundle.candidate_file, line).encode())
            record.measure({"defects": float(len(judged.gates.defects))})
        if ruling.outcome is None:
            # The judge is one process: its seconds are written down once, with the comparison.
            return record.decided("gates", None, 0.0)
        return _stage(record, "gates", ruling, judged)


def _inside(judged: Judged) -> bool:
    """Whether a solid is bad in itself; a wrong number of solids is no step's."""
    return judged.gates is not None and any(
        defect.gate in ("volume", "BRepCheck", "tolerance", "edges", "crossing") for defect in judged.gates.defects
    )


def _stage(record: Recording, name: str, ruling: Ruling, run: Modelled | Judged) -> bool:
    record.add(ruling.text.encode("utf-8", "replace"))
    return record.stage(name, ruling.outcome, run.step)


def make_backend(sandbox: Sandbox) -> CadBackend:
    return CadBackend(sandbox)
