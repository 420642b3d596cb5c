"""Aimed at RESOURCE_EXCEEDED: scripts that ask for more memory, or print more, than a run may."""

from collections.abc import Iterator

from resources.domains.cad_modeling.aimed_faults.places import between
from resources.domains.cad_modeling.source import CadSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "resources"


@rule(
    _CATEGORY,
    "a grid is sampled in micrometres where millimetres were meant",
    symptom="MemoryError where the grid is made",
    repair="sample as finely as the part needs",
)
def grid_too_fine(source: CadSource) -> Iterator[Place]:
    for steps in (20_000, 25_000, 60_000):
        yield from between(source, f"heights = [0.0] * {steps} ** 3")


@rule(
    _CATEGORY,
    "every nanometre of a length is listed",
    symptom="MemoryError where the list is made",
    repair="list the stations that the part has",
)
def stations_too_many(source: CadSource) -> Iterator[Place]:
    for count in (10**12, 5 * 10**12, 10**13):
        yield from between(source, f"stations = [x * 1e-6 for x in list(range({count}))]")


@rule(
    _CATEGORY,
    "a line of text is as long as a count in another unit",
    symptom="MemoryError where the text is made",
    repair="take the text out",
)
def text_too_long(source: CadSource) -> Iterator[Place]:
    for letter in "-=*":
        yield from between(source, f'heading = "{letter}" * 10**13')


@rule(
    _CATEGORY,
    "a loop prints its progress and does not end",
    symptom="the script is stopped at the limit of its output",
    repair="advance the loop, and print nothing",
)
def progress_printed_forever(source: CadSource) -> Iterator[Place]:
    for text in ("angle", "layer", "station"):
        yield from between(source, f'{text} = 0.0\nwhile {text} < 360.0:\n    print("{text}", {text})')


@rule(
    _CATEGORY,
    "every point of a huge range is printed while looking for a mistake",
    symptom="the script is stopped at the limit of its output",
    repair="take the print out",
)
def debugging_printed(source: CadSource) -> Iterator[Place]:
    for count in (10**7, 10**8, 10**9):
        yield from between(source, f'for i in range({count}):\n    print(f"point {{i}}: {{i * 0.1}}")')


RULES = (grid_too_fine, stations_too_many, text_too_long, progress_printed_forever, debugging_printed)
