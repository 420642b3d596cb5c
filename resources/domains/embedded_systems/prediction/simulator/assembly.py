"""Inline assembly: the few instructions that C has no words for, with their operands. All other is not simulated."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.prediction.simulator.library import (
    barrier,
    mask,
    send_event,
    wait,
    wait_for_event,
)
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.memory import CpuFault
from resources.domains.embedded_systems.prediction.simulator.types import UNSIGNED, VOID, Function
from resources.domains.embedded_systems.prediction.simulator.values import Code, Frame, Step, converted
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

if TYPE_CHECKING:
    from resources.domains.embedded_systems.prediction.simulator.expressions import ExpressionReader

_PLAIN: Mapping[str, Callable[[Machine], int]] = {
    **dict.fromkeys(("nop", "dsb", "isb", "dmb", "dsb sy", "isb sy", "dmb sy", "yield", "dsb 0xf", "isb 0xf"), barrier),
    "sev": send_event, "wfi": wait, "wfe": wait_for_event,
    "cpsid i": lambda machine: mask(machine, 1), "cpsie i": lambda machine: mask(machine, 0),
}  # fmt: skip
_LINE = re.compile(r"[\n;]")
_PASSED_IN_REGISTERS = 4
_OPERAND = r"%\w+|%\[\w+\]|r[0-3]"
_JUMP = re.compile(rf"bx ({_OPERAND})")
_MOVE = re.compile(rf"(?:mrs (?P<to>{_OPERAND}), ?(?P<read>\w+)|msr (?P<write>\w+), ?(?P<of>{_OPERAND}))")


class AssemblyReader:
    """Reads one asm statement, from behind its first word on, as steps."""

    def __init__(self, expressions: ExpressionReader) -> None:
        self._expressions, self._tokens = expressions, expressions.tokens
        self._operations = expressions.operations
        self._machine = expressions.operations.machine

    def read(self) -> list[Step]:
        """Raises UnsupportedConstruct for what is not among the few."""
        while self._tokens.token in ("volatile", "__volatile__", "__volatile", "inline"):
            self._tokens.take()
        self._tokens.expect("(")
        text = self._expressions.initialisers.joined().decode("latin-1")
        operands = self._operands()
        self._tokens.expect(";")
        instructions = (" ".join(part.split()).lower() for part in _LINE.split(text))
        return [self._step(part, operands) for part in instructions if part]

    def _operands(self) -> dict[str, Code]:
        """By what the text calls them: "%0", "%[name]"; up to the closing bracket."""
        operands: dict[str, Code] = {}
        if self._expressions.storage.is_naked:
            operands |= {f"r{number}": Code(_slot(number + 1), UNSIGNED) for number in range(_PASSED_IN_REGISTERS)}
        sections = 0
        while self._tokens.accept(":"):
            sections += 1
            while self._tokens.token not in (":", ")"):
                if sections > 2:
                    self._tokens.take()
                    continue
                self._operand(operands)
                self._tokens.accept(",")
        self._tokens.expect(")")
        return operands

    def _operand(self, operands: dict[str, Code]) -> None:
        name = ""
        if self._tokens.accept("["):
            name = self._tokens.take()
            self._tokens.expect("]")
        if self._tokens.take()[:1] != '"':
            raise UnsupportedConstruct("an operand of assembly")
        self._tokens.expect("(")
        code = self._expressions.expression()
        self._tokens.expect(")")
        operands[f"%{sum(key[0] == '%' and key[1].isdigit() for key in operands)}"] = code
        if name:
            operands[f"%[{name.lower()}]"] = code

    def _step(self, instruction: str, operands: Mapping[str, Code]) -> Step:
        machine = self._machine
        if instruction in _PLAIN:
            run = _PLAIN[instruction]
            return lambda f: run(machine)
        if instruction.startswith("udf"):
            return _undefined
        jump = _JUMP.fullmatch(instruction)
        if jump is not None and jump[1] in operands:
            return self._jump(operands[jump[1]])
        move = _MOVE.fullmatch(instruction)
        code = operands.get(move["to"] or move["of"]) if move else None
        if move is None or code is None:
            raise UnsupportedConstruct(f"assembly: {instruction[:40]}")
        return self._read(move["read"], code) if move["to"] else self._written(move["write"], code)

    def _jump(self, target: Code) -> Step:
        """To a function that never comes back."""
        at = self._operations.rvalue(target).run
        call = self._expressions.functions.call_at(at, Function(VOID, ()), ()).run

        def run(f: Frame) -> int:
            call(f)
            raise UnsupportedConstruct("a return from a jump")

        return run

    def _read(self, register: str, target: Code) -> Step:
        machine = self._machine
        values: dict[str, Step] = {
            "primask": lambda f: machine.masked, "basepri": lambda f: machine.base_priority,
            "msp": lambda f: machine.stack, "ipsr": lambda f: (machine.active or [0])[-1],
        }  # fmt: skip
        if register not in values:
            raise UnsupportedConstruct(f"the register {register}")
        return self._operations.assigned(target, Code(values[register], UNSIGNED)).run

    def _written(self, register: str, source: Code) -> Step:
        machine, value = self._machine, converted(self._operations.rvalue(source), UNSIGNED).run
        if register == "primask":
            return lambda f: mask(machine, value(f))
        if register == "msp":
            return lambda f: machine.set_stack(value(f))
        if register in ("basepri", "basepri_max"):
            return lambda f: machine.set_base_priority(value(f))
        raise UnsupportedConstruct(f"the register {register}")


def _slot(number: int) -> Step:
    """A parameter, in a function that is nothing but assembly; 0 where there are not so many."""
    return lambda f: f[number] if number < len(f) else 0


def _undefined(f: Frame) -> int:
    raise CpuFault(HaltReason.HARDWARE, "undefined instruction", ("UNDEFINSTR",))
