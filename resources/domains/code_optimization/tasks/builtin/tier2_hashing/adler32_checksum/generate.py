from resources.domains.code_optimization.tasks.many import draws_of_many, small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, text_suite
from zlib import adler32

MOST = {"`length`": MOST_LETTERS}


HIGH = b"\xff" * 256 + b"\xef" + b"\0" * 70000
"""Its first sum stays at 65520, so that the second is beyond 32 bits where it is reduced at the end alone."""


FEW = 720


def tuned(low, high, length):
    """A text of that length with these sums: few letters, and then 255s. None where it takes other letters."""
    letters, rest = [32] * FEW, b"\xff" * (length - FEW)
    missing = (low - adler32(bytes(letters) + rest) % 65536) % 65521
    for place in range(FEW):
        letters[place] += min(missing // (FEW - place), 94)
        missing -= letters[place] - 32
    missing += (high - adler32(bytes(letters) + rest) // 65536) % 65521 if not missing else 1 << 20
    # A unit that moves to an earlier place counts more often in the second sum, by as many as it moves.
    for first in range(FEW // 2):
        second = FEW - 1 - first
        units = min(missing // (second - first), letters[second] - 32, 126 - letters[first])
        letters[first] += units
        letters[second] -= units
        missing -= units * (second - first)
    return None if missing else bytes(letters) + rest


def late(chunk):
    """What overflows where sums are reduced after so many bytes, if at all: both are 65520 then, and 255s follow."""
    start = tuned(65520, 65520, chunk)
    return start and start + b"\xff" * chunk


def on_the_edge():
    """Sums that are reduced too late, for each chunk, and sums that are 0 and 65520 at the end."""
    random = draws_of_many("adler32_checksum")
    yield from map(late, (*range(5553, 5601), *range(5604, 6160, 4)))
    for length in range(FEW, FEW + 40):
        yield tuned(0, random.randrange(65521), length)
        yield tuned(random.randrange(65521), random.choice((0, 0, 65520)), length)


def tests():
    random = draws("adler32_checksum")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (2, 8, 31, 700)]
    return text_suite(
        adler32,
        [b"Wikipedia", b"abc"],
        [b"", b"~", b"~" * 1000, *drawn, all_bytes("adler32_checksum")],
        (5, bytes(random.choices(range(32, 127), k=2400))),
        large=[b"~" * 16000],
        largest=[Largest(adler32(text), text=text) for text in (b"~" * MOST["`length`"], HIGH)],
        many=[*small_texts("adler32_checksum"), *filter(None, on_the_edge()), *(b"\xff" * (MOST["`length`"] - less) for less in range(0, 600, 100))],
        repeated=3028526917972247579,
    )
