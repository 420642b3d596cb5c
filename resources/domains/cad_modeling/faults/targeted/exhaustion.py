"""Targeted at TIMEOUT, RESOURCE_EXCEEDED and MEMORY_FAULT: loops that never end or not in time (each costs the whole
limit of five CPU seconds), more memory or output than a run may have, and chains of lazy iterators that overflow the
C stack.
"""

from collections.abc import Iterator

from resources.domains.cad_modeling.faults.places import between
from resources.domains.cad_modeling.language.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "resources"


@rule(_CATEGORY, "the loop's counter is never advanced")
def counter_stands_still(source: CadSource) -> Iterator[Place]:
    for name, end in (("angle", 360.0), ("depth", 25.0), ("row", 8)):
        yield from between(source, f"{name}, spacing = 0.0, 5.0\nwhile {name} < {end}:\n    place = {name} + spacing")


@rule(_CATEGORY, "a loop waits until two floats are equal, which they never are")
def floats_compared_for_equality(source: CadSource) -> Iterator[Place]:
    for step, end in ((0.1, 1.0), (0.7, 7.0), (1.1, 11.0)):
        yield from between(source, f"position = 0.0\nwhile position != {end}:\n    position += {step}")


@rule(_CATEGORY, "a step is so small that its loop takes hours")
def step_too_small(source: CadSource) -> Iterator[Place]:
    for step in ("1e-9", "1e-10", "1e-11"):
        yield from between(
            source, f"angle, length = 0.0, 0.0\nwhile angle < 360.0:\n    angle += {step}\n    length += angle"
        )


@rule(_CATEGORY, "a pattern has far too many members, each cut on its own")
def boolean_in_a_long_loop(source: CadSource) -> Iterator[Place]:
    for count in (2000, 5000, 10000):
        pin = "cq.Workplane().circle(0.4).extrude(1.0)"
        moved = f"{pin}.translate((i % 100, i // 100, 0.0))"
        yield from between(source, f"pins = {pin}\nfor i in range({count}):\n    pins = pins.union({moved})")


ENDLESS = (counter_stands_still, floats_compared_for_equality, step_too_small, boolean_in_a_long_loop)


@rule(_CATEGORY, "a grid is sampled in micrometres where millimetres were meant")
def grid_too_fine(source: CadSource) -> Iterator[Place]:
    for steps in (20_000, 25_000, 60_000):
        yield from between(source, f"heights = [0.0] * {steps} ** 3")


@rule(_CATEGORY, "every nanometre of a length is listed")
def stations_too_many(source: CadSource) -> Iterator[Place]:
    for count in (10**12, 5 * 10**12, 10**13):
        yield from between(source, f"stations = [x * 1e-6 for x in list(range({count}))]")


@rule(_CATEGORY, "a line of text is as long as a count in another unit")
def text_too_long(source: CadSource) -> Iterator[Place]:
    for letter in "-=*":
        yield from between(source, f'heading = "{letter}" * 10**13')


@rule(_CATEGORY, "a loop prints its progress and does not end")
def progress_printed_forever(source: CadSource) -> Iterator[Place]:
    for text in ("angle", "layer", "station"):
        yield from between(source, f'{text} = 0.0\nwhile {text} < 360.0:\n    print("{text}", {text})')


@rule(_CATEGORY, "every point of a huge range is printed while looking for a mistake")
def debugging_printed(source: CadSource) -> Iterator[Place]:
    for count in (10**7, 10**8, 10**9):
        yield from between(source, f'for i in range({count}):\n    print(f"point {{i}}: {{i * 0.1}}")')


EXCESSES = (grid_too_fine, stations_too_many, text_too_long, progress_printed_forever, debugging_printed)


_ROUNDS = (300_000, 400_000, 500_000)
"""A hundred and fifty thousand still fit the stack, where each takes little of it."""


def _chained(source: CadSource, wrapped: str) -> Iterator[Place]:
    for count in _ROUNDS:
        loop = f"for _ in range({count}):\n    offsets = {wrapped}"
        yield from between(source, f"offsets = [0.0, 1.0, 2.0]\n{loop}\noffsets = list(offsets)")


@rule(_CATEGORY, "each step maps the offsets once more, and nothing is computed until the end")
def maps_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "map(float, offsets)")


@rule(_CATEGORY, "each step filters the offsets once more, and nothing is computed until the end")
def filters_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "filter(bool, offsets)")


@rule(_CATEGORY, "each step pairs the offsets once more")
def pairs_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "zip(offsets)")


@rule(_CATEGORY, "each step numbers the offsets once more")
def numbering_chained(source: CadSource) -> Iterator[Place]:
    yield from _chained(source, "enumerate(offsets)")


LAZY = (maps_chained, filters_chained, pairs_chained, numbering_chained)
