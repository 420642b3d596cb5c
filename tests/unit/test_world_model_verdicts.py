"""Verdicts kept beside the weights: what is read is what was written, thresholds follow from any limits, and each
source of tasks earns its own."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from resources.world_model.trust import NEVER, Limits, TrustFigures
from resources.world_model.verdicts import (
    AUTHOR,
    Verdicts,
    fit_trust,
    load_verdicts,
    save_verdicts,
    together,
    trust_in,
    trust_in_author,
)

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
    kept = {
        "hybrid": {"chips": {"builtin": verdicts(one), "rtl/lm": verdicts(other)}, "parts": {"mine": verdicts(other)}},
        "pure": {"chips": {"builtin": verdicts(other)}},
    }
    with TemporaryDirectory() as folder:
        save_verdicts(kept, Path(folder))
        read = load_verdicts(Path(folder))
    assert {mode: list(domains) for mode, domains in read.items()} == {mode: list(kept[mode]) for mode in kept}
    for mode, domains in kept.items():
        for name, sources in domains.items():
            assert list(read[mode][name]) == sorted(sources)
            for source, written in sources.items():
                for before, after in zip(written, read[mode][name][source], strict=True):
                    assert before.dtype == after.dtype
                    np.testing.assert_array_equal(before, after)


@given(turns, turns, st.floats(0.5, 0.99), st.floats(0, 0.2))
def test_stricter_limits_accept_no_more(
    one: list[tuple[float, float, bool, bool]], other: list[tuple[float, float, bool, bool]], least: float, most: float
) -> None:
    kept = {
        "hybrid": {"chips": {"builtin": verdicts(one), "mine": verdicts(other)}, "parts": {"mine": verdicts(other)}}
    }
    wide, strict = (fit_trust(kept, Limits(*limits))["hybrid"] for limits in ((least, most), (least + 0.01, most / 2)))
    assert (
        wide.keys()
        == strict.keys()
        == {"all", "chips", "chips/builtin", "chips/mine", "chips/*", "parts", "parts/mine", "parts/*"}
    )
    assert all(strict[name].threshold >= wide[name].threshold for name in wide)


def test_a_home_that_asks_for_less_trusts_more() -> None:
    rows = [(0.9, 1.0, place % 10 != 0, False) for place in range(200)]
    kept = {"hybrid": {"chips": {"builtin": verdicts(rows)}}}
    assert trust_in(fit_trust(kept, Limits(0.97, 0.01))["hybrid"], "chips", "builtin").threshold == NEVER
    assert trust_in(fit_trust(kept, Limits(0.85, 0.05))["hybrid"], "chips", "builtin").threshold == 0.9


def test_what_is_right_of_built_in_tasks_earns_nothing_for_a_benchmark() -> None:
    sure = [(0.9, 1.0, True, False)] * 400
    doubtful = [(0.9, 1.0, place % 10 != 0, False) for place in range(60)]
    kept = {"hybrid": {"chips": {"builtin": verdicts(sure), "benchmark": verdicts(doubtful)}}}
    found = fit_trust(kept, Limits(0.97, 0.01))["hybrid"]
    trusted = {source: trust_in(found, "chips", source) for source in ("builtin", "benchmark", "never seen")}
    assert {source: figures.threshold for source, figures in trusted.items()} == {
        "builtin": 0.9,
        "benchmark": NEVER,
        "never seen": NEVER,
    }
    assert [figures.examples for figures in trusted.values()] == [400, 60, 0]


def test_limits_that_demand_nothing_trust_what_was_never_seen() -> None:
    kept = {"hybrid": {"chips": {"builtin": verdicts([])}}}
    assert trust_in(fit_trust(kept, Limits(0.0, 1.0))["hybrid"], "chips", "never seen").threshold == 0.0


def test_a_small_domains_source_borrows_from_all_as_far_as_its_own_turns_bear_it_out() -> None:
    sure, few = verdicts([(0.9, 1.0, True, False)] * 400), verdicts([(0.9, 1.0, False, False)] * 5)
    kept = {
        "hybrid": {"chips": {"builtin": sure}, "parts": {"good": verdicts([(0.95, 1.0, True, False)] * 5), "bad": few}}
    }
    found = fit_trust(kept, Limits(0.97, 0.01))["hybrid"]
    assert trust_in(found, "parts", "good").threshold == 0.9
    assert trust_in(found, "parts", "bad").threshold > 0.9
    assert trust_in(found, "parts", "never seen").threshold == NEVER


def test_a_checkpoint_that_does_not_tell_sources_apart_is_not_trusted() -> None:
    figures = {"chips": TrustFigures(0.5, 400, 400, 1.0, 0.0)}
    assert trust_in(figures, "chips", "builtin").threshold == NEVER


def test_no_turns_of_no_domain_give_no_threshold() -> None:
    nothing = verdicts([])
    assert len(together([]).right) == 0
    found = fit_trust({"hybrid": {"chips": {"builtin": nothing}}}, Limits(0.85, 0.05))["hybrid"]
    assert {figures.threshold for figures in found.values()} == {NEVER}


def test_an_author_earns_its_own_threshold_with_enough_turns_and_not_before() -> None:
    sure, doubtful = [(0.8, 1.0, True, False)] * 40, [(0.8, 1.0, place % 4 != 0, False) for place in range(60)]
    kept = {
        "hybrid": {"chips": {"builtin": verdicts(doubtful)}},
        AUTHOR: {
            "chips": {"recorded/known": verdicts(sure), "recorded/wild": verdicts(doubtful)},
            "parts": {"recorded/known": verdicts(sure[:39])},
        },
    }
    trusts = fit_trust(kept, Limits(0.97, 0.01))
    known, wild = (trust_in_author(trusts, "chips", f"recorded/{name}") for name in ("known", "wild"))
    assert known is not None
    assert (known.threshold, known.examples) == (0.8, 40)
    assert wild is not None
    assert wild.threshold == NEVER
    assert trust_in_author(trusts, "chips", "recorded/new") is None
    assert trust_in_author(trusts, "parts", "recorded/known") is None
    assert trust_in_author(fit_trust({"hybrid": kept["hybrid"]}, Limits(0.97, 0.01)), "chips", "recorded/known") is None


def test_authors_lend_each_other_a_threshold_that_the_borrowers_own_turns_bear_out() -> None:
    others = [(0.8, 0.8, True, False)] * 200
    one_mistake = [(0.7, 0.7, False, False)] + [(0.9, 0.9, True, False)] * 20 + [(0.85, 0.85, True, False)] * 19
    often_wrong = [(0.9, 0.9, place % 4 != 0, False) for place in range(40)]
    authors = {"others": verdicts(others), "careful": verdicts(one_mistake), "wild": verdicts(often_wrong)}
    trusts = fit_trust({AUTHOR: {"chips": authors}}, Limits(0.97, 0.01))
    careful, wild = (trust_in_author(trusts, "chips", name) for name in ("careful", "wild"))
    assert careful is not None
    assert (careful.examples, careful.accuracy) == (40, 1.0)
    assert careful.threshold <= 0.85
    assert wild is not None
    assert wild.threshold == NEVER
