"""Which functions of a program's tests are held back: a follower that knew them would be measured by what it knows.

The suite shows some of the runs; each is of one test, by its number in the order in which the tests are run.
"""

import json
import re
from functools import lru_cache

_RUN = re.compile(r"\bRUN_TEST\s*\(\s*(\w+)")


@lru_cache(maxsize=128)
def held_back(tests: str, suite: str) -> frozenset[str] | None:
    """Their names; None where it cannot be told which are, and nothing may be taken from any."""
    names = _RUN.findall(tests)
    try:
        shown = {int(test["stdin"].split()[0]) for test in json.loads(suite) if test.get("shown")}
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None
    if not names or not shown:
        return None
    return frozenset(names) - {name for number, name in enumerate(names, 1) if number in shown}
