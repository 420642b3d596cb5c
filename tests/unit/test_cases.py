"""Which cases a limited run takes: few of each test, spread, always the same; and all of a test with few."""

from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import SLOW, evenly
from tests.home import PROJECT


@dataclass(frozen=True)
class Item:
    nodeid: str


def taken(nodeids: list[str], most: int) -> list[str]:
    items = cast("list[pytest.Item]", [Item(nodeid) for nodeid in nodeids])
    run, others = evenly(items, most, lambda item: item.nodeid.startswith("tools"))
    assert sorted(item.nodeid for item in (*run, *others)) == sorted(nodeids)
    return [item.nodeid for item in run]


@given(st.integers(0, 90), st.integers(1, 12))
def test_at_most_so_many_are_run_from_the_first_to_near_the_last(cases: int, most: int) -> None:
    nodeids = [f"tools/test_a.py::test[{number}]" for number in range(cases)]
    run = taken(nodeids, most)
    assert len(run) == min(cases, most)
    assert run == sorted(run, key=nodeids.index)
    if cases:
        assert run[0] == nodeids[0]
        places = [*map(nodeids.index, run), cases]
        assert max(later - place for place, later in pairwise(places)) <= -(-cases // most)


def test_slow_cases_are_left_out_where_a_quicker_one_is_run() -> None:
    slow = next(name for name in SLOW if "/" in name)
    assert taken([f"tools/{slow}", f"tools/{slow.partition('[')[0]}[quick]"], 5) == [
        f"tools/{slow.partition('[')[0]}[quick]"
    ]


@pytest.mark.parametrize("case", sorted(SLOW))
def test_slow_cases_are_cases_of_a_test_that_is_there(case: str) -> None:
    file, test = case.partition("[")[0].split("::")
    assert f"\ndef {test}(" in (PROJECT / "tests" / "tools" / file).read_text(encoding="utf-8")


def test_other_tests_and_other_tiers_are_left_whole() -> None:
    single = ["tools/test_a.py::test_one", "tools/test_a.py::test_two[x]"]
    unit = [f"unit/test_b.py::test[{number}]" for number in range(30)]
    assert taken(single + unit, 3) == single + unit
