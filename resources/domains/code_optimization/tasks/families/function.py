"""A drawn C function: its arguments, its text, the model that tells what it must do, and the words for it.

`Function` is what a family draws. The harness, the prompt and the tests are three readings of its arguments: `harness`,
`prompt`, `suite`. The model computes in Python from the rules, and knows nothing of the C text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from resources.domains.code_optimization.tasks.families.integers import IntegerType

HEADERS = "#include <stddef.h>\n#include <stdint.h>\n"
ROOM = "MAXIMUM_WORDS"


class Use(Enum):
    """What a function may do with an array; what it only writes holds noise before."""

    READ, CHANGE, WRITE = "read", "change", "write"


@dataclass(frozen=True)
class Scalar:
    """A number. `c` computes it from the head words (`head[0]`, …) and `there`, how many words are left; `value`
    does the same. `most` is the limit that the prompt states, and `fullest` the head word that gives it."""

    name: str
    kind: str
    c: str
    value: Callable[[Sequence[int], int], int]
    about: str
    most: int = 0
    fullest: int = 0


@dataclass(frozen=True)
class Array:
    """Elements that are made of the words behind the head, from `place` on and around; `size` and `folded` are C's
    expressions of how many there are, and of how many count after the call (`result` is what the function returned).
    `limit` is an expression, too: elements are below it."""

    name: str
    kind: IntegerType
    use: Use
    about: str
    size: str = "there"
    room: str = ROOM
    folded: str = "there"
    place: int = 0
    limit: str = ""
    sizes: Callable[["Given"], int] = lambda given: given.there
    limits: Callable[["Given"], int] = lambda given: 0

    @property
    def declared(self) -> str:
        return f"{'const ' if self.use is Use.READ else ''}{self.kind.name} *{self.name}"

    def element(self, index: str) -> str:
        """C."""
        if self.limit:
            return f"({self.kind.name})(word_at(data, there, {index} + {self.place}) % ({self.limit}))"
        low = f"word_at(data, there, {index} + {self.place})"
        if self.kind.bits == 64:
            return f"({self.kind.name})({low} | (uint64_t)word_at(data, there, {index} + {self.place + 3}) << 32)"
        return f"({self.kind.name}){low}"

    def values(self, given: "Given") -> list[int]:
        """The elements before the call."""
        words, there, place = given.words, given.there, self.place
        size, limit = self.sizes(given), self.limits(given)
        if not there:
            return [0] * size
        turned = [words[(index + place) % there] for index in range(size)]
        if limit:
            return [word % limit for word in turned]
        if self.kind.bits == 64:
            turned = [word | words[(index + place + 3) % there] << 32 for index, word in enumerate(turned)]
        mask, sign = self.kind.high - self.kind.low, -self.kind.low
        return [((word & mask) ^ sign) - sign for word in turned]


@dataclass(frozen=True)
class Text:
    """The bytes of a text, which a harness of texts gives."""

    name: str
    use: Use
    about: str
    folded: str = "length"

    @property
    def declared(self) -> str:
        return f"{'const ' if self.use is Use.READ else ''}uint8_t *{self.name}"


@dataclass(frozen=True)
class Given:
    """What a call is given: numbers and arrays by name. `words` are those behind the head."""

    words: Sequence[int]
    there: int
    numbers: dict[str, int] = field(default_factory=dict)
    arrays: dict[str, list[int]] = field(default_factory=dict)
    text: bytes = b""


@dataclass(frozen=True)
class Answer:
    """What a call must return, and the elements that count of each array that it may write."""

    result: int | None = None
    arrays: Mapping[str, Sequence[int]] = field(default_factory=dict)


Model = Callable[[Given], Answer]


@dataclass(frozen=True)
class Wording:
    """The prompt's own words. `summary` ends "Write `name`, which …"; rules are sentences, promises of what the
    arguments always are."""

    summary: str
    rules: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()


@dataclass(frozen=True)
class Function:
    """`body` are the statements between the braces, `before` what stands before the function. `returns` is C's type,
    `head` how many words of the input its numbers take."""

    entry: str
    title: str
    returns: str
    arguments: tuple[Scalar | Array | Text, ...]
    body: str
    model: Model
    wording: Wording
    tags: tuple[str, ...]
    head: int = 0
    before: str = ""

    @property
    def text(self) -> Text | None:
        return next((one for one in self.arguments if isinstance(one, Text)), None)

    @property
    def scalars(self) -> list[Scalar]:
        return [one for one in self.arguments if isinstance(one, Scalar)]

    @property
    def arrays(self) -> list[Array]:
        return [one for one in self.arguments if isinstance(one, Array)]

    @property
    def prototype(self) -> str:
        declared = (f"{one.kind} {one.name}" if isinstance(one, Scalar) else one.declared for one in self.arguments)
        return f"{self.returns} {self.entry}({', '.join(declared)})"

    @property
    def program(self) -> str:
        body = "".join(f"    {line}\n" if line else "\n" for line in self.body.strip("\n").splitlines())
        before = f"{self.before.strip()}\n\n" if self.before else ""
        return f"{HEADERS}\n{before}{self.prototype}\n{{\n{body}}}\n"

    @property
    def most(self) -> dict[str, int]:
        """The limits that the prompt states."""
        return {f"`{one.name}`": one.most for one in self.scalars if one.most}


def counted(name: str, about: str, most: int) -> Scalar:
    """How many words are left behind the head."""
    return Scalar(name, "size_t", "there", lambda head, there: there, about, most)


def drawn_scalar(name: str, kind: str, place: int, low: int, span: int, about: str) -> Scalar:
    """A number from `low` on, of `span` ones, by the head's word at `place`."""
    return Scalar(
        name,
        kind,
        f"({kind})({low} + (int64_t)(head[{place}] % {span}u))",
        lambda head, there: low + head[place] % span,
        about,
        low + span - 1,
        span - 1,
    )


def fixed_array(name: str, kind: IntegerType, use: Use, about: str, size: int, place: int = 0) -> Array:
    """An array of so many elements, whatever there is."""
    text = str(size)
    return Array(name, kind, use, about, text, text, text, place, sizes=lambda given: size)
