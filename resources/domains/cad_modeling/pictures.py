"""Pictures of a candidate for people: metadata of assets and audit reports. How is `cad_worker.drawing`."""

from collections.abc import Mapping

from resources.domains.cad_modeling.modelling import Modeller
from resources.domains.cad_modeling.reject import reject
from resources.execution.bundle import Candidate, EnvironmentBundle


def pictures(modeller: Modeller, bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, bytes]:
    """PNG and SVG by file name ("reference.png", "candidate.svg", "difference.png", …); about 3 s of CPU.

    `CadBackend.pictures` draws with the backend's own warm interpreter.
    Runs the candidate's script, in the sandbox. Empty where the script is refused or leaves no shape; without the
    shaded ones where a shape does not close. Raises PermanentEnvironmentFailure where the reference leaves no shape.
    """
    if reject(candidate.code):
        return {}
    shape = modeller.model(bundle, candidate).shape
    return {} if shape is None else modeller.draw(bundle, shape)
