"""CADPrompt's layout, read from folders made here: scripts are built and held to the STL that lies beside them."""

import itertools
import struct
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.tasks.importers import IMPORTERS
from resources.domains.importing import ImportResult
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import HEADER, backend

EXPORTING = f"""\
{HEADER}part = cq.Workplane("XY").box(10, 20, 30)
cq.exporters.export(part, "Ground_Truth.stl")
"""
OTHER_NAME = f"""\
{HEADER}result = cq.Workplane("XY").box(1, 2, 3)
part = cq.Workplane("XY").box(10, 20, 30)
cq.exporters.export(part, "Ground_Truth.stl")
"""
THREE = f"""\
{HEADER}part = cq.Workplane("XY").pushPoints([(0, 0), (20, 0), (40, 0)]).box(10, 10, 10)
cq.exporters.export(part, "Ground_Truth.stl")
"""
WEDGED = f"{HEADER}part = cq.Workplane('XY').box(10, 20, 30).edges('>X and >Y').chamfer(4, 6)\nshow_object(part)\n"
_SIDES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def block(x: float, y: float, z: float) -> list[list[tuple[float, ...]]]:
    """A block's twelve triangles, about the origin."""
    corners = list(itertools.product((-z / 2, z / 2), (-y / 2, y / 2), (-x / 2, x / 2)))
    points = [(corner[2], corner[1], corner[0]) for corner in corners]
    return [[points[side[i]] for i in turn] for side in _SIDES for turn in ((0, 1, 2), (0, 2, 3))]


def binary(triangles: list[list[tuple[float, ...]]]) -> bytes:
    rows = b"".join(struct.pack("<12fH", 0, 0, 0, *itertools.chain(*triangle), 0) for triangle in triangles)
    return b"\0" * 80 + struct.pack("<I", len(triangles)) + rows


def plain(triangles: list[list[tuple[float, ...]]]) -> bytes:
    facets = (
        "facet normal 0 0 0\nouter loop\n"
        + "".join("vertex {} {} {}\n".format(*point) for point in triangle)
        + "endloop\nendfacet\n"
        for triangle in triangles
    )
    return f"solid block\n{''.join(facets)}endsolid block\n".encode()


def lay(folder: Path, files: dict[str, str | bytes]) -> None:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)


def sample(script: str, words: str = "A block of 10 by 20 by 30.", mesh: bytes | None = None) -> dict[str, str | bytes]:
    """A folder as the set's own page describes it."""
    files: dict[str, str | bytes] = {"Python_Code.py": script, "Prompt_with_specific_measurements.txt": words}
    return files | ({} if mesh is None else {"Ground_Truth.stl": mesh})


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> ImportResult:
    root = tmp_path_factory.mktemp("cadprompt")
    right = block(10, 20, 30)
    more: dict[str, str | bytes] = {"Ground_Truth.obj": "v 0 0 0", "Ground_Truth.json": "{}", "Prompt.txt": "A block."}
    lay(root / "001", sample(EXPORTING, mesh=binary(right)) | more)
    lay(root / "002", {"Python_Code.py": EXPORTING, "Prompt.txt": "A block."})
    lay(root / "003", sample("import os\nresult = os.getcwd()\n"))
    lay(root / "004", sample("x = ("))
    lay(root / "005", {"a.py": EXPORTING, "b.py": EXPORTING, "Prompt.txt": "A block of 3."})
    lay(root / "006", {"Prompt.txt": "no script"})
    lay(root / "007", sample(OTHER_NAME, mesh=plain(right)))
    lay(root / "008", sample(EXPORTING, mesh=binary(block(10, 20, 27))))
    lay(root / "009", sample(EXPORTING, mesh=binary(right[:-1])))
    lay(root / "010", sample(EXPORTING, mesh=b"garbage" * 100))
    lay(root / "011", sample(THREE))
    lay(root / "012", sample(WEDGED))
    lay(root / "013", sample(EXPORTING, "A block of 10 by 20 by 30 about the origin, 30 high along the z-axis."))
    lay(root / "014", sample(f"{HEADER}part = cq.Workplane().boxx(1, 2, 3)\nshow_object(part)\n"))
    return IMPORTERS[0].read(root, licence="MIT")


def seed(found: ImportResult, number: str) -> TaskSeed:
    return next(seed for seed in found.seeds if seed.seed_id == f"cadprompt/{number}")


def verdict(of: TaskSeed, code: str) -> Outcome:
    return backend().execute(bundle_from_seed(of), Candidate(HEADER + code)).outcome


def test_folders_become_seeds_and_problems(found: ImportResult) -> None:
    assert [problem.file for problem in found.problems] == ["004/Python_Code.py", "005"]
    assert {f"cadprompt/0{number:02}" for number in (1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14)} == {
        seed.seed_id for seed in found.seeds
    }
    first = seed(found, "001")
    assert first.prompt == "A block of 10 by 20 by 30.\n"
    assert "export" not in first.reference
    assert first.origin.licence == "MIT"
    assert not Path("Ground_Truth.stl").exists()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("001", ""),
        ("002", "no dimensions"),
        ("003", "import of os"),
        ("007", ""),
        ("008", "disagree: IoU 0.9"),
        ("009", ""),
        ("010", "STL cannot be read"),
        ("014", "leaves no part: AttributeError"),
    ],
)
def test_tasks_that_cannot_be_trusted_say_why(found: ImportResult, number: str, words: str) -> None:
    unusable = seed(found, number).unusable
    assert words in unusable
    assert bool(unusable) == bool(words)


def test_the_exported_name_is_the_part(found: ImportResult) -> None:
    assert seed(found, "007").reference.endswith("result = part\n")


def test_as_many_solids_as_the_reference_has(found: ImportResult) -> None:
    three = seed(found, "011")
    assert three.settings["solids"] == "3"
    assert "3 solids that do not overlap" in three.interface
    assert "one solid" in seed(found, "001").interface


def test_a_right_part_in_another_pose_passes_where_none_is_named(found: ImportResult) -> None:
    wedged = seed(found, "012")
    assert wedged.settings["pose"] == "free"
    assert "in any orientation" in wedged.interface
    moved = wedged.reference.removeprefix(HEADER) + "result = result.rotate((0, 0, 0), (1, 2, 3), 40)\n"
    assert verdict(wedged, moved + "result = result.translate((7, 8, 90))\n") is Outcome.PASS
    turned = wedged.reference.removeprefix(HEADER) + "result = result.rotate((0, 0, 0), (1, 0, 0), 90)\n"
    assert verdict(wedged, turned) is Outcome.PASS


@pytest.mark.parametrize(
    "change",
    [
        "result = cq.Workplane(result.val().scale(1.1))\n",
        "result = result.mirror('XY').mirror('YZ').mirror('XZ').cut(cq.Workplane().box(2, 2, 60))\n",
        "result = cq.Workplane().box(10, 20, 30)\n",
        "result = result.edges('<X and <Y').chamfer(4, 6)\n",
    ],
)
def test_a_wrong_part_fails_in_any_pose(found: ImportResult, change: str) -> None:
    wedged = seed(found, "012")
    code = wedged.reference.removeprefix(HEADER) + change
    assert verdict(wedged, code + "result = result.translate((7, 8, 90))\n") is Outcome.FUNCTIONAL_MISMATCH


def test_a_pose_that_is_named_counts(found: ImportResult) -> None:
    named = seed(found, "013")
    assert named.settings["pose"] == "named"
    code = "result = cq.Workplane().box(10, 20, 30)"
    assert verdict(named, f"{code}\n# again\n") is Outcome.PASS
    assert verdict(named, f"{code}.rotate((0, 0, 0), (1, 0, 0), 90)\n") is Outcome.FUNCTIONAL_MISMATCH
