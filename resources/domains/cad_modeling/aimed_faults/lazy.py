"""Aimed at MEMORY_FAULT: iterators that wrap each other so often that asking the outermost overflows the C stack.

OCCT hardly ever ends a script by a segmentation fault; Python does where its own iterators stand in a long chain.
"""

from collections.abc import Iterator

from resources.domains.cad_modeling.aimed_faults.places import between
from resources.domains.cad_modeling.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "resources"
_ROUNDS = (300_000, 400_000, 500_000)
"""A hundred and fifty thousand still fit the stack, where each takes little of it."""


def _chained(source: CadSource, wrapped: str) -> Iterator[Place]:
    for count in _ROUNDS:
        loop = f"for _ in range({count}):\n    offsets = {wrapped}"
        yield from between(source, f"offsets = [0.0, 1.0, 2.0]\n{loop}\noffsets = list(offsets)")


@rule(
    _CATEGORY,
    "each step maps the offsets once more, and nothing is computed until the end",
    symptom="the script ends by a segmentation fault where the list is made",
    repair="compute a list in each step",
)
def maps_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "map(float, offsets)")


@rule(
    _CATEGORY,
    "each step filters the offsets once more, and nothing is computed until the end",
    symptom="the script ends by a segmentation fault where the list is made",
    repair="filter once",
)
def filters_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "filter(bool, offsets)")


@rule(
    _CATEGORY,
    "each step pairs the offsets once more",
    symptom="the script ends by a segmentation fault where the list is made",
    repair="pair once, behind the loop",
)
def pairs_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "zip(offsets)")


@rule(
    _CATEGORY,
    "each step numbers the offsets once more",
    symptom="the script ends by a segmentation fault where the list is made",
    repair="number them once, behind the loop",
)
def numbering_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "enumerate(offsets)")


RULES = (maps_chained, filters_chained, pairs_chained, numbering_chained)
