"""`wild-cadquery`: which parts of a file are cut out, with what they need and what is said, and why others are not."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.seeds.purposes import Purpose, purpose_of
from resources.domains.cad_modeling.tasks.importers.wild.cut import CutPart, parts_of
from resources.domains.cad_modeling.tasks.importers.wild.importer import read_set
from resources.domains.cad_modeling.tasks.importers.wild.words import Parameter
from resources.domains.importing import ImportSourceError
from resources.domains.toolkit.file_licence import leading_hashes, licence_in
from tests.wild_cadquery import BRACKET, ODDS, TURNED

RUN_ALONE = {"numbers.py", "fails.py", "flat.py", "assembled.py"}
"""What only the text that is cut out can tell, by the reject stage or when it runs."""
HEAD = """import cadquery as cq
# A block that lies on the plane z = 0, with its middle above the origin and its edges along the axes.
"""
BOX = "result = cq.Workplane().box"


def part(text: str, name: str = "script") -> CutPart:
    return next(one for one in parts_of(text) if one.name == name)


def reason(statements: str) -> str:
    return part(HEAD + statements).problem


def test_a_script_comes_with_what_it_needs_and_no_more() -> None:
    found = part(BRACKET)
    assert not found.problem
    assert found.reference.startswith("# SPDX-License-Identifier: MIT\n")
    assert found.reference.endswith("\nresult = plate\n")
    assert "corners.append(" in found.reference
    for gone in ("import os", "exporters", "unused", "report", "show_object"):
        assert gone not in found.reference
    compile(found.reference, "part.py", "exec")


def test_a_function_comes_with_its_defaults() -> None:
    found = part(TURNED, "ring")
    assert found.reference.endswith("\nresult = ring()\n")
    assert "CLEARANCE = 0.2" in found.reference
    assert "import math" not in found.reference
    assert found.said.parameters[0] == Parameter("CLEARANCE", "0.2", "on a diameter")
    assert Parameter("inner", "20.0 + CLEARANCE", "") in found.said.parameters
    assert "Turned parts" not in found.said.description
    assert Parameter("dent", "4.0", "radius of each groove") in part(TURNED, "knob").said.parameters


def test_words_are_the_author_s_without_forms_licences_and_code() -> None:
    said = part(BRACKET).said
    assert said.description.startswith("A flat bracket that holds a motor")
    assert said.notes == (
        "the plate lies on the plane z = 0, its middle above the origin",
        "right through",
        "upright corners rounded by 5 mm",
    )
    assert said.parameters[0] == Parameter("length", "60.0", "along x, overall")
    assert "corners" not in {one.name for one in said.parameters}
    assert "shell(1)" not in said.words


def test_what_stands_apart_from_a_parameter_is_a_note() -> None:
    text = (
        f"{HEAD}\n# A box in which screws are kept.\n# All lengths in mm.\n\n# overall\nside = 3  # of the box\n"
        "result = cq.Workplane().box(side, side, side)\n"
    )
    said = part(text).said
    assert said.parameters == (Parameter("side", "3", "overall; of the box"),)
    assert said.notes[-1] == "A box in which screws are kept.\nAll lengths in mm."


@pytest.mark.parametrize("name", sorted(ODDS.keys() - RUN_ALONE))
def test_what_cannot_be_a_task_says_why(name: str) -> None:
    text, why = ODDS[name]
    assert part(text).problem.startswith(why)


@pytest.mark.parametrize("name", sorted(RUN_ALONE))
def test_what_only_a_run_can_tell_is_cut(name: str) -> None:
    assert not part(ODDS[name][0]).problem


@pytest.mark.parametrize(
    ("statements", "why"),
    [
        (f"{BOX}(3, 4, 5)", "nothing says its dimensions: 3, 4, 5"),
        (f"# it is 3 by 4 by five\n{BOX}(3, 4, 5)", ""),
        (f"size = (3, 4, 5)\n{BOX}(*size)", ""),
        (f"size = (3, 4, 5)\nsize = (3, 4, 6)\n{BOX}(*size)", "nothing says its dimensions: 3, 4, 5, 6"),
        (f"a = 3\nb = a * 2 + 0.25\n{BOX}(a, b, a / 2)", ""),
        (f"a = 3\n{BOX}(a, a, a).rotate((0, 0, 0), (0, 0, 1), 90)", ""),
        (f"a = 3\n{BOX}(a, a, a).rotate((0, 0, 0), (0, 0, 1), 30)", "nothing says its dimensions: 30"),
        (f"a = 3\n{BOX}(a, a, a).edges().chamfer(a / 2)", "nothing says what it is: no word speaks of its chamfer"),
        (f"a = 3\nbevel = 1\n{BOX}(a, a, a).edges().chamfer(bevel)", ""),
        (
            f"a = 3\n{BOX}(a, a, a).faces('>Z').workplane().text('XY7', a, -1)  # engraved, 1 mm deep",
            "nothing says its letters: XY7",
        ),
        (f"a = 3\n{BOX}(a, a, a).faces('>Z').workplane().text('XY7', a, -1)  # engraved: XY7, 1 mm deep", ""),
        (f"a = 3\n{BOX}(a, a, a)\ncq.exporters.export(result, 'a.step')", ""),
        ("a = 3\none = cq.Workplane().box(a, a, a)\none.val().exportStl('a.stl')", ""),
        ("a = 3\none = cq.Workplane().box(a, a, a)", ""),
        (
            f"a = 3\n{BOX.replace('result', 'one')}(a, a, a)\ntwo = one\n"
            "cq.exporters.export(one, 'a.stl')\ncq.exporters.export(two.edges(), 'b.stl')",
            "it exports several parts: one, two.edges()",
        ),
    ],
)
def test_dimensions_are_said_or_parameters(statements: str, why: str) -> None:
    assert reason(statements) == why


def test_what_a_part_is_called_is_no_description() -> None:
    text = (
        f'import cadquery as cq\ndef round_plate(d=3):\n    """Round plate."""\n    {BOX}(d, d, d)\n    return result\n'
    )
    assert part(text, "round_plate").problem == "nothing says what it is"


def test_lists_are_changed_by_calls_and_items() -> None:
    text = HEAD + (
        "def fill(points):\n    points.append((1, 1))\n"
        "def tell(points):\n    print(points)\n"
        "places, sizes = [(0, 0)], {}\nfill(places)\ntell(places)\nsizes['a'] = 3\n"
        "if sizes:\n    places[0] = (1, 0)\n"
        "result = cq.Workplane().pushPoints(places).box(sizes['a'], sizes['a'], sizes['a'])  # 3 mm\n"
    )
    reference = part(text).reference
    assert "fill(places)\n" in reference
    assert "tell" not in reference
    assert "sizes['a'] = 3\n" in reference
    assert "places[0] = (1, 0)" in reference


def test_statements_that_share_a_line_and_bodies_of_guards() -> None:
    text = (
        f"{HEAD}a = 3; b = 4\nif __name__ == '__main__':\n    # as it is printed\n"
        "    c = cq.Workplane().box(a, b, a)\n    show_object(c)\n"
    )
    found = part(text)
    assert "\na = 3\nb = 4\n" in found.reference
    assert "\nc = cq.Workplane().box(a, b, a)\n" in found.reference
    assert found.said.notes == ("as it is printed",)
    negated = text.replace("==", "!=")
    assert "nothing is shown" in part(negated).problem or "loop or under" in part(negated).problem


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("import cadquery\n", None),
        ("#!/usr/bin/python\n# SPDX-License-Identifier: MIT\nimport cadquery\n", "MIT"),
        ("# License: MIT\nimport cadquery\n", "MIT"),
        ('"""A box.\n\nLicence: Apache-2.0\n"""\nimport cadquery\n', "Apache-2.0"),
        ("# All rights reserved, see the licence terms of ACME.\nimport cadquery\n", ""),
        ('import cadquery\n__license__ = "MIT"\n', "MIT"),
        ('import cadquery\n__license__ = "ask me"\n', ""),
        ("import cadquery\n# This license plate holder is 3 mm thick\n", None),
    ],
)
def test_a_python_file_s_own_licence(text: str, licence: str | None) -> None:
    assert licence_in(text, leading_hashes) == licence


def test_nobody_s_benchmark() -> None:
    assert purpose_of("wild-cadquery", {}) is Purpose.TRAIN


PIECES = ("(", '"""', "\n    ", "#", "def ", "\\\n", ";", "=", "\f", "\t", "\0", "]")


@settings(max_examples=150)
@given(st.data())
def test_mutated_sources_never_raise(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([BRACKET, TURNED, *(text for text, _ in ODDS.values())]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 40)))
        text = text[:start] + data.draw(st.text(max_size=12) | st.sampled_from(PIECES)) + text[end:]
    if not any(0xD800 <= ord(character) < 0xE000 for character in text):
        assert parts_of(text)


HOSTILE = (
    "(",
    "[",
    "-",
    "not ",
    "a.",
    "a = ",
    "a;",
    "# a\n",
    "if a:\n ",
    "def a():\n return 1\n",
    "lambda: ",
    '"',
    "a(b)\n",
    "a[",
    "{a:",
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_texts_end(piece: str) -> None:
    """A reader has 30 seconds for them, or says that it died."""
    found = parts_of("import cadquery\n" + piece * (50_000 // len(piece)) + "1\n")
    assert found
    assert all(one.problem for one in found)


@pytest.mark.parametrize("piece", ["\n", " ", "\t", "import\n", "from "])
def test_a_file_of_the_largest_size_is_passed_over_at_once(piece: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(piece * ((1 << 20) // len(piece)))
    with pytest.raises(ImportSourceError, match="looked for CadQuery"):
        read_set(tmp_path, "", "")


def test_longer_texts_are_not_read() -> None:
    assert part("import cadquery\n" * 5_000).problem.startswith("over a size limit: 80000 characters")
