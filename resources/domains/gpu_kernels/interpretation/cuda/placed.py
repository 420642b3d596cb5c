"""A CUDA text as a tree of which every node has its line. Features are made
without it.
"""

from typing import NamedTuple

from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.tokens import CType, Node


class Stop(NamedTuple):
    """What is due before the token of a line that begins at `start`."""

    due: str
    line: int
    start: int


class PlacedParser(Parser):
    """`lines` are those of the nodes' first tokens; `starts` where names begin in the text. `stops` takes what was due
    where reading it ends."""

    def __init__(self, code: str, stops: list[Stop] | None = None) -> None:
        self.lines: dict[Node, int] = {}
        self.starts: dict[Node, int] = {}
        self._stops = [] if stops is None else stops
        super().__init__(code)

    def _line(self) -> int:
        return self._tokens[min(self._at, len(self._tokens) - 1)].line if self._tokens else 0

    def _start(self) -> int:
        return self._tokens[self._at].start if self._at < len(self._tokens) else -1

    def _placed(self, node: Node, line: int) -> Node:
        self.lines.setdefault(node, line)
        return node

    def _statement(self) -> Node:
        line = self._line()
        return self._placed(super()._statement(), line)

    def _assignment(self) -> Node:
        line = self._line()
        return self._placed(super()._assignment(), line)

    def _binary(self, level: int) -> Node:
        line = self._line()
        return self._placed(super()._binary(level), line)

    def _unary(self) -> Node:
        line = self._line()
        return self._placed(super()._unary(), line)

    def _primary(self) -> Node:
        line, start = self._line(), self._start()
        found = super()._primary()
        self.starts.setdefault(found, start)
        return self._placed(found, line)

    def _need(self, text: str) -> None:
        if self._text() != text:
            self._stops.append(Stop(text, self._line(), self._start()))
        super()._need(text)

    def _declared(self, kind: CType, space: str) -> Node:
        line = self._line()
        return self._placed(super()._declared(kind, space), line)
