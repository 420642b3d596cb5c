"""Design: what all threads of a program make of its signals, once each has run."""

import re
from collections.abc import Sequence

from resources.domains.chip_design.execution.compiled.devices import Design, Piece, signal_word, word_of
from resources.domains.chip_design.execution.compiled.listing import Listing, edges_of
from resources.domains.chip_design.execution.compiled.threads import Runner, State
from resources.domains.chip_design.execution.compiled.words import Unreadable

_LABEL = re.compile(r"\bv\w+?(?=_\d+\b|\b)")


def design_of(listing: Listing) -> Design:
    """Raises Unreadable where this reader has no hardware for what an output may need."""
    return _Reader(listing).read()


class _Reader:
    """From a listing to the words of all signals."""

    def __init__(self, listing: Listing) -> None:
        self._design = Design(listing)
        self._listing, self._words = listing, self._design.words

    def read(self) -> Design:
        threads = sorted(self._listing.threads, key=lambda thread: thread.kind != "init")
        starts = [self._listing.labels[thread.start] for thread in threads if thread.kind != "final"]
        is_waiting = {start: self._listing.code[start].kind == "%wait" for start in starts}
        for start in sorted(starts, key=lambda start: is_waiting[start]):
            try:
                self._always(start) if is_waiting[start] else self._begin(start)
            except Unreadable as reason:
                self._leave_out(start, str(reason))
        return self._design

    def _leave_out(self, start: int, reason: str) -> None:
        """What a thread sets that cannot be read, which is no matter where no output needs it: one that only prints."""
        ends = sorted(self._listing.labels[thread.start] for thread in self._listing.threads)
        end = next((place for place in ends if place > start), len(self._listing.code))
        waiting, done = [(start, end)], set[tuple[int, int]]()
        while waiting:
            span = waiting.pop()
            done.add(span)
            for instruction in self._listing.code[slice(*span)]:
                if not instruction.kind.startswith("%load"):
                    self._design.unread.update(dict.fromkeys(_LABEL.findall(instruction.text), reason))
                if instruction.kind in ("%fork", "%callf/void", "%callf/vec4"):
                    called = self._listing.labels[instruction.arguments[0]]
                    others = (place for label, place in self._listing.labels.items() if label[:3] == "TD_")
                    after = min(
                        (place for place in (*others, *ends) if place > called), default=len(self._listing.code)
                    )
                    waiting += [(called, after)] if (called, after) not in done else []

    def _begin(self, start: int) -> None:
        """What an `initial` block leaves."""
        runner = Runner(self._words, self._listing, self._first)
        self._design.initial.update(runner.thread(start).final())

    def _first(self, label: str) -> int:
        signal = self._listing.signals.get(label)
        if signal is None or signal.driver:
            return word_of(self._design, label)
        width = signal.width * max(signal.words, 1)
        unset = self._words.constant(width, 0) if signal.two_valued else self._words.unknown(width)
        return self._design.initial.get(label, unset)

    def _always(self, start: int) -> None:
        edges = edges_of(self._listing.events, self._listing.code[start].arguments[0])
        if not edges:
            raise Unreadable("a thread that waits for nothing known")
        if {kind for kind, _ in edges} <= {"edge", "anyedge"}:
            state, _ = self._run(start, {})
            self._keep(state, "", ())
            return
        edges = [edge for edge in edges if edge[1] != "E_0x0"]
        if any(kind not in ("posedge", "negedge") for kind, _ in edges):
            raise Unreadable("a thread that waits for edges and levels")
        self._clocked(start, edges)

    def _clocked(self, start: int, edges: Sequence[tuple[str, str]]) -> None:
        """The clock is the edge whose signal the thread does not read."""
        words = [self._words.part(word_of(self._design, label), 0, 1) for _, label in edges]
        inactive = {word: int(kind == "negedge") for word, (kind, _) in zip(words, edges, strict=True)}
        clocks = list(words)
        if len(edges) > 1:
            _, loaded = self._run(start, {})
            clocks = [word for word in words if word not in loaded]
        if len(clocks) != 1:
            raise Unreadable("several clocks of one thread")
        resets = [word for word in words if word != clocks[0]]
        state, _ = self._run(start, {word: inactive[word] for word in resets})
        kinds = dict(zip(words, (kind for kind, _ in edges), strict=True))
        others = []
        for index, reset in enumerate(resets):
            known = {word: inactive[word] for word in resets[:index]} | {reset: 1 - inactive[reset]}
            others.append((f"{kinds[reset]} {reset}", self._run(start, known)[0]))
        self._keep(state, f"{kinds[clocks[0]]} {clocks[0]}", others)

    def _run(self, start: int, assumed: dict[int, int]) -> tuple[State, set[int]]:
        """A thread's run, and the words that it read."""
        design = self._design
        design.assumed = {word: self._words.constant(1, value) for word, value in assumed.items()}
        runner = Runner(self._words, self._listing, lambda label: word_of(design, label))
        state = runner.thread(start)
        design.assumed = {}
        return state, {word_of(design, label) for label in runner.loaded}

    def _keep(self, state: State, clock: str, resets: Sequence[tuple[str, State]]) -> None:
        touched = dict(state.touched)
        for _, other in resets:
            for label, mask in other.touched.items():
                touched[label] = touched.get(label, 0) | mask
        for label, mask in touched.items():
            held = signal_word(self._design, label)
            values = tuple((edge, other.final().get(label, held)) for edge, other in resets)
            self._design.pieces[label].append(Piece(mask, state.final().get(label, held), clock, values))
