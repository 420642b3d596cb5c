"""What the generators of the built-in tasks share: the rounds of harness.h in Python, around a model of the kernel.

A task's `generate.py` has the model and the inputs, and returns its suite from `tests()`. All draws come from one
seed, so that a suite is the same each time.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.execution.test_suite import ProgramTest

WORD = 1 << 32
LONG = 1 << 64
MOST_WORDS, MOST_LETTERS = 1 << 17, (1 << 17) - 1
"""What a harness has room for."""
_STEPS = (1, 3, 5, 7, 9, 11, 15, 17, 19, 21, 23, 25)
_DIGIT_STEPS = (1, 3, 7, 9)
WordsModel = Callable[[list[int]], int]
TextModel = Callable[[bytes], int]


@dataclass(frozen=True)
class Largest:
    """One round beyond what 16 bits count, with the output that is kept here: a model of Python's takes long.

    `words` are the first of `count`, from which the others follow (`continued`).
    """

    output: int
    count: int = 0
    words: tuple[int, ...] = ()
    text: bytes = b""


@dataclass(frozen=True)
class Repetition:
    """Words, of which the last `back` come again and again up to `count`."""

    words: tuple[int, ...]
    back: int
    count: int

    @property
    def all(self) -> list[int]:
        pattern = self.words[len(self.words) - self.back :]
        return [*self.words, *pattern * (self.count // self.back)][: self.count]


_LATE_FROM, _LATE_PERIOD = 4100, 2003


def late(words: Sequence[int], size: int, head: Sequence[int] = (), few: int = 3, more: int = 3) -> Repetition:
    """`size` words behind the head that look alike for thousands, and of which then one in a thousand is of `words`."""
    first = min(_LATE_FROM, 2 * size // 3)
    period = max(1, min(_LATE_PERIOD, size - first))
    tail = [more] * period
    for number, word in enumerate(words):
        tail[period - 1 - number * (period // len(words))] = word
    return Repetition((*head, *[few] * first, *tail), period, len(head) + size)


LATE = (
    late((0x7F123455, 0x7F563455), MOST_WORDS),
    late((0x80123403, 0x80003403), MOST_WORDS),
    late((0,), MOST_WORDS, few=0, more=1),
)
"""What takes a sample for the whole (its width, its sign, its order) is wrong. An insertion moves few words."""


def draws(name: str) -> Random:
    """The random numbers of one task."""
    return Random(f"code optimisation: {name}")


def many(name: str, count: int) -> list[int]:
    """As many words of any size."""
    random = Random(f"code optimisation, large: {name}")
    return [random.randrange(WORD) for _ in range(count)]


def much(name: str, length: int, letters: Sequence[int] = range(32, 127)) -> bytes:
    """Text of that length."""
    return bytes(Random(f"code optimisation, large: {name}").choices(letters, k=length))


def all_bytes(name: str, length: int = 600) -> bytes:
    """Text with any byte in it: zeros, and those above 127, which C's char has as negative numbers."""
    return much(f"{name}, any byte", length, range(256))


NEIGHBOURS = (2147483647, 2147483646, 2147483645, 2147483648, 2147483650, 2147483649, 4294967295, 16777217, 16777216)
"""Words that are next to each other, far from zero: what compares them as floats or by their difference is wrong."""


def signed(word: int, bits: int = 32) -> int:
    """A word as C's int of that many bits reads it."""
    word %= 1 << bits
    return word - (1 << bits) if word >> (bits - 1) else word


def fold(values: Iterable[int], total: int = 0) -> int:
    for value in values:
        total = (total * 31 + value % LONG) % LONG
    return total


def scattered(word: int) -> int:
    """harness.h, `scattered`."""
    word = (word ^ word >> 16) * 0x7FEB352D % WORD
    word = (word ^ word >> 15) * 0x846CA68B % WORD
    return word ^ word >> 16


def below(draw: int, bound: int) -> int:
    """harness.h, `below`."""
    return draw * bound >> 32


def draw_of_call(words: Sequence[int], number: int) -> int:
    """harness.h, `draw_of_call`."""
    following = words[number + 1] if number + 1 < len(words) else words[0]
    return scattered((words[number] + 0x9E3779B9 * (following + number)) % WORD)


def words_suite(
    model: WordsModel,
    shown: Sequence[Sequence[int]],
    held_back: Sequence[Sequence[int]],
    measured: tuple[int, Sequence[int]],
    *,
    limit: int = 0,
    large: Sequence[Sequence[int]] = (),
    largest: Iterable[Largest] = (),
    many: Sequence[Sequence[int]] = (),
    repeated: Sequence[Repetition] = (),
    of_repeated: int | None = None,
) -> list[ProgramTest]:
    """Tests of a kernel on words; `measured` is a number of rounds and the words. Others run three rounds.

    The first shown test runs one round, so that its output is the kernel's own result. Those and `held_back` come in
    runs that are timed, too. `large` are held back and run three: sizes far beyond those that are shown, where narrow
    counters overflow and room of a fixed size ends. `largest` run one. `many` small ones are one
    test together, held back, in which each is a round (`tasks/many.py`), and so are those that are `repeated`; what
    they fold to is `of_repeated`, if it is kept.
    """

    def test(rounds: int, words: Sequence[int], **what: bool) -> ProgramTest:
        stdin = _words_input(rounds, len(words), words)
        return ProgramTest(stdin, f"{_word_rounds(model, rounds, words, limit)}\n", **what)

    first = [test(1 if number == 0 else 3, words, shown=True, timed=True) for number, words in enumerate(shown)]
    others = (*(test(3, words, timed=True) for words in held_back), *(test(3, words) for words in large))
    together = [ProgramTest(_many_words(many), f"{fold(map(model, map(list, many)))}\n")] if many else []
    again = []
    if repeated:
        total = fold(model(item.all) for item in repeated) if of_repeated is None else of_repeated
        again.append(ProgramTest(_repeated_words(repeated), f"{total}\n"))
    return [*first, *others, *map(_largest_words, largest), *together, *again, test(*measured, measured=True)]


def _repeated_words(repeated: Sequence[Repetition]) -> str:
    """harness.h, `read_section`."""
    lines = (f"{item.count} {' '.join(map(str, item.words))}+{item.back}" for item in repeated)
    return "\n".join((f"0+{len(repeated)}", *lines, ""))


def _many_words(many: Sequence[Sequence[int]]) -> str:
    """harness.h, `read_many_words`."""
    lines = (" ".join(map(str, (len(words), *_beginning(words)))) for words in many)
    return "\n".join((f"0+{len(many)}", *lines, ""))


def _largest_words(item: Largest) -> ProgramTest:
    return ProgramTest(_words_input(1, item.count, item.words), f"{item.output}\n")


def _words_input(rounds: int, count: int, words: Sequence[int]) -> str:
    return " ".join(map(str, (rounds, count, *words))) + "\n"


def continued(words: Sequence[int], count: int) -> list[int]:
    """harness.h, `run_words`: each further word is the one that many places before it and the last of those given."""
    data = list(words)
    while len(data) < count:
        data.append((data[-len(words)] + words[-1]) % WORD)
    return data


def _beginning(words: Sequence[int]) -> Sequence[int]:
    """What the others follow from."""
    starts = (words[:size] for size in (1, 2, 3) if size < len(words))
    return next((start for start in starts if continued(start, len(words)) == list(words)), words)


def text_suite(
    model: TextModel,
    shown: Sequence[bytes],
    held_back: Sequence[bytes],
    measured: tuple[int, bytes],
    *,
    large: Sequence[bytes] = (),
    largest: Iterable[Largest] = (),
    many: Sequence[bytes] = (),
    repeated: int | None = None,
    patterns: Sequence[bytes] = (),
    longest: int = MOST_LETTERS,
    of_patterns: int | None = None,
) -> list[ProgramTest]:
    """Tests of a kernel on text, as `words_suite`.

    `repeated` is what the kernel's results of `repeated_texts` fold to, kept here; they are one test, held back.
    `patterns`, repeated up to the `longest` text, are another; what they fold to is `of_patterns`, if it is kept."""

    def test(rounds: int, text: bytes, **what: bool) -> ProgramTest:
        return ProgramTest(_text_input(rounds, text), f"{_text_rounds(model, rounds, text)}\n", **what)

    first = [test(1 if number == 0 else 3, text, shown=True, timed=True) for number, text in enumerate(shown)]
    others = (*(test(3, text, timed=True) for text in held_back), *(test(3, text) for text in large))
    huge = (ProgramTest(_text_input(1, item.text), f"{item.output}\n") for item in largest)
    together = [ProgramTest(_many_texts(many), f"{fold(map(model, many))}\n")] if many else []
    again = [] if repeated is None else [ProgramTest(_repeated_input(repeated_texts(), MOST_LETTERS), f"{repeated}\n")]
    if patterns:
        texts = (filled(pattern, longest) for pattern in patterns)
        total = fold(map(model, texts)) if of_patterns is None else of_patterns
        again.append(ProgramTest(_repeated_input(patterns, longest), f"{total}\n"))
    return [*first, *others, *huge, *together, *again, test(*measured, measured=True)]


def repeated_texts() -> list[bytes]:
    """Patterns that fill a text of the largest size: one letter at one place of each so many, others between.

    A counter of 16 bits each second letter overflows so, one of eight bits each 32nd, and sums of such that are joined.
    """
    patterns: list[bytes] = []
    for period in (2, 4, 8, 16, 32):
        for letter, others in ((b"b", bytes(range(99, 255))), (b"b", bytes(range(97, 123))), (b"\xff", b"\0")):
            place = 0 if len(patterns) % 2 else period - 1
            rest = (others * (period * len(others)))[: (period - 1) * len(others)]
            pieces = (rest[start : start + period - 1] for start in range(0, len(rest), period - 1))
            patterns.append(b"".join(piece[:place] + letter + piece[place:] for piece in pieces))
    return patterns


def filled(pattern: bytes, length: int = MOST_LETTERS) -> bytes:
    """As large as a text can be."""
    return (pattern * (length // len(pattern) + 1))[:length]


def _repeated_input(patterns: Sequence[bytes], length: int) -> str:
    """harness.h, `read_many_texts`."""
    sizes = "".join(f"+{len(pattern)}+{length},{len(pattern)}" for pattern in patterns)
    return f"0+{len(patterns)}{sizes}\n{b''.join(patterns).decode('utf-8', 'surrogateescape')}"


def _many_texts(many: Sequence[bytes]) -> str:
    """harness.h, `read_many_texts`: the last letter's repetitions are counted, not written."""
    short = [text.rstrip(text[-1:]) + text[-1:] for text in many]
    sizes = "".join(f"+{len(start)}+{len(text)}" for start, text in zip(short, many, strict=True))
    return f"0+{len(many)}{sizes}\n{b''.join(short).decode('utf-8', 'surrogateescape')}"


def _text_input(rounds: int, text: bytes) -> str:
    return f"{rounds}\n{text.decode('utf-8', 'surrogateescape')}"


def _word_rounds(model: WordsModel, rounds: int, words: Sequence[int], limit: int) -> int:
    given = [word % WORD for word in words]
    later = ([_drawn(word, number, index, limit) for index, word in enumerate(given)] for number in range(1, rounds))
    return fold(model(data) for data in (given, *later)) if rounds else 0


def _drawn(word: int, number: int, index: int, limit: int) -> int:
    """harness.h, `word_of_round`."""
    drawn = scattered(word ^ (number * 0x9E3779B9 + index * 0x85EBCA6B) % WORD)
    return drawn % limit if limit else drawn & ((1 << (word | 1).bit_length()) - 1)


def _text_rounds(model: TextModel, rounds: int, text: bytes) -> int:
    return fold(model(_text_of_round(text, number)) for number in range(rounds))


def _text_of_round(text: bytes, number: int) -> bytes:
    """harness.h, `run_text`: the first round's is the text itself."""
    if not number:
        return text
    data = bytearray(text.translate(_alphabet(number)))
    for change in range(2 if data else 0):
        at = scattered(2 * number + change) % len(data)
        if data[at] < 128:
            data[at] = data[at] + 1 if 32 <= data[at] < 126 else 32
    return bytes(data)


def _alphabet(number: int) -> bytes:
    """harness.h, `alphabet_of_round`."""
    drawn = scattered(number)
    step, start = _STEPS[drawn % 12], drawn >> 8 & 31
    digit_step, digit_start = _DIGIT_STEPS[drawn >> 16 & 3], drawn >> 24 & 15
    letters = bytearray(range(256))
    for index in range(26):
        for first in b"aA":
            letters[first + index] = first + (start + step * index) % 26
    for index in range(10):
        letters[48 + index] = 48 + (digit_start + digit_step * index) % 10
    return bytes(letters)
