"""Design: one drawn piece of hardware, in words, in Verilog and as a model in Python. No text is made here.

The model is written from the rules that the prompt states, and not from the reference: that both agree is what
certification sees. A model is stepped in Python while the bench is written; the bench holds its answers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

Inputs = Mapping[str, int]
Outputs = Mapping[str, int | None]
"""Values by name; None where the task leaves an output open."""


class Model(Protocol):
    """What the hardware does. `outputs` depends on state and inputs, and changes nothing."""

    def reset(self) -> None: ...

    def outputs(self, inputs: Inputs) -> Outputs: ...

    def step(self, inputs: Inputs) -> None:
        """A clock edge without a reset."""
        ...


@dataclass(frozen=True)
class Pin:
    """A port but for the clock and the reset. `is_register` says that the reference declares it as a variable."""

    name: str
    width: int
    meaning: str
    is_register: bool = False


@dataclass(frozen=True)
class Clocking:
    """The rising edge of `clock`, and a reset: its active level, and whether it acts without an edge."""

    clock: str
    reset: str
    active: int
    asynchronous: bool

    @property
    def asserted(self) -> str:
        """In Verilog."""
        return self.reset if self.active else f"!{self.reset}"

    @property
    def sensitivity(self) -> str:
        """Of a block of registers."""
        edge = f" or {'pos' if self.active else 'neg'}edge {self.reset}" if self.asynchronous else ""
        return f"posedge {self.clock}{edge}"

    @property
    def setting(self) -> str:
        """As the setting `exact` names it."""
        return f"{self.clock} {'' if self.active else '!'}{self.reset}"


@dataclass(frozen=True)
class Wording:
    """The prompt's own words: an opening paragraph, what a reset does to what can be seen, and rules, each complete.

    `appendix` is text that stands as it is, such as a table.
    """

    opening: str
    rules: tuple[str, ...]
    at_reset: str = ""
    appendix: str = ""


@dataclass(frozen=True)
class Design:
    """`stimuli` are the inputs of each cycle, in phases with what each is for; a reset is an input like any other and
    0 or 1 as in hardware. `conditions` name for an output the outputs under which it counts, as `exact` writes them."""

    module: str
    title: str
    inputs: tuple[Pin, ...]
    outputs: tuple[Pin, ...]
    clocking: Clocking | None
    wording: Wording
    body: str
    model: Model
    stimuli: tuple["Phase", ...]
    tags: tuple[str, ...]
    conditions: Mapping[str, str] = field(default_factory=dict)
    solved: int | None = None


@dataclass(frozen=True)
class Phase:
    """Some cycles of stimuli, and what they are for. Inputs that a cycle does not name are 0, a reset is inactive."""

    purpose: str
    cycles: Sequence[Inputs]
