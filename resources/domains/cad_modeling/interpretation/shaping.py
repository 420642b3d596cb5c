"""Calls that make a body of outlines: extrusions, cuts, turned outlines and lofts; and what becomes of a new body.

Ready-made bodies and holes are `bodies`. Fillets and chamfers leave a body as it is; `building` counts them.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from resources.domains.cad_modeling.interpretation.chains import (
    Arguments,
    Chain,
    Impossible,
    Unfollowed,
    number,
    pair,
)
from resources.domains.cad_modeling.interpretation.frames import Frame, unit
from resources.domains.cad_modeling.interpretation.outlines import Outline, smaller
from resources.domains.cad_modeling.interpretation.solids import (
    EVERYWHERE,
    Joined,
    Prism,
    Solid,
    Turned,
    cut,
    united,
)

MOST_LEAVES = 400


def combined(chain: Chain, made: Sequence[Solid], combine: Any) -> Chain:
    """What becomes of new bodies: joined to what is there, cut from it, or left beside it."""
    if chain.body is not None and isinstance(chain.body, Joined) and chain.body.leaves > MOST_LEAVES:
        raise Unfollowed
    if combine in (True, "a"):
        return chain.with_body(united(*([chain.body] if chain.body is not None else []), *made))
    if combine in ("cut", "s"):
        return taken(chain, made)
    return chain.with_body(made[0] if len(made) == 1 else Joined("loose", tuple(made)))


def taken(chain: Chain, made: Sequence[Solid]) -> Chain:
    if chain.body is None:
        raise Unfollowed
    return chain.with_body(cut(chain.body, united(*made)))


def profiles(chain: Chain) -> Mapping[Frame, tuple[Outline, ...]]:
    """The outlines that wait, by the plane in which they lie."""
    found: dict[Frame, tuple[Outline, ...]] = {}
    for wire in chain.pending:
        found[wire.frame] = (*found.get(wire.frame, ()), wire.outline)
    if not found:
        raise Unfollowed
    if all(wire.outline.thin for wire in chain.pending):
        raise Impossible
    return found


def _prisms(chain: Chain, depth: float, both: bool, taper: Any) -> list[Solid]:
    made: list[Solid] = []
    for frame, outlines in profiles(chain).items():
        low, high = (-abs(depth), abs(depth)) if both else (min(0.0, depth), max(0.0, depth))
        if not taper:
            made.append(Prism(frame, outlines, low, high))
            continue
        if both or len(outlines) != 1:
            raise Unfollowed
        # The taper's outline is another height's: one shape, smaller by as much on every side.
        inner = smaller(outlines[0], abs(depth) * math.tan(math.radians(number(taper))))
        own = (outlines[0], inner) if depth > 0 else (inner, outlines[0])
        made.append(Prism(frame, own[:1], low, high, own[1]))
    return made


def extrude(chain: Chain, _name: str, given: Arguments) -> Chain:
    return combined(
        chain, _prisms(chain, number(given["until"]), bool(given["both"]), given["taper"]), given["combine"]
    )


def cut_blind(chain: Chain, _name: str, given: Arguments) -> Chain:
    return taken(chain, _prisms(chain, number(given["until"]), bool(given["both"]), given["taper"]))


def cut_through(chain: Chain, _name: str, given: Arguments) -> Chain:
    if given["taper"]:
        raise Unfollowed
    return taken(chain, _prisms(chain, EVERYWHERE, True, None))


def revolve(chain: Chain, _name: str, given: Arguments) -> Chain:
    degrees = number(given["angleDegrees"]) % 360.0 or 360.0
    start = (0.0, 0.0) if given["axisStart"] is None else pair(given["axisStart"])
    if given["axisEnd"] is not None:
        end = pair(given["axisEnd"])
    else:
        # CadQuery looks at the world's y of the start, not at the plane's.
        level = chain.frame.world(*start)[1]
        end = (0.0, level) if level else (0.0, 1.0)
    axis = unit((end[0] - start[0], end[1] - start[1], 0.0))
    made: list[Solid] = [
        Turned(frame, outlines, start, axis[:2], degrees) for frame, outlines in profiles(chain).items()
    ]
    return combined(chain, made, given["combine"])


def loft(chain: Chain, _name: str, given: Arguments) -> Chain:
    wires = chain.pending
    if not 2 <= len(wires) <= 12:
        raise Unfollowed
    made: list[Solid] = []
    for lower, upper in itertools.pairwise(wires):
        x, y, height = lower.frame.local(upper.frame.origin)
        if upper.frame.z != lower.frame.z or upper.frame.x != lower.frame.x or not height:
            raise Unfollowed
        if given["ruled"] and (lower.outline.thin or upper.outline.thin):
            raise Impossible
        shifted = upper.outline.moved(x, y)
        if height > 0:
            made.append(Prism(lower.frame, (lower.outline,), 0.0, height, shifted))
        else:
            made.append(Prism(lower.frame, (shifted,), height, 0.0, lower.outline))
    return combined(chain, [united(*made)], given["combine"])


SHAPED: Mapping[str, Callable[[Chain, str, Arguments], Chain]] = {
    "extrude": extrude,
    "cutBlind": cut_blind,
    "cutThruAll": cut_through,
    "revolve": revolve,
    "loft": loft,
}
