"""Aimed at TIMEOUT: loops that never end, or not in time. Each costs the whole limit of five CPU seconds."""

from collections.abc import Iterator

from resources.domains.cad_modeling.aimed_faults.places import between
from resources.domains.cad_modeling.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "resources"


@rule(
    _CATEGORY,
    "the loop's counter is never advanced",
    symptom="the script hits its time limit",
    repair="advance the counter in each round",
)
def counter_stands_still(source: CadSource) -> Iterator[Place]:
    for name, end in (("angle", 360.0), ("depth", 25.0), ("row", 8)):
        yield from between(source, f"{name}, spacing = 0.0, 5.0\nwhile {name} < {end}:\n    place = {name} + spacing")


@rule(
    _CATEGORY,
    "a loop waits until two floats are equal, which they never are",
    symptom="the script hits its time limit",
    repair="compare with less than, or count whole steps",
)
def floats_compared_for_equality(source: CadSource) -> Iterator[Place]:
    for step, end in ((0.1, 1.0), (0.7, 7.0), (1.1, 11.0)):
        yield from between(source, f"position = 0.0\nwhile position != {end}:\n    position += {step}")


@rule(
    _CATEGORY,
    "a step is so small that its loop takes hours",
    symptom="the script hits its time limit",
    repair="step as finely as the part needs",
)
def step_too_small(source: CadSource) -> Iterator[Place]:
    for step in ("1e-9", "1e-10", "1e-11"):
        yield from between(
            source, f"angle, length = 0.0, 0.0\nwhile angle < 360.0:\n    angle += {step}\n    length += angle"
        )


@rule(
    _CATEGORY,
    "a pattern has far too many members, each cut on its own",
    symptom="the script hits its time limit inside OCCT",
    repair="cut once, with all members in one body",
)
def boolean_in_a_long_loop(source: CadSource) -> Iterator[Place]:
    for count in (2000, 5000, 10000):
        pin = "cq.Workplane().circle(0.4).extrude(1.0)"
        moved = f"{pin}.translate((i % 100, i // 100, 0.0))"
        yield from between(source, f"pins = {pin}\nfor i in range({count}):\n    pins = pins.union({moved})")


RULES = (counter_stands_still, floats_compared_for_equality, step_too_small, boolean_in_a_long_loop)
