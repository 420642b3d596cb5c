"""Family `heat_sink`: a base with fins: straight, crossed into square pins, round pins, or radial on a core."""

import random

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft, block, cylinder
from resources.domains.cad_modeling.tasks.families.part import Part, mm, stepped

_OPENINGS = (
    "Model a heat sink. Its base plate is {x} mm along x, {y} mm along y and {z} mm thick, centred on the origin in x "
    "and y, with its lower face on z = 0.",
    "A heat sink has a base that reaches from x = -{half_x} to {half_x}, y = -{half_y} to {half_y} and z = 0 to {z}.",
)


class _Sink(Draft):
    def __init__(self, rng: random.Random) -> None:
        self.x, self.y, self.base = stepped(rng, 40, 120, 2), stepped(rng, 40, 100, 2), stepped(rng, 4, 10)
        opening = rng.choice(_OPENINGS).format(
            x=mm(self.x), y=mm(self.y), z=mm(self.base), half_x=mm(self.x / 2), half_y=mm(self.y / 2)
        )
        statement = f'part = cq.Workplane("XY").rect({mm(self.x)}, {mm(self.y)}).extrude({mm(self.base)})'
        body = solids.prism(solids.rectangle(self.x, self.y), 0.0, self.base)
        super().__init__(rng, opening, [statement], body)
        self.fin = stepped(rng, 8, 40)


def draw_part(rng: random.Random) -> Part:
    if rng.random() < 0.3:
        return _round_sink(rng)
    sink = _Sink(rng)
    rng.choice((_straight, _crossed, _pins))(sink)
    for feature in rng.sample([_screw_holes, _bond_recess, _shortened], rng.randint(0, 3)):
        feature(sink)
    return sink.finished("Heat sink", ("thermal", "pattern"))


def _spread(size: float, rng: random.Random, thick: float) -> tuple[int, float]:
    """How many and how far apart, within a size."""
    gap = stepped(rng, 2, 6, 0.5)
    count = min(16, int((size - thick) / (thick + gap)) + 1)
    return count, thick + gap


def _straight(sink: _Sink) -> None:
    """Fins along x, evenly spaced in y."""
    thick = stepped(sink.rng, 1, 3, 0.5)
    count, pitch = _spread(sink.y, sink.rng, thick)
    rows = [(place - (count - 1) / 2) * pitch for place in range(count)]
    sink.join(
        "fins",
        f'cq.Workplane("XY").workplane(offset={mm(sink.base)}).rarray(1, {mm(pitch)}, 1, {count})'
        f".rect({mm(sink.x)}, {mm(thick)}).extrude({mm(sink.fin)})",
        solids.united(
            [
                solids.box(
                    (-sink.x / 2, y - thick / 2, sink.base - 0.5), (sink.x / 2, y + thick / 2, sink.base + sink.fin)
                )
                for y in rows
            ]
        ),
        f"On it stand {count} straight fins, as long as the base along x, {mm(thick)} mm thick along y and "
        f"{mm(sink.fin)} mm high above the base. Their middles are {mm(pitch)} mm apart, and the group is centred on "
        "y = 0.",
    )


def _crossed(sink: _Sink) -> None:
    """Square pins in a grid."""
    thick = stepped(sink.rng, 2, 5, 0.5)
    _pin_grid(sink, thick, f".rect({mm(thick)}, {mm(thick)})", f"square pins of {mm(thick)} mm side")


def _pins(sink: _Sink) -> None:
    diameter = stepped(sink.rng, 3, 6, 0.5)
    _pin_grid(sink, diameter, f".circle({mm(diameter / 2)})", f"round pins of {mm(diameter)} mm diameter")


def _pin_grid(sink: _Sink, thick: float, chain: str, words: str) -> None:
    columns, pitch_x = _spread(sink.x - 4, sink.rng, thick)
    rows, pitch_y = _spread(sink.y - 4, sink.rng, thick)
    columns, rows = min(columns, 8), min(rows, 8)
    low, high = sink.base - 0.5, sink.base + sink.fin
    section = solids.disc(thick / 2) if "circle" in chain else solids.rectangle(thick, thick)
    pins = [
        solids.prism(section, low, high).translate(
            [(i - (columns - 1) / 2) * pitch_x, (j - (rows - 1) / 2) * pitch_y, 0.0]
        )
        for i in range(columns)
        for j in range(rows)
    ]
    sink.join(
        "pins",
        f'cq.Workplane("XY").workplane(offset={mm(sink.base)}).rarray({mm(pitch_x)}, {mm(pitch_y)}, {columns}, {rows})'
        f"{chain}.extrude({mm(sink.fin)})",
        solids.united(pins),
        f"On it stand {words}, {mm(sink.fin)} mm high above the base, in a grid of {columns} along x by {rows} along "
        f"y, centred on the origin; their axes are {mm(pitch_x)} mm apart in x and {mm(pitch_y)} mm apart in y.",
    )


def _screw_holes(sink: _Sink) -> None:
    """Through everything, fins included."""
    radius = stepped(sink.rng, 1.5, 2.5, 0.5)
    x, y = float(round(sink.x / 2 - radius - 3)), float(round(sink.y / 2 - radius - 3))
    top = sink.base + sink.fin + 1
    places = [(i * x, j * y) for i in (-1, 1) for j in (-1, 1)]
    sink.cut(
        "screw_holes",
        f'cq.Workplane("XY").workplane(offset=-1).rect({mm(2 * x)}, {mm(2 * y)}, forConstruction=True).vertices()'
        f".circle({mm(radius)}).extrude({mm(top + 1)})",
        solids.united([solids.rod(radius, (*place, -1.0), (*place, top)) for place in places]),
        f"Four holes of {mm(2 * radius)} mm diameter at x = ±{mm(x)}, y = ±{mm(y)} go along z through the whole part; "
        "whatever stands above the base there is drilled through too.",
    )


def _bond_recess(sink: _Sink) -> None:
    x, y, deep = float(round(sink.x * 0.4)), float(round(sink.y * 0.4)), stepped(sink.rng, 0.5, 2, 0.5)
    sink.cut(
        "recess",
        f'cq.Workplane("XY").workplane(offset=-1).rect({mm(x)}, {mm(y)}).extrude({mm(deep + 1)})',
        solids.prism(solids.rectangle(x, y), -1.0, deep),
        f"In the lower face is a rectangular recess, {mm(x)} mm along x by {mm(y)} mm along y, centred, {mm(deep)} mm "
        "deep.",
    )


def _shortened(sink: _Sink) -> None:
    """A clearance for a neighbour: what stands above a level on one side is cut off."""
    start = float(round(sink.x * 0.25))
    level = sink.base + float(round(sink.fin / 2))
    low, high = (start, -sink.y, level), (sink.x, sink.y, sink.base + sink.fin + 5)
    sink.cut(
        "clearance",
        block(low, high),
        solids.box(low, high),
        f"For a neighbouring part, everything with x > {mm(start)} and z > {mm(level)} is cut away.",
    )


def _round_sink(rng: random.Random) -> Part:
    """A core along z with radial fins."""
    core, height, count = stepped(rng, 8, 20), stepped(rng, 15, 50), rng.choice((6, 8, 9, 10, 12, 16))
    reach, thick = core + stepped(rng, 8, 20), stepped(rng, 1, 2, 0.5)
    fin = solids.box((0.0, -thick / 2, 0.0), (reach, thick / 2, height))
    opening = (
        f"Model a round heat sink along the z axis from z = 0 to z = {mm(height)}. Its core is a cylinder of "
        f"{mm(2 * core)} mm diameter."
    )
    statement = f'part = cq.Workplane("XY").circle({mm(core)}).extrude({mm(height)})'
    draft = Draft(rng, opening, [statement], solids.rod(core, (0.0, 0.0, 0.0), (0.0, 0.0, height)))
    turns = ", ".join(mm(360 * place / count) for place in range(count))
    draft.join(
        "fins",
        f'cq.Workplane(cq.Compound.makeCompound([cq.Workplane("XY").box({mm(reach - core / 2)}, {mm(thick)}, '
        f"{mm(height)}, "
        f"centered=(False, True, False)).translate(({mm(core / 2)}, 0, 0)).rotate((0, 0, 0), (0, 0, 1), turn).val() "
        f"for turn in ({turns})]))",
        solids.united([fin.rotate([0.0, 0.0, 360 * place / count]) for place in range(count)]),
        f"{count} flat radial fins of {mm(thick)} mm thickness stand out from it over its whole height, evenly "
        f"spaced, the middle plane of the first in the direction of +x; each reaches to {mm(reach)} mm from the axis, "
        "where it ends in a flat face square to its direction.",
    )
    radius = stepped(rng, 2, core - 4)
    through = rng.random() < 0.5
    low = -1.0 if through else float(round(height * 0.4))
    draft.cut(
        "bore",
        cylinder(radius, low, height + 1),
        solids.rod(radius, (0.0, 0.0, low), (0.0, 0.0, height + 1)),
        f"A bore of {mm(2 * radius)} mm diameter runs along the axis, "
        + ("right through." if through else f"from above down to z = {mm(low)}, with a flat bottom."),
    )
    return draft.finished("Round heat sink", ("thermal", "pattern"))
