"""What is odd about a call before it is followed: outlines that cross or meet, faces that are not flat, roundings.

Counts and sizes only; what a call makes is `building`.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from resources.domains.cad_modeling.interpretation.chains import Arguments, Chain, Unfollowed, number
from resources.domains.cad_modeling.interpretation.outlines import crosses
from resources.domains.cad_modeling.interpretation.planes import face_of
from resources.domains.cad_modeling.interpretation.shaping import SHAPED
from resources.domains.cad_modeling.interpretation.solids import Joined, Solid, solid_leaves
from resources.domains.cad_modeling.interpretation.sweeping import Fit
from resources.domains.cad_modeling.interpretation.touching import meeting

ROUNDED = {"fillet": "radius", "chamfer": "length"}
_ALONG = re.compile(r"([|<>])\s*([XYZ])")
Rounding = tuple[str, float, str]
"""The method, the size, and by what its edges were picked."""


@dataclass
class Watch:
    """`seen` are counts by name; `rounding` is the largest fillet or chamfer beside the room there is for it; `rounded`
    counts roundings, `fits` are those of sweeps."""

    seen: Counter[str] = field(default_factory=Counter)
    rounding: float = 0.0
    rounded: Counter[Rounding] = field(default_factory=Counter)
    fits: list[Fit] = field(default_factory=list)

    def call(self, chain: Chain, name: str, given: Arguments) -> None:
        """Raises Unfollowed where a call cannot be followed either."""
        if name in SHAPED or name == "sweep":
            self._outlines(chain, name)
        if name == "workplane" and chain.stack == "faces" and chain.body is not None and not face_of(chain).flat:
            # Of one prism the ends share the middle of a round side: CadQuery takes all three, and refuses them.
            self.seen["not_flat" if isinstance(chain.body, Joined) else "impossible"] += 1
        if name in ROUNDED and chain.body is not None and not chain.body.box.empty:
            size = number(given[ROUNDED[name]])
            self.rounded[name, size, chain.picked] += 1
            self.rounding = max(self.rounding, min(100.0, size / roundable(chain.body, chain.picked)))

    def _outlines(self, chain: Chain, name: str) -> None:
        outlines = [wire.outline for wire in chain.pending]
        self.seen["crossed_turned" if name == "revolve" else "crossed"] += sum(map(crosses, outlines))
        self.seen["thin"] += sum(outline.thin for outline in outlines)
        if name in ("extrude", "cutBlind", "cutThruAll"):
            self.seen["meeting"] += meeting(outlines)
        self.seen["flat_loft"] += name == "loft" and len({wire.frame for wire in chain.pending}) == 1


def roundable(body: Solid, picked: str) -> float:
    """How large a rounding of the picked edges may be: half of the least length that it takes from both ends. Raises
    Unfollowed for a body of no width."""
    axis = _ALONG.fullmatch(picked.strip())
    rooms = []
    for leaf in solid_leaves(body):
        sizes = list(leaf.box.size)
        if axis is None:
            rooms.append(min(sizes) / 2)
        elif axis[1] == "|":
            sizes.pop("XYZ".index(axis[2]))
            rooms.append(min(sizes) / 2)
        else:
            deep = sizes.pop("XYZ".index(axis[2]))
            rooms.append(min(deep, min(sizes) / 2))
    if not rooms or min(rooms) <= 0:
        raise Unfollowed
    return min(rooms)
