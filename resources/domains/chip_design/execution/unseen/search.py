"""What one design of a pair does where no stimulus has been, and whether the other does the same there.

A back door is logic that no test turned on. Whatever node has kept one value through many random inputs is looked at
by a solver: which inputs, from states that were reached, make an output of its own design depend on it? They are run
on both designs, with many like them, and so on from the states they lead to. Only a difference that the pair shows
counts; a node that nothing reaches says nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from .aig import Aig
from .lanes import ALL, LANES, Lanes
from .shadow import Question, Shadows
from .stimulus import Stimulus

Vectors = list[list[bool]]


@dataclass(frozen=True)
class Try:
    """Of the solver: whether a node shall matter, or only take another value; cycles, conflicts in each, whether the
    graph is made smaller before, how many questions, how many at once, and from how many states."""

    matters: bool
    cycles: int
    conflicts: int
    reduces: bool
    most: int
    batch: int
    states: int


@dataclass(frozen=True)
class Answer:
    """The inputs of each cycle, none where none were found, and for how many cycles there surely are none."""

    inputs: Vectors
    excluded: int = 0


Solver = Callable[[Sequence[Question], Try], Sequence[Answer]]
_MUCH = 1000
"""Conflicts from which on a question is a costly one."""
_OFTEN = 6
_UNDECIDED = 2
"""In the first cycle nothing is asked."""
_SETTLED = 8
"""Cycles after which what is new is rare."""


@dataclass(frozen=True)
class Effort:
    rounds: int = 3
    cycles: int = 96
    patient_cycles: int = 2200
    node_cycles: int = 12_000_000
    """A large design gets fewer of the patient ones."""
    after: int = 24
    """Cycles of random inputs behind what the solver found."""
    tries: tuple[Try, ...] = (
        Try(True, 16, 300, False, 18, 6, 16),
        Try(False, 16, 300, False, 30, 6, 16),
        Try(True, 16, 300, False, 18, 6, 16),
        Try(False, 16, 4000, False, 16, 1, 4),
        Try(True, 24, 4000, True, 2, 2, 4),
    )
    """One after the other; who has brought something new goes on."""


@dataclass(frozen=True)
class State:
    """A state that was reached: from another one, or power-on, by the inputs of one lane."""

    bits: Sequence[bool]
    before: "State | None" = None
    inputs: Sequence[Sequence[int]] = ()
    cycles: int = 0
    lane: int = 0

    def vectors(self) -> Vectors:
        own = [[bool(value >> self.lane & 1) for value in values] for values in self.inputs[: self.cycles]]
        return (self.before.vectors() if self.before else []) + own


@dataclass
class Search:
    """`shown` are names of outputs that count, `differs` that of the one that tells the pair apart."""

    aig: Aig
    solver: Solver
    effort: Effort = field(default_factory=Effort)
    found: list[Vectors] = field(default_factory=list)
    """Inputs from power-on on that reach what was unseen; where there is a difference, those that show it, alone."""
    differs: bool = False
    left: int = 0
    """How many nodes nothing has reached in the end."""

    def __post_init__(self) -> None:
        outputs = dict(self.aig.outputs)
        self._differs = outputs.pop("differs")
        self.lanes = Lanes(self.aig)
        self.shadows = Shadows(self.aig, list(outputs.values()))
        self.stimulus = Stimulus(self.aig.inputs, 1)
        self.states: list[State] = []
        self.new: list[State] = []
        self._turn = 0
        self._hopeless: set[tuple[int, bool]] = set()
        """Questions that the solver does not even decide for one cycle: mostly of a multiplier's nodes."""

    def run(self) -> None:
        if not self._random():
            self._directed()
        self.left = len(self.shadows.frontier(self.lanes.unseen))

    def _random(self) -> bool:
        effort = self.effort
        for number in range(effort.rounds + 1):
            patient = number == effort.rounds
            longest = min(effort.patient_cycles, effort.node_cycles // self.aig.size)
            length = longest if patient else effort.cycles
            moments = {length // 3, length * 2 // 3, length - 1}
            if self._drive(None, self.stimulus.drawn(length, patient=patient), moments):
                return True
        return False

    def _directed(self) -> None:
        """What was asked in vain is asked again, behind all else, where there are new states to begin with; a costly
        question in any case, from other states."""
        vain: Counter[tuple[int, bool]] = Counter()
        left = [effort.most for effort in self.effort.tries]
        level, tried = 0, set[tuple[int, int]]()
        while level < len(left) and not self.differs:
            effort = self.effort.tries[level]
            waiting = [node for node in self._asked_of(effort) if (node, level) not in tried]
            waiting = [node for node in waiting if vain[node, effort.matters] < _OFTEN]
            waiting.sort(key=lambda node: vain[node, effort.matters])
            batch = waiting[: min(effort.batch, left[level])]
            if not batch:
                level += 1
                continue
            left[level] -= len(batch)
            tried |= {(node, level) for node in batch if effort.conflicts <= _MUCH}
            vain.update((node, effort.matters) for node in batch)
            unseen = len(self.lanes.unseen)
            self._ask(batch, effort)
            if len(self.lanes.unseen) < unseen:
                tried = set()

    def _asked_of(self, effort: Try) -> list[int]:
        """Heavy ones first where much is spent on each: what compares words is no small thing."""
        unseen = self.lanes.unseen
        nodes = self.shadows.frontier(unseen) if effort.matters else self.shadows.next_steps(unseen)
        nodes = [node for node in nodes if (node, effort.matters) not in self._hopeless]
        return nodes[::-1] if effort.conflicts > _MUCH else nodes

    def _ask(self, nodes: Sequence[int], effort: Try) -> None:
        states = self._start_states(effort.states)
        begins = [state.bits for state in states]
        ask = self.shadows.question if effort.matters else self.shadows.way_to
        asked = [(node, ask(node, self.lanes.unseen[node] == 2, begins)) for node in nodes]
        questions = [(node, question) for node, question in asked if question is not None]
        answers = self.solver([question for _, question in questions], effort)
        for (node, question), answer in zip(questions, answers, strict=True):
            if not answer.inputs and answer.excluded <= _UNDECIDED:
                self._hopeless.add((node, effort.matters))
            if answer.inputs and not self.differs:
                self._follow(question, answer.inputs, states)

    def _start_states(self, most: int) -> list[State]:
        """The last that brought something new, and others from everywhere, not the same ones each time."""
        last = self.new[-most // 2 :]
        count = most - len(last)
        self._turn += 1
        spread = (place * len(self.states) // count + self._turn for place in range(count))
        return [*last, *(self.states[place % len(self.states)] for place in spread)]

    def _follow(self, question: Question, answer: Vectors, states: Sequence[State]) -> None:
        chosen = sum(bit << place for place, bit in enumerate(answer[0][len(question.inputs) :]))
        start = states[min(chosen, len(states) - 1)]
        vectors = []
        for cycle in answer[1:]:
            vector = [False] * len(self.aig.inputs)
            for node, bit in zip(question.inputs, cycle, strict=False):
                vector[node - 1] = bit
            vectors.append(vector)
        self.found.append([*start.vectors(), *vectors])
        inputs = chain(self.stimulus.near(vectors), self.stimulus.drawn(self.effort.after))
        self._drive(start, inputs, {len(vectors) - 1})

    def _drive(self, start: State | None, inputs: Iterable[list[int]], moments: set[int]) -> bool:
        """Whether the pair differs. Kept are states behind something new, and at `moments` the first lane's behind a
        solver's inputs, or those in which something rare goes on."""
        self.lanes.start(start.bits if start else ())
        history: list[list[int]] = []
        for cycle, values in enumerate(inputs):
            history.append(values)
            nodes = self.lanes.step(values)
            if different := self.lanes.value(nodes, self._differs):
                self.found[:] = [State((), start, history, cycle + 1, _first(different)).vectors()]
                self.differs = True
                return True
            new = [0] if start and cycle in moments else []
            if not new and self.lanes.news and cycle >= _SETTLED:
                new = [_first(self.lanes.news[-1])]
            self.new += [State(self._bits(lane), start, history, cycle + 1, lane) for lane in new]
            if not start and cycle in moments:
                self.states += [State(self._bits(lane), None, history, cycle + 1, lane) for lane in rare_lanes(nodes)]
        return False

    def _bits(self, lane: int) -> list[bool]:
        return [bool(value >> lane & 1) for value in self.lanes.state]


def rare_lanes(nodes: Sequence[int], most: int = 3) -> list[int]:
    """Lanes in which the rarest nodes have their rare value; the first one where there is nothing rare."""
    counted = []
    for value in nodes:
        ones = value.bit_count()
        if 0 < ones < LANES:
            counted.append((min(ones, LANES - ones), value if 2 * ones <= LANES else ALL ^ value))
    lanes: list[int] = []
    for _, value in sorted(counted, key=lambda pair: pair[0]):
        if len(lanes) < most and not any(value >> lane & 1 for lane in lanes):
            lanes.append(_first(value))
    return lanes or [0]


def _first(lanes: int) -> int:
    return (lanes & -lanes).bit_length() - 1
