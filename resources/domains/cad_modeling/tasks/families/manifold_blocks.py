"""Family `manifold_block`: blocks with steps, channels and notches, and with bores along all axes that meet inside."""

import random

from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft, block
from resources.domains.cad_modeling.tasks.families.part import Part, mm, point, stepped
from resources.domains.cad_modeling.tasks.families.solids import BEYOND, Point3

_OPENINGS = (
    "Model a block of {x} mm along x, {y} mm along y and {z} mm along z. One corner is at the origin, and it lies "
    "where x, y and z are positive.",
    "A rectangular block fills x = 0 to {x}, y = 0 to {y} and z = 0 to {z}.",
)
TRIES = 20


class _Block(Draft):
    """A block from the origin to `size`; `lines` are the bores' axes: (axis, the two other coordinates, radius)."""

    def __init__(self, rng: random.Random) -> None:
        self.size: Point3 = (stepped(rng, 50, 120, 2), stepped(rng, 40, 90, 2), stepped(rng, 30, 70, 2))
        x, y, z = map(mm, self.size)
        opening = rng.choice(_OPENINGS).format(x=x, y=y, z=z)
        statement = f'part = cq.Workplane("XY").box({x}, {y}, {z}, centered=False)'
        super().__init__(rng, opening, [statement], solids.box((0.0, 0.0, 0.0), self.size))
        self.lines: list[tuple[str, tuple[float, float], float]] = []
        self.steps: set[str] = set()

    def bored(self, axis: str, place: tuple[float, float], radius: float) -> bool:
        """Whether another bore along the same axis is too near."""
        return any(
            axis == other and abs(place[0] - at[0]) < radius + width + 3 and abs(place[1] - at[1]) < radius + width + 3
            for other, at, width in self.lines
        )


def draw_part(rng: random.Random) -> Part:
    draft = _Block(rng)
    for feature in rng.sample([_corner_step, _channel, _bevel, _end_notch], rng.randint(0, 2)):
        feature(draft)
    wanted = draft.features + rng.randint(2, 5)
    for _ in range(TRIES):
        if draft.features < wanted:
            _bore(draft)
    return draft.finished("Block with bores", ("block", "manifold", "boolean"))


def _axis_point(axis: str, along: float, place: tuple[float, float]) -> Point3:
    """A point by its coordinate along an axis and the two others in the order x, y, z."""
    first, second = place
    return {"x": (along, first, second), "y": (first, along, second), "z": (first, second, along)}[axis]


def _bore(draft: _Block) -> None:
    rng = draft.rng
    axis = rng.choice("xyz")
    length = draft.size["xyz".index(axis)]
    across = [size for name, size in zip("xyz", draft.size, strict=True) if name != axis]
    radius = stepped(rng, 2, 7, 0.5)
    place = (float(round(across[0] * rng.uniform(0.3, 0.7))), float(round(across[1] * rng.uniform(0.3, 0.7))))
    if draft.bored(axis, place, radius):
        return
    draft.lines.append((axis, place, radius))
    deep = length if rng.random() < 0.4 else float(round(length * rng.uniform(0.35, 0.75)))
    mouth = radius + stepped(rng, 1, 3) if rng.random() < 0.35 else 0.0
    mouth_deep = stepped(rng, 2, 6)
    names = [name for name in "xyz" if name != axis]
    if deep == length:
        reach = f"goes right through along {axis}"
    else:
        reach = f"runs from the face {axis} = {mm(length)} inwards, {mm(deep)} mm deep, with a flat bottom"
    words = (
        f"A bore of {mm(2 * radius)} mm diameter {reach}; its axis is at {names[0]} = {mm(place[0])}, "
        f"{names[1]} = {mm(place[1])}."
    )
    tool = _cylinder(axis, radius, length - deep - (BEYOND if deep == length else 0.0), length + BEYOND, place)
    draft.cut("bore", tool[0], tool[1], words)
    if mouth and mouth_deep < deep - 2:
        wide = _cylinder(axis, mouth, length - mouth_deep, length + BEYOND, place)
        draft.cut(
            "mouth",
            wide[0],
            wide[1],
            f"At the face {axis} = {mm(length)} this bore is widened to {mm(2 * mouth)} mm diameter, {mm(mouth_deep)} "
            "mm deep.",
        )


def _cylinder(axis: str, radius: float, low: float, high: float, place: tuple[float, float]) -> tuple[str, Manifold]:
    """In CadQuery and as a set of points, from `low` to `high` along the axis."""
    start, direction = _axis_point(axis, low, place), _axis_point(axis, 1.0, (0.0, 0.0))
    code = (
        f"cq.Workplane(cq.Solid.makeCylinder({mm(radius)}, {mm(high - low)}, cq.Vector{point(*start)}, "
        f"cq.Vector{point(*direction)}))"
    )
    return code, solids.rod(radius, start, _axis_point(axis, high, place))


def _corner_step(draft: _Block) -> None:
    """A step along y, cut from the upper edge at x = its largest."""
    x, y, z = draft.size
    wide, deep = float(round(x * draft.rng.uniform(0.12, 0.25))), float(round(z * draft.rng.uniform(0.15, 0.3)))
    low, high = (x - wide, -1.0, z - deep), (x + 1, y + 1, z + 1)
    draft.cut(
        "step",
        block(low, high),
        solids.box(low, high),
        f"Along the upper edge at x = {mm(x)} a rectangular step is cut away over the whole length in y: {mm(wide)} "
        f"mm along x and {mm(deep)} mm along z.",
    )


def _channel(draft: _Block) -> None:
    x, y, _ = draft.size
    wide, deep = float(2 * round(y * draft.rng.uniform(0.08, 0.15))), stepped(draft.rng, 2, 6)
    middle = y / 2
    low, high = (-1.0, middle - wide / 2, -1.0), (x + 1, middle + wide / 2, deep)
    draft.cut(
        "channel",
        block(low, high),
        solids.box(low, high),
        f"In the lower face runs a rectangular channel along the whole of x, {mm(wide)} mm wide, centred on y = "
        f"{mm(middle)}, {mm(deep)} mm deep.",
    )


def _bevel(draft: _Block) -> None:
    """The upper edge at x = 0, cut off at a slope."""
    _, y, z = draft.size
    across, down = stepped(draft.rng, 4, 12), stepped(draft.rng, 4, 12)
    outer = [(-1.0, z - down - down / across), (-1.0, z + 1), (across + across / down, z + 1)]
    told = ", ".join(point(*corner) for corner in outer)
    draft.cut(
        "bevel",
        f'cq.Workplane("XZ").polyline([{told}]).close().extrude({mm(-y)})',
        solids.upright(solids.polygon(outer), 0.0, y),
        "The upper edge at x = 0 is cut off over the whole of y by a plane through the lines x = 0, z = "
        f"{mm(z - down)} and x = {mm(across)}, z = {mm(z)}.",
    )


def _end_notch(draft: _Block) -> None:
    """A notch in the middle of the face y = 0, through in z."""
    x, _, z = draft.size
    wide, deep = float(2 * round(x * draft.rng.uniform(0.06, 0.12))), stepped(draft.rng, 3, 8)
    middle = x / 2
    low, high = (middle - wide / 2, -1.0, -1.0), (middle + wide / 2, deep, z + 1)
    draft.cut(
        "notch",
        block(low, high),
        solids.box(low, high),
        f"The face y = 0 has a rectangular notch over the whole height, {mm(wide)} mm wide along x, centred on x = "
        f"{mm(middle)}, and {mm(deep)} mm deep.",
    )
