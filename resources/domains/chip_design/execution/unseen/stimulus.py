"""What the lanes' inputs are: each has habits, since a back door opens to those who do the same again and again."""

import random
import re
from collections.abc import Iterator, Sequence

from .lanes import ALL, LANES

RESETS = "reset_draws"
"""Inputs that make a reset rare, or, the highest of them, impossible until the next one."""
_UNNAMED = re.compile(r"n\d+$")
"""What a netlist leaves open has no name and stays as it was drawn."""
_GROUP = 32
_BIT = re.compile(r"^(.*)\[(\d+)\]$")


class Stimulus:
    """Inputs by name, those of one word as name[bit]."""

    def __init__(self, names: Sequence[str], seed: int) -> None:
        self.names = names
        self.dice = random.Random(seed)
        words: dict[str, dict[int, int]] = {}
        for place, name in enumerate(names):
            if (match := _BIT.match(name)) and match[1] != RESETS:
                words.setdefault(match[1], {})[int(match[2])] = place
        self._words = [bits for bits in words.values() if len(bits) > 1]
        self._resets = [place for place, name in enumerate(names) if name.startswith(RESETS)]
        self._never = next((place for place in self._resets if names[place] == f"{RESETS}[11]"), None)
        self._in_words = {place for bits in self._words for place in bits.values()}

    def random(self) -> int:
        return self.dice.getrandbits(LANES)

    def lanes(self, eighths: int) -> int:
        """Groups of lanes, as many eighths of them by chance."""
        value = 0
        for _ in range(LANES // _GROUP):
            value = value << _GROUP | ((1 << _GROUP) - 1 if self.dice.randrange(8) < eighths else 0)
        return value

    def drawn(self, cycles: int, *, patient: bool = False) -> Iterator[list[int]]:
        """Cycle by cycle. Patient lanes keep what they have, or all words or all single bits of it."""
        count = [place for place, name in enumerate(self.names) if not _UNNAMED.match(name)]
        low, high, slow = ([self.lanes(2) for _ in self.names] for _ in range(3))
        keeps_words, keeps_bits = self.lanes(5 if patient else 1), self.lanes(5 if patient else 1)
        alike = [self.lanes(2) for _ in self._words]
        before = [self.random() for _ in self.names]
        for _ in range(cycles):
            values = list(before)
            for place in count:
                one, two, three = self.random(), self.random(), self.random()
                rare = one & two & three
                value = one ^ low[place] & (one ^ rare) ^ high[place] & ~low[place] & (one ^ (ALL ^ rare))
                kept = slow[place] & (two | three) | (keeps_words if place in self._in_words else keeps_bits)
                values[place] = before[place] & kept | value & (ALL ^ kept)
            for place in self._resets:
                values[place] = self.random()
            if patient and self._never is not None:
                values[self._never] = ALL
            for first, second, lanes in zip(self._words, self._words[1:], alike, strict=False):
                for bit in first.keys() & second.keys():
                    values[second[bit]] ^= lanes & (values[second[bit]] ^ values[first[bit]])
            before = values
            yield values

    def near(self, vectors: Sequence[Sequence[bool]]) -> Iterator[list[int]]:
        """The same inputs in the first lane, and in the others with a bit here and there turned."""
        for vector in vectors:
            values = []
            for bit in vector:
                turned = self.random() & self.random() & self.random() & self.random() & self.random() & self.random()
                values.append((ALL if bit else 0) ^ (turned & ~1))
            yield values
