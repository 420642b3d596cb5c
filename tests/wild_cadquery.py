"""A folder of small CadQuery files of this project's own writing, as one finds them: two licences, parts that are tasks
and parts that cannot be."""

from pathlib import Path

BRACKET = """#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Author: somebody
#
# A flat bracket that holds a motor to a rail: a plate with a bore for the
# shaft in its middle and four screw holes near its corners.
import os

import cadquery as cq
from cadquery import exporters

# --- parameters ---
length = 60.0  # along x, overall
width = 40.0  # along y
thickness = 6.0
bore = 22.0  # diameter, for the shaft
inset = 7.0  # of the screw holes' centres from the edges
screw = 2 * 2.25  # hole for M4
unused = 17.0

corners = []
for x in (-1, 1):
    for y in (-1, 1):
        corners.append((x * (length / 2 - inset), y * (width / 2 - inset)))

# the plate lies on the plane z = 0, its middle above the origin
plate = cq.Workplane("XY").box(length, width, thickness, centered=(True, True, False))
# result = plate.faces(">Z").shell(1)
plate = plate.faces(">Z").workplane().hole(bore)  # right through
plate = plate.faces(">Z").workplane().pushPoints(corners).hole(screw)
plate = plate.edges("|Z").fillet(5.0)  # upright corners rounded by 5 mm


def report(part):
    print(part.val().Volume())


if __name__ == "__main__":
    report(plate)
    os.makedirs("out", exist_ok=True)
    exporters.export(plate, "out/bracket.step")
if "show_object" in globals():
    show_object(plate, name="bracket")
"""
TURNED = '''"""Turned parts for a small lathe."""
import math
import cadquery as cq

CLEARANCE = 0.2  # on a diameter


def ring(outer=30.0, inner=20.0 + CLEARANCE, height=8.0):
    """A plain ring about the z axis, standing on the plane z = 0.

    Both its ends are open: the inner diameter is a bore right through it.
    """
    return cq.Workplane("XY").circle(outer / 2).extrude(height).faces(">Z").workplane().hole(inner)


def knob(diameter: float = 36, height: float = 14, *, dents: int = 6) -> cq.Workplane:
    """A round knob that stands on z = 0, with dents cut evenly around its rim, one of them on the x axis.

    The dents are upright round grooves with their axes on the rim itself.
    """
    dent = 4.0  # radius of each groove
    tool = cq.Workplane("XY").polarArray(diameter / 2, 0, 360, dents).circle(dent).extrude(height)
    return cq.Workplane("XY").circle(diameter / 2).extrude(height).cut(tool)


def area(diameter=3.0):
    """The area of a circle, for those who ask what a ring of such and such a diameter weighs in the end."""
    return math.pi * (diameter / 2) ** 2


def sized(outer, inner, height=4.0):
    return ring(outer, inner, height)


def drawn():
    ring()


def shown(kind="ring"):
    """The ring again, as the catalogue has it: about the z axis, 8 mm high, 30 mm wide, with a bore of 20 mm."""
    return ring()


@cache
def kept(size=3.0):
    return cq.Workplane().box(size, size, size)
'''
ODDS = {
    "several.py": (
        'import cadquery as cq\nshow_object(cq.Workplane().box(1, 2, 3))\nshow_object(cq.Workplane().sphere(4))\n',
        "it shows several parts: cq.Workplane().box(1, 2, 3), cq.Workplane().sphere(4)",
    ),
    "loop.py": (
        "import cadquery as cq\nfor size in (1, 2):\n    show_object(cq.Workplane().box(size, size, size))\n",
        "it shows parts in a loop or under a condition",
    ),
    "nothing.py": ('import cadquery as cq\nprint("no part")\n', "it leaves no part: nothing is shown"),
    "broken.py": ("import cadquery as cq\nresult = (\n", "Python does not parse it"),
    "silent.py": (
        "import cadquery as cq\nside = 10.0\nresult = cq.Workplane().box(side, side, side)\n",
        "nothing says what it is",
    ),
    "no_hole.py": (
        "import cadquery as cq\n"
        "# A cube that stands with its middle in the origin, all of its edges along the axes.\n"
        "side = 10.0\nwide = 3.0\nresult = cq.Workplane().box(side, side, side).faces('>Z').workplane().hole(wide)\n",
        "nothing says what it is: no word speaks of its hole",
    ),
    "no_size.py": (
        "import cadquery as cq\n"
        "# A cube that stands with its middle in the origin, each edge is 10 mm long; its upright edges are rounded.\n"
        "result = cq.Workplane().box(10, 10, 10).edges('|Z').fillet(1.5)\n",
        "nothing says its dimensions: 1.5",
    ),
    "numbers.py": (
        "import cadquery as cq\nimport numpy as np\n"
        "# A cube that stands with its middle in the origin, each edge is 10 mm long, all along the axes.\n"
        "side = np.float64(10)\nresult = cq.Workplane().box(side, side, side)\n",
        "no candidate may contain it: import of numpy in line 2",
    ),
    "fails.py": (
        "import cadquery as cq\n"
        "# A cube that stands with its middle in the origin, each edge is 10 mm long; all are rounded by 20 mm.\n"
        "result = cq.Workplane().box(10, 10, 10).edges().fillet(20)\n",
        "it leaves no part: ",
    ),
    "flat.py": (
        "import cadquery as cq\n"
        "# A square of 10 mm about the origin, which lies on the plane of x and y, and is no solid yet.\n"
        "result = cq.Workplane().rect(10, 10)\n",
        "it leaves no good solid: ",
    ),
    "assembled.py": (
        "import cadquery as cq\n"
        "# Two cubes that stand side by side along x, each with edges of 10 mm; they belong together.\n"
        "one = cq.Workplane().box(10, 10, 10)\nboth = cq.Assembly().add(one)\n"
        "both.add(one, loc=cq.Location(cq.Vector(10, 0, 0)))\nshow_object(both)\n",
        "it leaves no part: it is Assembly",
    ),
}  # fmt: skip
"""By file, its text and how the reason begins why its script is no task."""
FUNCTIONS = {
    "function area": "it leaves no part: it is float",
    "function sized": "nothing says what it is called with: outer, inner",
    "function drawn": "it returns nothing",
    "function shown": "it is the same part as function ring",
    "function kept": "it is decorated",
}
LICENCE_FILE = "LICENSE"


def wild_cadquery(folder: Path, *, odds: bool = True) -> Path:
    """The sources, laid out below `folder`/parts; a file without CadQuery lies beside them."""
    files = {"bracket.py": BRACKET, "lathe/turned.py": TURNED, "setup.py": "from setuptools import setup\nsetup()\n"}
    files |= {f"odds/{name}": text for name, (text, _) in ODDS.items()} if odds else {}
    for name, text in files.items():
        place = folder / "parts" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return folder / "parts"
