"""PartFingerprinter: the part that a script makes, by figures that do not say how it was made; its own form."""

import math
from functools import cached_property

from resources.domains.cad_modeling.execution.modeller import Modeller
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.cad_modeling.execution.reports import Geometry
from resources.domains.cad_modeling.execution.toolchain import read_toolchain
from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint, digest
from resources.domains.toolkit.python_form import python_fingerprint
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart
from resources.execution.sandbox.job import Sandbox

FORM_VERSION = "1"
STEP = 2e-4
"""Two figures in one step of this size, in shares of themselves, are one. Exact integrals of one part that was built in
two ways agree to 1e-9, so that 1 in 100,000 lies on a step's edge."""
_ASIDE = 0.3819
"""Steps begin beside whole numbers, where sizes of parts lie."""


class PartFingerprinter:
    """See the Fingerprinter protocol."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._modeller = Modeller(sandbox)

    @cached_property
    def version(self) -> str:
        return f"{FORM_VERSION}, {read_toolchain().fingerprint}"

    def fingerprint(self, bundle: EnvironmentBundle, candidate: Candidate) -> Fingerprint:
        """See the Fingerprinter protocol. A script that leaves no solid has its own form alone."""
        if reject(candidate.code):
            return NO_FINGERPRINT
        script = script_fingerprint(candidate.code)
        shape = self._modeller.model(bundle, candidate).shape
        geometry = self._modeller.geometry(bundle, shape) if shape is not None else None
        if geometry is None or geometry.volume <= 0 or geometry.area <= 0:
            return script
        placed, loose = keys(geometry)
        size = script.size + sum(geometry.faces.values())
        return Fingerprint((*script.forms, f"placed part:{placed}"), (f"part:{loose}",), size)


@apart(died=lambda *_: NO_FINGERPRINT)
def script_fingerprint(code: str) -> Fingerprint:
    return python_fingerprint(code)


def keys(geometry: Geometry) -> tuple[str, str]:
    """Of the part where it stands, and of the part wherever it stands and however it is turned."""
    scale = geometry.volume ** (1 / 3)
    moments = (max(moment, scale**5 * 1e-6) for moment in geometry.moments)
    figures = [_step(math.log(figure) / STEP) for figure in (geometry.volume, geometry.area, *moments)]
    loose = (geometry.solids, sorted(geometry.faces.items()), figures)
    centre = [_step(place / scale / STEP) for place in geometry.centre]
    return digest(loose, centre), digest(loose)


def _step(value: float) -> int:
    return math.floor(value + _ASIDE)


def fingerprinter(sandbox: Sandbox) -> PartFingerprinter:
    return PartFingerprinter(sandbox)
