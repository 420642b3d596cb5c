from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, text_suite
from zlib import adler32

MOST = {"`length`": MOST_LETTERS}


HIGH = b"\xff" * 256 + b"\xef" + b"\0" * 70000
"""Its first sum stays at 65520, so that the second is beyond 32 bits where it is reduced at the end alone."""


def late(chunk):
    """What overflows where sums are reduced after so many bytes, if at all: both are 65520 then, and 255s follow."""
    letters = bytearray(b"\xff" * 256 + b"\xef").ljust(chunk, b"\0")
    missing = (adler32(letters) // 65536 - 65520) % 65521
    while missing:
        # A unit that moves to a later place counts less often, by as many as it moves.
        place = next(place for place in range(257) if letters[place])
        step = min(missing, chunk - 1 - place)
        letters[place] -= 1
        letters[place + step] += 1
        missing -= step
    assert adler32(letters) == 65520 * 65537
    return bytes(letters) + b"\xff" * chunk


def tests():
    random = draws("adler32_checksum")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (2, 8, 31, 700)]
    return text_suite(
        adler32,
        [b"Wikipedia", b"abc"],
        [b"", b"~", b"~" * 1000, *drawn, all_bytes("adler32_checksum"), b"\xff" * 5900, b"\xff" * 16000, *map(late, (5553, 5560, 5600, 5700))],
        (5, bytes(random.choices(range(32, 127), k=2400))),
        large=[b"~" * 16000],
        largest=[Largest(adler32(text), text=text) for text in (b"~" * MOST["`length`"], HIGH)],
    )
