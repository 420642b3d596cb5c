"""Exceptions of host code, which public programs and their tests raise and catch."""

import ast

from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError, raised, unknown
from resources.domains.gpu_kernels.interpretation.launches import Follower
from resources.domains.gpu_kernels.interpretation.scripts.values import TEXT
from resources.domains.gpu_kernels.interpretation.values import Frame, Named

_EVERY = frozenset(("", "Exception", "BaseException"))
"""What a handler names that catches all exceptions."""


class ThrownError(PathEndedError):
    """An exception of the program's own, by the name of its class."""

    def __init__(self, name: str) -> None:
        super().__init__(Ending.RAISED, "an exception")
        self.name = name


class Exceptions(Follower):
    """Follows what raises and catches exceptions."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self._statements[ast.Try] = self._try
        self._statements[ast.Raise] = self._thrown

    def _thrown(self, node: ast.Raise, frame: Frame) -> None:
        if frame.in_kernel:
            self._raise(node, frame)
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if not isinstance(error, ast.Name):
            raise raised("an exception")
        self.found(error.id, frame)
        raise ThrownError(error.id)

    def _try(self, node: ast.Try, frame: Frame) -> None:
        try:
            self.execute(node.body, frame)
        except PathEndedError as end:
            if end.ending in (Ending.UNKNOWN, Ending.ENDLESS) or frame.in_kernel:
                raise
            self._handle(node, end, frame)
        else:
            self.execute(node.orelse, frame)
        self.execute(node.finalbody, frame)

    def _handle(self, node: ast.Try, end: PathEndedError, frame: Frame) -> None:
        for handler in node.handlers:
            names = _caught(handler.type)
            if not names & _EVERY and not isinstance(end, ThrownError):
                raise unknown("an exception of another's")
            if names & _EVERY or (isinstance(end, ThrownError) and end.name in names):
                self.memory.fault = None
                frame.names |= {handler.name: Named(f"builtins.{TEXT}")} if handler.name else {}
                self.execute(handler.body, frame)
                return
        raise end


def _caught(kind: ast.expr | None) -> frozenset[str]:
    """The names of a handler's classes; an empty one where it catches all."""
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return frozenset(ast.unparse(part) if part is not None else "" for part in parts)
