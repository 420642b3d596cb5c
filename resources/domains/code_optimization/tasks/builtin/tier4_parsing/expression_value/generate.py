from resources.domains.code_optimization.tasks.many import draws_of_many
from resources.domains.code_optimization.tasks.rounds import LONG, MOST_LETTERS, Largest, draws, text_suite

_LETTERS, _NESTED = "letters of `text`", "open parentheses of `text` that are inside of each other"
MOST = {_LETTERS: MOST_LETTERS, _NESTED: 5000}


def factor(text, at):
    at = blanks(text, at)
    value = 0
    if text[at : at + 1] == b"(":
        value, at = total(text, at + 1)
        at += text[at : at + 1] == b")"
    else:
        while text[at : at + 1].isdigit():
            value = (value * 10 + text[at] - 48) % LONG
            at += 1
    return value, blanks(text, at)


def blanks(text, at):
    while text[at : at + 1] == b" ":
        at += 1
    return at


def product(text, at):
    value, at = factor(text, at)
    while text[at : at + 1] == b"*":
        other, at = factor(text, at + 1)
        value = value * other % LONG
    return value, at


def total(text, at):
    value, at = product(text, at)
    while text[at : at + 1] in (b"+", b"-"):
        sign = 1 if text[at : at + 1] == b"+" else -1
        other, at = product(text, at + 1)
        value = (value + sign * other) % LONG
    return value, at


def model(text):
    return total(text, 0)[0]


def drawn(random, depth):
    if depth == 0 or random.random() < 0.2:
        return str(random.randrange(10 ** random.randrange(1, 6)))
    left, right = drawn(random, depth - 1), drawn(random, depth - 1)
    text = f"{left}{random.choice((' + ', '-', '*', ' * '))}{right}"
    return f"({text})" if random.random() < 0.5 else text


def lexed():
    """Each byte before, behind and between numbers and parentheses."""
    forms = (b"1%b2", b"1 %b 2", b"%b1", b"1%b", b"(1%b+1)*2", b"(1)%b2", b"2*(3%b4", b"1 +%b 2", b"1 %b2")
    return [form % bytes([byte]) for byte in range(256) for form in forms]


def mixed():
    random = draws_of_many("expression_value")
    parts = ("1", "2", "30", "4294967295", "18446744073709551615", " ", "  ", "+", "-", "*", "(", ")", "(", ")")
    return ["".join(random.choices(parts, k=random.randrange(1, 14))).encode() for _ in range(1000)]


def tests():
    random = draws("expression_value")
    shown = [b"2 + 3 * (4 - 1)", b"7*8"]
    held_back = [
        b"",
        b"5",
        b"((9))",
        b"1-2",
        b"3 *",
        b"(1 + 2",
        b"12 x",
        b"1\t+ 2",
        b"1\n+ 2",
        b"1+\xb2",
        b"18446744073709551617 + 9999999999999999999999 * 3",
        b"4294967296 * 4294967295 - 9223372036854775808",
        b"(" * 60 + b"7" + b" * 3)" * 60,
        b"2 - (" * 200 + b"1" + b")" * 200,
        *(drawn(random, 5).encode() for _ in range(4)),
    ]
    nested = b"(" * MOST[_NESTED] + b"7" + b")" * MOST[_NESTED]
    sums = b"-".join(b"(%d*3)" % number for number in range(14000))
    return text_suite(
        model,
        shown,
        held_back,
        (1, ("+".join(drawn(random, 6) for _ in range(60))).encode()),
        large=[b"+".join(b"(%d*3)" % number for number in range(900))],
        largest=[Largest(7, text=nested), Largest(18446744073415572616, text=sums.ljust(MOST[_LETTERS], b" "))],
        many=[*lexed(), *mixed()],
        patterns=[b"7+", b"7-", b"3*", b"(7)+", b" ", b"7", b" " * 60000 + b"7+"],
        of_patterns=9039585792652796400,
    )
