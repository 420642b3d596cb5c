"""The CAD-modelling domain, declared."""

from collections.abc import Mapping

from resources.domains.scoring import Scoring
from resources.domains.toolkit.declaration import DeclaredDomain
from resources.execution.outcome import Outcome

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "one good solid (or as many as asked), which agrees with the expected part where it stands",
    Outcome.COMPILATION_ERROR: "Python does not compile the script, or an import fails",
    Outcome.RUNTIME_ERROR: "the script or OCCT raises an exception, or the script leaves no `result`",
    Outcome.GEOMETRY_ERROR: "the result fails a gate: type, number of solids, volume, BRepCheck, edges, overlap",
    Outcome.FUNCTIONAL_MISMATCH: "a good solid that differs: overlap, sizes, centre, voids, genus, surfaces, wall",
    Outcome.MEMORY_FAULT: "OCCT ended by a segmentation fault while it made or checked the shape",
    Outcome.RESOURCE_EXCEEDED: "the script hit the memory, output or process limit, or its shape is too large",
    Outcome.TIMEOUT: "the script, or OCCT inside it, hit the time limit",
    Outcome.REJECTED: "the script imports, reaches or assigns what no part needs",
}

DOMAIN = DeclaredDomain(
    __name__,
    title="CAD modelling (CadQuery)",
    language="python",
    outcomes=OUTCOMES,
    stages=("reject", "script", "gates", "compare"),
    scoring=Scoring(valid="gates", overlap="overlap"),
)
