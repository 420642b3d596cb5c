"""What stdarg.h gives a variadic function: its further arguments, one after the other. A list is their address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resources.domains.embedded_systems.prediction.simulator.types import (
    VOID,
    Floating,
    Integer,
    Kind,
    Pointer,
)
from resources.domains.embedded_systems.prediction.simulator.values import Code, Frame, Place, Step, constant, loader
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

if TYPE_CHECKING:
    from resources.domains.embedded_systems.prediction.simulator.expressions import ExpressionReader

VARIABLE_LIST = "va_list"
VARIADIC = frozenset(("va_start", "va_arg", "va_end", "va_copy"))
_WORD = 4


class FurtherArguments:
    """Reads the calls of its macros from the expressions' tokens."""

    def __init__(self, expressions: ExpressionReader) -> None:
        self._expressions, self._tokens = expressions, expressions.tokens

    def read(self, name: str) -> Code:
        self._tokens.expect("(")
        variable = self._expressions.assignment()
        code = {"va_start": self._start, "va_arg": self._next, "va_end": lambda _: constant(0, VOID),
                "va_copy": self._copy}[name](variable)  # fmt: skip
        self._tokens.expect(")")
        return code

    def _start(self, variable: Code) -> Code:
        slot = self._expressions.storage.rest
        self._tokens.expect(",")
        self._tokens.take()
        if not slot:
            raise UnsupportedConstruct("va_start without further arguments")
        return self._expressions.operations.assigned(variable, Code(lambda f: f[slot], Pointer(VOID)))

    def _copy(self, variable: Code) -> Code:
        self._tokens.expect(",")
        return self._expressions.operations.assigned(variable, self._expressions.assignment())

    def _next(self, variable: Code) -> Code:
        self._tokens.expect(",")
        kind = self._expressions.types.type_name()
        if not isinstance(kind, Integer | Pointer | Floating) or kind.size < _WORD:
            raise UnsupportedConstruct("a further argument of that type")
        return Code(self._taken(variable, kind), kind)

    def _taken(self, variable: Code, kind: Kind) -> Step:
        """The value there, while the list moves behind it."""
        size, at, place = kind.size, variable.run, [0]
        moved = Code(lambda f: place[0] + size, Pointer(VOID))
        move = self._expressions.operations.assigned(variable, moved).run
        load = loader(self._expressions.operations.machine, Place(kind, at=lambda f: place[0]))

        def run(f: Frame) -> int:
            place[0] = -(-at(f) // size) * size
            move(f)
            return load(f)

        return run
