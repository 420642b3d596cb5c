"""What the backend is bound to say of a script that its text alone fails: rejection, syntax, a certain exception.

The script is traced by the simulator, and what it meets goes through the same words as the worker's, `judging`. Defects
of geometry are left to the simulator.
"""

import ast

from resources.domains.cad_modeling.execution.judging import judge_script, located
from resources.domains.cad_modeling.execution.modeller import Modelled
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.execution.reports import Problem, ScriptReport
from resources.domains.cad_modeling.language.source import CadSource, parse_script, result_line
from resources.domains.cad_modeling.prediction.simulator.script import MOST_CHARACTERS, Trace, trace
from resources.domains.toolkit.python_errors import refusal
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

_EXITED = StepResult("script", Ended.EXITED, 0, b"", False, 0.0)
_SHAPES = {"wires": "Wire", "edges": "Edge", "faces": "Face", "vertices": "Vertex"}
"""What is left by what lies on the stack, where it is one; the log's first line is the same for several."""


def static_diagnostic(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """None where the text leaves open what happens."""
    code, file = candidate.code, bundle.candidate_file
    findings = reject(code)
    if findings:
        return Observation(Outcome.REJECTED, "reject", report(findings, file))
    if len(code) > MOST_CHARACTERS:
        return None
    refused = refusal(code.encode())
    if refused is not None:
        problem = Problem(kind=refused.kind, line=refused.line, call="", text=refused.text[:2000], path=())
        return _script(ScriptReport(stage="compile", error=problem, kind="", shape=False), code, file)
    source, traced = parse_script(code, MOST_CHARACTERS), trace(code)
    if source is None or traced is None or traced.lost or _prints(source):
        return None
    if traced.problem is not None and not _elsewhere(source, traced.problem):
        return _script(ScriptReport(stage="script", error=traced.problem, kind="", shape=False), code, file)
    return None if traced.raised else _no_solid(bundle, candidate, traced)


def _script(seen: ScriptReport, code: str, file: str) -> Observation | None:
    """What the script's stage says of a report that the worker is bound to write."""
    ruling = judge_script(Modelled(_EXITED, seen, None), file)
    if ruling.outcome is None:
        return None
    where = "" if seen.error else located(None, None, file, result_line(code))
    return Observation(ruling.outcome, "script", (where + ruling.text).encode("utf-8", "replace"))


def _no_solid(bundle: EnvironmentBundle, candidate: Candidate, traced: Trace) -> Observation | None:
    """A result that is no shape fails in the script's stage; one that is a wire, an edge or a face, at the gates."""
    code, file = candidate.code, bundle.candidate_file
    state = traced.result.state if traced.result is not None else None
    stack = state.stack if state is not None and state.sure else ""
    if traced.no_part or stack in ("none", "points"):
        kind = traced.kind or "Workplane without a shape"
        return _script(ScriptReport(stage="result", error=None, kind=kind, shape=False), code, file)
    if stack not in _SHAPES:
        return None
    log = located(None, None, file, result_line(code)) + f"gate type: the result is a {_SHAPES[stack]}, not a solid\n"
    return Observation(Outcome.GEOMETRY_ERROR, "gates", log.encode(), metrics={"defects": 1.0})


def _prints(source: CadSource) -> bool:
    """What a script prints stands before its exception, and is not followed."""
    return any(isinstance(node, ast.Name) and node.id == "print" for node in source.nodes)


def _elsewhere(source: CadSource, problem: Problem) -> bool:
    """Whether a name that is not found is set in some function: Python then speaks of a local variable."""
    if problem.kind != "NameError":
        return False
    name = problem.text.split("'")[1]
    functions = (node for node in source.nodes if isinstance(node, ast.FunctionDef | ast.Lambda))
    inside = (item for function in functions for item in ast.walk(function))
    return any(isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Store) for item in inside)
