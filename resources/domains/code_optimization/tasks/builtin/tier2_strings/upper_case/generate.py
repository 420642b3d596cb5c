from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, fold, much, text_suite

MOST = {"`length`": MOST_LETTERS}


def model(text):
    small = sum(ord("a") <= letter <= ord("z") for letter in text)
    return fold([small], fold(text.upper()))


def tests():
    random = draws("upper_case")
    drawn = [bytes(random.choices(range(32, 127), k=size)) for size in (3, 15, 16, 17, 33, 70)]
    return text_suite(
        model,
        [b"Hello, World", b"az{`AZ"],
        [b"", b"a", *drawn, all_bytes("upper_case"), b"\xe1`a\xffz{\xe1`" * 4],
        (5, bytes(random.choices(range(32, 127), k=2056))),
        large=[much("upper_case", 6000)],
        largest=[Largest(11537051439226278882, text=much("upper_case", MOST["`length`"], b"abcdefghijklmnopqrstuvwxyz`{AZ"))],
        many=small_texts("upper_case"),
        repeated=6865111219386447384,
    )
