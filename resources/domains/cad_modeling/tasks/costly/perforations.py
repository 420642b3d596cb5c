"""Family `perforation`: plates and sinks with hundreds of holes or pins, told by a rule of which places have one."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.part import Part, Script, mm, stepped
from resources.domains.cad_modeling.tasks.families.solids import Point2

_MARGIN = 2.0


@dataclass(frozen=True)
class Grid:
    """Columns along x and rows along y, centred; in a staggered one every other row is moved by half a step."""

    columns: int
    rows: int
    step_x: float
    step_y: float
    is_staggered: bool

    @property
    def places(self) -> list[tuple[int, int, Point2]]:
        """Row and column, from 0 at the least y and x, and where that is."""
        return [
            (row, column, (round(self._x(row, column), 6), round((row - (self.rows - 1) / 2) * self.step_y, 6)))
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def _x(self, row: int, column: int) -> float:
        moved = self.step_x / 2 if self.is_staggered and row % 2 else 0.0
        return (column - (self.columns - 1) / 2) * self.step_x + moved

    @property
    def words(self) -> str:
        told = (
            f"{self.rows} rows of {self.columns} places. Rows run along x; places of a row are {mm(self.step_x)} mm "
            f"apart and rows {mm(self.step_y)} mm. Row i (0 to {self.rows - 1}) lies at y = "
            f"(i - {mm((self.rows - 1) / 2)}) * {mm(self.step_y)}, and its place j (0 to {self.columns - 1}) at "
            f"x = (j - {mm((self.columns - 1) / 2)}) * {mm(self.step_x)}"
        )
        return f"{told}, in odd rows {mm(self.step_x / 2)} mm more" if self.is_staggered else told

    @property
    def code(self) -> list[str]:
        """A statement that makes `places`, of row, column, x and y."""
        moved = f" + i % 2 * {mm(self.step_x / 2)}" if self.is_staggered else ""
        return [
            "places = [",
            f"    (i, j, (j - {mm((self.columns - 1) / 2)}) * {mm(self.step_x)}{moved}, "
            f"(i - {mm((self.rows - 1) / 2)}) * {mm(self.step_y)})",
            f"    for i in range({self.rows})",
            f"    for j in range({self.columns})",
            "]",
        ]


@dataclass(frozen=True)
class Rule:
    """Which places are taken: in words behind "where", in Python, and itself."""

    words: str
    code: str
    holds: Callable[[int, int, Point2], bool]


@dataclass(frozen=True)
class Kind:
    """A hole or a pin: its plural, the CadQuery calls behind pushed points, its widest radius, and the body at a place,
    which is cut, or added where `is_pin`."""

    words: str
    call: str
    radius: float
    body: Callable[[], Manifold]
    is_pin: bool = False
    is_simple: bool = True


@dataclass(frozen=True)
class Centre:
    """What the free middle has: a sentence, a statement, and the body that is added or cut."""

    words: str
    code: str
    body: Callable[[], Manifold]
    is_boss: bool


def draw_grid(rng: random.Random, radius: float, *, is_simple: bool) -> Grid:
    """Simple holes and pins are quicker to cut and join, so that there are more of them."""
    step = 2 * radius + stepped(rng, 1.5, 3, 0.5)
    columns, rows = rng.choice((25, 26, 27, 28)), rng.choice((19, 20, 21))
    if not is_simple:
        columns, rows = columns - 8, rows - 5
    return Grid(columns, rows, step, step + rng.choice((0.0, 0.5, 1.0)), rng.random() < 0.5)


def draw_rules(rng: random.Random, grid: Grid, radius: float, middle: float) -> list[Rule]:
    """The middle stays free; then one of several rules, or none."""
    reach = middle + radius + _MARGIN
    rules = [
        Rule(
            f"x² + y² > {mm(reach)}²",
            f"x * x + y * y > {mm(reach)} ** 2",
            lambda row, column, place: math.hypot(*place) > reach,
        )
    ]
    step, start = rng.choice((5, 6, 7)), rng.randrange(4)
    modulo = Rule(
        f"(2 * i + 3 * j) mod {step} is not {start}",
        f"(2 * i + 3 * j) % {step} != {start}",
        lambda row, column, place: (2 * row + 3 * column) % step != start,
    )
    band = math.floor(grid.rows * grid.step_y / 5)
    cross = Rule(
        f"|x - y| > {mm(band / 4)}",
        f"abs(x - y) > {mm(band / 4)}",
        lambda row, column, place: abs(place[0] - place[1]) > band / 4 + 1e-9,
    )
    return rules + rng.choice(([], [modulo], [cross], [modulo, cross]))


def draw_kind(rng: random.Random, thick: float, pin: bool) -> Kind:
    """On a face at z = `thick`."""
    radius = stepped(rng, 1.5, 3, 0.25)
    if pin:
        return _pin(radius, thick, stepped(rng, 4, 14), is_square=rng.random() < 0.5)
    choice, deep = rng.choice(("through", "blind", "counterbored")), stepped(rng, 1, thick - 1.5, 0.5)
    if choice == "blind":
        words = f"blind holes of {mm(2 * radius)} mm diameter, {mm(deep)} mm deep from above, with a flat bottom"
        call = f".hole({mm(2 * radius)}, {mm(deep)})"
        return Kind(words, call, radius, lambda: _drill(radius, thick - deep, thick))
    if choice == "counterbored":
        wide = radius + stepped(rng, 0.5, 1, 0.25)
        words = (
            f"through holes of {mm(2 * radius)} mm diameter with a counterbore of {mm(2 * wide)} mm diameter and "
            f"{mm(deep)} mm depth from above"
        )
        call = f".cboreHole({mm(2 * radius)}, {mm(2 * wide)}, {mm(deep)})"
        return Kind(
            words, call, wide, lambda: _drill(radius, -1.0, thick) + _drill(wide, thick - deep, thick), is_simple=False
        )
    words = f"through holes of {mm(2 * radius)} mm diameter"
    return Kind(words, f".hole({mm(2 * radius)})", radius, lambda: _drill(radius, -1.0, thick))


def _pin(radius: float, thick: float, height: float, *, is_square: bool) -> Kind:
    top, side = thick + height, mm(2 * radius)
    if is_square:
        words = f"square pins of {side} mm side (sides along x and y), {mm(height)} mm high"
        low, high = (-radius, -radius, thick - 0.5), (radius, radius, top)
        call = f".rect({side}, {side}).extrude({mm(height)})"
        return Kind(words, call, radius * 2**0.5, lambda: solids.box(low, high), True)
    words = f"round pins of {side} mm diameter, {mm(height)} mm high"
    call = f".circle({mm(radius)}).extrude({mm(height)})"
    return Kind(words, call, radius, lambda: solids.rod(radius, (0.0, 0.0, thick - 0.5), (0.0, 0.0, top)), True)


def _drill(radius: float, low: float, thick: float) -> Manifold:
    return solids.rod(radius, (0.0, 0.0, low), (0.0, 0.0, thick + 1))


def draw_part(rng: random.Random) -> Part:
    thick, pin = stepped(rng, 4, 10), rng.random() < 0.4
    kind = draw_kind(rng, thick, pin)
    grid = draw_grid(rng, kind.radius, is_simple=kind.is_simple)
    middle = stepped(rng, 6, 14)
    rules = draw_rules(rng, grid, kind.radius, middle)
    taken = [place for row, column, place in grid.places if all(rule.holds(row, column, place) for rule in rules)]
    half = [_half([place[axis] for place in taken], kind.radius) for axis in (0, 1)]
    corner = rng.choice((0.0, 3.0, 5.0))
    centre = _middle(rng, middle, thick)

    def bodies() -> list[Manifold]:
        body = solids.prism(solids.rectangle(2 * half[0], 2 * half[1], corner), 0.0, thick)
        whole = Manifold.compose([kind.body().translate([*place, 0.0]) for place in taken])
        body = body + whole if pin else body - whole
        return [body + centre.body() if centre.is_boss else body - centre.body()]

    statements = [
        f'part = cq.Workplane("XY").rect({mm(2 * half[0])}, {mm(2 * half[1])}).extrude({mm(thick)})'
        + (f'.edges("|Z").fillet({mm(corner)})' if corner else ""),
        *grid.code,
        f"taken = [(x, y) for i, j, x, y in places if {' and '.join(rule.code for rule in rules)}]",
        f'part = part.faces(">Z").workplane(origin=(0, 0, {mm(thick)})).pushPoints(taken){kind.call}',
        centre.code,
    ]
    script = Script()
    script.add(*statements)
    rounded = f" with vertical edges rounded by {mm(corner)} mm" if corner else ""
    sentences = [
        f"{rng.choice(('Model', 'Draw'))} a plate from z = 0 to z = {mm(thick)}, {mm(2 * half[0])} mm along x by "
        f"{mm(2 * half[1])} mm along y, centred on the z axis{rounded}.",
        f"On its upper face is a grid of {grid.words}.",
        f"There are {kind.words}, one about each place of the grid where {' and '.join(rule.words for rule in rules)}, "
        f"and none elsewhere: {len(taken)} in all.",
        centre.words,
    ]
    tags = ("pattern", "pins" if pin else "perforated", "hundreds")
    return Part(
        f"{'Sink' if pin else 'Plate'} with {len(taken)} {'pins' if pin else 'holes'}",
        4 if len(rules) < 3 else 5,
        tags,
        sentences,
        script.text("part"),
        bodies,
    )


def _half(values: Sequence[float], radius: float) -> float:
    return float(math.ceil(max(map(abs, values)) + radius + _MARGIN))


def _middle(rng: random.Random, radius: float, thick: float) -> Centre:
    height = stepped(rng, 3, 9)
    if rng.random() < 0.5:
        return Centre(
            f"In the middle a bore of {mm(2 * radius)} mm diameter goes through the plate along the z axis.",
            f'part = part.cut(cq.Workplane("XY").circle({mm(radius)}).extrude({mm(thick)}))',
            lambda: solids.rod(radius, (0.0, 0.0, -1.0), (0.0, 0.0, thick + 1)),
            False,
        )
    return Centre(
        f"In the middle of the upper face stands a cylindrical boss of {mm(2 * radius)} mm diameter, {mm(height)} mm "
        "high, about the z axis.",
        f'part = part.union(cq.Workplane("XY").circle({mm(radius)}).extrude({mm(thick + height)}))',
        lambda: solids.rod(radius, (0.0, 0.0, thick - 0.5), (0.0, 0.0, thick + height)),
        True,
    )
