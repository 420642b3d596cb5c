"""Family `text_scanner`: tokens of drawn classes of bytes, quotes and limits, and what is told of them."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Function,
    Given,
    Scalar,
    Text,
    Use,
    Wording,
    fixed_array,
)
from resources.domains.code_optimization.tasks.families.integers import U32
from resources.domains.code_optimization.tasks.families.suite import TextInputs

_NAMES = ("scan_tokens", "count_lexemes", "read_fields", "tokenise", "survey_text", "classify_pieces")


@dataclass(frozen=True)
class ByteClass:
    """Ranges of bytes, both ends among them."""

    words: str
    ranges: tuple[tuple[int, int], ...]

    def has(self, byte: int) -> bool:
        return any(low <= byte <= high for low, high in self.ranges)

    @property
    def bytes(self) -> list[int]:
        return [byte for byte in range(256) if self.has(byte)]

    def c(self, name: str) -> str:
        return " || ".join(
            f"{name} == {low}"
            if low == high
            else f"{name} >= {low}"
            if high == 255
            else f"({name} >= {low} && {name} <= {high})"
            for low, high in self.ranges
        )


def _range(low: str, high: str) -> tuple[int, int]:
    return ord(low), ord(high)


STARTS = (
    ByteClass("letters", (_range("a", "z"), _range("A", "Z"))),
    ByteClass("small letters", (_range("a", "z"),)),
    ByteClass("capital letters", (_range("A", "Z"),)),
    ByteClass("letters from g to p, small or capital", (_range("g", "p"), _range("G", "P"))),
    ByteClass("digits", (_range("0", "9"),)),
    ByteClass("digits from 0 to 7", (_range("0", "7"),)),
    ByteClass("the bytes + - * / (43, 45, 42, 47)", ((42, 43), (45, 45), (47, 47))),
    ByteClass("the bytes < = > (60 to 62)", ((60, 62),)),
    ByteClass("bytes above 127", ((128, 255),)),
    ByteClass("spaces and tabs (32 and 9)", ((32, 32), (9, 9))),
    ByteClass("underscores and dollar signs (95 and 36)", ((95, 95), (36, 36))),
    ByteClass("zero bytes and line ends (0 and 10)", ((0, 0), (10, 10))),
)
MEASURES = ("count", "bytes", "longest", "last", "digits")
_TOLD = {
    "count": "how many there are",
    "bytes": "how many bytes they have together",
    "longest": "how many bytes the longest has (0 without one)",
    "last": "where the last one begins, counted from 1 (0 without one)",
    "digits": "the sum of all their bytes",
}


@dataclass(frozen=True)
class Token:
    """A run: its first byte is of `start`, and it goes on over bytes of `start` and of `more`. With a `quote` it goes
    from that byte to the next one that no `escape` stands before, or to the text's end."""

    measure: str
    start: ByteClass | None = None
    more: ByteClass | None = None
    quote: int = 0
    escape: int = 0
    most: int = 0
    """A run of so many bytes ends; what follows is another token. 0: no limit."""

    def begins(self, byte: int) -> bool:
        return byte == self.quote if self.start is None else self.start.has(byte)

    def goes_on(self, byte: int) -> bool:
        return bool((self.start and self.start.has(byte)) or (self.more and self.more.has(byte)))


def draw_tokens(random: Random) -> tuple[Token, ...]:
    """In the order in which they are tried. No two begin with one byte."""
    classes, tokens, taken = random.sample(STARTS, len(STARTS)), list[Token](), set[int]()
    size = random.choice((1, 2, 2, 3, 4))
    for start in classes:
        if len(tokens) == size:
            break
        if taken.isdisjoint(start.bytes):
            taken |= {*start.bytes}
            more = random.choice(classes) if random.random() < 0.5 else None
            most = random.choice((2, 3, 5, 8)) if random.random() < 0.3 else 0
            tokens.append(Token(random.choice(MEASURES), start, more, most=most))
    quote = random.choice([byte for byte in b"\"'|%" if byte not in taken])
    if random.random() < 0.6:
        tokens.insert(
            random.randrange(len(tokens) + 1),
            Token(random.choice(MEASURES), quote=quote, escape=random.choice((0, ord("\\"), ord("^")))),
        )
    return tuple(tokens)


def token_length(token: Token, text: bytes, start: int) -> int:
    """Of the token that begins there."""
    place = start + 1
    if token.start is not None:
        while place < len(text) and token.goes_on(text[place]) and place - start != token.most:
            place += 1
        return place - start
    while place < len(text) and text[place] != token.quote:
        place += 2 if token.escape and text[place] == token.escape else 1
    return min(place + 1, len(text)) - start


def measured(measure: str, total: int, piece: bytes, start: int) -> int:
    match measure:
        case "count":
            return total + 1
        case "bytes":
            return total + len(piece)
        case "longest":
            return max(total, len(piece))
        case "last":
            return start + 1
        case _:
            return total + sum(piece)


def _model(tokens: tuple[Token, ...], skips: bool) -> Callable[[Given], Answer]:
    def model(given: Given) -> Answer:
        totals, text, place, others = [0] * len(tokens), given.text, 0, 0
        while place < len(text):
            number = next((n for n, token in enumerate(tokens) if token.begins(text[place])), None)
            if number is None:
                place, others = place + 1, others + 1
                continue
            token = tokens[number]
            length = token_length(token, text, place)
            totals[number] = measured(token.measure, totals[number], text[place : place + length], place)
            place += length
        return Answer(others if skips else len(text) - others, {"out": [total % (1 << 32) for total in totals]})

    return model


def _token_c(token: Token, number: int) -> list[str]:
    lines = [f"{'else ' if number else ''}if ({_begins_c(token)}) {{", "    i++;"]
    if token.start is None:
        lines += [f"    while (i < length && text[i] != {token.quote})"]
        lines += [f"        i += text[i] == {token.escape} ? 2 : 1;" if token.escape else "        i++;"]
        lines += ["    i = i + 1 < length ? i + 1 : length;"]
    else:
        on = " || ".join(f"{part.c('text[i]')}" for part in (token.start, token.more) if part)
        limit = f" && i - start < {token.most}" if token.most else ""
        lines += [f"    while (i < length{limit} && ({on}))", "        i++;"]
    return [*lines, *(f"    {line}" for line in _measure_c(token.measure, number)), "}"]


def _begins_c(token: Token) -> str:
    return token.start.c("byte") if token.start else f"byte == {token.quote}"


def _measure_c(measure: str, number: int) -> list[str]:
    match measure:
        case "count":
            return [f"total{number}++;"]
        case "bytes":
            return [f"total{number} += (uint32_t)(i - start);"]
        case "longest":
            return [f"if (i - start > total{number})", f"    total{number} = (uint32_t)(i - start);"]
        case "last":
            return [f"total{number} = (uint32_t)start + 1;"]
        case _:
            return ["for (size_t k = start; k < i; k++)", f"    total{number} += text[k];"]


def _body(tokens: tuple[Token, ...], skips: bool) -> str:
    inner = ["uint8_t byte = text[i];", "size_t start = i;"]
    for number, token in enumerate(tokens):
        inner += _token_c(token, number)
    inner += ["else {", "    i++;", "    others++;", "}"]
    return "\n".join(
        [
            *(f"uint32_t total{number} = 0;" for number in range(len(tokens))),
            "size_t i = 0, others = 0;",
            "while (i < length) {",
            *(f"    {line}" for line in inner),
            "}",
            *(f"out[{number}] = total{number};" for number in range(len(tokens))),
            "return others;" if skips else "return length - others;",
        ]
    )


def _rules(tokens: tuple[Token, ...], skips: bool) -> tuple[str, ...]:
    rules = [
        "The text is read from its start; where one of these tokens begins, it is read up to its end, and the next byte"
        " is looked at behind it. A byte with which no token begins is skipped."
    ]
    for number, token in enumerate(tokens):
        rules.append(f"{_token_words(token)} Of these tokens, `out[{number}]` is {_TOLD[token.measure]}.")
    rules.append(f"The result is how many bytes {'were skipped' if skips else 'are in tokens'}.")
    return tuple(rules)


def _token_words(token: Token) -> str:
    if token.start is None:
        escaped = f", where {token.escape} takes the byte behind it with it, whatever that is" if token.escape else ""
        return (
            f"A token begins with the byte {token.quote} and ends with the next byte {token.quote}{escaped}; without"
            " one it ends with the text. Both ends belong to it."
        )
    on = f" and of {token.more.words}" if token.more else ""
    most = f", {token.most} bytes at most (the next byte may begin another)" if token.most else ""
    return f"A token begins with one of {token.start.words} and goes on over bytes of these{on}{most}."


def _texts(tokens: tuple[Token, ...]) -> Callable[[Random, int], bytes]:
    """Runs of what tokens begin and go on with, quotes and escapes, and few other bytes."""
    sets = [part.bytes for token in tokens for part in (token.start, token.more) if part]
    marks = [byte for token in tokens for byte in (token.quote, token.escape) if byte]

    def make(random: Random, size: int) -> bytes:
        text = bytearray()
        while len(text) < size:
            if marks and random.random() < 0.15:
                text.append(random.choice(marks))
            elif random.random() < 0.1:
                text.append(random.randrange(32, 127))
            else:
                text += bytes(random.choices(random.choice(sets), k=random.choice((1, 1, 2, 3, 4, 6, 9, 14))))
        return bytes(text[:size])

    return make


def draw(random: Random) -> tuple[Function, TextInputs]:
    tokens, skips, most = draw_tokens(random), random.random() < 0.5, random.choice((65_600, 66_000, 67_000))
    function = Function(
        entry=random.choice(_NAMES),
        title=f"Scanner of {len(tokens)} kinds of tokens" if len(tokens) > 1 else "Scanner of one kind of token",
        returns="size_t",
        arguments=(
            Text("text", Use.READ, "the bytes to read, any of them"),
            Scalar("length", "size_t", "there", lambda head, there: there, "how many bytes the text has", most),
            fixed_array("out", U32, Use.WRITE, f"room for {len(tokens)} results", len(tokens)),
        ),
        body=_body(tokens, skips),
        model=_model(tokens, skips),
        wording=Wording(
            random.choice(
                (
                    "which reads a text token by token",
                    "which splits bytes into tokens and tells what they come to",
                    "that is the scanner of a small language",
                )
            ),
            _rules(tokens, skips),
        ),
        tags=("parsing", "string", "branch"),
    )
    return function, TextInputs(_texts(tokens), most)
