"""How much work a body is to ask on a grid, in units of about 15 microseconds, and how much of it may be done."""

from resources.domains.cad_modeling.interpretation.solids import Ball, Joined, Leaf, Prism, Solid, Tube, Turned, leaves

MOST_EFFORT = 6000
"""For one script while it is followed, and again for both beside each other: a tenth of a second each. The built-in
part with the most takes 270."""
_LEAF = 4
_DEEP = 15
"""How much more it is to ask every cell than those of one level."""


def effort(solid: Solid) -> int:
    return sum(map(_effort, leaves(solid)))


def _effort(leaf: Leaf) -> int:
    if isinstance(leaf, Ball):
        return 2 * _LEAF
    if isinstance(leaf, Tube):
        return _LEAF * len(leaf.path)
    corners = sum(len(outline.points) for outline in leaf.outlines)
    if isinstance(leaf, Turned):
        return _LEAF + 2 * _DEEP * corners
    blended = 4 * _DEEP if leaf.other is not None else 0
    return _LEAF + blended + corners * (1 if _upright(leaf) else _DEEP)


def _upright(leaf: Prism) -> bool:
    return max(map(abs, leaf.frame.z)) > 1 - 1e-9


def size(solid: Solid | None) -> int:
    """Of how many bodies a body is made."""
    if solid is None:
        return 0
    return solid.leaves if isinstance(solid, Joined) else 1


def depth(solid: Solid | None) -> int:
    return solid.depth if isinstance(solid, Joined) else 0
