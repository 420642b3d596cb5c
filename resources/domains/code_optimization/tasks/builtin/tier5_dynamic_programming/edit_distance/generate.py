from resources.domains.code_optimization.tasks.many import draws_of_many, small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, much, text_suite
from itertools import product

MOST = {"`lefts`": MOST_LETTERS - 10, "`rights`": MOST_LETTERS - 9}


def model(text):
    half, short = len(text) // 2, 3 + len(text) // 2 % 4 * 20
    if len(text) > 8192:
        half = short if len(text) % 2 else len(text) - short
    left, right = text[:half], text[half:]
    row = list(range(len(right) + 1))
    for number, letter in enumerate(left):
        before, row = row, [number + 1]
        for column, other in enumerate(right):
            row.append(min(before[column] + (letter != other), before[column + 1] + 1, row[column] + 1))
    return row[-1]


def pairs():
    """All short texts of two letters, and of each size some of few letters or of any byte."""
    yield from (bytes(text) for size in range(9) for text in product(b"ab", repeat=size))
    random = draws_of_many("edit_distance")
    for size in range(2, 131):
        yield bytes(random.choices(b"abc" if size % 2 else b"ab", k=size))
        yield bytes(random.choices(range(256), k=size))


def turned(name, by):
    """Two texts of 4096 letters, the second of which is the first one from a place on, and then its beginning."""
    text = much(name, 4096, range(256))
    return text + text[by:] + text[:by]


def tests():
    random = draws("edit_distance")
    drawn = [bytes(random.choices(b"abcd", k=size)) for size in (3, 8, 21, 40)]
    return text_suite(
        model,
        [b"kittensitting", b"abcabc"],
        [b"", b"x", b"aaaa", *drawn, all_bytes("edit_distance", 120), b"aaaa\xe1\xe1\xe1\xe1", b"a" * 300 + b"b" * 301],
        (3, bytes(random.choices(b"abcd", k=240))),
        large=[much("edit_distance", 500, b"abcd")],
        largest=[
            Largest(131058, text=much("edit_distance", MOST["`lefts`"] + 3, b"abcd")),
            Largest(131059, text=much("edit_distance", MOST["`rights`"] + 3, b"abcd")),
            Largest(131062, text=b"abc" + b"d" * MOST["`rights`"]),
            Largest(1050, text=much("edit_distance", 4096, b"abcd")),
            Largest(2128, text=much("edit_distance, both", 8192, b"abcd")),
            Largest(3400, text=turned("edit_distance, turned", 1700)),
            Largest(2200, text=turned("edit_distance, turned", 4096 - 1100)),
            Largest(130944, text=much("edit_distance, many", MOST_LETTERS - 1, b"abcd")),
        ],
        many=[*pairs(), *small_texts("edit_distance")[: 5 * 256]],
    )
