"""CadArtist: reference, candidate and difference as pictures and as meshes, for people. How they are made is
`worker.drawings` and `worker.solids`.

Scripts run, and shapes are read, in the sandbox. What comes back is checked for its kind and size, not for its sense.
"""

from collections.abc import Mapping, Sequence

from resources.domains.cad_modeling.execution.mesh_reading import read_meshes
from resources.domains.cad_modeling.execution.modeller import Modeller
from resources.domains.cad_modeling.execution.rejection import reject
from resources.domains.pictures import Mesh, Picture
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox

LARGEST_PICTURE = 300_000
"""Bytes; the lines of the busiest built-in part take 130,000."""
_PNG = b"\x89PNG\r\n\x1a\n"
_TITLES: Mapping[str, str] = {
    "reference": "reference",
    "candidate": "candidate",
    "difference": "difference: blue missing, red surplus",
}


class CadArtist:
    """See the Artist protocol. The first picture starts a warm interpreter (3 s); the next take about a second."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._modeller = Modeller(sandbox)

    def draw(self, bundle: EnvironmentBundle, candidate: Candidate | None = None) -> Sequence[Picture]:
        """See the Artist protocol. In the difference grey is common, blue is missing, red is surplus.

        Raises PermanentEnvironmentFailure where the reference leaves no shape.
        """
        shape = None
        if candidate is not None and not reject(candidate.code):
            shape = self._modeller.model(bundle, candidate).shape
        files = self._modeller.draw(bundle, shape)
        if not files:
            # A hostile shape took the drawing process down; the reference is none.
            files = self._modeller.draw(bundle, None)
        return [picture for name in _TITLES if (picture := _picture(name, files)).png or picture.svg]

    def solids(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Mesh]:
        """See the Artist protocol. Raises PermanentEnvironmentFailure where the reference leaves no shape."""
        shape = None if reject(candidate.code) else self._modeller.model(bundle, candidate).shape
        return read_meshes(self._modeller.solids(bundle, shape) or self._modeller.solids(bundle, None))


def _picture(name: str, files: Mapping[str, bytes]) -> Picture:
    return Picture(_TITLES[name], _kept(files, f"{name}.png", _PNG), _kept(files, f"{name}.svg", b"<?xml"))


def _kept(files: Mapping[str, bytes], name: str, start: bytes) -> bytes:
    content = files.get(name, b"")
    return content if content.startswith(start) and len(content) <= LARGEST_PICTURE else b""


def artist(sandbox: Sandbox) -> CadArtist:
    return CadArtist(sandbox)
