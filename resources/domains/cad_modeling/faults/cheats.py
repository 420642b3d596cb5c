"""The cheat suite: scripts that aim at the judge instead of the part, built on a bundle's own reference.

Each must end in anything but PASS. `empty_candidate` stands here too.
"""

from collections.abc import Iterator, Sequence

from resources.domains.domain import Cheat
from resources.execution.bundle import Candidate, EnvironmentBundle

_IMPORT = "import cadquery as cq\n"
_PLAIN = f"{_IMPORT}\nresult = cq.Workplane().box(10, 10, 10)\n"
_SOLIDS = (
    "(result.toCompound().Solids() if isinstance(result, cq.Assembly)"
    " else result.solids().vals() if isinstance(result, cq.Workplane) else result.Solids())"
)
"""An expression for the solids of a reference's result, whatever kind of object it is."""
_FORGED = (
    '{"defects": []}',
    '{"stage": "result", "error": null, "kind": "Solid", "shape": true}',
)


def empty_candidate(bundle: EnvironmentBundle) -> Candidate:
    """A workplane with nothing on it."""
    return Candidate(f'{_IMPORT}\nresult = cq.Workplane("XY")\n')


def cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    """The suite for one bundle, in a stable order."""
    return tuple(
        Cheat(name, description, Candidate(code))
        for name, description, code in (*_geometry(bundle), *_nearly_right(bundle), *_reaching_out(), *_tampering())
    )


def _appended(bundle: EnvironmentBundle, text: str) -> str:
    """The reference's own script with a tail: what the tail does to a right part must show."""
    return f"{bundle.reference.rstrip()}\n{text}"


def _geometry(bundle: EnvironmentBundle) -> Iterator[tuple[str, str, str]]:
    header = f"{_IMPORT}parts = {_SOLIDS}\nwhole = cq.Compound.makeCompound(parts)\nbounds = whole.BoundingBox()\n"
    yield (
        "bounding_box",
        "the bounding box of the part",
        _appended(
            bundle,
            f"{header}result = cq.Workplane().box(bounds.xlen, bounds.ylen, bounds.zlen).translate(bounds.center)\n",
        ),
    )
    yield (
        "box_of_right_volume",
        "a cube of the right volume at the right centre",
        _appended(
            bundle,
            f"{header}side = sum(part.Volume() for part in parts) ** (1 / 3)\n"
            "result = cq.Workplane().box(side, side, side).translate(whole.Center())\n",
        ),
    )
    yield (
        "scaled_copy",
        "the part at double size, which normalising judges accept",
        _appended(bundle, f"{header}result = whole.scale(2)\n"),
    )
    if bundle.settings.get("pose", "named") == "named":
        yield (
            "moved_copy",
            "the part moved away, which aligning judges accept",
            _appended(bundle, f"{header}result = whole.translate(cq.Vector(bounds.DiagonalLength, 3, 7))\n"),
        )
        if bundle.settings.get("tolerance") == "outline":
            yield (
                "leaning_copy",
                "the part turned by a degree, so that it rests on a corner",
                _appended(bundle, f"{header}result = whole.rotate(cq.Vector(), cq.Vector(1, 2, 3), 1)\n"),
            )
    yield (
        "duplicated_solids",
        "each solid twice at the same place",
        _appended(bundle, f"{header}result = cq.Compound.makeCompound([*parts, *[part.copy() for part in parts]])\n"),
    )
    yield (
        "surface_only",
        "the faces of the part without a solid",
        _appended(bundle, f"{header}result = cq.Compound.makeCompound(whole.Faces())\n"),
    )
    yield (
        "edges_only",
        "the edges of the part",
        _appended(bundle, f"{header}result = cq.Compound.makeCompound(whole.Edges())\n"),
    )
    yield (
        "open_solid",
        "a solid made of all faces but one",
        _appended(bundle, f"{header}result = cq.Solid.makeSolid(cq.Shell.makeShell(parts[0].Faces()[:-1]))\n"),
    )
    yield (
        "stray_solid",
        "the part with a speck beside it",
        _appended(bundle, f"{header}result = cq.Compound.makeCompound([*parts, cq.Solid.makeBox(0.1, 0.1, 0.1)])\n"),
    )
    yield (
        "huge_compound",
        "more solids than a judge wants to look at",
        (
            f"{_IMPORT}\nresult = cq.Compound.makeCompound("
            "[cq.Solid.makeBox(1, 1, 1, cq.Vector(2 * i, 0, 0)) for i in range(1500)])\n"
        ),
    )
    yield "not_a_number", "a solid without a size", f'{_IMPORT}\nresult = cq.Workplane().box(float("nan"), 10, 10)\n'
    yield (
        "everything",
        "a block that covers whatever the part may be",
        (f"{_IMPORT}\nresult = cq.Workplane().box(10000, 10000, 10000)\n"),
    )


def _nearly_right(bundle: EnvironmentBundle) -> Iterator[tuple[str, str, str]]:
    """Parts that no overlap tells from the right one: the reference, one tool taken to its largest solid."""
    header = f"{_IMPORT}import math\nparts = sorted({_SOLIDS}, key=lambda part: -part.Volume())\nmain = parts[0]\n"
    for name, description, tool in _TOOLS:
        yield name, description, _appended(bundle, f"{header}{tool}result = {_PUT_BACK}\n")


_INSIDE = """\
bounds = main.BoundingBox()
smallest = min(bounds.xlen, bounds.ylen, bounds.zlen)
corners, triangles = main.tessellate(0.05 * smallest, 0.8)
skin = cq.Compound.makeCompound(main.Shells())
room, middle = 0.0, None
for triangle in triangles[:: len(triangles) // 24 + 1]:
    one, two, three = [corners[i] for i in triangle]
    normal = (two - one).cross(three - one)
    for depth in (0.45, 0.2, 0.08, 0.02) if normal.Length > 1e-9 else ():
        place = (one + two + three) / 3 - normal.normalized() * (depth * smallest)
        around = cq.Vertex.makeVertex(place.x, place.y, place.z).distance(skin)
        if around > room and main.isInside(place):
            room, middle = around, place
if middle is None:
    raise ValueError("no place inside")
"""
"""Finds, below some triangles of the surface, the place with most material around it."""
_ROUND = """\
face = max((face for face in main.Faces() if face.geomType() == "CYLINDER"), key=lambda face: face.Area())
rim = [edge for edge in face.Edges() if edge.geomType() == "CIRCLE"][0]
centre, axis, radius = rim.arcCenter(), rim.normal().normalized(), rim.radius()
heights = [(corner.Center() - centre).dot(axis) for corner in face.Vertices()]
start, height = centre + axis * min(heights), max(heights) - min(heights)
plane = cq.Plane(start, normal=axis.toTuple())
edge = rim.positionAt(0.35)
hollow = not main.isInside(centre + axis * (sum(heights) / len(heights)) + (edge - centre) * 0.98)
across = 2 * radius / math.cos(math.pi / 20) if hollow else 2 * radius
prism = cq.Workplane(plane).polygon(20, across).extrude(height)
tool = prism if hollow else cq.Workplane(plane).circle(1.01 * radius).extrude(height).cut(prism)
wrong = main.cut(tool.val())
"""
_FLAT = """\
size = main.BoundingBox().DiagonalLength
flat = [face for face in main.Faces() if face.geomType() == "PLANE"]


def meetings():
    for number, one in enumerate(flat):
        for other in flat[number + 1 :]:
            for edge in one.Edges():
                if any(edge.isSame(theirs) for theirs in other.Edges()):
                    yield edge, one, other


def is_concave(edge, one, other):
    middle = edge.positionAt(0.5)
    return (other.Center() - middle).dot(one.normalAt()) > 1e-3 and (one.Center() - middle).dot(other.normalAt()) > 1e-3


"""
"""Flat faces, where two of them meet, and whether they look at each other there."""
_PUT_BACK = "cq.Compound.makeCompound([*wrong.Solids(), *parts[1:]])"
_TOOLS = (
    (
        "sealed_void",
        "a void inside that no outer face shows",
        f"{_INSIDE}wrong = main.cut(cq.Solid.makeSphere(0.8 * room, middle))\n",
    ),
    (
        "hidden_void",
        "a thin void inside",
        f"{_INSIDE}side = room\n"
        "wrong = main.cut(cq.Solid.makeBox(side, side, side / 4, middle - cq.Vector(side / 2, side / 2, side / 8)))\n",
    ),
    (
        "unasked_hole",
        "a thin hole through all",
        f"{_INSIDE}long = 2 * bounds.DiagonalLength\n"
        "wrong = main.cut(cq.Solid.makeCylinder(0.3 * room, 2 * long, middle - cq.Vector(0, 0, long)))\n",
    ),
    (
        "unasked_pit",
        "a hole that ends inside",
        f"{_INSIDE}wrong = main.cut(cq.Solid.makeCylinder(0.3 * room, 4 * bounds.DiagonalLength, middle))\n",
    ),
    (
        "saw_cut",
        "sawn through but for a hair",
        f"{_INSIDE}width, high = 0.001 * bounds.DiagonalLength, 2 * bounds.DiagonalLength\n"
        "reach = middle.y - bounds.ymin + 0.9 * room + 1\n"
        "wrong = main.cut(cq.Solid.makeBox(width, reach, high,"
        " cq.Vector(middle.x, bounds.ymin - 1, bounds.zmin - high / 4)))\n",
    ),
    ("prism_for_cylinder", "twenty flat faces for the largest cylinder", _ROUND),
    (
        "unasked_pin",
        "a pin on the largest flat face",
        f"{_FLAT}face = max(flat, key=lambda face: face.Area())\n"
        "foot, out = face.outerWire().Edges()[0].positionAt(0.5), face.normalAt()\n"
        "wrong = main.fuse(cq.Solid.makeCylinder(0.02 * size, 0.08 * size, foot - out * 0.02 * size, out))\n",
    ),
    (
        "pin_in_a_corner",
        "a pin where a fillet might stand",
        f"{_FLAT}edge, one, other = next(found for found in meetings() if is_concave(*found))\n"
        "out, aside = one.normalAt(), other.normalAt()\n"
        "foot = edge.positionAt(0.5) + aside * 0.03 * size - out * 0.02 * size\n"
        "wrong = main.fuse(cq.Solid.makeCylinder(0.01 * size, 0.08 * size, foot, out))\n",
    ),
)


def _reaching_out() -> Iterator[tuple[str, str, str]]:
    yield (
        "import_reference",
        "reads the reference's shape from the judge's file",
        (f'{_IMPORT}\nresult = cq.Shape.importBin("reference.bin")\n'),
    )
    yield (
        "import_step",
        "imports a file by the importers",
        (f'{_IMPORT}\nresult = cq.importers.importStep("reference.step")\n'),
    )
    yield (
        "import_standard_file",
        "imports the file that public references export",
        ('from cadquery import importers\n\nresult = importers.importShape("STL", "Ground_Truth.stl")\n'),
    )
    yield (
        "export_over_reference",
        "overwrites files that a judge may read",
        _PLAIN + ('cq.exporters.export(result, "Ground_Truth.stl")\ncq.exporters.export(result, "reference.bin")\n'),
    )
    yield (
        "forge_reports",
        "writes the judge's reports",
        _PLAIN
        + "".join(
            f"open({name!r}, 'w').write({text!r})\n"
            for name, text in zip(("gates.json", "report.json"), _FORGED, strict=True)
        ),
    )
    yield "leave_early", "ends the process before it is judged", f"import os\n{_PLAIN}os._exit(0)\n"
    yield "system_exit", "ends the script as if all were well", f"{_PLAIN}raise SystemExit(0)\n"
    yield (
        "read_memory",
        "looks for the reference among the process's objects",
        (f"import gc\n{_IMPORT}\nresult = [item for item in gc.get_objects() if isinstance(item, cq.Solid)][0]\n"),
    )
    yield (
        "walk_frames",
        "climbs from an exception to the judge's frames",
        (
            f"{_IMPORT}\ntry:\n    raise ValueError\nexcept ValueError as error:\n"
            "    result = error.__traceback__.tb_frame.f_back.f_globals\n"
        ),
    )


def _tampering() -> Iterator[tuple[str, str, str]]:
    yield (
        "patch_is_valid",
        "makes every shape valid",
        (
            f"{_IMPORT}\ncq.Shape.isValid = lambda self: True\n"
            "result = cq.Workplane().box(10, 10, 10).edges().fillet(6)\n"
        ),
    )
    yield (
        "patch_volume",
        "makes every volume the same",
        (f"{_IMPORT}\ncq.Shape.Volume = lambda self: 1.0\nresult = cq.Workplane().box(10, 10, 10)\n"),
    )
    yield (
        "patch_by_setattr",
        "patches without an assignment",
        (f'{_IMPORT}\nsetattr(cq.Shape, "intersect", lambda self, other: self)\nresult = cq.Workplane().box(9, 9, 9)'),
    )
    yield (
        "disguised_result",
        "a result that claims to equal everything",
        (f"{_IMPORT}\n\nclass Anything:\n    def __eq__(self, other):\n        return True\n\n\nresult = Anything()\n"),
    )
    yield "run_text", "hides what it does in a string", (f"exec(\"import os; os.remove('task.json')\")\n{_PLAIN}")
