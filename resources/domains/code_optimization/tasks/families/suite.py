"""The tests of a drawn function: sizes, edges, small values, every limit, with what its model says of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.execution.test_suite import ProgramTest
from resources.domains.code_optimization.tasks.families.function import Answer, Function, Given, Use
from resources.domains.code_optimization.tasks.many import EDGES
from resources.domains.code_optimization.tasks.rounds import (
    Largest,
    Repetition,
    TextModel,
    WordsModel,
    continued,
    filled,
    fold,
    late,
    text_suite,
    words_suite,
)

WORD = 1 << 32
SIZES = (*range(36), 47, 48, 49, 63, 64, 65, 66, 79, 96, 100, 127, 128, 129, 130, 255, 256, 257)
"""Of small inputs: each below what vectors unroll to, and those beside their multiples."""
_PERIOD = 37
"""Words that the largest inputs repeat: what is elementwise is then computed once."""
_POOL = (0, 1, 2, 3, 7, 8, 31, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, *EDGES[-6:])
"""Of these the word of which most comes out of a function, and the one of which least does, fill its largest inputs."""
_TRIED = 48
"""So many of one word are tried."""
Maker = Callable[[Random, int], list[int]]
TextMaker = Callable[[Random, int], bytes]


@dataclass(frozen=True)
class Inputs:
    """How inputs of a size are made, and how large those are that are measured and tried beside the limits.

    `special` are whole lists of words, without the head. `widest` are a head and how many words behind it, where limits
    are reached so and not by the limit of what counts the words. `repeats` says whether the largest size comes with few
    values, too: a right sort may take the square of its time there.
    """

    makers: tuple[Maker, ...]
    measured: int = 480
    rounds: int = 6
    large: int = 1500
    special: tuple[Sequence[int], ...] = ()
    sizes: Sequence[int] = SIZES
    widest: tuple[Sequence[int], int] | None = None
    repeats: bool = True


def any_words(random: Random, size: int) -> list[int]:
    return [random.getrandbits(32) for _ in range(size)]


def edge_words(random: Random, size: int) -> list[int]:
    return random.choices(EDGES, k=size)


def few_words(random: Random, size: int) -> list[int]:
    return random.choices((0, 1, 2, WORD - 1, 1 << 31, (1 << 31) - 1), k=size)


def small_words(random: Random, size: int) -> list[int]:
    """Around zero, in both directions."""
    return [random.randint(-9, 40) % WORD for _ in range(size)]


def equal_words(random: Random, size: int) -> list[int]:
    return [random.choice(EDGES)] * size


ANY = Inputs((any_words, edge_words, small_words, few_words, equal_words))


def given_of(function: Function, words: Sequence[int]) -> Given:
    """The arguments that the harness makes of the words."""
    head, rest = words[: function.head], words[function.head :]
    given = Given(rest, len(rest))
    for one in function.scalars:
        given.numbers[one.name] = one.value(head, len(rest))
    for array in function.arrays:
        if array.use is not Use.WRITE:
            given.arrays[array.name] = array.values(given)
    return given


def words_model(function: Function) -> WordsModel:
    def model(words: list[int]) -> int:
        if len(words) < function.head:
            return 0
        return _folded(function, function.model(given_of(function, words)))

    return model


def _folded(function: Function, answer: Answer) -> int:
    total = 0 if answer.result is None else fold([answer.result])
    for array in function.arrays:
        if array.use is not Use.READ:
            total = fold(answer.arrays[array.name], total)
    if function.text and function.text.use is not Use.READ:
        total = fold(answer.arrays[function.text.name], total)
    return total


def words_tests(function: Function, random: Random, inputs: Inputs) -> list[ProgramTest]:
    """Of a function whose arguments are made of words."""
    model = words_model(function)

    def headed(words: Sequence[int], head: Sequence[int] = ()) -> list[int]:
        return [*(head or any_words(random, function.head)), *words]

    drawn = [headed(random.choice(inputs.makers)(random, size)) for size in (3, 8, 17, 33, 40, 64)]
    small = [headed(list(words)) for words in inputs.special]
    for size in inputs.sizes:
        small += [headed(maker(random, size)) for maker in _two(random, inputs.makers)]
    small += [headed(random.choice(inputs.makers)(random, random.randrange(1, 14))) for _ in range(60)]
    fullest = _fullest_heads(function, random)
    return words_suite(
        model,
        [headed(small_words(random, 6)), headed(small_words(random, 3))],
        [[], headed([]), headed([0]), *drawn, *(headed(any_words(random, 20), head) for head in fullest)],
        (inputs.rounds, headed(inputs.makers[0](random, inputs.measured))),
        large=[headed(any_words(random, inputs.large))],
        largest=list(_largest(function, model, random, fullest, inputs.widest)),
        many=small,
        repeated=list(_repeated(function, Random(f"repeated: {function.program}"), fullest, inputs)),
    )


def _two(random: Random, makers: Sequence[Maker]) -> list[Maker]:
    return [random.choice(makers), random.choice(makers)]


def _fullest_heads(function: Function, random: Random) -> list[list[int]]:
    """A head for each number of it that has a limit, at that limit; other numbers are any."""
    heads = []
    for place in range(function.head):
        for one in function.scalars:
            if one.fullest and f"head[{place}]" in one.c:
                head = any_words(random, function.head)
                head[place] = one.fullest
                heads.append(head)
    return heads


def _largest(
    function: Function,
    model: WordsModel,
    random: Random,
    heads: list[list[int]],
    widest: tuple[Sequence[int], int] | None,
) -> Iterator[Largest]:
    """As many words as the limit of what counts them allows."""
    for start, size in _widest(function, random, heads, widest):
        words = (*start, *any_words(random, _PERIOD), 0)
        count = function.head + size
        yield Largest(model(continued(words, count)), count, words)


def _widest(
    function: Function, random: Random, heads: list[list[int]], widest: tuple[Sequence[int], int] | None
) -> list[tuple[Sequence[int], int]]:
    head = heads[0] if heads else any_words(random, function.head)
    return [(head, one.most) for one in function.scalars if one.c == "there"] if widest is None else [widest]


def _repeated(function: Function, random: Random, heads: list[list[int]], inputs: Inputs) -> Iterator[Repetition]:
    """The largest inputs of two values: what counts or sums in lanes, or in few bits, runs over there. And one that
    looks alike for thousands of words, where few in two thousand then are any: a sample is not the whole."""
    for start, size in _widest(function, random, heads, inputs.widest):
        yield late(any_words(random, 3), size, start)
    for start, size in _widest(function, random, heads, inputs.widest) if inputs.repeats else ():

        def amount(word: int, head: Sequence[int] = start) -> int:
            return _amount(function, function.model(given_of(function, [*head, *[word] * _TRIED])))

        for pattern in patterns_of(max(_POOL, key=amount), min(reversed(_POOL), key=amount)):
            yield Repetition((*start, *pattern), len(pattern), function.head + size)


def patterns_of(most: int, least: int) -> list[list[int]]:
    """One value alone, and at one place of so many, or at all of them but one."""
    return [[most], [most, least], [least] * 7 + [most], [most] * 3 + [least]]


def _amount(function: Function, answer: Answer) -> int:
    """How much comes out."""
    numbers = [answer.result or 0, *(number for name in answer.arrays for number in answer.arrays[name])]
    return sum(map(abs, numbers))


def text_model(function: Function) -> TextModel:
    def model(text: bytes) -> int:
        return _folded(function, function.model(text_given(function, text)))

    return model


def text_given(function: Function, text: bytes) -> Given:
    given = Given((), len(text), text=text)
    for one in function.scalars:
        given.numbers[one.name] = one.value((), len(text))
    return given


@dataclass(frozen=True)
class TextInputs:
    """As Inputs, of texts. `pieces` are what its texts are made of; `longest` is the limit of their length."""

    make: TextMaker
    longest: int
    special: tuple[bytes, ...] = ()
    measured: int = 700
    rounds: int = 5


def text_tests(function: Function, random: Random, inputs: TextInputs) -> list[ProgramTest]:
    """Of a function of texts."""
    model = text_model(function)
    small = [*inputs.special, *(inputs.make(random, size) for size in (*SIZES, *range(1, 40), *range(1, 40)))]
    small += [_any_bytes(random, size) for size in (*range(1, 20), 31, 32, 33, 64, 65)]
    for byte in range(256):
        mark = bytes([byte])
        small += [mark, inputs.make(random, random.randrange(6)) + mark + inputs.make(random, random.randrange(6))]
    longest = filled(inputs.make(random, 4096), inputs.longest)

    def amount(byte: int) -> int:
        given = text_given(function, bytes([byte]) * _TRIED)
        return _amount(function, function.model(given))

    most, least = max(range(256), key=amount), min(range(256), key=amount)
    return text_suite(
        model,
        [_printable(inputs.make(random, 60))[:24], _printable(inputs.make(random, 40))[:9]],
        [b"", *(inputs.make(random, size) for size in (1, 5, 20, 60, 150)), _any_bytes(random, 300)],
        (inputs.rounds, inputs.make(random, inputs.measured)),
        large=[inputs.make(random, 2500)],
        largest=[Largest(model(longest), text=longest)],
        many=small,
        patterns=list(map(bytes, patterns_of(most, least))),
        longest=inputs.longest,
    )


def _any_bytes(random: Random, size: int) -> bytes:
    return bytes(random.choices(range(256), k=size))


def _printable(text: bytes) -> bytes:
    """What a prompt can show."""
    return bytes(byte for byte in text if 32 <= byte < 127)
