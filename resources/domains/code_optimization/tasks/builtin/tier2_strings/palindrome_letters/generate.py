from resources.domains.code_optimization.tasks.many import small_texts
from resources.domains.code_optimization.tasks.rounds import (
    MOST_LETTERS,
    Largest,
    all_bytes,
    below,
    draws,
    fold,
    scattered,
    text_suite,
)

MOST = {"`length`": MOST_LETTERS}
OTHERS = bytes(letter for letter in range(256) if not bytes([letter]).isalnum())


def palindrome(text):
    plain = text.lower().translate(None, OTHERS)
    return int(plain == plain[::-1])


def model(text):
    parts = [text[start:] if start <= len(text) else None for start in range(8)]
    parts.append(text[: len(text) // 2])
    return fold(answer(part, number) for number, part in enumerate(parts) if part is not None)


def answer(text, number):
    """harness.c, `answer`."""
    draw = scattered(9 * len(text) + number + 1)
    if not text or draw & 1:
        return palindrome(text)
    at = below(draw, len(text))
    return palindrome(text[:at] + (b"z" if text[at] == 113 else b"q") + text[at + 1 :])


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
    # A palindrome in most rounds, so that a call's answer is that of the letter which is another in it.
    half = b"- " * 190 + b"No lemon, no melon 0" + b"ab" * 90
    return text_suite(
        model,
        [b"A man, a plan, a canal: Panama", b"abca"],
        [b"", b"x", b".,;", b"aaaaaaaa", b"Z1z", *drawn, *beside, all_bytes("palindrome_letters")],
        (30, half + b"x" + half[::-1]),
        large=[b"Ab, " * 1200 + b"x" + b" ,bA" * 1200],
        largest=[Largest(852891037441, text=b"x".join((b"Ab, " * 16384, b" ,bA" * 16384))[1:-1])],
        many=[*small_texts("palindrome_letters"), *pairs()],
    )
