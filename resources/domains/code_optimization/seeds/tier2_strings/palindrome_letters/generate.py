from resources.domains.code_optimization.seeds.generating import draws, fold, text_suite


def palindrome(text):
    letters = text.decode().lower()
    plain = [letter for letter in letters if letter.isalnum()]
    return int(plain == plain[::-1])


def model(text):
    parts = [text[start:] for start in range(8) if start <= len(text)]
    return fold([*map(palindrome, parts), palindrome(text[: len(text) // 2])])


def text_of(random, size):
    half = "".join(random.choice("abXY 0,") for _ in range(size))
    return (half + random.choice("c ") + half[::-1].swapcase()).encode()


def tests():
    random = draws("palindrome_letters")
    drawn = [text_of(random, size) for size in (1, 3, 8, 20, 40)]
    return text_suite(
        model,
        [b"A man, a plan, a canal: Panama", b"abca"],
        [b"", b"x", b".,;", b"aaaaaaaa", b"Z1z", *drawn],
        (30, b"- " * 400 + b"No lemon, no melon 0" + b"ab" * 200),
        large=[b"Ab, " * 1200 + b"x" + b" ,bA" * 1200],
    )
