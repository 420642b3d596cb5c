"""Design: what all threads of a program make of its signals, once each has run."""

import re
from collections.abc import Iterable, Sequence

from resources.domains.chip_design.execution.compiled.devices import Design, Piece, signal_word, word_of
from resources.domains.chip_design.execution.compiled.listing import Instruction, Listing, edges_of
from resources.domains.chip_design.execution.compiled.threads import SILENT, Runner, State
from resources.domains.chip_design.execution.compiled.words import Unreadable

_FUNCTION = re.compile(r"TD_[^\s,]+")
_LABEL = re.compile(r"\bv\w+?(?=_\d+\b|\b)")


def design_of(listing: Listing) -> Design:
    """Raises Unreadable where this reader has no hardware for what an output may need."""
    return _Reader(listing).read()


def _stems(labels: Iterable[str]) -> set[str]:
    """Labels as `unread` has them: a memory and its words share one."""
    return {label.partition("_")[0] for label in labels}


class _Reader:
    """From a listing to the words of all signals."""

    def __init__(self, listing: Listing) -> None:
        self._design = Design(listing)
        self._listing, self._words = listing, self._design.words
        nets = (label for label, signal in listing.signals.items() if signal.driver or label in listing.elements)
        self._driven, self._begun = _stems(nets), list[tuple[set[str], set[str]]]()

    def read(self) -> Design:
        threads = sorted(self._listing.threads, key=lambda thread: thread.kind != "init")
        starts = [self._listing.labels[thread.start] for thread in threads if thread.kind != "final"]
        is_waiting = {start: self._listing.code[start].kind == "%wait" for start in starts}
        for start in sorted(starts, key=lambda start: is_waiting[start]):
            try:
                self._always(start) if is_waiting[start] else self._begin(start)
            except Unreadable as reason:
                self._leave_out(start, str(reason))
        self._assigned_functions()
        self._doubt()
        return self._design

    def _leave_out(self, start: int, reason: str) -> None:
        """What a thread sets that cannot be read, which is no matter where no output needs it: one that only prints.

        Raises Unreadable where that is not told by what it names: of nets that it forces, and threads that it ends.
        """
        waiting, done = [start], set[int]()
        while waiting:
            begin = waiting.pop()
            done.add(begin)
            for instruction in self._listing.code[begin : self._after(begin)]:
                if instruction.kind.startswith("%disable"):
                    raise Unreadable(f"{reason}, and that ends others")
                self._mark(instruction, reason)
                if instruction.kind.startswith(("%callf", "%fork")):
                    called = self._listing.labels[instruction.arguments[0]]
                    waiting += [called] if called not in done else []

    def _after(self, begin: int) -> int:
        """Where the code ends that begins at a thread's start, at a task's or function's, or inside of one."""
        starts = {self._listing.labels[thread.start] for thread in self._listing.threads}
        starts |= {place for label, place in self._listing.labels.items() if label.startswith("TD_")}
        return min((place for place in starts if place > begin), default=len(self._listing.code))

    def _mark(self, instruction: Instruction, reason: str) -> None:
        """Signals that an instruction names may be set by it, unless it only loads or prints them."""
        kind, text = instruction.kind, instruction.text
        if kind.startswith(("%load", "%ix/getv")) or (kind.startswith("%vpi_call") and SILENT.match(text)):
            return
        labels = dict.fromkeys(_LABEL.findall(text), reason)
        if not kind.startswith(("%vpi_func", "sfunc")) and not self._driven.isdisjoint(labels):
            raise Unreadable(f"{reason}, and that may set nets")
        self._design.unread.update(labels)

    def _assigned_functions(self) -> None:
        """What functions set that an assignment calls, besides their result: nobody knows how often they run."""
        for device in self._listing.devices.values():
            if device.kind.startswith("ufunc"):
                for label in _FUNCTION.findall(device.arguments):
                    self._leave_out(self._listing.labels[label], "a function in an assignment that sets more")
            elif device.kind.startswith("sfunc"):
                self._mark(Instruction(device.kind, (), device.arguments), "a system function in an assignment")

    def _begin(self, start: int) -> None:
        """What an `initial` block leaves."""
        runner = Runner(self._words, self._listing, self._first)
        values = runner.thread(start).final()
        self._begun.append((_stems(runner.loaded), _stems(values)))
        self._design.initial.update(values)

    def _doubt(self) -> None:
        """What an `initial` block makes of signals that another thread sets is as little known as they are."""
        unread, known = self._design.unread, -1
        while known != len(unread):
            known = len(unread)
            for loaded, values in self._begun:
                if doubted := sorted(loaded & unread.keys()):
                    unread.update(dict.fromkeys(values, unread[doubted[0]]))

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
