"""Texts that nobody meant, made of references, for what must read any text."""

import random
from collections.abc import Sequence

from hypothesis import strategies as st


def spliced(data: st.DataObject, code: str, words: Sequence[str], most: int) -> str:
    """With up to `most` characters replaced by one of the words, or by any few characters."""
    start = data.draw(st.integers(0, len(code)))
    end = data.draw(st.integers(start, min(start + most, len(code))))
    return code[:start] + data.draw(st.sampled_from([*words, data.draw(st.text(max_size=5))])) + code[end:]


def shuffled(code: str, number: int, most: int) -> str:
    """With up to `most` words of C swapped, dropped, repeated or replaced, as a number says."""
    chance, words = random.Random(number), code.split(" ")
    for _ in range(chance.randint(1, most)):
        place, other = chance.randrange(len(words)), chance.randrange(len(words))
        words[place] = chance.choice((words[other], "", words[place] * 2, "0", "~", "*", "1U <<"))
    return " ".join(words)
