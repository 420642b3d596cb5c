"""Faults and rewrites of CadQuery scripts: found where they apply, made on the text, never raising."""

import ast
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.cad_modeling.faults.injector import fault_injector
from resources.domains.cad_modeling.tasks.library import builtin_seeds
from resources.domains.faults import apply_edits

INJECTOR = fault_injector()
REFERENCES = {seed.seed_id: seed.reference for seed in builtin_seeds()}

EXAMPLES = {
    "dimension_too_large": ("height = 10.0\n", "height = 11.0\n"),
    "dimension_digit_lost": ("height = 10.0\n", "height = 1.0\n"),
    "diameter_for_radius": ("w.circle(d / 2)\n", "w.circle(d)\n"),
    "radius_for_diameter": ("w.hole(a + b)\n", "w.hole((a + b) / 2)\n"),
    "lengths_swapped": ("w.box(a, b, c)\n", "w.box(b, a, c)\n"),
    "zero_thickness": ("w.extrude(h)\n", "w.extrude(0)\n"),
    "wrong_plane": ('cq.Workplane("XY")\n', 'cq.Workplane("XZ")\n'),
    "extrusion_reversed": ("w.extrude(-h)\n", "w.extrude(h)\n"),
    "wrong_axis": ('w.edges("|Z")\n', 'w.edges("|X")\n'),
    "opposite_side": ('w.faces(">Z").shell(1)\n', 'w.faces("<Z").shell(1)\n'),
    "coordinate_sign": ("w.translate((0, 0, h))\n", "w.translate((0, 0, -h))\n"),
    "centred_by_default": ("w.box(1, 2, 3, centered=False)\n", "w.box(1, 2, 3)\n"),
    "combine_missing": (
        "w.box(1, 1, 1).rect(1, 1).extrude(h)\n",
        "w.box(1, 1, 1).rect(1, 1).extrude(h, combine=False)\n",
    ),
    "cut_becomes_union": ("a.cut(b)\n", "a.union(b)\n"),
    "boolean_left_out": ("r = (a\n    .cut(b)\n)\n", "r = (a\n)\n"),
    "fillet_too_large": ('w.edges("|Z").fillet(r)\n', 'w.edges("|Z").fillet(r * 20)\n'),
    "selector_matches_nothing": ('w.edges("|Z").fillet(r)\n', 'w.edges("|Z and %SPHERE").fillet(r)\n'),
    "open_wire": ("w.polyline(p).close().extrude(1)\n", "w.polyline(p).extrude(1)\n"),
    "self_intersection": (
        "w.polyline([(0, 0), (1, 0), (1, 1), (0, 1)])\n",
        "w.polyline([(0, 0), (1, 1), (1, 0), (0, 1)])\n",
    ),
    "tangent_bore": ("w.box(60, 40, 20).hole(d)\n", "w.box(60, 40, 20).center((60 - d) / 2, 0).hole(d)\n"),
    "pattern_one_less": ("w.polarArray(r, 0, 360, n)\n", "w.polarArray(r, 0, 360, n - 1)\n"),
    "invented_method": ("w.extrude(1)\n", "w.linear_extrude(1)\n"),
    "bracket_lost": ("f.g(1)\n", "f.g(1\n"),
    "half_as_product": ("x = (a + b) / 2\n", "x = (a + b) * 0.5\n"),
    "single_quotes": ('w.faces(">Z")\n', "w.faces('>Z')\n"),
}


@pytest.mark.parametrize("kind", EXAMPLES)
def test_each_kind_is_made_as_its_example_says(kind: str) -> None:
    code, wanted = EXAMPLES[kind]
    made = [apply_edits(code, [edit]) for edit in INJECTOR.edits(code) if edit.kind == kind]
    assert wanted in made


def test_there_are_enough_kinds() -> None:
    faults = [kind for kind in INJECTOR.kinds if kind.is_fault]
    assert len(faults) >= 30
    assert len({kind.category for kind in faults}) >= 4
    assert len(INJECTOR.kinds) - len(faults) >= 10
    assert len({kind.name for kind in INJECTOR.kinds}) == len(INJECTOR.kinds)


def test_every_kind_applies_somewhere_in_the_library() -> None:
    found = Counter(edit.kind for code in REFERENCES.values() for edit in INJECTOR.edits(code))
    assert {kind.name for kind in INJECTOR.kinds} == set(found)


@pytest.mark.parametrize("name", REFERENCES)
def test_edits_apply_and_do_what_their_category_says(name: str) -> None:
    code = REFERENCES[name]
    categories = {kind.name: kind.category for kind in INJECTOR.kinds}
    for edit in INJECTOR.edits(code):
        changed = apply_edits(code, [edit])
        assert changed != code
        assert 1 <= edit.line <= code.count("\n") + 1
        if categories[edit.kind] == "syntax":
            with pytest.raises(SyntaxError):
                ast.parse(changed)
        else:
            ast.parse(changed)


@pytest.mark.parametrize(
    "code", ["", "(", "\0", "x = '\udcff'", "a" * 300_000, "é = w.box(1, 2, 3)\n", "x\x0c = w.hole(1.5)\r\n"]
)
def test_any_text_is_searched(code: str) -> None:
    for edit in INJECTOR.edits(code):
        apply_edits(code, [edit])


@given(st.sampled_from(sorted(REFERENCES)), st.data())
def test_a_faulty_text_can_be_searched_again(name: str, data: st.DataObject) -> None:
    edits = INJECTOR.edits(REFERENCES[name])
    code = apply_edits(REFERENCES[name], [data.draw(st.sampled_from(edits))])
    assert INJECTOR.edits(code) == INJECTOR.edits(code)
    for edit in INJECTOR.edits(code)[:20]:
        apply_edits(code, [edit])
