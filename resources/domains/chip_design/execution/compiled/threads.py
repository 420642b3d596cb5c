"""Threads: one run of a thread, from its event to where it waits again, as words of what it read and what it wrote.

At a jump both ways go on, each under the words that lead there; the one that is least far is run first, and two that
meet become one. So a loop of fixed length is unrolled, and a `case` becomes multiplexers.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from resources.domains.chip_design.execution.compiled.listing import Instruction, Listing
from resources.domains.chip_design.execution.compiled.words import Unreadable, Words

_MOST_CALLS = 40
SILENT = re.compile(
    r'\d+ \d+ "\$(?:f?display|f?write|strobe|monitor(?:on|off)?|error|warning|info|timeformat|printtimescale)[bho]?"'
)
_TAKEN = re.compile(r"\{(\d+) \d+ \d+\}$")
_ADDRESS, _UNSURE = 3, 4
"""The index register of a memory's word, and the flag that an index is unknown."""
_BITWISE = {
    "%and": ("and", False),
    "%or": ("or", False),
    "%xor": ("xor", False),
    "%nand": ("and", True),
    "%nor": ("or", True),
    "%xnor": ("xor", True),
    "%add": ("add", False),
    "%sub": ("sub", False),
    "%mul": ("mul", False),
    "%div": ("div", False),
    "%div/s": ("sdiv", False),
    "%mod": ("mod", False),
    "%mod/s": ("smod", False),
}
_REDUCED = {
    "%and/r": ("every", False),
    "%or/r": ("any", False),
    "%xor/r": ("parity", False),
    "%nand/r": ("every", True),
    "%nor/r": ("any", True),
    "%xnor/r": ("parity", True),
}
_IMMEDIATE = {"%addi": "add", "%subi": "sub", "%muli": "mul"}
_JUMPS = {"%jmp/0": False, "%jmp/0xz": False, "%jmp/1": True, "%jmp/1xz": True}


@dataclass
class State:
    """What one way through a thread holds. `values` are of signals that it has set with `=`, `later` with `<=`;
    `touched` are the bits of them."""

    guard: int
    stack: list[int] = field(default_factory=list)
    flags: dict[int, int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    later: dict[str, int] = field(default_factory=dict)
    touched: dict[str, int] = field(default_factory=dict)
    results: tuple[int, ...] = ()

    def copy(self, guard: int) -> "State":
        return State(
            guard,
            [*self.stack],
            {**self.flags},
            {**self.places},
            {**self.values},
            {**self.later},
            {**self.touched},
            self.results,
        )

    def final(self) -> dict[str, int]:
        return self.values | self.later


class Runner:
    """Runs threads and functions. `read` gives the word of a signal that the run has not set itself."""

    def __init__(self, words: Words, listing: Listing, read: Callable[[str], int]) -> None:
        self._words, self._listing, self._read = words, listing, read
        self._start = -1
        self._calls: list[str] = []
        self.loaded: set[str] = set()
        self._simple: Mapping[str, Callable[[State, Sequence[str]], None]] = {
            "%alloc": self._alloc,
            "%assign/vec4": lambda state, of: self._assign(state, of[0], None),
            "%assign/vec4/d": lambda state, of: self._assign(state, of[0], None),
            "%assign/vec4/off/d": lambda state, of: self._assign(state, of[0], int(of[1])),
            "%assign/vec4/a/d": self._assign_word,
            "%blend": self._blend,
            "%callf/vec4": self._call,
            "%callf/void": self._call,
            "%cast2": lambda state, of: None,
            "%cmp/u": lambda state, of: self._compare(state, "lt"),
            "%cmp/s": lambda state, of: self._compare(state, "slt"),
            "%cmp/e": lambda state, of: self._compare(state, ""),
            "%cmp/ne": lambda state, of: self._compare(state, "", turned=True),
            "%cmp/x": lambda state, of: self._resemble(state, all_unknown=True),
            "%cmp/z": lambda state, of: self._resemble(state, all_unknown=False),
            "%cmpi/u": lambda state, of: self._compare(self._pushed(state, of), "lt"),
            "%cmpi/s": lambda state, of: self._compare(self._pushed(state, of), "slt"),
            "%cmpi/e": lambda state, of: self._compare(self._pushed(state, of), ""),
            "%cmpi/ne": lambda state, of: self._compare(self._pushed(state, of), "", turned=True),
            "%concat/vec4": self._concat,
            "%concati/vec4": lambda state, of: self._concat(self._pushed(state, of), of),
            "%delay": lambda state, of: None,
            "%dup/vec4": lambda state, of: state.stack.append(state.stack[-1]),
            "%flag_get/vec4": lambda state, of: state.stack.append(self._flag(state, int(of[0]))),
            "%flag_inv": lambda state, of: self._set(state, of[0], words.invert(self._flag(state, int(of[0])))),
            "%flag_mov": lambda state, of: self._set(state, of[0], self._flag(state, int(of[1]))),
            "%flag_or": self._flag_or,
            "%flag_set/imm": lambda state, of: self._set(state, of[0], words.constant(1, int(of[1]) & 1)),
            "%flag_set/vec4": lambda state, of: self._set(state, of[0], words.part(state.stack.pop(), 0, 1)),
            "%fork": self._fork,
            "%free": lambda state, of: None,
            "%inv": lambda state, of: state.stack.append(words.invert(state.stack.pop())),
            "%ix/add": lambda state, of: self._calculate(state, "add", of),
            "%ix/sub": lambda state, of: self._calculate(state, "sub", of),
            "%ix/mul": lambda state, of: self._calculate(state, "mul", of),
            "%ix/getv": lambda state, of: self._place(state, of[0], self._load(state, of[1]), signed=False),
            "%ix/getv/s": lambda state, of: self._place(state, of[0], self._load(state, of[1]), signed=True),
            "%ix/load": lambda state, of: self._place(state, of[0], self._number(of), signed=True),
            "%ix/mov": lambda state, of: self._place(state, of[0], state.places[int(of[1])], signed=True),
            "%ix/vec4": lambda state, of: self._place(state, of[0], state.stack.pop(), signed=False),
            "%ix/vec4/s": lambda state, of: self._place(state, of[0], state.stack.pop(), signed=True),
            "%join": lambda state, of: None,
            "%load/vec4": lambda state, of: state.stack.append(self._load(state, of[0])),
            "%load/vec4a": self._load_word,
            "%pad/s": lambda state, of: self._pad(state, int(of[0]), signed=True),
            "%pad/u": lambda state, of: self._pad(state, int(of[0]), signed=False),
            "%part/s": lambda state, of: self._part(state, int(of[0]), signed=True),
            "%part/u": lambda state, of: self._part(state, int(of[0]), signed=False),
            "%parti/s": lambda state, of: self._parti(state, of, signed=True),
            "%parti/u": lambda state, of: self._parti(state, of, signed=False),
            "%pop/vec4": self._pop,
            "%pow": lambda state, of: self._power(state, signed=False),
            "%pow/s": lambda state, of: self._power(state, signed=True),
            "%pushi/vec4": lambda state, of: state.stack.append(self._immediate(of)),
            "%replicate": lambda state, of: state.stack.append(words.repeat(state.stack.pop(), int(of[0]))),
            "%ret/vec4": self._return,
            "%retload/vec4": lambda state, of: state.stack.append(state.stack[state.results[-1 - int(of[0])]]),
            "%shiftl": lambda state, of: self._shift(state, "shl", int(of[0])),
            "%shiftr": lambda state, of: self._shift(state, "shr", int(of[0])),
            "%shiftr/s": lambda state, of: self._shift(state, "sar", int(of[0])),
            "%split/vec4": self._split,
            "%store/vec4": lambda state, of: self._store(state, of[0], int(of[1])),
            "%store/vec4a": self._store_word,
            "%substitute": self._substitute,
        }

    def thread(self, start: int) -> State:
        """Raises Unreadable for what is no hardware."""
        self._start = start
        return self._run(start, State(self._words.constant(1, 1)))

    def function(self, label: str, width: int, arguments: Mapping[str, int]) -> int:
        """What a function returns that nothing but its arguments is given to."""
        state = State(self._words.constant(1, 1), values=dict(arguments))
        state.stack, state.results = [self._words.unknown(width)], (0,)
        return self._run(self._place_of(label), state).stack[-1]

    def _place_of(self, label: str) -> int:
        if label not in self._listing.labels:
            raise Unreadable(f"the label {label[:60]}")
        return self._listing.labels[label]

    def _run(self, start: int, first: State) -> State:
        """From an instruction to the end of its thread, or back to where it began to wait."""
        whole, first.guard = first.guard, self._words.constant(1, 1)
        waiting: dict[int, State] = {start: first}
        ended: State | None = None
        while waiting:
            place = min(waiting)
            state = waiting.pop(place)
            if not waiting and ended is None:
                state.guard = self._words.constant(1, 1)
            for target, next_state in self._step(place, state):
                if target is None or (target == start and self._is_waiting(start)):
                    ended = self._merged(ended, next_state)
                else:
                    waiting[target] = self._merged(waiting.get(target), next_state)
        if ended is None:
            raise Unreadable("a thread that does not end")
        ended.guard = whole
        return ended

    def _is_waiting(self, place: int) -> bool:
        return self._listing.code[place].kind == "%wait"

    def _step(self, place: int, state: State) -> list[tuple[int | None, State]]:
        self._words.spend(1)
        instruction = self._listing.code[place]
        kind, arguments = instruction.kind, instruction.arguments
        if kind == "%end":
            return [(None, state)]
        if (kind == "%wait" and place != self._start) or (kind == "%delay" and not self._is_waiting(self._start)):
            raise Unreadable("a thread that waits in its middle")
        if kind == "%jmp":
            return [(self._place_of(arguments[0]), state)]
        if kind in _JUMPS:
            return self._jump(place, state, self._place_of(arguments[0]), int(arguments[1]), _JUMPS[kind])
        self._apply(instruction, state)
        return [(place + 1, state)]

    def _jump(self, place: int, state: State, target: int, flag: int, wanted: bool) -> list[tuple[int | None, State]]:
        words, condition = self._words, self._flag(state, flag)
        words.spend(len(state.values) + len(state.later))
        jumps = condition if wanted else words.invert(condition)
        known = words.bits(jumps)
        if known is not None:
            return [(target if known == (1, 0) else place + 1, state)]
        ways = ((target, jumps, wanted), (place + 1, words.invert(jumps), not wanted))
        taken: list[tuple[int | None, State]] = []
        for next_place, way, value in ways:
            other = state.copy(words.binary("and", state.guard, way))
            for each, word in state.flags.items():
                if word in (condition, words.invert(condition)):
                    other.flags[each] = words.constant(1, int(value == (word == condition)))
            taken.append((next_place, other))
        return taken

    def _merged(self, one: State | None, two: State) -> State:
        if one is None:
            return two
        words = self._words
        if len(one.stack) != len(two.stack) or one.results != two.results:
            raise Unreadable("two ways that do not meet")
        words.spend(len(one.values) + len(two.values) + len(one.later) + len(two.later))
        merged = State(self._either(one.guard, two.guard), results=one.results)
        merged.stack = [words.mux(one.guard, a, b) for a, b in zip(one.stack, two.stack, strict=True)]
        for mine, first, second in (
            (merged.flags, one.flags, two.flags),
            (merged.places, one.places, two.places),
        ):
            for key in first.keys() | second.keys():
                a, b = first.get(key, second.get(key, 0)), second.get(key, first.get(key, 0))
                width = max(words.width(a), words.width(b))
                a, b = words.extend(a, width, signed=True), words.extend(b, width, signed=True)
                mine[key] = words.mux(one.guard, a, b)
        for label in sorted(one.values.keys() | two.values.keys()):
            merged.values[label] = words.mux(one.guard, self._held(one, label), self._held(two, label))
        for label in sorted(one.later.keys() | two.later.keys()):
            a, b = (state.later.get(label, self._held(state, label)) for state in (one, two))
            merged.later[label] = words.mux(one.guard, a, b)
        for label in one.touched.keys() | two.touched.keys():
            merged.touched[label] = one.touched.get(label, 0) | two.touched.get(label, 0)
        return merged

    def _either(self, one: int, two: int) -> int:
        """The guard of two that exclude each other: of a condition and its inverse, what they have in common."""
        words = self._words
        first, second = words.nodes[one], words.nodes[two]
        if words.invert(one) == two:
            return words.constant(1, 1)
        is_shared = first.kind == second.kind == "and" and first.operands[0] == second.operands[0]
        if is_shared and words.invert(int(first.operands[1])) == second.operands[1]:
            return int(first.operands[0])
        return words.binary("or", one, two)

    def _apply(self, instruction: Instruction, state: State) -> None:
        kind, arguments, words = instruction.kind, instruction.arguments, self._words
        try:
            if kind in self._simple:
                self._simple[kind](state, arguments)
            elif kind in _BITWISE:
                two, one = state.stack.pop(), state.stack.pop()
                operation, turned = _BITWISE[kind]
                result = words.binary(operation, one, two)
                state.stack.append(words.invert(result) if turned else result)
            elif kind in _REDUCED:
                operation, turned = _REDUCED[kind]
                result = words.reduce(operation, state.stack.pop())
                state.stack.append(words.invert(result) if turned else result)
            elif kind in _IMMEDIATE:
                one = state.stack.pop()
                state.stack.append(words.binary(_IMMEDIATE[kind], one, self._immediate(arguments)))
            elif kind in ("%vpi_call", "%vpi_call/w", "%vpi_call/i"):
                self._call_system(state, instruction.text)
            elif kind != "%wait":
                raise Unreadable(f"the instruction {kind}")
        except (IndexError, KeyError, ValueError) as error:
            raise Unreadable(f"the instruction {kind}") from error

    # What instructions do, in the order of their names.

    def _alloc(self, state: State, arguments: Sequence[str]) -> None:
        self._words.spend(len(self._listing.signals))
        for signal in self._listing.members(arguments[0]):
            if not signal.words:
                state.values[signal.label] = self._words.unknown(signal.width)

    def _assign(self, state: State, label: str, register: int | None) -> None:
        piece = state.stack.pop()
        place = state.places[register] if register else self._words.constant(2, 0)
        self._write(state, label, place, piece, register, later=True)

    def _assign_word(self, state: State, arguments: Sequence[str]) -> None:
        self._set_word(state, arguments[0], _ADDRESS, int(arguments[1]), later=True)

    def _blend(self, state: State, arguments: Sequence[str]) -> None:
        state.stack.pop()

    def _call(self, state: State, arguments: Sequence[str]) -> None:
        """Its result comes to the top of the stack."""
        label, scope = arguments[0], arguments[1]
        width = self._listing.functions.get(scope)
        if width is not None:
            state.stack.append(self._words.unknown(width))
            state.results = (*state.results, len(state.stack) - 1)
        self._within(state, label)
        if width is not None:
            state.results = state.results[:-1]

    def _within(self, state: State, label: str) -> None:
        if label in self._calls or len(self._calls) > _MOST_CALLS:
            raise Unreadable("a function that calls itself")
        self._calls.append(label)
        ended = self._run(self._place_of(label), state.copy(state.guard))
        self._calls.pop()
        for name in ("stack", "flags", "places", "values", "later", "touched"):
            setattr(state, name, getattr(ended, name))

    def _fork(self, state: State, arguments: Sequence[str]) -> None:
        self._within(state, arguments[0])

    def _compare(self, state: State, less: str, *, turned: bool = False) -> None:
        words = self._words
        two, one = state.stack.pop(), state.stack.pop()
        equal = words.compare("eq", one, two)
        equal = words.invert(equal) if turned else equal
        state.flags[4] = state.flags[6] = equal
        if less:
            state.flags[5] = words.compare(less, one, two)

    def _resemble(self, state: State, *, all_unknown: bool) -> None:
        two, one = state.stack.pop(), state.stack.pop()
        state.flags[4] = self._words.alike(one, two, all_unknown=all_unknown)

    def _concat(self, state: State, arguments: Sequence[str]) -> None:
        low, high = state.stack.pop(), state.stack.pop()
        state.stack.append(self._words.join([low, high]))

    def _pushed(self, state: State, arguments: Sequence[str]) -> State:
        state.stack.append(self._immediate(arguments))
        return state

    def _immediate(self, arguments: Sequence[str]) -> int:
        a, b, width = (int(argument) for argument in arguments[:3])
        return self._words.constant(width, a, b)

    def _flag(self, state: State, flag: int) -> int:
        return state.flags.get(flag, self._words.constant(1, 0))

    def _flag_or(self, state: State, arguments: Sequence[str]) -> None:
        one, two = (self._flag(state, int(flag)) for flag in arguments)
        self._set(state, arguments[0], self._words.binary("or", one, two))

    def _set(self, state: State, flag: str, word: int) -> None:
        bits = self._words.bits(word)
        state.flags[int(flag)] = self._words.constant(1, int(bits == (1, 0))) if bits else word

    def _number(self, arguments: Sequence[str]) -> int:
        value = int(arguments[1]) | int(arguments[2]) << 32
        return self._words.constant(64, value)

    def _place(self, state: State, register: str, word: int, *, signed: bool) -> None:
        words, bits = self._words, self._words.bits(word)
        state.flags[_UNSURE] = words.constant(1, int(bool(bits and bits[1])))
        state.places[int(register)] = word if signed else words.join([word, words.constant(1, 0)])

    def _calculate(self, state: State, operation: str, arguments: Sequence[str]) -> None:
        words, register = self._words, int(arguments[0])
        number = self._number(arguments)
        size = (words.signed(number) or 0).bit_length() + 1
        width = words.width(state.places[register]) + size + 1
        one, two = (words.extend(word, width, signed=True) for word in (state.places[register], number))
        state.places[register] = words.binary(operation, one, two)

    def _held(self, state: State, label: str) -> int:
        if label in state.values:
            return state.values[label]
        self.loaded.add(label)
        return self._read(label)

    def _load(self, state: State, label: str) -> int:
        element = re.match(r"(v\w+)_(\d+)$", label)
        if element and (memory := self._listing.signals.get(element[1])) and memory.words:
            return self._element(state, element[1], self._words.constant(33, int(element[2])))
        return self._held(state, label)

    def _load_word(self, state: State, arguments: Sequence[str]) -> None:
        state.stack.append(self._element(state, arguments[0], state.places[int(arguments[1])]))

    def _element(self, state: State, label: str, place: int) -> int:
        return self._words.element(self._held(state, label), place, self._listing.signals[label].width)

    def _pad(self, state: State, width: int, *, signed: bool) -> None:
        state.stack.append(self._words.extend(state.stack.pop(), width, signed=signed))

    def _part(self, state: State, width: int, *, signed: bool) -> None:
        place, word = state.stack.pop(), state.stack.pop()
        place = place if signed else self._words.join([place, self._words.constant(1, 0)])
        state.stack.append(self._words.extract(word, place, width))

    def _parti(self, state: State, arguments: Sequence[str], *, signed: bool) -> None:
        width, value, size = (int(argument) for argument in arguments)
        place = self._words.extend(self._words.constant(size, value), size + 1, signed=signed)
        state.stack.append(self._words.extract(state.stack.pop(), place, width))

    def _pop(self, state: State, arguments: Sequence[str]) -> None:
        del state.stack[len(state.stack) - int(arguments[0]) :]

    def _power(self, state: State, *, signed: bool) -> None:
        exponent, base = state.stack.pop(), state.stack.pop()
        state.stack.append(self._words.power(base, exponent, signed=signed))

    def _return(self, state: State, arguments: Sequence[str]) -> None:
        index, register, width = (int(argument) for argument in arguments)
        at = state.results[-1 - index]
        piece = self._words.part(state.stack.pop(), 0, width)
        place = state.places[register] if register else self._words.constant(2, 0)
        if not register or self._flag(state, _UNSURE) != self._words.constant(1, 1):
            state.stack[at] = self._words.insert(state.stack[at], place, piece)

    def _shift(self, state: State, operation: str, register: int) -> None:
        """By a signed place: a negative one shifts everything out, as one that is too large does."""
        words, word, place = self._words, state.stack.pop(), state.places[register]
        sign = words.part(place, words.width(place) - 1, 1)
        shifted = words.binary(operation, word, place)
        state.stack.append(words.mux(sign, words.constant(words.width(word), 0), shifted))

    def _split(self, state: State, arguments: Sequence[str]) -> None:
        words, word, width = self._words, state.stack.pop(), int(arguments[0])
        if width < words.width(word):
            state.stack.append(words.part(word, width, words.width(word) - width))
        state.stack.append(words.part(word, 0, width))

    def _store(self, state: State, label: str, register: int) -> None:
        place = state.places[register] if register else self._words.constant(2, 0)
        self._write(state, label, place, state.stack.pop(), register, later=False)

    def _store_word(self, state: State, arguments: Sequence[str]) -> None:
        self._set_word(state, arguments[0], int(arguments[1]), int(arguments[2]), later=False)

    def _set_word(self, state: State, label: str, register: int, inside: int, *, later: bool) -> None:
        words, memory, piece = self._words, self._listing.signals[label], state.stack.pop()
        if self._flag(state, _UNSURE) == words.constant(1, 1):
            return
        place = state.places[register] if register else words.constant(2, 0)
        held = self._before(state, label, later=later)
        if inside or words.width(piece) < memory.width:
            low = state.places[inside] if inside else words.constant(2, 0)
            piece = words.insert(words.element(held, place, memory.width), low, piece)
        at = words.signed(place)
        start = None if at is None else at * memory.width
        self._touch(state, label, words.width(held), start, memory.width)
        (state.later if later else state.values)[label] = words.with_element(held, place, piece)

    def _write(self, state: State, label: str, place: int, piece: int, register: int | None, *, later: bool) -> None:
        words = self._words
        if register and self._flag(state, _UNSURE) == words.constant(1, 1):
            return
        held = self._before(state, label, later=later)
        self._touch(state, label, words.width(held), words.signed(place), words.width(piece))
        (state.later if later else state.values)[label] = words.insert(held, place, piece)

    def _before(self, state: State, label: str, *, later: bool) -> int:
        """What a signal that is being set would be without that."""
        if later and label in state.later:
            return state.later[label]
        if label in state.later:
            raise Unreadable("a signal that is set with both = and <=")
        return self._held(state, label)

    def _touch(self, state: State, label: str, size: int, start: int | None, width: int) -> None:
        """Notes the bits that may be set: all where nobody knows which."""
        mask = (1 << size) - 1
        if start is not None:
            mask &= ((1 << width) - 1) << min(start, size) if start >= 0 else ((1 << width) - 1) >> -start
        state.touched[label] = state.touched.get(label, 0) | mask

    def _substitute(self, state: State, arguments: Sequence[str]) -> None:
        place, piece = self._words.constant(64, int(arguments[0])), state.stack.pop()
        state.stack.append(self._words.insert(state.stack.pop(), place, piece))

    def _call_system(self, state: State, text: str) -> None:
        """What only prints takes its arguments from the stack."""
        taken = _TAKEN.search(text.strip())
        if not SILENT.match(text) or taken is None:
            raise Unreadable(f"the call {text[:60]}")
        if count := int(taken[1]):
            self._pop(state, [str(count)])
