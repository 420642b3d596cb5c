"""Which function's code another one is part of. An estimate: what gcc weighs is not modelled."""

from __future__ import annotations

_SHORT = 60
"""Tokens of a function that gcc copies to every place where it is called, as measured."""
_DEEPEST = 40


class Calls:
    """Of a program, by name: where each function is called, and how many tokens it has."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}
        self._sites: dict[str, list[str]] = {}
        self._hosts: dict[str, str] = {}

    def add(self, name: str, caller: str) -> None:
        self._sites.setdefault(str(name), []).append(caller)

    def host_of(self, name: str, depth: int = 0) -> str:
        """The function that the board names for this one: gcc copies one that is called at one place, or is short."""
        if name not in self._hosts:
            self._hosts[name] = name
            sites = self._sites.get(name, [])
            is_copied = len(sites) == 1 or self.sizes.get(name, 0) <= _SHORT
            if is_copied and name not in sites and depth < _DEEPEST:
                found = {self.host_of(site, depth + 1) for site in sorted(set(sites))}
                self._hosts[name] = found.pop() if len(found) == 1 else name
        return self._hosts[name]
