from resources.domains.code_optimization.seeds.generating import draws, text_suite
from zlib import adler32


def tests():
    random = draws("adler32_checksum")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (2, 8, 31, 700)]
    return text_suite(
        adler32,
        [b"Wikipedia", b"abc"],
        [b"", b"~", b"~" * 1000, *drawn],
        (40, bytes(random.choices(range(32, 127), k=300))),
        large=[b"~" * 16000],
    )
