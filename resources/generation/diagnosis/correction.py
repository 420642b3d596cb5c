"""Correction: a failed attempt with all that came before it, and what takes its place. What is said is `writer`."""

from dataclasses import dataclass
from functools import cached_property

from resources.domains.domain import Domain
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.generation.diagnosis.bearing import Bearing, Link, answering, bearing, told_by
from resources.generation.diagnosis.contrast import moves
from resources.generation.diagnosis.differences import LineChange, line_changes
from resources.generation.diagnosis.figures import Figure, expected_figure
from resources.generation.diagnosis.reading import CodeLine
from resources.generation.diagnosis.symptom import Effect, Symptom
from resources.generation.trajectory import Turn


@dataclass(frozen=True)
class Correction:
    """A failed attempt with all that came before it, the text that takes its place, and what a run said of that, None
    where it is not known."""

    domain: Domain
    bundle: EnvironmentBundle
    turns: tuple[Turn, ...]
    after: str
    later: Observation | None = None

    @property
    def before(self) -> str:
        return self.turns[-1].candidate.code

    @cached_property
    def symptoms(self) -> list[Symptom]:
        return [Symptom(self.domain, turn.observation, turn.candidate.code) for turn in self.turns]

    @cached_property
    def hunks(self) -> list[LineChange]:
        return line_changes(self.before, self.after)

    @cached_property
    def bearing(self) -> Bearing:
        return bearing(self.symptoms[-1], self.bundle.candidate_file, self.before, self.hunks)

    @cached_property
    def answering(self) -> list[LineChange]:
        """The changes that any message bears on, the one that touches the first message before all."""
        nearest = [self.bearing.hunk] if self.bearing.hunk else []
        others = answering(self.symptoms[-1], self.bundle.candidate_file, self.before, self.hunks)
        return [*nearest, *(hunk for hunk in others if hunk not in nearest)]

    @cached_property
    def innermost(self) -> CodeLine | None:
        """Of several lines that change in one place, the one that the log names last, with the log's words."""
        hunk = self.bearing.hunk
        return told_by(self.symptoms[-1], self.bundle.candidate_file, hunk) if hunk else None

    @property
    def language(self) -> str:
        """A fence's tag."""
        return self.bundle.settings.get("fence", self.domain.language)

    @property
    def places(self) -> int:
        """Where the text changes; a line that only moves is one place."""
        return len(self.hunks) - len(moves(self.hunks))

    @property
    def left(self) -> LineChange:
        """The first change, of a line that moves where it stood."""
        return next((hunk for hunk in self.hunks if hunk.removed), self.hunks[0])

    @cached_property
    def figure(self) -> Figure | None:
        return expected_figure(self.symptoms[-1], self.hunks)

    @property
    def has_cause(self) -> bool:
        """Whether the run after the change bears out that what it touches made the message: of several changes none is
        borne out. A line that is only taken out takes its message along, whatever was wrong: then a later stage has to
        be reached."""
        if self.places > 1:
            return False
        later = Symptom(self.domain, self.later, self.after) if self.later else None
        effect = self.symptoms[-1].effect(later)
        hunk = self.bearing.hunk
        if self.bearing.link is Link.LINE or self.bearing.link is Link.LINE_ABOVE:
            is_replaced = hunk is not None and bool(hunk.added)
            return effect is Effect.PASSED_ON or (effect is Effect.GONE and is_replaced)
        is_linked = self.bearing.link is not Link.NOTHING or self.figure is not None
        return is_linked and effect is Effect.PASSED_ON
