"""Family `checksum`: hashes by multiplying and turning, sums with a modulus, cyclic codes and hashes of blocks."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Function,
    Given,
    Scalar,
    Text,
    Use,
    Wording,
)
from resources.domains.code_optimization.tasks.families.integers import U32, U64, IntegerType, rotated
from resources.domains.code_optimization.tasks.families.suite import TextInputs

_NAMES = ("digest", "checksum_of", "fingerprint", "hash_bytes", "signature_of", "seal")
_FACTORS = {
    32: (16777619, 0x9E3779B1, 0x85EBCA77, 31, 65599),
    64: (0x100000001B3, 0x9E3779B97F4A7C15, 6364136223846793005),
}


@dataclass(frozen=True)
class Checksum:
    """What is told of it, its statements in C, which return, and what it must be."""

    name: str
    kind: IntegerType
    rules: tuple[str, ...]
    body: tuple[str, ...]
    value: Callable[[bytes], int]


@dataclass(frozen=True)
class _Mix:
    """One step on the state `h` of `bits` bits."""

    c: str
    words: str
    value: Callable[[int], int]


def _draw_mix(random: Random, kind: IntegerType) -> _Mix:
    bits, all_bits = kind.bits, kind.high
    turn, shift = random.choice((5, 7, 13, 19)), random.choice((3, 11, 15, bits // 2))
    factor = random.choice(_FACTORS[bits])
    suffix = "ull" if bits == 64 else "u"
    return random.choice(
        (
            _Mix(f"h *= {factor}{suffix};", f"multiply it by {factor}", lambda h: h * factor & all_bits),
            _Mix(
                f"h = h << {turn} | h >> {bits - turn};",
                f"rotate it to the left by {turn}",
                lambda h: rotated(h, turn, bits),
            ),
            _Mix(f"h ^= h >> {shift};", f"xor it with itself shifted right by {shift}", lambda h: h ^ h >> shift),
            _Mix(f"h += h << {turn};", f"add itself shifted left by {turn}", lambda h: (h + (h << turn)) & all_bits),
        )
    )


def _draw_mixes(random: Random, kind: IntegerType, size: int) -> list[_Mix]:
    """No two beside each other are alike."""
    mixes = list[_Mix]()
    while len(mixes) < size:
        mix = _draw_mix(random, kind)
        if not mixes or mixes[-1].c[:6] != mix.c[:6]:
            mixes.append(mix)
    return mixes


def _told(mixes: list[_Mix]) -> str:
    return ", then ".join(mix.words for mix in mixes)


def draw_multiplying(random: Random) -> Checksum:
    """Bytes come in one by one, or in blocks of two or four with the first one lowest."""
    kind, block = random.choice((U32, U64)), random.choice((1, 1, 2, 4))
    joins_by_sum, first = random.random() < 0.5, random.getrandbits(kind.bits) | 1
    each, last = _draw_mixes(random, kind, random.randint(2, 3)), _draw_mixes(random, kind, random.randint(0, 2))
    adds_length, suffix = random.random() < 0.4, "ull" if kind.bits == 64 else "u"
    join = "+" if joins_by_sum else "^"

    def value(text: bytes) -> int:
        h = first
        for start in range(0, len(text), block):
            part = int.from_bytes(text[start : start + block], "little")
            h = (h + part) & kind.high if joins_by_sum else h ^ part
            for mix in each:
                h = mix.value(h)
        h = h ^ (len(text) & kind.high) if adds_length else h
        for mix in last:
            h = mix.value(h)
        return h

    loads = [f"h {join}= bytes[i];"]
    if block > 1:
        loads = [f"{kind.name} part = 0;", f"for (size_t k = 0; k < {block} && i + k < length; k++)"]
        loads += [f"    part |= ({kind.name})bytes[i + k] << 8 * k;", f"h {join}= part;"]
    inner = [*loads, *(mix.c for mix in each)]
    body = [f"{kind.name} h = {first}{suffix};", f"for (size_t i = 0; i < length; i += {block}) {{"]
    body += [*(f"    {line}" for line in inner), "}"]
    body += [*(["h ^= length;"] if adds_length else []), *(mix.c for mix in last), "return h;"]
    what = (
        "byte" if block == 1 else f"{block} bytes, the first one lowest (the last ones may be fewer; what lacks is 0)"
    )
    rules = [
        f"A state of {kind.bits} bits begins as {first}.",
        f"For each {what}: {'add' if joins_by_sum else 'xor'} them to the state, then {_told(each)}.",
    ]
    rules += ["Then xor the length to it."] if adds_length else []
    rules += [f"At the end {_told(last)}."] if last else []
    return Checksum("Multiplying hash", kind, (*rules, "The result is the state."), tuple(body), value)


def draw_sums(random: Random) -> Checksum:
    """Two or three sums, each of the one before it, with a modulus."""
    sums, modulus = random.choice((2, 2, 3)), random.choice((255, 251, 65521, 65535, 1021, 32749))
    first, minus, weight = random.choice((0, 1, 7)), random.random() < 0.3, random.choice((1, 1, 3, 5))
    shift = 16 if modulus > 1024 else 10

    def value(text: bytes) -> int:
        state = [first] + [0] * (sums - 1)
        for byte in text:
            state[0] = (state[0] + weight * byte) % modulus
            for place in range(1, sums):
                state[place] = (state[place] + state[place - 1]) % modulus
        total = sum(one << shift * place for place, one in enumerate(state))
        return ~total & U64.high if minus else total

    letters = "abc"[:sums]
    lines = [f"a = (a + {weight if weight > 1 else ''}{' * ' if weight > 1 else ''}bytes[i]) % {modulus};"]
    lines += [f"{two} = ({two} + {one}) % {modulus};" for one, two in pairwise(letters)]
    joined = " | ".join(f"{letter} << {shift * place}" if place else letter for place, letter in enumerate(letters))
    body = [f"uint64_t a = {first}{''.join(f', {letter} = 0' for letter in letters[1:])};"]
    body += ["for (size_t i = 0; i < length; i++) {", *(f"    {line}" for line in lines), "}"]
    body += [f"return {'~(' if minus else ''}{joined}{')' if minus else ''};"]
    rules = [
        f"There are {sums} sums: the first begins as {first}, the others as 0.",
        f"For each byte: {weight} times the byte is added to the first sum, and each further sum gets the one before"
        f" it added, as that is now; each is taken modulo {modulus} at once.",
        f"The result has the first sum in the lowest bits, and each further one {shift} bits higher"
        + (", and then all 64 bits are inverted." if minus else "."),
    ]
    return Checksum(f"{sums} sums modulo {modulus}", U64, tuple(rules), tuple(body), value)


def draw_cyclic(random: Random) -> Checksum:
    """A cyclic code of 8 to 32 bits, from either end."""
    width, reflected = random.choice((8, 12, 15, 16, 24, 31, 32)), random.random() < 0.5
    polynomial, mask = random.getrandbits(width) | 1 | 1 << width - 1, (1 << width) - 1
    first, last = random.choice((0, mask, 1)), random.choice((0, mask))
    top, name = 1 << width - 1, "uint32_t"

    def value(text: bytes) -> int:
        crc = first
        for byte in text:
            crc ^= byte if reflected else byte << (width - 8)
            for _ in range(8):
                taken = crc & 1 if reflected else crc & top
                crc = crc >> 1 if reflected else crc << 1 & mask
                crc ^= polynomial if taken else 0
        return (crc ^ last) & mask

    shift = "crc >> 1" if reflected else "crc << 1" if width == 32 else f"(crc << 1 & {mask}u)"
    test = "crc & 1" if reflected else f"crc & {top}u"
    load = "bytes[i]" if reflected else f"(uint32_t)bytes[i] << {width - 8}"
    body = [f"{name} crc = {first}u;", "for (size_t i = 0; i < length; i++) {", f"    crc ^= {load};"]
    body += ["    for (int bit = 0; bit < 8; bit++)", f"        crc = {test} ? {shift} ^ {polynomial}u : {shift};", "}"]
    body += [f"return crc ^ {last}u;" if last else "return crc;"]
    side = "lowest" if reflected else "highest"
    rules = [
        f"A register of {width} bits begins as {first}.",
        f"Each byte is xored to the {side} eight bits; then, eight times, the register is shifted by one"
        f" to the {'right' if reflected else 'left'}, 0 coming in, and xored with {polynomial}"
        " where the bit that left was 1.",
        f"The result is the register{f' xored with {last}' if last else ''}.",
    ]
    return Checksum(f"Cyclic code of {width} bits", U32, tuple(rules), tuple(body), value)


def draw_positional(random: Random) -> Checksum:
    """Bytes weighed by their place, in classes, with alternating signs."""
    period, modulus = random.choice((2, 3, 4, 5)), random.choice((97, 1009, 65521, 1000003))
    weights = [random.choice((1, 3, 7, 9, 13, 31)) * (-1 if random.random() < 0.25 else 1) for _ in range(period)]
    squares, skipped = random.random() < 0.3, random.choice((0, 32, 10))

    def value(text: bytes) -> int:
        total, place = 0, 0
        for byte in text:
            if byte == skipped:
                continue
            part = weights[place % period] * byte * (byte if squares else 1)
            total, place = (total + part) % modulus, place + 1
        return total * 1024 + place % 1024

    table = ", ".join(map(str, weights))
    square = " * bytes[i]" if squares else ""
    body = [f"static const int64_t weights[{period}] = {{{table}}};", "int64_t total = 0;", "size_t place = 0;"]
    body += ["for (size_t i = 0; i < length; i++) {", f"    if (bytes[i] == {skipped})", "        continue;"]
    body += [f"    total = (total + weights[place % {period}] * bytes[i]{square}) % {modulus};"]
    body += ["    if (total < 0)", f"        total += {modulus};"]
    body += ["    place++;", "}", "return (uint64_t)total * 1024 + place % 1024;"]
    rules = [
        f"Bytes that are {skipped} are left out. The others are weighed in turn by {table}, and again from the first.",
        f"The sum of {'the squares of ' if squares else ''}the bytes times their weights is modulo {modulus}, from"
        f" 0 to {modulus - 1}.",
        "The result is 1024 times that, plus the number of bytes that were weighed modulo 1024.",
    ]
    return Checksum(f"Weighted sum, {period} weights", U64, tuple(rules), tuple(body), value)


def _texts(random: Random, size: int) -> bytes:
    if random.random() < 0.3:
        return bytes(random.choices(b"\0\x01\x7f\x80\xff a\n", k=size))
    return bytes(random.choices(range(32, 127), k=size))


def draw(random: Random) -> tuple[Function, TextInputs]:
    drawn = random.choice((draw_multiplying, draw_multiplying, draw_sums, draw_cyclic, draw_positional))(random)
    most = random.choice((65_600, 66_000, 67_000))

    def model(given: Given) -> Answer:
        return Answer(drawn.value(given.text))

    function = Function(
        entry=random.choice(_NAMES),
        title=drawn.name,
        returns=drawn.kind.name,
        arguments=(
            Text("bytes", Use.READ, "what the figure is of, any bytes"),
            Scalar("length", "size_t", "there", lambda head, there: there, "how many bytes there are", most),
        ),
        body="\n".join(drawn.body),
        model=model,
        wording=Wording(
            random.choice(("which computes a checksum", "which hashes bytes", "that condenses bytes to one number")),
            drawn.rules,
        ),
        tags=("hashing", "loop"),
    )
    return function, TextInputs(_texts, most)
