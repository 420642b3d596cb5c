from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, much, text_suite
from zlib import crc32

MOST = {"`length`": MOST_LETTERS}


def tests():
    random = draws("crc32_bitwise")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (2, 8, 31, 100)]
    return text_suite(
        crc32,
        [b"123456789", b"abc"],
        [b"", b"~", *drawn, all_bytes("crc32_bitwise")],
        (20, bytes(random.choices(range(32, 127), k=300))),
        large=[much("crc32_bitwise", 6000)],
        largest=[Largest(1832682827, text=much("crc32_bitwise", MOST["`length`"], range(256)))],
        many=small_texts("crc32_bitwise"),
        repeated=14981488530837126259,
    )
