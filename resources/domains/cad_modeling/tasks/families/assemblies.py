"""Family `assembly`: several bodies that do not overlap: stacks on bolts, shafts with rings, trays with lids, racks of
bars. Where two touch, they stay two."""

import random
from collections.abc import Callable

from manifold3d import CrossSection, Manifold

from resources.domains.cad_modeling.tasks.families import solids
from resources.domains.cad_modeling.tasks.families.part import Part, Script, mm, point, stepped, tier_of


class _Bodies:
    """Bodies as they are added, one statement of the script each."""

    def __init__(self, opening: str) -> None:
        self.sentences = [opening]
        self.bodies: list[Manifold] = []
        self._script = Script()

    def add(self, code: str, body: Manifold, sentence: str = "") -> None:
        self.bodies.append(body)
        self._script.add(f"body_{len(self.bodies)} = {code}")
        if sentence:
            self.sentences.append(sentence)

    def part(self, title: str) -> Part:
        names = ", ".join(f"body_{number + 1}.val()" for number in range(len(self.bodies)))
        count = len(self.bodies)
        self.sentences.append(f"The result holds {count} separate solids.")
        return Part(
            title,
            tier_of(count + 1),
            ("assembly",),
            self.sentences,
            self._script.text(f"cq.Compound.makeCompound([{names}])"),
            lambda: self.bodies,
            solids=count,
        )


def draw_part(rng: random.Random) -> Part:
    makers: tuple[Callable[[random.Random], Part], ...] = (_stack, _shaft, _tray, _rack)
    return rng.choice(makers)(rng)


def _disc(radius: float, low: float, high: float, bore: float = 0.0) -> tuple[str, Manifold]:
    hollow = f".circle({mm(bore)})" if bore else ""
    section = solids.disc(radius) - solids.disc(bore) if bore else solids.disc(radius)
    code = f'cq.Workplane("XY").workplane(offset={mm(low)}).circle({mm(radius)}){hollow}.extrude({mm(high - low)})'
    return code, solids.prism(section, low, high)


def _stack(rng: random.Random) -> Part:
    """Plates with spacers between them, all with one clearance hole along z."""
    side, bore = stepped(rng, 30, 70, 2), stepped(rng, 3, 6)
    plates, z = rng.randint(2, 3), 0.0
    made = _Bodies(
        "Model a stack along the z axis that begins at z = 0. All its bodies have a round through hole of "
        f"{mm(2 * bore)} mm diameter about the z axis. From below:"
    )
    for number in range(plates):
        thick = stepped(rng, 3, 10)
        square = rng.random() < 0.5
        chain = f".rect({mm(side)}, {mm(side)})" if square else f".circle({mm(side / 2)})"
        section = solids.rectangle(side, side) if square else solids.disc(side / 2)
        kind = "a square plate of {} mm side (parallel to x and y)" if square else "a disc of {} mm diameter"
        made.add(
            f'cq.Workplane("XY").workplane(offset={mm(z)}){chain}.circle({mm(bore)}).extrude({mm(thick)})',
            solids.prism(section - solids.disc(bore), z, z + thick),
            f"{kind.format(mm(side))}, {mm(thick)} mm thick;",
        )
        z += thick
        if number < plates - 1:
            radius, high = bore + stepped(rng, 2, 5), stepped(rng, 5, 20)
            made.add(
                *_disc(radius, z, z + high, bore),
                f"a round spacer of {mm(2 * radius)} mm outer diameter, {mm(high)} mm long;",
            )
            z += high
    made.sentences[-1] = made.sentences[-1].rstrip(";") + "."
    made.sentences.append("Each body begins where the one below it ends; they touch and stay separate.")
    return made.part("Stack of plates and spacers")


def _shaft(rng: random.Random) -> Part:
    """A shaft with rings on it, with or without clearance."""
    radius, length = stepped(rng, 5, 12), stepped(rng, 80, 160, 5)
    gap = rng.choice((0.0, 0.5, 1.0))
    made = _Bodies(
        f"Model a shaft of {mm(2 * radius)} mm diameter along the z axis from z = 0 to z = {mm(length)} with rings "
        "around it."
    )
    made.add(*_disc(radius, 0.0, length))
    low = 8.0
    for number in range(rng.randint(1, 4)):
        wide, outer = stepped(rng, 6, 14), radius + stepped(rng, 4, 20)
        if low + wide > length - 5:
            break
        made.add(
            *_disc(outer, low, low + wide, radius + gap),
            f"Ring {number + 1} reaches from z = {mm(low)} to z = {mm(low + wide)}, with {mm(2 * (radius + gap))} mm "
            f"inner and {mm(2 * outer)} mm outer diameter.",
        )
        low += wide + stepped(rng, 4, 15)
    if not gap:
        made.sentences.append("The rings sit on the shaft without clearance, but are bodies of their own.")
    return made.part("Shaft with rings")


def _tray(rng: random.Random) -> Part:
    """An open box and, above or on it, its lid with a rim that goes into the box."""
    x, y, high = stepped(rng, 40, 100, 2), stepped(rng, 30, 80, 2), stepped(rng, 15, 40)
    wall, lid, rim = stepped(rng, 2, 4), stepped(rng, 2, 5), stepped(rng, 2, 6)
    lift = rng.choice((0.0, 5.0, 20.0))
    play = rng.choice((0.5, 1.0))
    inner, low = solids.rectangle(x - 2 * wall, y - 2 * wall), high + lift
    made = _Bodies(
        f"Model an open box and its lid. The box is {mm(x)} mm along x, {mm(y)} mm along y and {mm(high)} mm high, "
        f"centred on the origin in x and y, on z = 0; floor and walls are {mm(wall)} mm thick, all edges are sharp."
    )
    made.add(
        f'cq.Workplane("XY").rect({mm(x)}, '
        f'{mm(y)}).extrude({mm(high)}).cut(cq.Workplane("XY").workplane(offset={mm(wall)})'
        f".rect({mm(x - 2 * wall)}, {mm(y - 2 * wall)}).extrude({mm(high)}))",
        solids.prism(solids.rectangle(x, y), 0.0, high) - solids.prism(inner, wall, high + 1),
    )
    size_x, size_y = x - 2 * wall - 2 * play, y - 2 * wall - 2 * play
    made.add(
        f'cq.Workplane("XY").workplane(offset={mm(low)}).rect({mm(x)}, {mm(y)}).extrude({mm(lid)}).union('
        f'cq.Workplane("XY").workplane(offset={mm(low - rim)}).rect({mm(size_x)}, {mm(size_y)}).extrude({mm(rim)}))',
        solids.prism(solids.rectangle(x, y), low, low + lid)
        + solids.prism(solids.rectangle(size_x, size_y), low - rim, low),
        f"The lid is a plate of the box's outline from z = {mm(low)} to z = {mm(low + lid)}"
        + (", so that it lies on the box" if lift == 0 else f", {mm(lift)} mm above the box")
        + f"; below it a solid rectangular plug, {mm(size_x)} mm along x by {mm(size_y)} mm along y and centred, "
        f"reaches down to z = {mm(low - rim)}.",
    )
    return made.part("Box with lid")


def _rack(rng: random.Random) -> Part:
    """Parallel bars of one section beside each other."""
    count, pitch = rng.randint(3, 6), stepped(rng, 14, 24)
    wide, length, high = stepped(rng, 4, 12), stepped(rng, 30, 90, 5), stepped(rng, 4, 15)
    round_bars = rng.random() < 0.5
    section: CrossSection = solids.disc(wide / 2) if round_bars else solids.rectangle(wide, high)
    chain = f".circle({mm(wide / 2)})" if round_bars else f".rect({mm(wide)}, {mm(high)})"
    words = (
        f"round, {mm(wide)} mm in diameter"
        if round_bars
        else f"{mm(wide)} mm wide along y and {mm(high)} mm high along z"
    )
    grow = stepped(rng, 0, 6, 2)
    made = _Bodies(
        f"Model {count} parallel bars along x that begin at x = 0. Their section is {words}; their middle lines lie in "
        f"the plane z = 0 at y = 0, {mm(pitch)}, {mm(2 * pitch)} and so on, each {mm(pitch)} mm farther. "
        + (
            f"The first is {mm(length)} mm long, each next one {mm(grow)} mm longer."
            if grow
            else f"Each is {mm(length)} mm long."
        )
    )
    for number in range(count):
        end = length + number * grow
        made.add(
            f'cq.Workplane("YZ").center({point(number * pitch, 0)[1:-1]}){chain}.extrude({mm(end)})',
            solids.sideways(section.translate([number * pitch, 0.0]), 0.0, end),
        )
    return made.part("Rack of bars")
