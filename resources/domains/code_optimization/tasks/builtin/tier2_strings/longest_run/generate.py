from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, text_suite
from itertools import groupby

MOST = {"`length`": MOST_LETTERS}


def model(text):
    return max((len(list(run)) for _, run in groupby(text)), default=0)


def text_of(random, size):
    return "".join(random.choice("ab ") * random.randrange(1, 6) for _ in range(size)).encode()


def tests():
    random = draws("longest_run")
    drawn = [text_of(random, size) for size in (2, 5, 11, 40)]
    return text_suite(
        model,
        [b"aabbbcc", b"xyz"],
        [b"", b"q", b"zzzzzzzzz", *drawn, b"aa\xe1\xe1\xe1a", b"\0\0\0a\0", all_bytes("longest_run")],
        (5, text_of(random, 800)),
        large=[b"ab" * 1000 + b"c" * 300 + b"d" * 4500 + b"ef"],
        largest=[Largest(70000, text=b"ab" + b"c" * 70000), Largest(131071, text=b"c" * MOST["`length`"])],
        many=small_texts("longest_run"),
        repeated=907881546486739123,
    )
