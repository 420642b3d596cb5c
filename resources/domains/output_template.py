"""Output template: which parts of an observation the world model is asked to write after its label, for each outcome.

The default is keyed by what every domain offers, its outcomes; a domain that wants more declares a template of its
own. How a template is turned into text, and back, is `resources.world_model.rendering`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from resources.execution.outcome import Outcome


class Part(StrEnum):
    """A part of the target that follows the label."""

    STAGE = "stage"
    DIAGNOSTIC = "diagnostic"
    NUMBERS = "numbers"


WITHOUT_LOG = (Part.STAGE, Part.NUMBERS)
WITH_LOG = (Part.STAGE, Part.DIAGNOSTIC, Part.NUMBERS)

PARTS_BY_OUTCOME: Mapping[Outcome, tuple[Part, ...]] = {
    # A pass has nothing to diagnose, and a target's tokens are what training on a CPU is short of.
    outcome: WITHOUT_LOG if outcome.passed else WITH_LOG
    for outcome in Outcome
}


@dataclass(frozen=True)
class OutputTemplate:
    """Which parts a target has for each outcome, and their caps.

    `diagnostic_lines` and `diagnostic_chars` cap the log's first lines; `numbers` are the metrics to
    write, in order, or all of them by name where it is empty; `max_numbers` caps those. Log lines that begin as
    `passed_over` matches say what went well before, and are no diagnostic. `shortened` takes out of a log what no
    diagnostic needs, before its lines are counted, and nothing more when it is applied again.
    """

    parts: Mapping[Outcome, tuple[Part, ...]] = field(default_factory=lambda: PARTS_BY_OUTCOME)
    diagnostic_lines: int = 3
    diagnostic_chars: int = 200
    numbers: tuple[str, ...] = ()
    max_numbers: int = 6
    passed_over: re.Pattern[str] | None = None
    shortened: Callable[[str], str] | None = None


DEFAULT_TEMPLATE = OutputTemplate()
