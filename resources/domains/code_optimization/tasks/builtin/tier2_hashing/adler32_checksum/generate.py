from resources.domains.code_optimization.tasks.rounds import Largest, all_bytes, draws, text_suite
from zlib import adler32


HIGH = b"\xff" * 256 + b"\xef" + b"\0" * 70000
"""Its first sum stays at 65520, so that the second is beyond 32 bits where it is reduced at the end alone."""


def tests():
    random = draws("adler32_checksum")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (2, 8, 31, 700)]
    return text_suite(
        adler32,
        [b"Wikipedia", b"abc"],
        [b"", b"~", b"~" * 1000, *drawn, all_bytes("adler32_checksum"), b"\xff" * 5900, b"\xff" * 16000],
        (5, bytes(random.choices(range(32, 127), k=2400))),
        large=[b"~" * 16000],
        largest=[Largest(3983711483, text=b"~" * 70000), Largest(adler32(HIGH), text=HIGH)],
    )
