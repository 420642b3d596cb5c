"""Rouge-L over tokens: how much of two programs stands in both in one order, whatever stands between.

Edits that are spread evenly leave no long run of tokens whole, and yet most of a program. Kernels of one kind share
most as well, so a solution is known by more than what its nearest neighbour shares with it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

LEAST_TOKENS = 21
"""Twelve runs of ten: what is shorter is nobody's."""
SHARE, SAME = 0.8, 0.97
"""What shares more is this program once more, and no neighbour."""
_FIRST_CHARACTER = 0x20
_UNKNOWN = "\x01"
"""For tokens that no known program has."""


class CommonOrder:
    """Of held-out programs by name, among which it finds the one that a program follows. `known` are programs of other
    tasks: what they share with a held-out one is nobody's."""

    def __init__(self, held: Mapping[str, Sequence[str]], known: Sequence[Sequence[str]] = ()) -> None:
        self._characters: dict[str, str] = {}
        self._names = [name for name, tokens in held.items() if len(tokens) >= LEAST_TOKENS]
        self._held = [self._learned(held[name]) for name in self._names]
        self._known = [self._learned(tokens) for tokens in known]
        self._least: dict[int, float] = {}

    def held(self, tokens: Sequence[str]) -> str:
        """The held-out program's name, "" where there is none."""
        if len(tokens) < LEAST_TOKENS or not self._held:
            return ""
        shares = rouge(self._text(tokens), self._held)
        found = [place for place in (shares >= SHARE).nonzero()[0] if shares[place] >= self._asked(int(place))]
        return self._names[max(found, key=lambda place: (shares[place], self._names[place]))] if found else ""

    def _asked(self, place: int) -> float:
        """The share from which on a program is taken for this one: halfway from its nearest neighbour's to all."""
        if place not in self._least:
            shares = rouge(self._held[place], [*self._held, *self._known])
            self._least[place] = max(SHARE, (1 + max(shares[shares < SAME], default=0.0)) / 2)
        return self._least[place]

    def _learned(self, tokens: Sequence[str]) -> str:
        for token in tokens:
            self._characters.setdefault(token, _character(len(self._characters)))
        return self._text(tokens)

    def _text(self, tokens: Sequence[str]) -> str:
        """A character for a token: strings are compared thirty times as fast as lists."""
        return "".join([self._characters.get(token, _UNKNOWN) for token in tokens])


def rouge(text: str, others: Sequence[str]) -> Any:
    """Rouge-L's F1 with each. An unknown token is unlike every other, as it is in no other text."""
    import numpy as np
    from rapidfuzz import process
    from rapidfuzz.distance import LCSseq

    if not others:
        return np.zeros(0)
    lengths = np.fromiter(map(len, others), float, len(others)) + len(text)
    common = process.cdist([text], others, scorer=LCSseq.similarity, workers=1)[0]
    return 2 * common / np.maximum(lengths, 1)


def _character(number: int) -> str:
    """Past the surrogates, which are no characters."""
    code = _FIRST_CHARACTER + number
    return chr(code if code < 0xD800 else min(code + 0x800, 0x10FFFF))
