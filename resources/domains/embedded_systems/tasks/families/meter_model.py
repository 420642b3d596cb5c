"""Meter: a drawn measurement of a signal, and what its lengths give, in Python."""

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from resources.domains.embedded_systems.tasks.families.board_code import CORE_MHZ, OutputPin, draw_outputs

QUANTITIES = {"period": "rising edge to rising edge", "high": "rising edge to falling edge",
              "low": "falling edge to rising edge"}  # fmt: skip
RESULTS = ("each", "mean", "largest", "smallest", "spread", "change")


@dataclass(frozen=True)
class Meter:
    """A count lasts `count_us`. `taken` measurements make a result; its pin is high above `limit`."""

    quantity: str
    result: str
    taken: int
    count_us: float
    in_hex: bool
    pin: OutputPin | None
    limit: int
    counts: bool

    @property
    def prescaler(self) -> int:
        return round(self.count_us * CORE_MHZ)

    @property
    def least(self) -> int:
        """Counts between two edges, at least."""
        return max(60, round(500 / self.count_us))

    @property
    def slack(self) -> int:
        """How far a result may be off, since the counter's phase is open."""
        return {"change": 2, "spread": 2}.get(self.result, 1)


def draw_meter(choice: random.Random) -> Meter:
    result = choice.choice(RESULTS)
    meter = Meter(
        quantity=choice.choice(tuple(QUANTITIES)),
        result=result,
        taken=1 if result in ("each", "change") else choice.choice((2, 3, 4, 5)),
        count_us=choice.choice((0.5, 1, 1, 2) if result == "smallest" else (0.5, 1, 1, 2, 5, 10)),
        in_hex=choice.random() < 0.4 and result != "change",
        pin=draw_outputs(choice, 1)[0] if choice.random() < 0.6 and result != "change" else None,
        limit=choice.randrange(60, 400),
        counts=choice.random() < 0.5,
    )
    lowest = {"period": 2, "high": 1, "low": 1}[meter.quantity] * meter.least
    return meter if result == "spread" else replace(meter, limit=lowest + meter.limit)


def results(meter: Meter, measured: Sequence[int]) -> list[int]:
    if meter.result == "change":
        return [after - before for before, after in itertools.pairwise(measured)]
    groups = [measured[at : at + meter.taken] for at in range(0, len(measured) - meter.taken + 1, meter.taken)]
    return [
        {
            "each": group[0],
            "mean": sum(group) // len(group),
            "largest": max(group),
            "smallest": min(group),
            "spread": max(group) - min(group),
        }[meter.result]
        for group in groups
    ]
