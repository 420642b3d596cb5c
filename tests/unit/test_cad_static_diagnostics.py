"""What is foreseen of scripts that fail by their text alone: exact words for a few faults, and any text at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.cad_modeling.domain import DOMAIN
from resources.domains.cad_modeling.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

BUNDLE = bundle_from_seed(next(seed for seed in builtin_seeds() if not seed.unusable))
HEAD = "import cadquery as cq\n"
CHAIN = HEAD + 'result = (\n    cq.Workplane("XY")\n    .box(1, 2, 3)\n    .{}\n)\n'


def foreseen(code: str) -> Observation | None:
    return DOMAIN.static_diagnostic(BUNDLE, Candidate(code))


FAULTS = {
    "import os\n": (Outcome.REJECTED, "part.py:1: forbidden: import of os"),
    HEAD + "result = cq.Workplane(\n": (Outcome.COMPILATION_ERROR, "part.py:2: SyntaxError: '(' was never closed"),
    HEAD + "  x = 1\n": (Outcome.COMPILATION_ERROR, "part.py:2: IndentationError: unexpected indent"),
    "x = 1\nreturn x\n": (Outcome.COMPILATION_ERROR, "part.py:2: SyntaxError: 'return' outside function"),
    "def f(a, a):\n    pass\n": (
        Outcome.COMPILATION_ERROR,
        "part.py:1: SyntaxError: duplicate argument 'a' in function definition",
    ),
    HEAD + "size = 3\nresult = cq.Workplane().box(size,\n    siz, 1)\n": (
        Outcome.RUNTIME_ERROR,
        "part.py:4: NameError: name 'siz' is not defined",
    ),
    CHAIN.format("drill(1)"): (
        Outcome.RUNTIME_ERROR,
        "part.py:5: AttributeError: 'Workplane' object has no attribute 'drill'",
    ),
    CHAIN.format("fillet()"): (
        Outcome.RUNTIME_ERROR,
        "part.py:5: TypeError: Workplane.fillet() missing 1 required positional argument: 'radius'",
    ),
    CHAIN.format("rect(1, 2, size=3)"): (
        Outcome.RUNTIME_ERROR,
        "part.py:5: TypeError: Workplane.rect() got an unexpected keyword argument 'size'",
    ),
    CHAIN.format('faces(">Z").workplane().hole(-1)'): (
        Outcome.RUNTIME_ERROR,
        "part.py:5: hole(): Standard_ConstructionError",
    ),
    HEAD + "def f(x):\n    return 1 / x\n\n\nresult = cq.Workplane().box(f(0), 1, 1)\n": (
        Outcome.RUNTIME_ERROR,
        "part.py:6: called from here\npart.py:3: ZeroDivisionError: division by zero",
    ),
    HEAD + "a, b = [1.0, 2.0, 3.0]\n": (
        Outcome.RUNTIME_ERROR,
        "part.py:2: ValueError: too many values to unpack (expected 2)",
    ),
    HEAD + "part = cq.Workplane()\n": (
        Outcome.RUNTIME_ERROR,
        "part.py: NoResult: the script leaves nothing in `result`",
    ),
    HEAD + "result = 3.0\n": (
        Outcome.GEOMETRY_ERROR,
        "part.py:2: `result` is set here and fails at gate type\ngate type: the result is float, not a solid",
    ),
    HEAD + "result = cq.Workplane().circle(3)\n": (
        Outcome.GEOMETRY_ERROR,
        "part.py:2: `result` is set here and fails at gate type\ngate type: the result is a Wire, not a solid",
    ),
}
UNCERTAIN = [
    BUNDLE.reference,
    HEAD + "result = cq.Workplane().box(1, 2, 3).edges().fillet(0.9)\n",
    HEAD + 'print("made")\nresult = cq.Workplane().box(1, 2)\n',
    HEAD + "def f():\n    y = x\n    x = 1\n    return y\n\n\nf()\n",
    HEAD + "try:\n    x = y\nexcept ValueError:\n    x = 1\nresult = cq.Workplane().box(x, x, x)\n",
]


@pytest.mark.parametrize("code", FAULTS)
def test_a_certain_failure_is_told_in_the_backends_words(code: str) -> None:
    outcome, text = FAULTS[code]
    found = foreseen(code)
    assert found is not None
    assert (found.outcome, found.text.strip()) == (outcome, text)


@pytest.mark.parametrize("code", UNCERTAIN)
def test_nothing_is_foreseen_where_the_text_leaves_it_open(code: str) -> None:
    assert foreseen(code) is None


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200), st.integers(0, len(BUNDLE.reference)), st.integers(0, 40))
def test_any_text_and_any_change_of_a_reference_is_read(text: str, at: int, lost: int) -> None:
    reference = BUNDLE.reference
    for code in (text, reference[:at], reference[:at] + text + reference[at + lost :]):
        found = foreseen(code)
        assert found is None or found.outcome in DOMAIN.outcomes


def test_a_script_that_is_too_long_is_rejected_as_the_backend_does() -> None:
    said = foreseen("import cadquery as cq\nx = " + "lambda: " * 100_000 + "1\n")
    assert said is not None
    assert said.outcome is Outcome.REJECTED
    assert "more than 262144 bytes" in said.text
