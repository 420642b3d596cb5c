"""Verdicts kept beside the weights: what is read is what was written, and thresholds follow from any limits."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from resources.world_model.trust import NEVER, Limits
from resources.world_model.verdicts import Verdicts, fit_trust, load_verdicts, save_verdicts, together

turn = st.tuples(st.floats(0, 1), st.floats(0, 1), st.booleans(), st.booleans())
turns = st.lists(turn, max_size=120)


def verdicts(rows: list[tuple[float, float, bool, bool]]) -> Verdicts:
    """Rows of confidence, share of it that novelty leaves, right, PASS."""
    sure, left = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    right, passes = (np.array([row[place] for row in rows], dtype=bool) for place in (2, 3))
    return Verdicts(sure, sure * left, right, passes, passes & ~right)


@given(turns, turns)
def test_what_is_read_is_what_was_written(
    one: list[tuple[float, float, bool, bool]], other: list[tuple[float, float, bool, bool]]
) -> None:
    kept = {"hybrid": {"chips": verdicts(one), "parts": verdicts(other)}, "pure": {"chips": verdicts(other)}}
    with TemporaryDirectory() as folder:
        save_verdicts(kept, Path(folder))
        read = load_verdicts(Path(folder))
    assert {mode: list(domains) for mode, domains in read.items()} == {mode: list(kept[mode]) for mode in kept}
    for mode, domains in kept.items():
        for name, written in domains.items():
            for before, after in zip(written, read[mode][name], strict=True):
                assert before.dtype == after.dtype
                np.testing.assert_array_equal(before, after)


@given(turns, turns, st.floats(0.5, 0.99), st.floats(0, 0.2))
def test_stricter_limits_accept_no_more(
    one: list[tuple[float, float, bool, bool]], other: list[tuple[float, float, bool, bool]], least: float, most: float
) -> None:
    kept = {"hybrid": {"chips": verdicts(one), "parts": verdicts(other)}}
    wide, strict = (fit_trust(kept, Limits(*limits))["hybrid"] for limits in ((least, most), (least + 0.01, most / 2)))
    assert all(strict[name].threshold >= wide[name].threshold for name in ("chips", "parts", "all"))


def test_a_home_that_asks_for_less_trusts_more() -> None:
    rows = [(0.9, 1.0, place % 10 != 0, False) for place in range(200)]
    kept = {"hybrid": {"chips": verdicts(rows)}}
    assert fit_trust(kept, Limits(0.97, 0.01))["hybrid"]["chips"].threshold == NEVER
    assert fit_trust(kept, Limits(0.85, 0.05))["hybrid"]["chips"].threshold == 0.9


def test_no_turns_of_no_domain_give_no_threshold() -> None:
    nothing = verdicts([])
    assert len(together([]).right) == 0
    assert fit_trust({"hybrid": {"chips": nothing}}, Limits(0.85, 0.05))["hybrid"]["chips"].threshold == NEVER
