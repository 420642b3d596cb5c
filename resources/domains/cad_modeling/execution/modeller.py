"""The sandboxed processes of one execution: run a script, locate a bad step, judge two shapes; and their interpreter.

Each is a job of its own: a candidate's process never sees the reference, and the judge never runs a script. The warm
interpreter only imports: a fork of a process that has run a boolean hangs in its own first one, so every geometry, the
reference's too, is made in a fork. What runs there is `worker`, whose name inside is `cad_worker`. What the results
mean is `judging`.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from resources.domains.cad_modeling.execution.reports import (
    Figures,
    Gates,
    Geometry,
    Location,
    ModellingStep,
    ModellingSteps,
    Published,
    ScriptReport,
    read_report,
)
from resources.domains.cad_modeling.execution.tolerances import tolerances_of
from resources.domains.toolkit.memory import Memory
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.sandbox.job import Sandbox, SandboxJob, SandboxResult, Step, StepResult
from resources.execution.sandbox.warm import Preload, warmed

WORKER = "/worker"
_PACKAGE = Path(__file__).parent / "worker"
_MODULES = (
    "numpy",
    "scipy.spatial",
    "cadquery",
    "manifold3d",
    "cad_worker.script",
    "cad_worker.locator",
    "cad_worker.judge",
    "cad_worker.published",
    "cad_worker.geometry",
)
_MODULE_OF_STAGE = {"locate": "locator", "pictures": "drawings"}
_PRELOAD_BYTES = 1 << 30
"""`import cadquery` alone takes 460 MB."""


@cache
def folders() -> Mapping[str, Path]:
    """Host folders that the interpreter needs inside: the virtual environment, its Python, and the worker's code."""
    roots = {Path(sys.prefix), Path(sys.base_prefix)}
    outside = {root for root in roots if not root.is_relative_to("/usr")}
    return {str(root): root for root in outside} | {f"{WORKER}/cad_worker": _PACKAGE}


@cache
def environment() -> Mapping[str, str]:
    """One thread for every library; matplotlib keeps its font list out of the work folder."""
    site = [path for path in sys.path if path.endswith("site-packages")]
    return {
        "PYTHONPATH": ":".join([*site, WORKER]),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MPLCONFIGDIR": "/tmp",
    }


def modelling(sandbox: Sandbox) -> Sandbox:
    """A sandbox whose warm interpreter has CadQuery."""
    return warmed(sandbox, Preload(sys.executable, _MODULES, folders(), environment(), _PRELOAD_BYTES))


def _command(stage: str) -> tuple[str, ...]:
    return (sys.executable, f"{WORKER}/cad_worker/command.py", _MODULE_OF_STAGE.get(stage, stage))


LARGEST_SHAPE = 16 << 20
_SCRATCH_BYTES = 64 << 20
_REMEMBERED = 256
_JUDGE_CPU_SECONDS, _JUDGE_WALL_SECONDS = 30, 180.0


@dataclass(frozen=True)
class Modelled:
    """One run of a script: its step, its report if it wrote one, and the shape if there is one."""

    step: StepResult
    report: ScriptReport | None
    shape: bytes | None


@dataclass(frozen=True)
class Judged:
    """One run of the judge; a part is None where the process ended before it."""

    step: StepResult
    gates: Gates | None
    figures: Figures | None


class Modeller:
    """Thread-safe. Shapes of references are kept: making one costs 0.1 to 0.5 s, and each is some tens of kilobytes."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = modelling(sandbox)
        self._references: Memory[str, bytes] = Memory(_REMEMBERED)

    def model(self, bundle: EnvironmentBundle, candidate: Candidate) -> Modelled:
        """Runs a candidate's script, or the reference's."""
        result = self._run("script", bundle, _script_files(bundle, candidate), ("report.json", "shape.bin"))
        report = read_report(result.files, "report.json", ScriptReport)
        return Modelled(result.steps[0], report, result.files.get("shape.bin"))

    def locate(self, bundle: EnvironmentBundle, candidate: Candidate) -> Location | None:
        """The first step of the script whose solid is bad; None where none was found."""
        result = self._run("locate", bundle, _script_files(bundle, candidate), ("location.json",))
        return read_report(result.files, "location.json", Location)

    def steps(self, bundle: EnvironmentBundle, candidate: Candidate) -> tuple[ModellingStep, ...]:
        """What each step of the script made, up to the one that failed; empty where nothing ran."""
        result = self._run("steps", bundle, _script_files(bundle, candidate), ("steps.json",))
        report = read_report(result.files, "steps.json", ModellingSteps)
        return () if report is None else report.steps

    def judge(self, bundle: EnvironmentBundle, shape: bytes) -> Judged:
        """Gates and figures of a candidate's shape. Raises PermanentEnvironmentFailure where the reference has none."""
        files = {"candidate.bin": shape, "reference.bin": self.reference(bundle), "task.json": _task(bundle)}
        result = self._run("judge", bundle, files, ("gates.json", "figures.json"))
        gates = read_report(result.files, "gates.json", Gates)
        return Judged(result.steps[0], gates, read_report(result.files, "figures.json", Figures))

    def geometry(self, bundle: EnvironmentBundle, shape: bytes) -> Geometry | None:
        """By what the shape is known again; None where the process ended before it could say."""
        result = self._run("geometry", bundle, {"shape.bin": shape}, ("geometry.json",))
        return read_report(result.files, "geometry.json", Geometry)

    def published(self, bundle: EnvironmentBundle, shape: bytes, mesh: bytes | None) -> Published | None:
        """A public script's shape beside its set's STL; None where the process ended before it could say."""
        files = {"shape.bin": shape} | ({} if mesh is None else {"published.stl": mesh})
        result = self._run("published", bundle, files, ("published.json",))
        return read_report(result.files, "published.json", Published)

    def draw(self, bundle: EnvironmentBundle, shape: bytes | None) -> Mapping[str, bytes]:
        """Pictures by file name, the reference's alone where `shape` is None; what could not be drawn is missing."""
        files = {"reference.bin": self.reference(bundle)} | ({} if shape is None else {"candidate.bin": shape})
        names = tuple(f"{part}.{form}" for part in ("reference", "candidate", "difference") for form in ("png", "svg"))
        return self._run("pictures", bundle, files, names).files

    def solids(self, bundle: EnvironmentBundle, shape: bytes | None) -> bytes:
        """Meshes as the worker writes them, of the reference alone where `shape` is None; b"" where there are none."""
        files = {"reference.bin": self.reference(bundle)} | ({} if shape is None else {"candidate.bin": shape})
        return self._run("solids", bundle, files, ("solids.json",)).files.get("solids.json", b"")

    def reference(self, bundle: EnvironmentBundle) -> bytes:
        """The reference's shape. Raises PermanentEnvironmentFailure where its script leaves none."""
        return self._references.of(bundle.hash, lambda: self._reference_shape(bundle))

    def _reference_shape(self, bundle: EnvironmentBundle) -> bytes:
        made = self.model(bundle, bundle.reference_candidate)
        if made.shape is None:
            said = made.report.error.text if made.report is not None and made.report.error is not None else ""
            raise PermanentEnvironmentFailure(f"{bundle.seed_id}: the reference leaves no shape ({said})")
        return made.shape

    def _run(
        self, stage: str, bundle: EnvironmentBundle, files: Mapping[str, bytes], collect: tuple[str, ...]
    ) -> SandboxResult:
        job = SandboxJob(
            (Step(stage, _command(stage)),),
            files,
            environment(),
            folders(),
            collect,
            LARGEST_SHAPE,
            _limits(bundle.limits, judging=stage in ("judge", "published", "geometry")),
        )
        return self._sandbox.run(job)


def _limits(limits: Limits, *, judging: bool) -> Limits:
    """The judge's own work is not the candidate's: it has room, and a limit only against shapes that never end."""
    roomy = replace(limits, scratch_bytes=max(limits.scratch_bytes, _SCRATCH_BYTES))
    if not judging:
        return roomy
    return replace(roomy, cpu_s=max(limits.cpu_s, _JUDGE_CPU_SECONDS), wall_s=max(limits.wall_s, _JUDGE_WALL_SECONDS))


def _script_files(bundle: EnvironmentBundle, candidate: Candidate) -> dict[str, bytes]:
    return {"task.json": _task(bundle), bundle.candidate_file: candidate.code.encode("utf-8", "surrogatepass")}


def _task(bundle: EnvironmentBundle) -> bytes:
    allowed = tolerances_of(bundle)
    return json.dumps(
        {
            "file": bundle.candidate_file,
            "solids": int(bundle.settings.get("solids", "1")),
            "assembly": bundle.settings.get("assembly", "no") == "yes",
            "wall": float(bundle.settings.get("wall", "0")),
            "deviation": allowed.deviation,
            "strict": not allowed.stray,
            "edges": allowed.edges,
            "pose": bundle.settings.get("pose", "named"),
            "free": json.loads(bundle.settings.get("free", "[]")),
        }
    ).encode()
