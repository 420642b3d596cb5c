from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import MOST_LETTERS, Largest, all_bytes, draws, fold, text_suite

MOST = {"`length`": MOST_LETTERS}
OTHERS = bytes(letter for letter in range(256) if not bytes([letter]).isalnum())


def palindrome(text):
    plain = text.lower().translate(None, OTHERS)
    return int(plain == plain[::-1])


def model(text):
    parts = [text[start:] for start in range(8) if start <= len(text)]
    return fold([*map(palindrome, parts), palindrome(text[: len(text) // 2])])


def text_of(random, size):
    half = "".join(random.choice("abXY 0,") for _ in range(size))
    return (half + random.choice("c ") + half[::-1].swapcase()).encode()


def pairs():
    """All pairs of letters and digits, alone or around what does not count."""
    kept = [byte for byte in range(128) if bytes([byte]).isalnum()]
    for left in kept:
        for right in kept:
            yield bytes((left, right)) if (left + right) % 8 else bytes((left, 44, 120, 32, right))


def tests():
    random = draws("palindrome_letters")
    drawn = [text_of(random, size) for size in (1, 3, 8, 20, 40)]
    # What stands beside the letters and digits, and what a bit makes of them, is no letter.
    beside = [bytes([other]) + b"a" for other in b"@[`{/:\x10\x81\xc1\xe1"]
    return text_suite(
        model,
        [b"A man, a plan, a canal: Panama", b"abca"],
        [b"", b"x", b".,;", b"aaaaaaaa", b"Z1z", *drawn, *beside, all_bytes("palindrome_letters")],
        (30, b"- " * 400 + b"No lemon, no melon 0" + b"ab" * 200),
        large=[b"Ab, " * 1200 + b"x" + b" ,bA" * 1200],
        largest=[Largest(852891037442, text=b"x".join((b"Ab, " * 16384, b" ,bA" * 16384))[1:-1])],
        many=[*small_texts("palindrome_letters"), *pairs()],
    )
