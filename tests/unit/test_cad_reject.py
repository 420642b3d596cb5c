"""What a CadQuery script may not contain, and what it may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.cad_modeling.reject import reject
from resources.domains.cad_modeling.seeds.library import builtin_seeds

PLAIN = "import cadquery as cq\nimport math\n\nresult = cq.Workplane().box(1, 2, 3)\n"


@pytest.mark.parametrize("seed", builtin_seeds(), ids=lambda seed: seed.seed_id)
def test_references_are_allowed(seed: object) -> None:
    assert reject(seed.reference) == []  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("import os\n", "import of os"),
        ("import cadquery.occ_impl as o\n", "import of cadquery.occ_impl"),
        ("from cadquery import exporters\n", "import of exporters from cadquery"),
        ("from cadquery import *\n", "import of * from cadquery"),
        ("from OCP.gp import gp_Pnt\n", "import from OCP.gp"),
        ("from . import x\n", "import from ."),
        ("open('reference.bin')\n", "the name open"),
        ("x = eval\n", "the name eval"),
        ("getattr(1, 'x')\n", "the name getattr"),
        ("x = (1).__class__\n", "attribute __class__"),
        ("x = __builtins__\n", "the name __builtins__"),
        ("import cadquery as cq\ncq.exporters.export(1)\n", "cadquery.exporters"),
        ("import cadquery as cq\ncq.Shape.Volume = 1\n", "assignment to the attribute Volume"),
        ("import cadquery as cq\ncq = 1\n", "assignment to the name cq"),
        ("import cadquery as cq\ncq.Workplane().val().wrapped\n", "attribute wrapped"),
        ("import cadquery as cq\ncq.Shape.importBin('reference.bin')\n", "attribute importBin"),
        ("import cadquery as cq\ncq.selectors.re\n", "cadquery.selectors.re"),
        ("with x:\n    pass\n", "with statement"),
        ("def f():\n    yield 1\n", "yield"),
        ("def f(**options):\n    f(__x=1)\n", "the name __x"),
        ("# coding: latin-1\nx = 1\n", "source encoding latin-1"),
    ],
)
def test_forbidden_constructs_are_named(code: str, what: str) -> None:
    assert what in [finding.what for finding in reject(code)]


@pytest.mark.parametrize(
    "code",
    [
        "from cadquery.selectors import BoxSelector\n",
        "from math import *\n",
        "from typing import List\n",
        "import cadquery as cq\ns = cq.selectors.NearestToPointSelector((0, 0, 0))\n",
        "class Tooth:\n    def __init__(self):\n        self.height = 1\n",
        "points = [(i, i) for i in range(3)]\nprint(*points)\n",
        "def tooth(id):\n    return id\n",
    ],
)
def test_usual_constructs_are_allowed(code: str) -> None:
    assert reject(PLAIN + code) == []


def test_lines_are_those_of_the_text() -> None:
    findings = reject("x = 1\r\nimport os\r\n\r\nopen('a')\r\n")
    assert [finding.line for finding in findings] == [2, 4]


def test_what_does_not_parse_is_left_to_python() -> None:
    assert reject("import os; (") == []
    assert reject("(" * 50_000) == []


def test_texts_that_are_no_scripts_are_refused() -> None:
    assert reject("x = '\udcff'")[0].what == "text that is not UTF-8"
    assert "bytes" in reject("# filler\n" * 100_000)[0].what


@given(st.text(max_size=300))
def test_any_text_is_answered(code: str) -> None:
    assert all(finding.line >= 1 for finding in reject(code))
