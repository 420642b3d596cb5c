"""Parts that are proposed, and engineers who model them, as the local server answers. What is wrong with a proposal is
one number or sentence of it.
"""

from dataclasses import dataclass

PROMPT = """Model a plate called {name}. It is a box from the origin (0, 0, 0) to the corner (40, 20, 6) in millimetres,
its edges along X, Y and Z. A round bore of 8 mm diameter goes through it along Z. {place}
All edges stay sharp.
"""
CLEAR = "The bore's axis is at X = 12 and Y = 9."
OPEN = "The bore's axis is 12 mm from a long side and from a short side."

BORED = """import cadquery as cq

plate = cq.Workplane("XY").box(40, 20, 6, centered=False)
bore = cq.Workplane("XY").center(12, 9).circle(4).extrude(6)
result = plate.cut(bore)
"""
EXTRUDED = """import cadquery as cq

result = cq.Workplane("XY").moveTo(20, 10).rect(40, 20).moveTo(12, 9).circle(4).extrude(6)
"""
SOLIDS = """import cadquery as cq

block = cq.Solid.makeBox(40, 20, 6)
result = cq.Workplane(block.cut(cq.Solid.makeCylinder(4, 6, cq.Vector(12, 9, 0), cq.Vector(0, 0, 1))))
"""
MOVED = BORED.replace("center(12, 9)", "center(12, 10)")
READINGS = tuple(BORED.replace("center(12, 9)", f"center({place})") for place in ("12, 12", "28, 12", "28, 8"))


@dataclass(frozen=True)
class Written:
    """A proposal as its author writes it."""

    name: str
    place: str = CLEAR
    reference: str = BORED

    def reply(self) -> str:
        prompt = PROMPT.format(name=self.name, place=self.place)
        return (
            f"````title\nA bored plate {self.name}\n````\n\n````prompt\n{prompt}````\n\n"
            f"````reference\n{self.reference}````\n"
        )
