from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, much, text_suite
from collections import Counter

MOST = {"`length`": MOST_LETTERS}


def model(text):
    counts = Counter(text)
    return max(counts, key=lambda byte: (counts[byte], -byte)) if counts else -1


def ties():
    """Each byte as often as another, and once more."""
    for byte in range(256):
        other = bytes([byte ^ 1 << byte % 8])
        yield bytes([byte]) + other
        yield bytes([byte]) * 2 + other


def tests():
    random = draws("byte_histogram")
    drawn = [bytes(random.choices(range(97, 107), k=size)) for size in (2, 8, 31, 100, 300)]
    return text_suite(
        model,
        [b"banana", b"zzaa"],
        [b"", b"~", *drawn, all_bytes("byte_histogram"), b"aa\xe1\xe1\xe1", b"\0\0a", b"\xff\xff\xff~"],
        (10, bytes(random.choices(range(32, 127), k=4200))),
        large=[much("byte_histogram", 9000, range(97, 107))],
        largest=[Largest(98, text=b"b" * 65600 + b"a" * 65471), Largest(49, text=much("byte_histogram", MOST["`length`"], range(256)))],
        many=[*small_texts("byte_histogram"), *ties()],
        repeated=3560979409730710464,
    )
