"""Sample: one attempt of one author at one task, turn by turn, as the tools judged it. Frozen; counts nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from resources.execution.outcome import Outcome


class Fate(StrEnum):
    """What became of an answer. All but `judged` have no label; `environment` is nobody's failure but ours."""

    JUDGED = "judged"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    UNPARSABLE = "unparsable"
    ENVIRONMENT = "environment"


@dataclass(frozen=True)
class JudgedTurn:
    """One answer. `stages` are those that let the program through; `belief` is the world model's probability that it
    passes, None where none was asked. Tokens and cost are None where nobody counted them; seconds are wall."""

    fate: Fate
    outcome: Outcome | None = None
    stages: frozenset[str] = frozenset()
    metrics: Mapping[str, float] = field(default_factory=dict)
    timings: Mapping[str, float] = field(default_factory=dict)
    belief: float | None = None
    prompt_tokens: float | None = None
    completion_tokens: float | None = None
    generation_seconds: float | None = None
    execution_seconds: float | None = None
    cost: float | None = None

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASS


@dataclass(frozen=True)
class Sample:
    """`turns` are in order, at least one; `number` tells samples of one author and task apart."""

    seed_id: str
    number: int
    turns: tuple[JudgedTurn, ...]

    @property
    def first(self) -> JudgedTurn:
        return self.turns[0]

    @property
    def broken(self) -> bool:
        """The environment failed in one of its turns: what the author is worth here is not known."""
        return any(turn.fate is Fate.ENVIRONMENT for turn in self.turns)

    def solved_by(self, turn: int) -> bool:
        """Within so many turns, the first one being 1."""
        return any(one.passed for one in self.turns[:turn])


@dataclass(frozen=True)
class Exam:
    """All samples of one author in one set. `references` has by task the numbers that the reference shows, `repairs`
    the tasks that hand out a faulty program. `device` says whether anything of the set was measured on a GPU."""

    samples: tuple[Sample, ...]
    references: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    repairs: frozenset[str] = frozenset()
    device: bool = False

    @property
    def sound(self) -> tuple[Sample, ...]:
        """Without those in which the environment failed."""
        return tuple(sample for sample in self.samples if not sample.broken)

    @property
    def by_task(self) -> dict[str, list[Sample]]:
        """The sound ones, by task and in the order of their numbers."""
        return by_task(self.sound)

    @property
    def most_turns(self) -> int:
        return max((len(sample.turns) for sample in self.samples), default=0)


def by_task(samples: Iterable[Sample]) -> dict[str, list[Sample]]:
    tasks: dict[str, list[Sample]] = {}
    for sample in sorted(samples, key=lambda sample: (sample.seed_id, sample.number)):
        tasks.setdefault(sample.seed_id, []).append(sample)
    return tasks
