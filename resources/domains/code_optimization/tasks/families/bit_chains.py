"""Family `bit_chain`: chains of rotations, masks, packed fields, counts and permutations of bits, word by word."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Use,
    Wording,
    counted,
)
from resources.domains.code_optimization.tasks.families.integers import U32, U64, rotated
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("scramble_words", "pack_fields", "bit_chain", "mix_bits", "spread_and_count", "permute_bits")
_ALL = (1 << 32) - 1
MOST = (65_600, 66_000, 67_000)


@dataclass(frozen=True)
class BitStep:
    """Statements of C that change `w` (a number of 32 bits), and what they do to it. {k} is the step's constant."""

    c: tuple[str, ...]
    words: str
    value: Callable[[int, int], int]
    constants: tuple[int, ...] = (0,)


def _interleaved(w: int, k: int) -> int:
    return sum((w >> bit & 1) << 2 * bit | (w >> 16 + bit & 1) << 2 * bit + 1 for bit in range(16))


def _smeared(w: int, k: int) -> int:
    return (1 << w.bit_length()) - 1


def _nibbles_turned(w: int, k: int) -> int:
    return sum((w >> 4 * place & 15) << 4 * (7 - place) for place in range(8))


def _gathered(w: int, k: int) -> int:
    bits = [w >> bit & 1 for bit in range(32) if k >> bit & 1]
    return sum(bit << place for place, bit in enumerate(bits))


STEPS = (
    BitStep(("w = w << {k} | w >> (32 - {k});",), "rotate it to the left by {k}", rotated, (3, 5, 7, 11, 13, 19, 27)),
    BitStep(("w ^= w >> {k};",), "xor it with itself shifted right by {k}", lambda w, k: w ^ w >> k, (1, 3, 7, 15, 17)),
    BitStep(
        ("w ^= w << {k};",), "xor it with itself shifted left by {k}", lambda w, k: (w ^ w << k) & _ALL, (2, 5, 9, 13)
    ),
    BitStep(("w *= {k}u;",), "multiply it by {k}", lambda w, k: w * k & _ALL, (2654435769, 2246822519, 31, 40503)),
    BitStep(("w += {k:#x}u;",), "add {k:#x}", lambda w, k: (w + k) & _ALL, (1, 0x1234567, 0x80000001)),
    BitStep(
        ("w &= {k:#x}u;",),
        "keep the bits of the mask {k:#x}",
        lambda w, k: w & k,
        (0x00FFFF00, 0x55555555, 0xFFF00FFF, 0x7F7F7F7F),
    ),
    BitStep(("w &= w - 1;",), "clear its lowest bit that is 1", lambda w, k: w & (w - 1) if w else 0),
    BitStep(
        ("w = w ^ (w & (0u - w)) << 1;",),
        "xor it with twice its lowest bit that is 1",
        lambda w, k: (w ^ (w & -w) << 1) & _ALL,
    ),
    BitStep(
        ("w = w >> 24 | (w >> 8 & 0xff00u) | (w & 0xff00u) << 8 | w << 24;",),
        "turn the order of its four bytes",
        lambda w, k: int.from_bytes(w.to_bytes(4, "little"), "big"),
    ),
    BitStep(
        ("w = (w & {k:#x}u) << 1 | (w >> 1 & {k:#x}u);",),
        "swap each two bits that are beside each other",
        lambda w, k: (w & k) << 1 | w >> 1 & k,
        (0x55555555,),
    ),
    BitStep(
        (
            "uint32_t ones{n} = 0;",
            "for (uint32_t v = w; v != 0; v &= v - 1)",
            "    ones{n}++;",
            "w = w * 64 + ones{n};",
        ),
        "multiply it by 64 and add the number of bits that were 1",
        lambda w, k: (w * 64 + w.bit_count()) & _ALL,
    ),
    BitStep(
        (
            "uint32_t odd{n} = w;",
            *(f"odd{{n}} ^= odd{{n}} >> {step};" for step in (16, 8, 4, 2, 1)),
            "w = w << 1 | (odd{n} & 1);",
        ),
        "shift it left by 1 and set the lowest bit where the number of ones was odd",
        lambda w, k: (w << 1 | w.bit_count() & 1) & _ALL,
    ),
    BitStep(
        (
            "uint32_t mixed{n} = 0;",
            "for (uint32_t bit = 0; bit < 16; bit++)",
            "    mixed{n} |= (w >> bit & 1) << 2 * bit | (w >> (16 + bit) & 1) << (2 * bit + 1);",
            "w = mixed{n};",
        ),
        "interleave its halves: bit i of the low half becomes bit 2 i, bit i of the high half bit 2 i + 1",
        _interleaved,
    ),
    BitStep(
        (
            "uint32_t turned{n} = 0;",
            "for (uint32_t place = 0; place < 8; place++)",
            "    turned{n} |= (w >> 4 * place & 15) << 4 * (7 - place);",
            "w = turned{n};",
        ),
        "turn the order of its eight groups of four bits",
        _nibbles_turned,
    ),
    BitStep(
        (
            "uint32_t packed{n} = 0, next{n} = 0;",
            "for (uint32_t bit = 0; bit < 32; bit++)",
            "    if ({k:#x}u >> bit & 1)",
            "        packed{n} |= (w >> bit & 1) << next{n}++;",
            "w = packed{n};",
        ),
        "move the bits of the mask {k:#x} together at the low end, in order, and clear the others",
        _gathered,
        (0x0F0F0F0F, 0xFF0000FF, 0x11335577, 0xF00FF00F),
    ),
    BitStep(
        (
            "uint32_t below{n} = w;",
            *(f"below{{n}} |= below{{n}} >> {step};" for step in (1, 2, 4, 8, 16)),
            "w ^= below{n} >> 1;",
        ),
        "invert all bits below its highest one",
        lambda w, k: w ^ _smeared(w, k) >> 1,
    ),
    BitStep(
        ("if (w & {k:#x}u)", "    w = ~w;"),
        "invert all bits if it has a bit of the mask {k:#x}",
        lambda w, k: ~w & _ALL if w & k else w,
        (0x80000000, 1, 0x00010000, 0x30),
    ),
)
ENDS = ("each", "sum", "xor", "most ones")
_ENDS_TOLD = {
    "each": "`out[i]` becomes what results.",
    "sum": "Return the sum of all that result.",
    "xor": "Return all that result together by exclusive or.",
    "most ones": "Return the result with the most ones, the first such; 0 without words.",
}


@dataclass(frozen=True)
class BitChain:
    """`chained` says that a word is xored with the result before it (0 at first)."""

    steps: tuple[tuple[BitStep, int], ...]
    end: str
    chained: bool

    def results(self, words: list[int]) -> list[int]:
        known: dict[int, int] = {}
        results, before = [], 0
        for word in words:
            start = word ^ before if self.chained else word
            if start not in known:
                known[start] = self._one(start)
            before = known[start]
            results.append(before)
        return results

    def _one(self, w: int) -> int:
        for step, k in self.steps:
            w = step.value(w, k)
        return w


def draw_chain(random: Random) -> BitChain:
    steps = random.sample(STEPS, random.randint(2, 5))
    return BitChain(
        tuple((step, random.choice(step.constants)) for step in steps), random.choice(ENDS), random.random() < 0.3
    )


def _body(chain: BitChain) -> str:
    begin = {"each": [], "sum": ["uint64_t total = 0;"], "xor": ["uint32_t total = 0;"]}.get(
        chain.end, ["uint32_t best = 0, most = 0;"]
    )
    lines = ["uint32_t w = words[i]" + (" ^ before;" if chain.chained else ";")]
    for n, (step, k) in enumerate(chain.steps):
        lines += [line.format(k=k, n=n) for line in step.c]
    lines += ["before = w;"] if chain.chained else []
    match chain.end:
        case "each":
            lines, ends = [*lines, "out[i] = w;"], list[str]()
        case "sum" | "xor":
            lines, ends = [*lines, f"total {'+' if chain.end == 'sum' else '^'}= w;"], ["return total;"]
        case _:
            lines += ["uint32_t ones = 0;", "for (uint32_t v = w; v != 0; v &= v - 1)", "    ones++;"]
            lines += ["if (i == 0 || ones > most) {", "    most = ones;", "    best = w;", "}"]
            ends = ["return best;"]
    before = ["uint32_t before = 0;"] if chain.chained else []
    loop = ["for (size_t i = 0; i < count; i++) {", *(f"    {line}" for line in lines), "}"]
    return "\n".join((*begin, *before, *loop, *ends))


def _model(chain: BitChain) -> Callable[[Given], Answer]:
    def model(given: Given) -> Answer:
        results = chain.results(given.arrays["words"])
        match chain.end:
            case "each":
                return Answer(arrays={"out": results})
            case "sum":
                return Answer(sum(results))
            case "xor":
                total = 0
                for result in results:
                    total ^= result
                return Answer(total)
            case _:
                return Answer(max(results, key=int.bit_count, default=0))

    return model


def draw(random: Random) -> tuple[Function, Inputs]:
    chain = draw_chain(random)
    first = "With each word, xored with the result before it (0 for the first)" if chain.chained else "With each word"
    told = ", then ".join(step.words.format(k=k) for step, k in chain.steps)
    arrays = [Array("words", U32, Use.READ, "`count` words of 32 bits")]
    arrays += [Array("out", U32, Use.WRITE, "room for `count` results")] if chain.end == "each" else []
    returns = {"each": "void", "sum": U64.name}.get(chain.end, U32.name)
    function = Function(
        entry=random.choice(_NAMES),
        title=f"Chain of {len(chain.steps)} steps on bits"
        + (", each word after the one before" if chain.chained else ""),
        returns=returns,
        arguments=(*arrays, counted("count", "the number of words", random.choice(MOST))),
        body=_body(chain),
        model=_model(chain),
        wording=Wording(
            random.choice(
                ("which works on the bits of words", "which takes words through a chain of steps", "that mixes bits")
            ),
            (f"{first}: {told}.", "Words have 32 bits; what does not fit is cut off.", _ENDS_TOLD[chain.end]),
        ),
        tags=("bit_tricks", "loop"),
    )
    return function, ANY
