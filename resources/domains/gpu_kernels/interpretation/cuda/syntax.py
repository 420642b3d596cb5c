"""A CUDA C++ text as a tree: the part of the language that short kernels are written in."""

from dataclasses import dataclass

from resources.domains.gpu_kernels.interpretation.cuda.statement_reader import StatementReader
from resources.domains.gpu_kernels.interpretation.cuda.tokens import CType, Node
from resources.domains.gpu_kernels.interpretation.endings import PathEndedError, unknown


@dataclass(frozen=True)
class Routine:
    """A function. Parameters are types and names. `places` says where it may be called: on the host, on the device."""

    name: str
    is_kernel: bool
    parameters: tuple[tuple[CType, str], ...]
    body: Node
    result: CType
    places: frozenset[str]


class Parser(StatementReader):
    """Reads a text once. Raises PathEndedError at what it does not know."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.is_refused: bool | None = None
        """Whether the compiler refuses it (see `names`), once that is known."""
        self.routines: dict[str, Routine] = {}
        self.constants: list[Node] = []
        while self._at < len(self._tokens):
            self._outermost()

    def _outermost(self) -> None:
        if self._taken(";"):
            return
        if self._text() == "struct" and self._text(2) == "{":
            self._struct()
            return
        start = self._at
        kind = self._type()
        if self._text() == "__launch_bounds__":
            self._skip_brackets()
        name = self._name()
        if self._text() == "(":
            words = {token.text for token in self._tokens[start : self._at]}
            self._routine(name, words, kind)
        else:
            self._at = start
            self.constants.append(self._declaration())

    def _skip_brackets(self) -> None:
        self._at += 1
        self._need("(")
        while not self._taken(")"):
            self._at += 1
            if self._at > len(self._tokens):
                raise unknown("an open bracket")

    def _struct(self) -> None:
        self._at += 1
        name = self._name()
        self._need("{")
        fields: list[tuple[CType, str]] = []
        while not self._taken("}"):
            kind = self._type()
            fields.append((kind, self._name()))
            while self._taken(","):
                fields.append((kind, self._name()))
            self._need(";")
        self._need(";")
        self.structs[name] = tuple(fields)

    def _routine(self, name: str, words: set[str], result: CType) -> None:
        self._need("(")
        given: list[tuple[CType, str]] = []
        while not self._taken(")"):
            kind = self._type()
            given.append((kind, self._name() if self._text() not in (",", ")") else ""))
            self._taken(",")
        if self._taken(";"):
            return
        places = {"device"} if "__device__" in words else set()
        places |= {"host"} if "__device__" not in words or "__host__" in words else set()
        places |= {"device"} if "constexpr" in words else set()
        is_kernel = "__global__" in words
        self.routines[name] = Routine(name, is_kernel, tuple(given), self._block(), result, frozenset(places))


def read(code: str) -> Parser | None:
    """None where the text is not of the part that is known."""
    try:
        return Parser(code)
    except (PathEndedError, RecursionError, LookupError, ValueError):
        return None
