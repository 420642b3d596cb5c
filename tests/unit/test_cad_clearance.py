"""Clearance of drawn parts: surfaces that touch, or pass each other within a hair, are drawn again."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families import FAMILIES, solids
from resources.domains.cad_modeling.tasks.families.part import LEAST, narrow_place
from resources.domains.families import Degenerate

BLOCK = solids.box((-20.0, -20.0, 0.0), (20.0, 20.0, 40.0))
FAMILY = {family.name: family for family in FAMILIES}


def blind(floor: float, radius: float = 3.0, x: float = 0.0) -> Manifold:
    """A bore from the top down to z = floor."""
    return solids.rod(radius, (x, 0.0, floor), (x, 0.0, 41.0))


def across(radius: float, height: float) -> Manifold:
    return solids.rod(radius, (-21.0, 0.0, height), (21.0, 0.0, height))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(BLOCK - blind(20.0) - across(1.0, 19.0), id="a floor that touches a cross hole"),
        pytest.param(BLOCK - blind(20.0) - across(1.0, 18.7), id="a floor close above a cross hole"),
        pytest.param(BLOCK - blind(20.0, 3.0, 17.0), id="a blind bore that touches a side face"),
        pytest.param(BLOCK - blind(-1.0, 3.0, 17.2), id="a bore that just breaks through a side face"),
        pytest.param(BLOCK - blind(20.0, 3.0, 5.0) - blind(20.0, 2.0), id="two bores that touch"),
        pytest.param(BLOCK - across(1.0, 39.0), id="a hole that touches the top"),
        pytest.param(blind(0.0) + blind(0.0, 4.0, 7.2) + solids.box((0, 0, 0), (7, 1, 9)), id="bosses close together"),
    ],
)
def test_what_touches_is_found(body: Manifold) -> None:
    assert narrow_place(body) is not None


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(BLOCK - blind(20.0) - across(1.0, 18.0), id="a floor 1 mm above a cross hole"),
        pytest.param(BLOCK - blind(20.0) - across(2.0, 20.0), id="holes that cross"),
        pytest.param(BLOCK - blind(-1.0) - across(3.0, 20.0), id="equal bores that cross"),
        pytest.param(BLOCK - solids.box((-3, -21, 30), (3, 21, 41)) - blind(20.0), id="a bore flush with a slot"),
        pytest.param(BLOCK + solids.rod(20.0, (0, 0, 40), (0, 0, 50)), id="a boss as wide as its block"),
    ],
)
def test_what_crosses_or_is_flush_or_apart_is_not(body: Manifold) -> None:
    assert narrow_place(body) is None


@settings(max_examples=15, deadline=None)
@given(st.floats(1.0, 6.0), st.floats(1.0, 6.0), st.floats(0.0, LEAST - 0.1))
def test_holes_that_pass_within_a_hair_are_found(one: float, other: float, gap: float) -> None:
    passing = solids.rod(other, (0.0, -21.0, 10.0 + one + other + gap), (0.0, 21.0, 10.0 + one + other + gap))
    assert narrow_place(BLOCK - across(one, 10.0) - passing) is not None


def test_a_column_whose_bore_ends_on_its_cross_hole_is_drawn_again() -> None:
    """A bore down to z = 46, a hole of 2 mm diameter at z = 45."""
    family = replace(FAMILY["tapered_stack"], version="1")
    with pytest.raises(Degenerate, match="touch"):
        family.make(family.choice(600_008))
    assert "z = 45." not in family.draw(600_008).prompt
