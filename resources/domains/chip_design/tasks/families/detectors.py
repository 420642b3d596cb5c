"""Sequence detectors: patterns of symbols with and without overlap, several at once, Mealy or Moore, with counts."""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.families.design import Clocking, Design, Inputs, Outputs, Phase, Pin, Wording
from resources.domains.chip_design.tasks.families.stimuli import random_cycles, reset_anywhere, resets
from resources.domains.chip_design.tasks.families.task import draw_clocking, made_task
from resources.domains.chip_design.tasks.families.verilog import Parts, registers
from resources.domains.families import MadeTask, TaskFamily


@dataclass(frozen=True)
class Detector:
    """`patterns` are symbols, the oldest first, -1 for any. `is_mealy` shows a hit with the symbol that completes it.
    `count_width` 0: no count."""

    symbol_width: int
    patterns: tuple[tuple[int, ...], ...]
    overlaps: bool
    is_mealy: bool
    has_valid: bool
    count_width: int
    saturates: bool
    is_automaton: bool

    @property
    def length(self) -> int:
        return max(map(len, self.patterns))


class DetectorModel:
    """Keeps the accepted symbols of the present search in a list."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._is_known = False

    def reset(self) -> None:
        self._is_known = True
        self._symbols: list[int] = []
        self._shown, self._count = 0, 0

    def outputs(self, inputs: Inputs) -> Outputs:
        detector = self._detector
        names = ("hit", *(["count"] if detector.count_width else []))
        if not self._is_known:
            return dict.fromkeys(names)
        every = {"hit": self._hits(inputs) if detector.is_mealy else self._shown, "count": self._count}
        return {name: every[name] for name in names}

    def step(self, inputs: Inputs) -> None:
        detector = self._detector
        if not inputs.get("valid", 1):
            return
        self._shown = self._hits(inputs)
        self._symbols = [*self._symbols, inputs["symbol"]][-detector.length :]
        if self._shown and not detector.overlaps:
            self._symbols = []
        if self._shown and detector.count_width:
            top = (1 << detector.count_width) - 1
            self._count = top if detector.saturates and self._count == top else (self._count + 1) & top

    def _hits(self, inputs: Inputs) -> int:
        if not inputs.get("valid", 1):
            return 0
        symbols = [*self._symbols, inputs["symbol"]]
        hits = 0
        for place, pattern in enumerate(self._detector.patterns):
            last = symbols[-len(pattern) :]
            if len(last) == len(pattern) and all(want in (-1, got) for want, got in zip(pattern, last, strict=True)):
                hits |= 1 << place
        return hits


def draw_detector(choice: random.Random) -> Detector:
    width = choice.choice((1, 1, 1, 2))
    number = choice.choice((1, 1, 2, 3))
    lengths = (3, 7) if width == 1 else (2, 4)
    patterns: list[tuple[int, ...]] = []
    while len(patterns) < number:
        pattern = [choice.getrandbits(width) for _ in range(choice.randint(*lengths))]
        if len(pattern) > 3 and choice.random() < 0.3:
            pattern[choice.randint(1, len(pattern) - 2)] = -1
        if tuple(pattern) not in patterns and len(set(pattern)) > 1:
            patterns.append(tuple(pattern))
    return Detector(
        width,
        tuple(patterns),
        overlaps=choice.random() < 0.6,
        is_mealy=choice.random() < 0.5,
        has_valid=choice.random() < 0.6,
        count_width=choice.choice((0, 0, 3, 4)),
        saturates=choice.random() < 0.5,
        is_automaton=number == 1 and -1 not in patterns[0],
    )


def _spelled(pattern: tuple[int, ...]) -> str:
    return ", ".join("any" if symbol < 0 else str(symbol) for symbol in pattern)


def _pins(detector: Detector) -> tuple[tuple[Pin, ...], tuple[Pin, ...]]:
    number = len(detector.patterns)
    inputs = [Pin("symbol", detector.symbol_width, "the next symbol of the stream")]
    inputs += [Pin("valid", 1, "`symbol` is part of the stream")] * detector.has_valid
    kind = "combinational (Mealy)" if detector.is_mealy else "register (Moore)"
    meaning = "the pattern was found" if number == 1 else "bit i: pattern i was found"
    hit = Pin("hit", number, f"{kind}: {meaning}", is_register=not detector.is_mealy)
    count = Pin("count", detector.count_width, "how many symbols completed a pattern", is_register=True)
    return tuple(inputs), (hit, *([count] if detector.count_width else []))


def _rules(detector: Detector) -> tuple[str, ...]:
    accepted = "with `valid` = 1 " if detector.has_valid else ""
    one = len(detector.patterns) == 1
    listed = (
        f"The pattern is {_spelled(detector.patterns[0])}"
        if one
        else "The patterns are "
        + "; ".join(f"{place}: {_spelled(pattern)}" for place, pattern in enumerate(detector.patterns))
    )
    anything = ' ("any" stands for every symbol)' if any(-1 in pattern for pattern in detector.patterns) else ""
    the = "the" if one else "a"
    rules = [
        f"At each rising edge {accepted}without a reset, `symbol` is accepted as the next symbol of the stream.",
        f"{listed}, the oldest symbol first{anything}. An accepted symbol completes {the} pattern if it and the "
        "symbols accepted right before it are that pattern; only symbols accepted since the last reset count.",
        "Found patterns may overlap: a symbol may be part of several."
        if detector.overlaps
        else f"Found patterns do not overlap: after a symbol that completes {the} pattern all symbols so far are "
        "forgotten, and the search begins anew with the next accepted symbol.",
    ]
    rules.append(_hit_rule(detector))
    if detector.count_width:
        top = (1 << detector.count_width) - 1
        end = f"stays at {top} once it is there" if detector.saturates else f"goes from {top} to 0"
        several = "" if one else ", once for a symbol that completes several patterns"
        rules.append(f"`count` goes up by 1 at each edge that accepts a completing symbol{several}; it {end}.")
    return tuple(rules)


def _hit_rule(detector: Detector) -> str:
    bit = "`hit` is 1" if len(detector.patterns) == 1 else "A bit of `hit` is 1"
    valid = "`valid` = 1 and " if detector.has_valid else ""
    if detector.is_mealy:
        return (
            f"{bit} exactly while {valid}the symbol that is offered now would complete its pattern at the next edge, "
            "were there no reset."
        )
    last = "until the next symbol is accepted" if detector.has_valid else "for one cycle"
    return f"{bit} after the edge that accepts a completing symbol, {last}; else it is 0."


def _body(detector: Detector, clocking: Clocking) -> str:
    guard = "valid" if detector.has_valid else "1'b1"
    search, cleared, updates = _automaton(detector) if detector.is_automaton else _history(detector)
    lines = [f"    {line}" for line in search]
    if detector.is_mealy:
        lines.append(f"    assign hit = found & {{{len(detector.patterns)}{{{guard}}}}};")
    shown = ["hit"] * (not detector.is_mealy) + ["count"] * bool(detector.count_width)
    body = [*updates, *["hit <= found;"] * (not detector.is_mealy)]
    if detector.count_width:
        full = f" && count != {detector.count_width}'d{(1 << detector.count_width) - 1}" if detector.saturates else ""
        body.append(f"if (|found{full}) count <= count + 1'b1;")
    reset = [f"{name} <= 0;" for name in [*cleared, *shown]]
    return "\n".join([*lines, "", *registers(clocking, reset, body, guard)])


def _history(detector: Detector) -> Parts:
    """The last symbols in a shift register, and how many of them count."""
    width, depth = detector.symbol_width, detector.length - 1
    bits = depth.bit_length()
    tests = []
    for pattern in detector.patterns:
        places = [(len(pattern) - 2 - place, symbol) for place, symbol in enumerate(pattern[:-1])]
        terms = [
            f"past[{place * width + width - 1}:{place * width}] == {width}'d{symbol}"
            for place, symbol in places
            if symbol >= 0
        ]
        last = [f"symbol == {width}'d{pattern[-1]}"] if pattern[-1] >= 0 else []
        tests.append(" && ".join([f"known >= {bits}'d{len(pattern) - 1}", *terms, *last]))
    joined = ", ".join(f"({test})" for test in reversed(tests))
    search = [
        f"reg [{depth * width - 1}:0] past;",
        f"reg [{bits - 1}:0] known;",
        f"wire [{len(tests) - 1}:0] found = {{{joined}}};",
    ]
    anew = "" if detector.overlaps else "|found ? 0 : "
    shifted = f"{{past[{(depth - 1) * width - 1}:0], symbol}}" if depth > 1 else "symbol"
    return Parts(
        search,
        ["past", "known"],
        [f"past <= {shifted};", f"known <= {anew}known == {bits}'d{depth} ? known : known + 1'b1;"],
    )


def _automaton(detector: Detector) -> Parts:
    """One state for each beginning of the pattern."""
    pattern, width = detector.patterns[0], detector.symbol_width
    bits = (len(pattern) - 1).bit_length()
    cases = []
    for state in range(len(pattern)):
        steps = [(symbol, _following(detector, (*pattern[:state], symbol))) for symbol in range(1 << width)]
        chain = "".join(f"symbol == {width}'d{symbol} ? {bits}'d{after} : " for symbol, after in steps[:-1])
        cases.append(f"        {bits}'d{state}: following = {chain}{bits}'d{steps[-1][1]};")
    search = [
        f"reg [{bits - 1}:0] matched;",
        f"reg [{bits - 1}:0] following;",
        f"wire found = matched == {bits}'d{len(pattern) - 1} && symbol == {width}'d{pattern[-1]};",
        "always @* begin",
        "    case (matched)",
        *cases,
        f"        default: following = {bits}'d0;",
        "    endcase",
        "end",
    ]
    return Parts(search, ["matched"], ["matched <= following;"])


def _following(detector: Detector, symbols: tuple[int, ...]) -> int:
    """How much of the pattern the symbols end with, short of all of it."""
    pattern = detector.patterns[0]
    if symbols == pattern and not detector.overlaps:
        return 0
    ends = range(min(len(symbols), len(pattern) - 1), 0, -1)
    return next((length for length in ends if symbols[-length:] == pattern[:length]), 0)


def _stimuli(
    detector: Detector, inputs: tuple[Pin, ...], clocking: Clocking, choice: random.Random
) -> tuple[Phase, ...]:
    def spelled(symbols: list[int]) -> list[Inputs]:
        return [{"symbol": symbol} | ({"valid": 1} if detector.has_valid else {}) for symbol in symbols]

    stream: list[int] = []
    while len(stream) < 260:
        pattern = [
            choice.getrandbits(detector.symbol_width) if symbol < 0 else symbol
            for symbol in choice.choice(detector.patterns)
        ]
        if choice.random() < 0.35:
            place = choice.randrange(len(pattern))
            pattern[place] = choice.getrandbits(detector.symbol_width)
        stream += pattern[choice.choice((0, 0, 0, 1, 2)) :] + [
            choice.getrandbits(detector.symbol_width)
        ] * choice.choice((0, 0, 1))
    return (
        resets(inputs, clocking, choice),
        Phase("patterns, whole, broken and run together", spelled(stream)),
        random_cycles(inputs, clocking, choice, 200, {"valid": 0.7}),
        reset_anywhere(inputs, clocking, choice, {"valid": 0.9}),
        Phase("patterns after that", spelled(stream[:60])),
    )


def make(choice: random.Random) -> MadeTask:
    detector, clocking = draw_detector(choice), draw_clocking(choice)
    inputs, outputs = _pins(detector)
    number = len(detector.patterns)
    overlap = "overlapping" if detector.overlaps else "non-overlapping"
    machine = "Mealy" if detector.is_mealy else "Moore"
    what = f"a pattern of {len(detector.patterns[0])} symbols" if number == 1 else f"{number} patterns"
    zero = [f"`{name}` is 0" for name in (*["hit"] * (not detector.is_mealy), *["count"] * bool(detector.count_width))]
    at_reset = "all symbols so far are forgotten" + "".join(f" and {text}" for text in zero)
    design = Design(
        module=f"{overlap.replace('-', '_')}_{machine.lower()}_detector",
        title=f"{machine} detector of {what}, {overlap}",
        inputs=inputs,
        outputs=outputs,
        clocking=clocking,
        wording=Wording(
            f"It watches a stream of symbols of {detector.symbol_width} bit{'s' * (detector.symbol_width > 1)} and "
            f"tells when {'the pattern' if number == 1 else 'one of the patterns'} has come.",
            _rules(detector),
            at_reset,
        ),
        body=_body(detector, clocking),
        model=DetectorModel(detector),
        stimuli=_stimuli(detector, inputs, clocking, choice),
        tags=("sequence_detector", machine.lower(), "state_machine"),
    )
    return made_task(design, choice)


DETECTORS = TaskFamily(
    "chip_design",
    "pattern_detector",
    "3",
    "Detectors of patterns of symbols: overlap, wildcards, several at once, Mealy or Moore, counts",
    make,
)
