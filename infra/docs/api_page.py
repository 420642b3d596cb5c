"""The page of the Python interface: protocols and records that other code may build on."""

import inspect
from pathlib import Path

from assets.bundles import certification
from icwm import engine, results
from infra.docs.markdown import page
from infra.docs.source_text import Member, constructor, members, words
from orchestration import run_graph
from resources.domains import domain, faults, importing, seed, simulation, targeted_faults
from resources.execution import backend, bundle, observation, outcome
from resources.execution.sandbox import job
from resources.generation import generator, trajectory
from resources.storage import lake, schema, warehouse
from resources.world_model import model

OPENING = (
    "Calls, which `import icwm` offers; protocols, which you may implement; and records, which they pass. Names that "
    "are not on this page may change without notice. Records are frozen dataclasses. In a wheel modules are under "
    "`icwm`, as `icwm.resources.domains.domain`; these names work in the repository too."
)
PROJECT = Path(__file__).parent.parent.parent

GROUPS: dict[str, tuple[type, ...]] = {
    "Calls": (
        engine.Engine,
        results.Imported,
        certification.Certificate,
        run_graph.RunResult,
        run_graph.StageResult,
    ),
    "Domains": (
        domain.Domain,
        domain.Cheat,
        domain.ToolRequirement,
        domain.Instructions,
        domain.Diagnostic,
        domain.Finding,
        faults.FaultInjector,
        faults.FaultKind,
        faults.Edit,
        faults.Change,
        targeted_faults.TargetedFaults,
        simulation.Simulator,
        simulation.DifferentialResult,
        simulation.Coverage,
        simulation.Difference,
        simulation.FailureSite,
    ),
    "Tasks and importers": (
        seed.TaskSeed,
        seed.SeedOrigin,
        importing.Importer,
        importing.ImportResult,
        importing.ImportProblem,
    ),
    "Execution": (
        backend.Backend,
        backend.Toolchain,
        bundle.EnvironmentBundle,
        bundle.Limits,
        bundle.Candidate,
        observation.Observation,
        observation.StageReport,
        outcome.Outcome,
        job.Sandbox,
        job.SandboxJob,
        job.Step,
    ),
    "Generation": (
        generator.Generator,
        generator.GenerationRequest,
        generator.Generation,
        trajectory.Trajectory,
        trajectory.Turn,
        trajectory.FaultRecord,
        trajectory.Source,
    ),
    "World model": (model.WorldModel, model.Query, model.Executed, model.Prediction, model.TurnExample),
    "Storage": (lake.Lake, lake.Commit, schema.TableSchema, warehouse.Warehouse),
}


def api_page() -> str:
    parts = []
    for title, classes in GROUPS.items():
        parts += [f"## {title}", *(_section(cls) for cls in classes)]
    return page("Python interface", OPENING, parts)


def _section(cls: type) -> str:
    file = Path(inspect.getfile(cls)).resolve().relative_to(PROJECT)
    parts = [f"### {cls.__name__}", f"`{cls.__module__}` ([source](../../{file}))", words(cls)]
    made = constructor(cls)
    lines = [made] if made != cls.__name__ else []
    lines += _enumeration(cls) if issubclass(cls, str) else []
    own = members(cls)
    lines += [line for member in own for line in _lines(member)]
    return "\n\n".join(
        [*(part for part in parts if part), *([f"```python\n{chr(10).join(lines)}\n```"] if lines else [])]
    )


def _enumeration(cls: type) -> list[str]:
    return [f"{name} = {str(value)!r}" for name, value in cls.__members__.items()]  # type: ignore[attr-defined]


def _lines(member: Member) -> list[str]:
    """The signature, and below it what is said of it."""
    return [member.signature, *(f"    # {line}".rstrip() for line in member.words.splitlines())]
