"""The labels of one function, as signals that leave statements up to the block in which the label stands."""

from __future__ import annotations

from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_FIRST = 10
"""Smaller signals are those of break, continue and return."""


class Labels:
    """A goto goes to a label of a block around it; into a block it does not go here."""

    def __init__(self) -> None:
        self._signals: dict[str, int] = {}
        self._blocks: list[int] = []
        self._begun = 0
        self._defined: dict[str, int] = {}
        self._wanted: list[tuple[str, frozenset[int]]] = []

    def enter(self) -> None:
        self._begun += 1
        self._blocks.append(self._begun)

    def leave(self) -> None:
        self._blocks.pop()

    def defined(self, name: str) -> int:
        """The signal that jumps there."""
        if name in self._defined:
            raise UnsupportedConstruct(f"a second label {name}")
        self._defined[name] = self._blocks[-1]
        return self._signal(name)

    def wanted(self, name: str) -> int:
        self._wanted.append((name, frozenset(self._blocks)))
        return self._signal(name)

    def check(self) -> None:
        """Raises UnsupportedConstruct where a goto finds no label."""
        for name, blocks in self._wanted:
            if self._defined.get(name) not in blocks:
                raise UnsupportedConstruct(f"no label {name} around")

    def _signal(self, name: str) -> int:
        return self._signals.setdefault(name, _FIRST + len(self._signals))
