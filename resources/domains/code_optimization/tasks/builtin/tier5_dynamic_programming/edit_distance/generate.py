from resources.domains.code_optimization.tasks.rounds import Largest, all_bytes, draws, much, text_suite


def model(text):
    half = 3 if len(text) > 65536 else len(text) // 2
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
        largest=[Largest(70000, text=b"abc" + b"d" * 70000)],
    )
