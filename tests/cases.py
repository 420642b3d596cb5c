"""Of a test with many cases a few, for a run that has to end in half an hour. No tests.

The same ones each time, spread evenly over the cases in their order, so that each kind that stands together is met.
Who names no limit runs all of them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

LIMIT = "ICWM_TEST_CASES"
"""The environment's variable: how many cases of one test are run at most."""


def evenly(
    items: Iterable["pytest.Item"], most: int, is_spread: Callable[["pytest.Item"], bool]
) -> tuple[list["pytest.Item"], list["pytest.Item"]]:
    """Those that are run, in their order, and the others."""
    items = list(items)
    cases: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if is_spread(item):
            cases[item.nodeid.partition("[")[0]].append(item.nodeid)
    left_out = {nodeid for same in cases.values() for nodeid in set(same) - set(_spread(same, most))}
    return [item for item in items if item.nodeid not in left_out], [item for item in items if item.nodeid in left_out]


def _spread(same: list[str], most: int) -> list[str]:
    return same if len(same) <= most else [same[place * len(same) // most] for place in range(most)]
