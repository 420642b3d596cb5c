from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, much, text_suite

MOST = {"`lefts`": MOST_LETTERS - 4, "`rights`": MOST_LETTERS - 3}


def model(text):
    half = len(text) // 2 if len(text) <= 4096 else 3 if len(text) % 2 else len(text) - 3
    left, right = text[:half], text[half:]
    row = list(range(len(right) + 1))
    for number, letter in enumerate(left):
        before, row = row, [number + 1]
        for column, other in enumerate(right):
            row.append(min(before[column] + (letter != other), before[column + 1] + 1, row[column] + 1))
    return row[-1]


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
            Largest(131064, text=much("edit_distance", MOST["`lefts`"] + 3, b"abcd")),
            Largest(131065, text=much("edit_distance", MOST["`rights`"] + 3, b"abcd")),
            Largest(131068, text=b"abc" + b"d" * MOST["`rights`"]),
            Largest(1050, text=much("edit_distance", 4096, b"abcd")),
        ],
    )
