"""Right parts that are built otherwise than the reference, from the prompt alone: each must pass.

Other primitives, sketches, revolutions in place of extrusions, mirrored halves, faces cut into pieces, splines where a
spline may stand, free functions, and features of the language that the reject stage once refused.
"""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import HEADER, backend, library, observe

NOZZLE = (
    "def body(side, diameter):\n"
    "    return cq.Workplane('XY').rect(side, side).workplane(offset=50).circle(diameter / 2).loft()\n"
    "nozzle = body(40, 24).cut(body(34, 18)).val()\n"
)
HOOK = (
    "plate = cq.Workplane().box(5, 30, 60, (False, True, False))\n"
    "side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
    "arm = cq.Workplane('XZ').polyline(side).close().extrude(5, both=True)\n"
    "def bored(part):\n"
    "    holes = cq.Workplane('YZ', origin=(-1, 0, 0)).pushPoints([(0, 30), (0, 50)]).circle(2.5)\n"
    "    return part.cut(holes.extrude(20))\n"
)
ANSWERS: dict[str, tuple[str, str]] = {
    "all edges of a shallow recess rounded": (
        "rough_coaster",
        "dish = cq.Workplane().circle(50).extrude(8).faces('>Z').workplane().circle(42.5).cutBlind(-3)\n"
        "result = dish.edges().fillet(1)\n",
    ),
    "solids of the kernel": (
        "block_with_hole",
        "block = cq.Solid.makeBox(60, 40, 20, cq.Vector(-30, -20, 0))\n"
        "result = block.cut(cq.Solid.makeCylinder(6, 20, cq.Vector(0, 0, 0), cq.Vector(0, 0, 1)))\n",
    ),
    "sketch": (
        "block_with_hole",
        "outline = cq.Sketch().rect(60, 40).circle(6, mode='s')\n"
        "result = cq.Workplane('XY').placeSketch(outline).extrude(20)\n",
    ),
    "four quarters": (
        "block_with_hole",
        "quarter = cq.Workplane('XY').box(30, 20, 20, centered=False)\n"
        "quarter = quarter.cut(cq.Workplane('XY').circle(6).extrude(20))\n"
        "half = quarter.union(quarter.mirror('YZ'), clean=False)\n"
        "result = half.union(half.mirror('XZ'), clean=False)\n",
    ),
    "from above downwards": (
        "block_with_hole",
        "result = cq.Workplane('XY', origin=(0, 0, 20)).rect(60, 40).circle(6).extrude(-20)\n",
    ),
    "bore of splines": (
        "block_with_hole",
        "points = [(6 * math.cos(math.radians(a)), 6 * math.sin(math.radians(a))) for a in range(0, 360, 10)]\n"
        "bore = cq.Workplane('XY').spline(points, periodic=True).close().extrude(20)\n"
        "result = cq.Workplane('XY').box(60, 40, 20, centered=(True, True, False)).cut(bore)\n",
    ),
    "bore as a NURBS": (
        "block_with_hole",
        "double = cq.Matrix([[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0]])\n"
        "bore = cq.Solid.makeCylinder(3, 20).transformGeometry(double)\n"
        "result = cq.Workplane('XY').box(60, 40, 20, centered=(True, True, False)).cut(bore)\n",
    ),
    "all faces as NURBS": (
        "washer",
        "profile = [(6.5, 0), (12, 0), (12, 1), (11.5, 1.25), (6.5, 1.25)]\n"
        "flat = cq.Workplane('XZ').polyline(profile).close().revolve(360, (0, 0, 0), (0, 1, 0)).val()\n"
        "result = flat.transformGeometry(cq.Matrix([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0]]))\n",
    ),
    "shaft of a NURBS": (
        "stepped_shaft",
        "profile = [(0, 0), (0, 8), (20, 8), (20, 12), (55, 12), (55, 6), (69, 6), (70, 5), (70, 0)]\n"
        "shaft = cq.Workplane('XY').polyline(profile).close().revolve(360, (0, 0, 0), (1, 0, 0)).val()\n"
        "result = shaft.transformGeometry(cq.Matrix())\n",
    ),
    "rounded coordinates": (
        "hexagonal_spacer",
        "corners = [(round(5 * math.cos(math.pi * i / 3), 3), round(5 * math.sin(math.pi * i / 3), 3))"
        " for i in range(6)]\n"
        "result = cq.Workplane('XY').polyline(corners).close().circle(2.5).extrude(25)\n",
    ),
    "three boxes": (
        "stepped_block",
        "part = cq.Workplane('XY')\n"
        "for number in range(3):\n"
        "    step = cq.Workplane('XY').box(20, 30, 10 * (number + 1), centered=False)\n"
        "    part = part.union(step.translate((20 * number, 0, 0)), clean=False) if number else step\n"
        "result = part\n",
    ),
    "plates upon each other": (
        "stepped_block",
        "plates = [cq.Solid.makeBox(60 - 20 * i, 30, 10, cq.Vector(20 * i, 0, 10 * i)) for i in range(3)]\n"
        "result = plates[0].fuse(plates[1], plates[2])\n",
    ),
    "turned shaft": (
        "stepped_shaft",
        "profile = [(0, 0), (0, 8), (20, 8), (20, 12), (55, 12), (55, 6), (69, 6), (70, 5), (70, 0)]\n"
        "result = cq.Workplane('XY').polyline(profile).close().revolve(360, (0, 0, 0), (1, 0, 0))\n",
    ),
    "turned in two halves": (
        "washer",
        "profile = [(6.5, 0), (12, 0), (12, 2), (11.5, 2.5), (6.5, 2.5)]\n"
        "half = cq.Workplane('XZ').polyline(profile).close().revolve(180, (0, 0, 0), (0, 1, 0))\n"
        "result = half.union(half.rotate((0, 0, 0), (0, 0, 1), 180), clean=False)\n",
    ),
    "cones and cylinders": (
        "washer",
        "disc = cq.Solid.makeCylinder(12, 2).fuse(cq.Solid.makeCone(12, 11.5, 0.5, cq.Vector(0, 0, 2)))\n"
        "result = cq.Workplane(disc.cut(cq.Solid.makeCylinder(6.5, 2.5)))\n",
    ),
    "pulley of cones": (
        "pulley",
        "body = cq.Workplane('XY').circle(40).extrude(10, both=True)\n"
        "half = cq.Solid.makeCone(30, 40, 4, cq.Vector(0, 0, 3))\n"
        "other = cq.Solid.makeCone(30, 40, 4, cq.Vector(0, 0, -3), cq.Vector(0, 0, -1))\n"
        "ring = cq.Workplane('XY').circle(50).extrude(7, both=True)\n"
        "core = cq.Workplane('XY').circle(30).extrude(3, both=True)\n"
        "core = core.union(cq.Workplane(half)).union(cq.Workplane(other))\n"
        "result = body.cut(ring.cut(core)).cut(cq.Workplane('XY').circle(8).extrude(10, both=True))\n",
    ),
    "tee of solids": (
        "pipe_tee",
        "def pipe(radius):\n"
        "    run = cq.Solid.makeCylinder(radius[0], 80, cq.Vector(-40, 0, 0), cq.Vector(1, 0, 0))\n"
        "    return run.fuse(cq.Solid.makeCylinder(radius[1], 35))\n"
        "result = pipe((15, 12)).cut(pipe((11, 8)))\n",
    ),
    "elbow of cylinders and a turned bend": (
        "elbow",
        "def tube(radius):\n"
        "    up = cq.Workplane('XY').circle(radius).extrude(15)\n"
        "    bend = cq.Workplane('XY', origin=(0, 0, 15)).circle(radius).revolve(90, (30, 0, 0), (30, 1, 0))\n"
        "    bend = bend if bend.val().Center().z > 15 else"
        " cq.Workplane('XY', origin=(0, 0, 15)).circle(radius).revolve(90, (30, 1, 0), (30, 0, 0))\n"
        "    out = cq.Workplane('YZ', origin=(30, 0, 45)).circle(radius).extrude(15)\n"
        "    return up.union(bend).union(out)\n"
        "result = tube(10).cut(tube(7))\n",
    ),
    "fins one by one": (
        "heat_sink",
        "part = cq.Workplane('XY').box(60, 50, 5, centered=(True, True, False))\n"
        "for i in range(9):\n"
        "    fin = cq.Workplane('XY').box(2, 50, 25, centered=(False, True, False)).translate((-30 + 7.25 * i, 0, 0))\n"
        "    part = part.union(fin)\n"
        "result = part\n",
    ),
    "channels cut from a block": (
        "heat_sink",
        "part = cq.Workplane('XY').box(60, 50, 25, centered=(True, True, False))\n"
        "places = [(-30 + 2 + 7.25 * i + 2.625, 0) for i in range(8)]\n"
        "channels = cq.Workplane('XY', origin=(0, 0, 5)).pushPoints(places)\n"
        "result = part.cut(channels.rect(5.25, 50).extrude(20))\n",
    ),
    "box in a box": (
        "open_box",
        "outer = cq.Workplane('XY').sketch().rect(80, 50).vertices().fillet(6).finalize().extrude(30)\n"
        "floor = cq.Workplane('XY', origin=(0, 0, 2))\n"
        "inner = floor.sketch().rect(76, 46).vertices().fillet(4).finalize().extrude(28)\n"
        "result = outer.cut(inner)\n",
    ),
    "quarter of a flange, turned": (
        "flange",
        "profile = [(20, 0), (50, 0), (50, 12), (30, 12), (30, 35), (28, 37), (20, 37)]\n"
        "body = cq.Workplane('XZ').polyline(profile).close().revolve(360, (0, 0, 0), (0, 1, 0))\n"
        "for i in range(8):\n"
        "    angle = math.radians(45 * i)\n"
        "    place = cq.Vector(40 * math.cos(angle), 40 * math.sin(angle), -1)\n"
        "    body = body.cut(cq.Workplane(cq.Solid.makeCylinder(4.5, 20, place)))\n"
        "result = body\n",
    ),
    "clevis by intersection": (
        "clevis",
        "block = cq.Workplane('XY').box(24, 20, 50, centered=(True, True, False))\n"
        "side = cq.Workplane('YZ').rect(20, 80).extrude(20, both=True).union("
        "cq.Workplane('YZ', origin=(0, 0, 40)).circle(10).extrude(20, both=True))\n"
        "round_top = cq.Workplane('YZ', origin=(0, 0, 40)).circle(10).extrude(20, both=True).union("
        "cq.Workplane('XY').box(40, 20, 40, centered=(True, True, False)))\n"
        "slot = cq.Workplane('XY', origin=(0, 0, 20)).box(10, 30, 40, centered=(True, True, False))\n"
        "pin = cq.Workplane('YZ', origin=(0, 0, 40)).circle(4).extrude(20, both=True)\n"
        "result = block.intersect(round_top).cut(slot).cut(pin)\n",
    ),
    "gear by teeth": (
        "spur_gear",
        "def at(fraction, radius):\n"
        "    return (radius * math.cos(math.radians(18 * fraction)), radius * math.sin(math.radians(18 * fraction)))\n"
        "tooth = ((0, 42), (0.3, 42), (0.42, 50), (0.58, 50), (0.7, 42))\n"
        "corners = [at(i + f, r) for i in range(20) for f, r in tooth]\n"
        "wire = cq.Wire.makePolygon([cq.Vector(x, y, 0) for x, y in corners], close=True)\n"
        "holes = [cq.Wire.makeCircle(8, cq.Vector(0, 0, 0), cq.Vector(0, 0, 1))]\n"
        "holes += [cq.Wire.makeCircle(5, cq.Vector(25 * math.cos(math.pi * i / 3), 25 * math.sin(math.pi * i / 3), 0),"
        " cq.Vector(0, 0, 1)) for i in range(6)]\n"
        "result = cq.Solid.extrudeLinear(wire, holes, cq.Vector(0, 0, 10))\n",
    ),
    "splines along straight lines": (
        "t_beam",
        "section = (cq.Workplane('XZ').moveTo(-3, 0).spline([(0, 0), (3, 0)], includeCurrent=True).lineTo(3, 30)"
        ".lineTo(20, 30).lineTo(20, 35).lineTo(-20, 35).lineTo(-20, 30).lineTo(-3, 30).close())\n"
        "result = section.extrude(-80)\n",
    ),
    "free functions": (
        "u_channel",
        "from cadquery.func import box, cylinder\n"
        "body = box(70, 30, 25).moved(z=0) - box(80, 24, 30).moved(z=3)\n"
        "result = body - cylinder(5, 20).moved(x=20, z=-5) - cylinder(5, 20).moved(x=-20, z=-5)\n",
    ),
    "rough coaster without rounding": (
        "rough_coaster",
        "result = cq.Workplane('XY').circle(50).extrude(8).faces('>Z').workplane().hole(86, 3)\n",
    ),
    "rough coaster with chamfers": (
        "rough_coaster",
        "disc = cq.Workplane('XY').circle(50.5).extrude(8.2).faces('<Z or >Z').edges().chamfer(0.8)\n"
        "result = disc.cut(cq.Workplane('XY', origin=(0, 0, 5)).circle(42).extrude(5)).edges('>Z').fillet(0.4)\n",
    ),
    "rough wedge with rounded edges": (
        "rough_wedge",
        "side = cq.Workplane('XZ').polyline([(0, 0), (118, 0), (118, 2.4), (0, 24.5)]).close()\n"
        "wedge = side.extrude(20, both=True)\n"
        "result = wedge.edges('<X').fillet(3)\n",
    ),
    "rough hook with wider holes": (
        "rough_hook",
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False))\n"
        "side = [(0, 10), (45, 10), (45, 45), (35, 45), (35, 20), (0, 20)]\n"
        "part = plate.union(cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(3).extrude(5))\n",
    ),
    "spring a hair longer": (
        "coil_spring",
        "path = cq.Workplane(cq.Wire.makeHelix(8, 32, 12))\n"
        "wire = cq.Workplane('XZ').center(12, 0).circle(1.5).sweep(path, isFrenet=True)\n"
        "turned = wire.val().moved(cq.Location(cq.Vector(0, 0, 0), cq.Vector(0, 0, 1), 0.5))\n"
        "result = cq.Workplane(wire.val().fuse(turned))\n",
    ),
    "rough hook with fillets": (
        "rough_hook",
        "plate = cq.Workplane('YZ').rect(30, 60).extrude(5).translate((0, 0, 30)).edges('|X').fillet(4)\n"
        "arm = cq.Workplane('XY').box(45, 10, 10, centered=(False, True, False)).translate((0, 0, 10))\n"
        "tip = cq.Workplane('XY').box(10, 10, 35, centered=(False, True, False)).translate((35, 0, 10))\n"
        "hook = arm.union(tip).edges('>X and <Z').fillet(3)\n"
        "result = plate.union(hook).cut(cq.Workplane('YZ').pushPoints([(0, 31), (0, 51)]).circle(2.4).extrude(5))\n",
    ),
    "rough stand with rounded corners": (
        "rough_phone_stand",
        "foot = cq.Workplane('XY').box(90, 70, 5, centered=(False, True, False))\n"
        "rest = cq.Workplane('XZ').polyline([(24.5, 4), (30, 4), (5.2, 95), (0, 95)]).close().extrude(35, both=True)\n"
        "lip = cq.Workplane('XY').box(5, 70, 20, centered=(False, True, False)).translate((55, 0, 0))\n"
        "result = foot.union(rest).union(lip).edges('|Z and >X').fillet(4)\n",
    ),
    "names of outer scopes and generators": (
        "block_with_hole",
        "size = 0\n"
        "def grow():\n    global size\n    size += 20\n"
        "def holes():\n    yield (0, 0)\n"
        "grow()\n"
        "print('height {:.1f}'.format(size), f'{size:>5}')\n"
        "block = cq.Workplane('XY').box(60, 40, size, centered=(True, True, False))\n"
        "result = block.faces('>Z').workplane().pushPoints(list(holes())).hole(12)\n",
    ),
    "everything imported and a class of slots": (
        "block_with_hole",
        "from math import *\nfrom cadquery import *\n"
        "class Bore:\n    __slots__ = ('radius',)\n\n    def __init__(self, area):\n"
        "        self.radius = sqrt(area / pi)\n\n"
        "block = Workplane().box(60, 40, 20, centered=(True, True, False)).faces(selectors.DirectionMinMaxSelector("
        "Vector(0, 0, 1), True))\n"
        "result = block.workplane().hole(2 * Bore(36 * pi).radius)\n",
    ),
    "an assembly of one compound": (
        "shaft_in_bushing",
        "bushing = cq.Workplane('XZ').polyline([(6.05, 0), (14, 0), (14, 4), (10, 4), (10, 30), (6.05, 30)]).close()\n"
        "shaft = cq.Workplane('XZ').polyline([(0, -10), (5, -10), (6, -9), (6, 39), (5, 40), (0, 40)]).close()\n"
        "turned = [part.revolve(360, (0, 0, 0), (0, 1, 0)).val() for part in (bushing, shaft)]\n"
        "result = cq.Compound.makeCompound(turned)\n",
    ),
    "spring from its other end": (
        "coil_spring",
        "helix = cq.Wire.makeHelix(8, 32, 12)\n"
        "profile = cq.Workplane('XZ', origin=(12, 0, 0)).circle(1.5)\n"
        "spring = profile.sweep(cq.Workplane('XY').newObject([helix]), isFrenet=True)\n"
        "result = spring.rotate((0, 0, 0), (0, 0, 1), 360)\n",
    ),
    "rough wedge, rounded by 9 mm": (
        "rough_wedge",
        "side = cq.Workplane('XZ').polyline([(0, 0), (120, 0), (120, 2), (0, 25)]).close()\n"
        "result = side.extrude(20, both=True).edges('<X and |Z').fillet(9)\n",
    ),
    "rough hook with countersunk holes": (
        "rough_hook",
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False)).edges('|X').fillet(6).faces('>X')\n"
        "plate = plate.workplane(origin=(5, 0, 0)).pushPoints([(0, 31), (0, 50)]).cskHole(5, 9, 90)\n"
        "side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
        "result = plate.union(cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n",
    ),
    "rough hook with a lead-in": (
        "rough_hook",
        "side = [(2, 10), (45, 10), (45, 37), (43.5, 45), (36.5, 45), (35, 37), (35, 20), (2, 20)]\n"
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False)).union("
        "cq.Workplane('XZ').polyline(side).close().extrude(5, both=True))\n"
        "result = plate.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(5))\n",
    ),
    "rough hook with a lead-in and a rounded inner corner": (
        "rough_hook",
        "side = [(2, 10), (45, 10), (45, 37), (43.5, 45), (36.5, 45), (35, 37), (35, 20), (2, 20)]\n"
        "arm = cq.Workplane('XZ').polyline(side).close().extrude(5, both=True)\n"
        "arm = arm.edges(cq.NearestToPointSelector((35, 0, 20))).fillet(4)\n"
        "plate = cq.Workplane().box(5, 30, 60, (False, True, False)).union(arm)\n"
        "result = plate.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(5))\n",
    ),
    "rough hook whose arm's root is rounded by 4 mm": (
        "rough_hook",
        "side = [(2, 10), (45, 10), (45, 45), (35, 45), (35, 20), (2, 20)]\n"
        "arm = cq.Workplane('XZ').polyline(side).close().extrude(5, both=True)\n"
        "part = cq.Workplane().box(5, 30, 60, (False, True, False)).union(arm)\n"
        "part = part.edges(cq.selectors.BoxSelector((4.9, -6, 9), (5.1, 6, 21))).fillet(4)\n"
        "result = part.cut(cq.Workplane('YZ').pushPoints([(0, 30), (0, 50)]).circle(2.5).extrude(5))\n",
    ),
    "rough hook with a gusset narrower than its arm": (
        "rough_hook",
        HOOK + "rib = cq.Workplane('XZ', origin=(0, 3, 0)).polyline([(4, 19), (4, 29), (5, 29), (14, 20), (14, 19)])\n"
        "result = bored(plate.union(arm).union(rib.close().extrude(6)))\n",
    ),
    "rough hook whose arm's root is rounded by 8 mm": (
        "rough_hook",
        HOOK + "part = plate.union(arm).edges(cq.selectors.BoxSelector((4.9, -6, 9), (5.1, 6, 21))).fillet(8)\n"
        "result = bored(part)\n",
    ),
    "rough hook whose plate ends in a half circle": (
        "rough_hook",
        HOOK + "plate = plate.edges('|X and >Z').fillet(14.9).edges('|X and <Z').fillet(10)\n"
        "result = bored(plate.union(arm))\n",
    ),
    "rough hook whose arm's edges are rounded through a sharp corner": (
        "rough_hook",
        HOOK + "path = cq.Workplane('XZ').moveTo(3, 15).lineTo(40, 15).lineTo(40, 45)\n"
        "section = cq.Workplane('YZ', origin=(3, 0, 15)).sketch().rect(10, 10).vertices().fillet(4).finalize()\n"
        "result = bored(plate.union(section.sweep(path, transition='right')))\n",
    ),
    "rough hook whose two legs taper": (
        "rough_hook",
        HOOK + "out = cq.Workplane('YZ', origin=(4, 0, 15)).rect(12, 12).workplane(offset=32).rect(10, 10).loft()\n"
        "corner = cq.Workplane(origin=(35, 0, 10)).box(10, 10, 10, (False, True, False))\n"
        "up = cq.Workplane(origin=(40, 0, 19)).rect(10, 10).workplane(offset=26).rect(8, 8).loft()\n"
        "result = bored(plate.union(out).union(corner).union(up))\n",
    ),
    "rough coaster whose recess is all edges": (
        "rough_coaster",
        "side = cq.Workplane('XZ').lineTo(49, 0).lineTo(50, 1).lineTo(50, 7).threePointArc((49.7, 7.7), (49, 8))\n"
        "side = side.lineTo(43, 8).lineTo(42.5, 7).threePointArc((41.9, 5.6), (40.5, 5)).lineTo(0, 5).close()\n"
        "result = side.revolve(360, (0, 0, 0), (0, 1, 0))\n",
    ),
    "rough phone stand whose inner corners are rounded by 4 mm": (
        "rough_phone_stand",
        "side = [(0, 0), (90, 0), (90, 5), (60, 5), (60, 20), (55, 20), (55, 5), (30, 5)]\n"
        "side += [(5, 95), (0, 95), (25, 5), (0, 5)]\n"
        "part = cq.Workplane('XZ').polyline(side).close().extrude(35, both=True)\n"
        "result = part.edges('|Y').edges(cq.selectors.BoxSelector((24, -40, 4.5), (61, 40, 5.5))).fillet(4)\n",
    ),
    "nozzle as a NURBS": ("lofted_nozzle", NOZZLE + "result = cq.Workplane(nozzle.toNURBS())\n"),
    "nozzle cut in pieces and fused": (
        "lofted_nozzle",
        NOZZLE + "ways = ((1, 0.3, 0), (0.2, 1, 0.1), (0, 0.1, 1))\n"
        "planes = [cq.Face.makePlane(400, 400, basePnt=(0.7, 0.3, 4.9), dir=way) for way in ways]\n"
        "pieces = nozzle.split(*planes).Solids()\n"
        "result = pieces[0].fuse(*pieces[1:])\n",
    ),
    "nozzle whose circles are four arcs": (
        "lofted_nozzle",
        "def body(side, diameter):\n"
        "    r, s = diameter / 2, diameter / 2 * math.sqrt(0.5)\n"
        "    arcs = cq.Workplane('XY').rect(side, side).workplane(offset=50).moveTo(-s, -s)\n"
        "    arcs = arcs.threePointArc((0, -r), (s, -s)).threePointArc((r, 0), (s, s))\n"
        "    return arcs.threePointArc((0, r), (-s, s)).threePointArc((-r, 0), (-s, -s)).close().loft()\n"
        "result = body(40, 24).cut(body(34, 18))\n",
    ),
    "spring from a circle that begins elsewhere": (
        "coil_spring",
        "helix = cq.Wire.makeHelix(pitch=8, height=32, radius=12)\n"
        "section = cq.Wire.makeCircle(1.5, cq.Vector(12, 0, 0), cq.Vector(0, 1, 0))\n"
        "result = cq.Solid.sweep(section, [], helix, True, True)\n",
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_right_parts_built_otherwise_pass(name: str) -> None:
    task, code = ANSWERS[name]
    seen = backend().execute(library()[task], Candidate(f"{HEADER}import math\n\n{code}"))
    assert seen.outcome is Outcome.PASS, seen.text


MEASURED = {
    "rounded sizes and faces that are not quite flush": (
        "plate = cq.Workplane().box(80, 40, 10).edges('|Z').fillet(5)\n"
        "block = cq.Workplane().box(20, 40, 30).translate((30, 0, 10))\n"
        "result = plate.union(block).faces('<X').workplane().hole(8, 12)\n",
        "plate = cq.Workplane().box(80.2, 39.8, 10).edges('|Z').fillet(4.9)\n"
        "block = cq.Workplane().box(20, 40, 30).translate((30, 0, 10))\n"
        "result = plate.union(block).faces('<X').workplane().hole(7.9, 12.1)\n",
    ),
    "NURBS over which OCCT's boolean errs": (
        "profile = [(6.5, 0), (12, 0), (12, 2), (11.5, 2.5), (6.5, 2.5)]\n"
        "result = cq.Workplane('XZ').polyline(profile).close().revolve(360, (0, 0, 0), (0, 1, 0))\n",
        "profile = [(6.5, 0), (12, 0), (12, 2), (11.5, 2.5), (6.5, 2.5)]\n"
        "part = cq.Workplane('XZ').polyline(profile).close().revolve(360, (0, 0, 0), (0, 1, 0)).val()\n"
        "result = part.transformGeometry(cq.Matrix([[1.004, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]))\n",
    ),
}


@pytest.mark.parametrize("name", MEASURED)
def test_right_parts_of_rounded_sizes_pass(name: str) -> None:
    reference, code = MEASURED[name]
    seen = observe(f"{HEADER}{code}", reference=f"{HEADER}{reference}", tolerance="measured")
    assert seen.outcome is Outcome.PASS, seen.text
