"""Pictures of candidates, for people: a domain whose candidates can be looked at offers an artist.

Nothing here knows a domain by name, and nothing judges by a picture. A picture is
drawn from what a candidate made, so it is as untrusted as that: show it as an image, never as part of a page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from resources.execution.bundle import Candidate, EnvironmentBundle


@dataclass(frozen=True)
class Picture:
    """One view, twice: `png` is shaded, `svg` is lines; either is b"" where it could not be drawn."""

    title: str
    png: bytes
    svg: bytes


@dataclass(frozen=True)
class Mesh:
    """A solid that can be turned: its name, its corners in mm, and its triangles as places among the corners."""

    name: str
    corners: tuple[tuple[float, float, float], ...]
    triangles: tuple[tuple[int, int, int], ...]


class Artist(Protocol):
    """Thread-safe. Candidates run in the sandbox that the artist was given."""

    def draw(self, bundle: EnvironmentBundle, candidate: Candidate | None = None) -> Sequence[Picture]:
        """The reference; then, where the candidate leaves something to look at, the candidate and their difference.

        Raises EnvironmentFailure where the environment does not draw at all.
        """
        ...

    def solids(self, bundle: EnvironmentBundle, candidate: Candidate) -> Sequence[Mesh]:
        """`reference`; where the candidate leaves a solid `candidate`, and `common`, `missing` and `surplus` where
        there are such.

        Raises EnvironmentFailure as `draw` does.
        """
        ...
