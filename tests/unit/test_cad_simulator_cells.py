"""Cells of coarse geometry: what is worked out on fewer of them comes to the same as on all of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import label

from resources.domains.cad_modeling.prediction.simulator.geometry import Box, Frame
from resources.domains.cad_modeling.prediction.simulator.grid import grid_of, mask
from resources.domains.cad_modeling.prediction.simulator.grid_metrics import _area, _counted, _pinched, _pressed
from resources.domains.cad_modeling.prediction.simulator.outlines import Outline, circle, rectangle
from resources.domains.cad_modeling.prediction.simulator.solids import Ball, Joined, Leaf, Prism, Tube

BLOCK = Prism(Frame(), (rectangle(20.0, 20.0),), -5.0, 5.0)
TOOLS: dict[str, Leaf] = {
    "prism": Prism(Frame(), (circle(3.0), circle(1.0)), -9.0, 2.0),
    "cone": Prism(Frame(), (circle(1.0),), -5.0, 5.0, circle(4.0)),
    "ball": Ball(Frame((10.0, 0.0, 0.0)), 4.0),
    "tube": Tube(Frame(), ((-12.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 12.0, 3.0)), 2.0),
    "apart": Ball(Frame((50.0, 0.0, 0.0)), 4.0),
}


@given(st.integers(0, 2**32 - 1), st.floats(0.05, 0.95))
def test_pressed_cells_hang_together_as_all_do(seed: int, filled: float) -> None:
    random = np.random.default_rng(seed)
    few = random.random((3, 4, 3)) < filled
    cells = few
    for axis in range(3):
        cells = np.repeat(cells, random.integers(1, 4, few.shape[axis]), axis)
    found = _counted(_pressed(cells))
    assert found == (label(cells)[1], label(cells, np.ones((3, 3, 3)))[1], _pinched(cells))


def test_pressing_leaves_one_cell_of_a_full_block() -> None:
    assert _pressed(np.ones((4, 5, 6), bool)).shape == (1, 1, 1)


def test_cells_that_touch_at_a_corner_are_two_pieces_in_one_cluster() -> None:
    cells = np.zeros((2, 2, 2), bool)
    cells[0, 0, 0] = cells[1, 1, 1] = True
    assert _counted(cells)[:2] == (2, 1)


@pytest.mark.parametrize("name", TOOLS)
def test_what_is_cut_away_is_what_the_tool_fills(name: str) -> None:
    grid = grid_of([BLOCK, TOOLS[name]], Box((-15.0, -15.0, -10.0), (15.0, 15.0, 10.0)))
    block, tool = mask(BLOCK, grid), mask(TOOLS[name], grid)
    assert (block & tool).any() == (name != "apart")
    assert (mask(Joined("cut", (BLOCK, TOOLS[name])), grid) == (block & ~tool)).all()
    assert (mask(Joined("union", (BLOCK, TOOLS[name])), grid) == (block | tool)).all()


@pytest.mark.parametrize("outline", [circle(2.0, 1.0), Outline(((0.0, 0.0), (3.0, 0.5), (1.0, 3.0)))])
def test_points_on_two_axes_are_inside_as_all_pairs_are(outline: Outline) -> None:
    x, y = np.linspace(-4, 4, 17)[:, None], np.linspace(-4, 4, 19)[None]
    every = outline.inside(*np.broadcast_arrays(x, y))
    assert every.any()
    assert (outline.inside(x, y) == every).all()


def test_the_area_of_a_block_is_that_of_its_six_sides() -> None:
    grid = grid_of([BLOCK], Box((-15.0, -10.0, -5.0), (15.0, 10.0, 5.0)))
    assert _area(mask(BLOCK, grid), grid) == pytest.approx(2 * 400 + 4 * 200)
