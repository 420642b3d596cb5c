"""The original as the sandbox builds it: twice, since one that is another part each time is no oracle, and through the
gates that every answer passes. Its measures go into the prompt.
"""

from resources.domains.cad_modeling.execution.modeller import Modelled, Modeller
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.execution.reports import Measures
from resources.domains.cad_modeling.execution.tolerances import TOLERANCES, differences
from resources.domains.cad_modeling.tasks.importers.wild.cut import CannotCut
from resources.domains.cad_modeling.tasks.library import CANDIDATE_FILE, LIMITS
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

TOLERANCE = "measured"
MOST_SOLIDS = 16


def measures_of(modeller: Modeller, seed_id: str, reference: str) -> Measures:
    """Raises CannotCut where the text may not run, leaves no good solid, or not the same each time."""
    if findings := reject(reference):
        raise CannotCut(f"no candidate may contain it: {findings[0].what} in line {findings[0].line}")
    settings = {"tolerance": TOLERANCE, "solids": "0"}
    bundle = EnvironmentBundle(
        "cad_modeling", seed_id, "", "", CANDIDATE_FILE, reference, settings=settings, limits=LIMITS
    )
    run = modeller.model(bundle, Candidate(reference))
    if run.shape is None:
        raise CannotCut(f"it leaves no part: {_said(run)}")
    try:
        judged = modeller.judge(bundle, run.shape)
    except PermanentEnvironmentFailure as error:
        raise CannotCut(f"it leaves a part only at times: {error}") from None
    if judged.gates is not None and judged.gates.defects:
        raise CannotCut(f"it leaves no good solid: {judged.gates.defects[0].text}")
    if judged.figures is None:
        raise CannotCut("it leaves no solid that can be measured")
    if apart := differences(judged.figures, TOLERANCES[TOLERANCE], 0.0):
        raise CannotCut(f"it is another part each time: {apart[0]}")
    if judged.figures.reference.solids > MOST_SOLIDS:
        raise CannotCut(f"over a size limit: {judged.figures.reference.solids} solids; at most {MOST_SOLIDS}")
    return judged.figures.reference


def _said(run: Modelled) -> str:
    report = run.report
    if report is None:
        return run.step.ended.value
    return f"{report.error.kind}: {report.error.text}" if report.error is not None else f"it is {report.kind}"
