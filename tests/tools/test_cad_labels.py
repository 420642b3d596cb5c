"""Each outcome of CAD modelling, shown by a script that meets it: the logs that docs/domains/cad_modeling.md quotes."""

from dataclasses import replace

import pytest

from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.cad_modeling.tasks.library import LIMITS
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.cad_runs import BLOCK, HEADER, backend, bundle_of, library, modeller, observe

BRACKET = """\
import cadquery as cq

length, width, height = 20.0, 20.0, 20.0
bore = 10.0

result = (
    cq.Workplane("XY")
    .box(length, width, height)
    .faces(">Z")
    .workplane()
    .center((length - bore) / 2, 0)
    .hole(bore)
)
"""

CASES = {
    "reference": (BLOCK, Outcome.PASS, "compare: the part agrees"),
    "other way to the same part": (
        f"{HEADER}result = cq.Workplane('XZ').rect(20, 20).extrude(10, both=True)\n",
        Outcome.PASS,
        "compare: the part agrees",
    ),
    "a shape": (f"{HEADER}result = cq.Solid.makeBox(20, 20, 20).translate((-10, -10, -10))\n", Outcome.PASS, "agrees"),
    "syntax": (f"{HEADER}result = cq.Workplane(\n", Outcome.COMPILATION_ERROR, "part.py:3: SyntaxError"),
    "import": (f"from cadquery import Workplan\n{BLOCK}", Outcome.COMPILATION_ERROR, "part.py:1: ImportError"),
    "unknown method": (f"{HEADER}result = cq.Workplane().cube(1)\n", Outcome.RUNTIME_ERROR, "attribute 'cube'"),
    "OCCT's exception": (
        f"{HEADER}result = (\n    cq.Workplane()\n    .box(10, 10, 10)\n    .edges()\n    .chamfer(11)\n)\n",
        Outcome.RUNTIME_ERROR,
        "part.py:7: chamfer(): StdFail_NotDone: BRep_API: command not done",
    ),
    "open wire": (
        f"{HEADER}result = cq.Workplane().lineTo(1, 0).lineTo(1, 1).extrude(1)\n",
        Outcome.RUNTIME_ERROR,
        "extrude(): ValueError: No pending wires present",
    ),
    "empty selection": (
        f"{BLOCK}result = result.edges('%CIRCLE').fillet(1)\n",
        Outcome.RUNTIME_ERROR,
        "part.py:4: fillet(): ValueError: Fillets requires that edges be selected",
    ),
    "no result": ("part = 1\n", Outcome.RUNTIME_ERROR, "leaves nothing in `result`"),
    "sketch only": (f"{HEADER}result = cq.Workplane().rect(10, 10)\n", Outcome.GEOMETRY_ERROR, "a Wire, not a solid"),
    "a selection": (
        f"{BLOCK}result = result.faces()\n",
        Outcome.GEOMETRY_ERROR,
        "6 faces of the result belong to no solid",
    ),
    "a number": ("result = 42\n", Outcome.GEOMETRY_ERROR, "the result is int, not a solid"),
    "two solids": (
        f"{HEADER}result = cq.Workplane().pushPoints([(0, 0), (30, 0)]).box(20, 20, 20)\n",
        Outcome.GEOMETRY_ERROR,
        "gate solids: 2 solids, expected 1",
    ),
    "empty cut": (
        f"{BLOCK}result = result.cut(cq.Workplane().box(50, 50, 50))\n",
        Outcome.GEOMETRY_ERROR,
        "gate solids: 0 solids, expected 1",
    ),
    "boxes sharing an edge": (
        f"{HEADER}one = cq.Workplane().box(9, 9, 9, centered=False)\nresult = one.union(one.translate((9, 9, 0)))\n",
        Outcome.GEOMETRY_ERROR,
        "lies on 4 faces, not 2",
    ),
    "fillet too large": (
        f"{HEADER}result = (\n    cq.Workplane()\n    .box(10, 10, 10)\n    .edges()\n    .fillet(6)\n)\n",
        Outcome.GEOMETRY_ERROR,
        "part.py:7: fillet(): the first step whose solid fails",
    ),
    "self-intersection": (
        f"{HEADER}result = cq.Workplane().polyline([(0, 0), (10, 10), (10, 0), (0, 10)]).close().extrude(5)\n",
        Outcome.GEOMETRY_ERROR,
        "gate BRepCheck",
    ),
    "NaN": (f"{HEADER}result = cq.Workplane().box(float('nan'), 1, 1)\n", Outcome.GEOMETRY_ERROR, "gate BRepCheck"),
    "wrong size": (
        f"{HEADER}result = cq.Workplane().box(20, 20, 21)\n",
        Outcome.FUNCTIONAL_MISMATCH,
        "compare: volume 8400 mm3, expected 8000 (+5.00%)",
    ),
    "moved copy": (
        f"{BLOCK}result = result.translate((5, 0, 0))\n",
        Outcome.FUNCTIONAL_MISMATCH,
        "centre of mass (5, 0, 0)",
    ),
    "doubled copy": (
        f"{HEADER}result = cq.Workplane().box(40, 40, 40)\n",
        Outcome.FUNCTIONAL_MISMATCH,
        "after alignment IoU 1.000",
    ),
    "a hole nobody asked for": (
        f"{BLOCK}result = result.faces('>Z').workplane().hole(0.1)\n",
        Outcome.FUNCTIONAL_MISMATCH,
        "compare: genus (holes through): expected 0 got 1",
    ),
    "a pit": (
        f"{BLOCK}result = result.cut(cq.Workplane().box(2, 2, 2).translate((5, 5, 10)))\n",
        Outcome.FUNCTIONAL_MISMATCH,
        "compare: surface deviation 1 mm at (",
    ),
    "forbidden": (f"import os\n{BLOCK}", Outcome.REJECTED, "part.py:1: forbidden: import of os"),
    "a shape too large": (
        f"{HEADER}box = cq.Solid.makeBox(1, 1, 1)\n"
        "result = cq.Compound.makeCompound([box.translate((2 * i, 0, 0)).copy() for i in range(4000)])\n",
        Outcome.RESOURCE_EXCEEDED,
        "the shape takes more than 16 MiB",
    ),
    "memory": (f"{HEADER}result = [0] * 10**10\n", Outcome.RESOURCE_EXCEEDED, ""),
}


@pytest.mark.parametrize("name", CASES)
def test_label_and_log(name: str) -> None:
    code, outcome, words = CASES[name]
    seen = observe(code)
    assert seen.outcome is outcome, seen.text
    assert words in seen.text
    assert seen.outcome in DOMAIN.outcomes
    if not seen.outcome.passed and words:
        assert DOMAIN.diagnostics(seen)


def test_the_papers_tangent_bore() -> None:
    """Case (b): `isValid()` is True for this solid, and an edge lies on four faces."""
    asks = f"{BRACKET}print('isValid', result.val().isValid(), len(result.solids().vals()))\n"
    seen = observe(asks, reference=BRACKET.replace("/ 2, 0", "/ 4, 0"))
    assert seen.outcome is Outcome.GEOMETRY_ERROR
    assert "isValid True 1" in seen.text
    assert "part.py:12: hole(): the first step whose solid fails: Edge" in seen.text
    assert "from (10, 0, -10) to (10, 0, 10)) lies on 4 faces, not 2" in seen.text
    mended = observe(BRACKET.replace("/ 2, 0", "/ 4, 0"), reference=BRACKET.replace("/ 2, 0", "/ 4, 0"))
    assert mended.outcome is Outcome.PASS


SHORT = replace(LIMITS, cpu_s=2, wall_s=20.0)
HANGS = {
    "in Python": "while True:\n    pass\n",
    "in an OCCT boolean": (
        f"{HEADER}pins = cq.Workplane().rarray(1, 1, 70, 70).circle(0.45).extrude(1)\n"
        "result = cq.Workplane().box(80, 80, 2).cut(pins)\n"
    ),
}


@pytest.mark.parametrize("name", HANGS)
def test_what_hangs_is_stopped_and_costs_the_next_nothing(name: str) -> None:
    bundle = bundle_of(BLOCK, limits=SHORT)
    assert backend().execute(bundle, Candidate(HANGS[name])).outcome is Outcome.TIMEOUT
    assert backend().execute(bundle, Candidate(f"{BLOCK}# after\n")).outcome is Outcome.PASS


def test_a_flood_of_output_is_cut() -> None:
    seen = observe(f"{BLOCK}while True:\n    print('x' * 1000)\n")
    assert seen.outcome in (Outcome.RESOURCE_EXCEEDED, Outcome.TIMEOUT)
    assert len(seen.log) <= LIMITS.log_bytes
    if seen.outcome is Outcome.RESOURCE_EXCEEDED:
        assert seen.text.endswith("script: it printed more than 4096 KiB\nscript: limit exceeded\n")


def test_prints_are_no_lines_of_the_judge() -> None:
    seen = observe(f"{BLOCK}print('compare: the part agrees: volume 8000 mm3')\nresult.boxx()\n")
    assert seen.text.startswith("printed: compare: the part agrees")
    assert seen.outcome is Outcome.RUNTIME_ERROR


def test_an_exceptions_text_is_no_line_of_the_judge() -> None:
    lines = "compare: the part agrees\\ncompare: volume 1\\rcompare: volume 2"
    seen = observe(f"{BLOCK}raise ValueError('{lines}')\n")
    assert seen.text.splitlines() == [
        f"part.py:{BLOCK.count(chr(10)) + 1}: ValueError: compare: the part agrees",
        "printed: compare: volume 1",
        "printed: compare: volume 2",
    ]


def test_an_exception_without_a_text_is_told_and_the_harness_is_not() -> None:
    error = "class E(Exception):\n    def __str__(self): return 1 / 0\nraise E\n"
    seen = observe(BLOCK + error)
    assert seen.outcome is Outcome.RUNTIME_ERROR
    assert seen.text == f"part.py:{(BLOCK + error).count(chr(10))}: E: (its text cannot be made: ZeroDivisionError)\n"


def test_half_a_surrogate_pair_in_an_exceptions_text_is_written_out() -> None:
    """A report that held one was not read, and the log told of a process that had ended too early."""
    seen = observe("raise ValueError('\\udcff 3')\n")
    assert (seen.outcome, seen.text) == (Outcome.RUNTIME_ERROR, "part.py:1: ValueError: \\udcff 3\n")


def test_a_segmentation_fault_is_a_memory_fault_and_the_next_run_works() -> None:
    from resources.domains.cad_modeling.execution.judging import judge_script

    bundle = bundle_of(BLOCK)
    crashed = modeller().model(bundle, Candidate("import ctypes\nctypes.string_at(0)\n"))
    assert judge_script(crashed, "part.py").outcome is Outcome.MEMORY_FAULT
    assert modeller().model(bundle, Candidate(BLOCK)).shape is not None


def test_a_script_that_leaves_early_has_no_result() -> None:
    from resources.domains.cad_modeling.execution.judging import judge_script

    left = modeller().model(bundle_of(BLOCK), Candidate("import os\nos._exit(0)\n"))
    assert judge_script(left, "part.py").outcome is Outcome.RUNTIME_ERROR


@pytest.mark.parametrize("cut", [0, 1, 50, 1000])
def test_hostile_shapes_are_survived(cut: int) -> None:
    from resources.domains.cad_modeling.execution.judging import judge_gates

    bundle = bundle_of(BLOCK)
    whole = modeller().reference(bundle)
    for shape in (whole[:cut], b"garbage" * cut, whole[:cut] + b"\xff" * 200 + whole[cut + 200 :]):
        ruling = judge_gates(modeller().judge(bundle, shape))
        assert ruling.outcome is not None
        assert not ruling.outcome.passed
    assert judge_gates(modeller().judge(bundle, whole)).outcome is None


def test_a_reference_is_not_where_a_candidate_runs() -> None:
    """The candidate's process has the task and the script; files of other jobs are gone."""
    code = "import os\nprint(sorted(os.listdir('.')), os.path.exists('reference.bin'))\nresult = 1\n"
    step = modeller().model(library()["flange"], Candidate(code)).step
    assert step.log == b"['part.py', 'task.json'] False\n"


def test_walls_are_measured_where_asked() -> None:
    tray = f"{HEADER}result = cq.Workplane().box(40, 30, 20).faces('>Z').shell(-2)\n"
    thin = tray.replace("shell(-2)", "shell(-1.5)")
    seen = observe(thin, reference=tray, wall="2", tolerance="outline")
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert "wall 1.5 mm thick" in seen.text
    assert observe(f"{tray}# again\n", reference=tray, wall="2").metrics["wall"] == pytest.approx(2.0, rel=1e-3)
