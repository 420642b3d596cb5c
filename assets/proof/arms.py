"""Arms: what each of them is shown of the same examples. All are trained on equally many tokens, but those of a share
of the tasks, who have that share of the tokens: as many passes over less, which tells how the corpus scales."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from assets.proof.examples import Example, without_repeats

UNTOLD = "The tools executed the file above. It does not pass. Answer with the whole corrected file."
"""What stands in the place of the tools' output."""


@dataclass(frozen=True)
class Arm:
    """`shown` gives the example as the arm sees it; None leaves it out. `share` is of the tasks, and of the tokens."""

    name: str
    description: str
    shown: Callable[[Example], Example | None]
    share: float = 1.0

    def of(self, found: Iterable[Example]) -> list[Example]:
        own = (example for example in found if place(example.seed_id) < self.share)
        return list(without_repeats(one for example in own if (one := self.shown(example))))


def place(seed_id: str) -> float:
    """From 0 to 1, by the name alone, so that a smaller share is a part of a larger one."""
    return int.from_bytes(hashlib.sha256(seed_id.encode()).digest()[:4]) / 2**32


def _whole(example: Example) -> Example | None:
    return example if example.learned else None


def _real(example: Example) -> Example | None:
    return _whole(example) if example.is_real else None


def _all_turns(example: Example) -> Example | None:
    return example


def _without_reasoning(example: Example) -> Example | None:
    return replace(example, reasoning="") if example.learned else None


def _without_tools(example: Example) -> Example | None:
    return replace(example, said=UNTOLD if example.attempt else "", reasoning="") if example.learned else None


def _final_answers(example: Example) -> Example | None:
    """The last answer of a solved row, after its task alone."""
    if not (example.solved and example.is_last):
        return None
    return replace(example, attempt="", said="", reasoning="")


D, D_REAL, FINAL, NO_REASONING = "all", "real", "final_answers", "no_reasoning"
HALF, QUARTER = "half", "quarter"
ARMS = (
    Arm(D, "D: real and amplified trajectories, reasoning, loss where an answer came further", _whole),
    Arm(D_REAL, "D_real: trajectories that real tools answered alone", _real),
    Arm(FINAL, "programs that passed, after their task alone", _final_answers),
    Arm(NO_REASONING, "D without reasoning", _without_reasoning),
    Arm("no_tool_output", "D without what tools said; without reasoning too, which quotes it", _without_tools),
    Arm("all_turns", "D with loss on every answer, erroneous ones too", _all_turns),
    Arm(HALF, "D of half the tasks, with half the tokens", _whole, 0.5),
    Arm(QUARTER, "D of a quarter of the tasks, with a quarter of the tokens", _whole, 0.25),
)
"""In the order in which they are trained: a short time has the first ones."""
