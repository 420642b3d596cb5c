from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, fold, much, text_suite
from base64 import b64encode

MOST = {"`length`": MOST_LETTERS}


def model(text):
    encoded = b64encode(text)
    return fold([len(encoded)], fold(encoded))


def tests():
    random = draws("base64_encode")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (4, 5, 6, 31, 100)]
    return text_suite(
        model,
        [b"Man", b"light w"],
        [b"", b"~", b"ab", *drawn, all_bytes("base64_encode")],
        (3, bytes(random.choices(range(32, 127), k=1501))),
        large=[much("base64_encode", 6001)],
        largest=[Largest(5894919067954813729, text=much("base64_encode", MOST["`length`"], range(256)))],
        many=small_texts("base64_encode"),
        repeated=323703628422513221,
    )
