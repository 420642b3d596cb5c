"""Family `plate`: outlines with patterns of holes, slots, pockets, bosses and a broken edge."""

import random

from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.draft import Draft
from resources.domains.cad_modeling.tasks.families.holes import Layout, draw_hole
from resources.domains.cad_modeling.tasks.families.outlines import Outline, draw_outline
from resources.domains.cad_modeling.tasks.families.part import Part, mm, point, stepped

_OPENINGS = (
    "Model a plate, {thickness} mm thick, whose outline is {outline}. Its lower face lies on z = 0.",
    "A flat plate lies on z = 0 and is {thickness} mm thick. Its outline, seen from above, is {outline}.",
    "Draw a plate from z = 0 to z = {thickness}: its outline in the XY plane is {outline}.",
)


class _Plate(Draft):
    """A plate as it grows; `top` is its upper face's height."""

    def __init__(self, rng: random.Random, outline: Outline, top: float) -> None:
        opening = rng.choice(_OPENINGS).format(thickness=mm(top), outline=outline.words)
        statement = f'part = cq.Workplane("XY"){outline.extruded(top)}'
        super().__init__(rng, opening, [statement], solids.prism(outline.section(), 0.0, top))
        self.outline = outline
        self.top = top
        self.layout = Layout(outline)

    def on_face(self, step: str, body: Manifold, sentence: str) -> None:
        """One operation on the upper face."""
        origin = f"origin=(0, 0, {mm(self.top)})"
        self.change(f'part = part.faces(">Z").workplane({origin}){step}', body, sentence)


def draw_part(rng: random.Random) -> Part:
    plate = _Plate(rng, draw_outline(rng), stepped(rng, 4, 16))
    if plate.outline.convex and rng.random() < 0.35:
        _break_edge(plate)
    steps = [_holes, _holes, _holes, _slot, _pocket, _round_pocket, _window]
    for step in rng.sample(steps, rng.randint(1, 5)):
        step(plate)
    if plate.features == 1:
        _holes(plate)
    if rng.random() < 0.3:
        _boss(plate)
    return plate.finished(f"Plate, {plate.outline.name}", ("plate", "pattern"))


def _break_edge(plate: _Plate) -> None:
    bevel = min(stepped(plate.rng, 1, 3, 0.5), plate.top - 2)
    plate.change(
        f'part = part.faces(">Z").edges().chamfer({mm(bevel)})',
        plate.outline.bevelled(plate.top, bevel),
        f"The edge around its whole upper face has a chamfer of {mm(bevel)} mm by 45°.",
    )


def _holes(plate: _Plate) -> None:
    hole = draw_hole(plate.rng, plate.top)
    pattern = plate.layout.draw_pattern(plate.rng, hole.radius + 1)
    if pattern is None:
        return
    verb = "has" if plate.rng.random() < 0.5 else "gets"
    plate.on_face(
        f"{pattern.chain}{hole.call}",
        solids.cut(plate.body, hole.cuts(pattern, plate.top)),
        f"The plate {verb} {hole.told(pattern)}.",
    )


def _place(plate: _Plate, radius: float) -> tuple[float, float] | None:
    """A free place for something within `radius`, taken."""
    x, y = plate.outline.half
    for _ in range(40):
        place = (float(round(stepped(plate.rng, -x, x))), float(round(stepped(plate.rng, -y, y))))
        if plate.layout.fits([place], radius):
            plate.layout.take([place], radius)
            return place
    return None


def _slot(plate: _Plate) -> None:
    width = stepped(plate.rng, 5, 10)
    length = width + stepped(plate.rng, 6, 20, 2)
    turn = plate.rng.choice((0, 90, 45, 30))
    place = _place(plate, length / 2)
    if place is None:
        return
    section = solids.slot(length, width).rotate(turn).translate(list(place))
    along = {0: "along x", 90: "along y"}.get(turn, f"along a line {turn}° counterclockwise from the x axis")
    plate.on_face(
        f".center{point(*place)}.slot2D({mm(length)}, {mm(width)}, {turn}).cutThruAll()",
        plate.body - solids.prism(section, -solids.BEYOND, plate.top + solids.BEYOND),
        f"A slot with round ends goes through it, centred at (x, y) = {point(*place)}: {mm(length)} mm long over all "
        f"{along}, {mm(width)} mm wide.",
    )


def _pocket(plate: _Plate) -> None:
    width, depth = stepped(plate.rng, 10, 34, 2), stepped(plate.rng, 8, 24, 2)
    deep = stepped(plate.rng, 1, max(1.0, plate.top - 2))
    place = _place(plate, (width**2 + depth**2) ** 0.5 / 2)
    if place is None:
        return
    section = solids.rectangle(width, depth).translate(list(place))
    plate.on_face(
        f".center{point(*place)}.rect({mm(width)}, {mm(depth)}).cutBlind({mm(-deep)})",
        plate.body - solids.prism(section, plate.top - deep, plate.top + solids.BEYOND),
        f"A rectangular pocket with sharp corners, {mm(width)} mm along x by {mm(depth)} mm along y and {mm(deep)} mm "
        f"deep from above, is centred at (x, y) = {point(*place)}.",
    )


def _round_pocket(plate: _Plate) -> None:
    diameter, deep = stepped(plate.rng, 16, 40, 2), stepped(plate.rng, 1, max(1.0, plate.top - 2))
    place = _place(plate, diameter / 2)
    if place is None:
        return
    section = solids.disc(diameter / 2, place)
    plate.on_face(
        f".center{point(*place)}.circle({mm(diameter / 2)}).cutBlind({mm(-deep)})",
        plate.body - solids.prism(section, plate.top - deep, plate.top + solids.BEYOND),
        f"A round pocket of {mm(diameter)} mm diameter, {mm(deep)} mm deep from above, is centred at (x, y) = "
        f"{point(*place)}.",
    )


def _window(plate: _Plate) -> None:
    sides, across = plate.rng.choice((3, 4, 6, 8)), stepped(plate.rng, 12, 34, 2)
    name = {3: "triangular", 4: "square", 6: "hexagonal", 8: "octagonal"}[sides]
    place = _place(plate, across / 2)
    if place is None:
        return
    plate.on_face(
        f".center{point(*place)}.polygon({sides}, {mm(across)}).cutThruAll()",
        plate.body - _regular(sides, across, place, plate.top),
        f"A {name} window goes through it: a regular polygon whose {sides} corners lie on a circle of {mm(across)} mm "
        f"diameter about (x, y) = {point(*place)}, one of them in the direction of +x from there.",
    )


def _regular(sides: int, across: float, place: tuple[float, float], top: float) -> Manifold:
    corner = Manifold.cylinder(top + 2 * solids.BEYOND, across / 2, across / 2, sides)
    return corner.translate([*place, -solids.BEYOND])


def _boss(plate: _Plate) -> None:
    diameter, height = stepped(plate.rng, 12, 30, 2), stepped(plate.rng, 4, 20)
    place = _place(plate, diameter / 2)
    if place is None:
        return
    plate.on_face(
        f".center{point(*place)}.circle({mm(diameter / 2)}).extrude({mm(height)})",
        plate.body + solids.rod(diameter / 2, (*place, plate.top), (*place, plate.top + height)),
        f"On the upper face stands a cylindrical boss of {mm(diameter)} mm diameter and {mm(height)} mm height, its "
        f"axis at (x, y) = {point(*place)}.",
    )
