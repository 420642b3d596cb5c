from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, much, text_suite

MOST = {"`length`": MOST_LETTERS}


def model(text):
    total = 14695981039346656037
    for letter in text:
        total = (total ^ letter) * 1099511628211 % (1 << 64)
    return total


def tests():
    random = draws("fnv1a_hash")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (2, 8, 31, 100)]
    return text_suite(
        model,
        [b"a", b"foobar"],
        [b"", b"\n", *drawn, all_bytes("fnv1a_hash")],
        (5, bytes(random.choices(range(32, 127), k=4000))),
        large=[much("fnv1a_hash", 6000)],
        largest=[Largest(355617993882061180, text=much("fnv1a_hash", MOST["`length`"]))],
        many=small_texts("fnv1a_hash"),
        repeated=3938348829387744472,
    )
