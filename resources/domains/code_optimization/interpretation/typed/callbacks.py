"""Functions that a caller gives: made-up ones, which answer a number for numbers and leave no memory behind."""

from resources.domains.code_optimization.interpretation.library.convention import INTEGERS, Function, done
from resources.domains.code_optimization.interpretation.machine import MASKS, Machine
from resources.domains.code_optimization.interpretation.typed.types import Callback, Number

_FACTORS = (3, 5, 7, 11, 13, 17)
"""Different ones, so that arguments in another order make another result."""


def made_up(kind: Callback) -> Function:
    numbers = [item for item in kind.parameters if isinstance(item, Number)]
    is_truth = isinstance(kind.result, Number) and kind.result.is_truth

    def function(machine: Machine) -> None:
        registers = machine.registers
        given = [registers[place] & MASKS[number.size] for place, number in zip(INTEGERS, numbers, strict=False)]
        total = 1 + sum(value * factor for value, factor in zip(given, _FACTORS, strict=False))
        done(machine, total & 1 if is_truth else total & MASKS[4])

    return function
