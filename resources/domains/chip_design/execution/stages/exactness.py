"""The setting `exact` of a task: what fixes its outputs in every cycle after a reset (docs/decisions.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from resources.domains.chip_design.language.interface import Interface, Port
from resources.execution.errors import PermanentEnvironmentFailure

RESET_CYCLES = 4
"""Before the first comparison: one would do for each of the tasks, and a reset may pass through flip-flops."""
SOLVED_CYCLES = 40
"""After the reset: enough for a wrong step out of any state that a load or a few dozen steps reach. Conflicts end the
search of most large designs long before."""
OWN_CLOCK = "own_clock"
_COMBINATIONAL = "combinational"
_RANGE = re.compile(r"\[ (\d+) : (\d+) \]")
_TERM = re.compile(r"(!?)(\w+)")


@dataclass(frozen=True)
class Exactness:
    """What fixes a task's outputs in every cycle after a reset: its clocks, its resets with their active levels, and by
    output the condition under which it is fixed, where it is not always: outputs or registers of the reference joined
    by `&`, some behind `!`. `solved` is for how many cycles a solver looks for a difference. `patterns` are forms that
    an input often takes, its bits as 0, 1 and ? for any. `filled` are an address and what writes there, where words
    that no reset clears are written once before anything else."""

    clocks: tuple[str, ...] = ()
    resets: Mapping[str, int] = field(default_factory=dict)
    conditions: Mapping[str, str] = field(default_factory=dict)
    solved: int = SOLVED_CYCLES
    patterns: tuple[tuple[str, str], ...] = ()
    filled: tuple[str, str] | None = None

    @property
    def is_only_searched(self) -> bool:
        """Whether no solver is asked to prove it, though one clock and one reset would allow for it."""
        return not self.solved and len(self.clocks) == 1 == len(self.resets)

    @property
    def skipped(self) -> int:
        """Cycles before the first comparison."""
        return RESET_CYCLES if self.resets else 0

    @property
    def frames(self) -> int:
        """Cycles that a solver looks through, the first of which holds the reset or is the one in which all begins."""
        return max(1, self.skipped) + (self.solved if self.clocks else 1)

    def words(self, interface: Interface) -> int:
        """Of the memory that is filled first."""
        sizes = [width(port) for port in interface.ports if self.filled and port.name == self.filled[0]]
        return sum(1 << size for size in sizes)

    def random_inputs(self, interface: Interface) -> tuple[Port, ...]:
        return tuple(port for port in ports_of(interface, "input") if port.name not in self.clocks)

    def condition(self, port: Port, interface: Interface, inside: str = "") -> str:
        """That an output counts now; "" where it always does."""
        outputs = interface.named("output")

        def signal(name: str) -> str:
            return f"{inside}gold_{name}" if name in outputs else f"{inside}gold_design.{name}"

        return "".join(f"{negated}{signal(name)} & " for name, negated in self.terms(port.name).items())

    def terms(self, output: str) -> dict[str, str]:
        """What an output's condition names, with what stands before it."""
        return {name: negated for negated, name in _TERM.findall(self.conditions.get(output, ""))}


def exactness_of(settings: Mapping[str, str]) -> Exactness | None:
    """The setting `exact`: "combinational", or clocks and resets ("!reset_n": active low; several with commas between),
    and then "output=condition" for some outputs, "input~pattern", "address@write" for a memory that is filled
    first, and a number of cycles where forty are too hard to solve."""
    words = settings.get("exact", "").split()
    if not words:
        return None
    if words == [_COMBINATIONAL]:
        return Exactness()
    clocks, resets, *others = words
    conditions = dict(word.split("=", 1) for word in others if "=" in word)
    patterns = [word.split("~", 1) for word in others if "~" in word]
    solved = [int(word) for word in others if word.isdigit()] or [SOLVED_CYCLES]
    levels = {reset.lstrip("!"): int(not reset.startswith("!")) for reset in resets.split(",")}
    filled = [(address, write) for address, _, write in (word.partition("@") for word in others if "@" in word)]
    shapes = tuple((name, form) for name, form in patterns)
    return Exactness(tuple(clocks.split(",")), levels, conditions, solved[0], shapes, *filled[:1])


def resets_at_once(exact: Exactness, reference: str) -> bool:
    """Whether the reference's reset needs no clock edge."""
    names = "|".join(exact.resets)
    return bool(names and re.search(rf"\b(?:pos|neg)edge\s+(?:{names})\b", reference))


def bit_names(port: Port) -> tuple[str, ...]:
    """What the bits of a port are called, the highest first."""
    bounds = _RANGE.search(port.shape)
    if bounds is None:
        return (port.name,)
    high, low = int(bounds[1]), int(bounds[2])
    step = -1 if high >= low else 1
    return tuple(f"{port.name}[{bit}]" for bit in range(high, low + step, step))


def ports_of(interface: Interface, direction: str) -> tuple[Port, ...]:
    return tuple(port for port in interface.ports if port.direction == direction)


def width(port: Port) -> int:
    """Bits of a port. Raises PermanentEnvironmentFailure where they are not written as numbers."""
    bounds = _RANGE.search(port.shape)
    if bounds is None and "[" in port.shape + port.name:
        raise PermanentEnvironmentFailure(f"`exact` needs ports of written sizes, not {port.shape}{port.name}")
    return abs(int(bounds[1]) - int(bounds[2])) + 1 if bounds else 1
