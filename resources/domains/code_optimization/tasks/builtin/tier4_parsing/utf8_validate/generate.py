from resources.domains.code_optimization.tasks.many import EDGES, draws_of_many, small_texts
from resources.domains.code_optimization.tasks.rounds import LONG, MOST_LETTERS, Largest, draws, text_suite
from itertools import product

MOST = {"`length`": MOST_LETTERS}


def model(text):
    try:
        return len(text.decode())
    except UnicodeDecodeError:
        return -1


def sequences():
    """Each second byte behind each lead that ranges begin or end with, each third and fourth where they count."""
    leads = (*range(0xC0, 0xC4), 0xDF, 0xE0, 0xE1, *range(0xEC, 0xF6), 0xF8, 0xFC, 0xFE, 0xFF, 0x7F, 0x80, 0xBF)
    for lead in leads:
        rest = b"\x80" * (2 if lead >> 4 == 14 else 3 if lead >> 4 == 15 else 1)
        for place in range(len(rest)):
            for start in (b"\x90", b"\xa0", b"\x80") if place else (b"",):
                for byte in range(256):
                    yield (bytes([lead]) + start + rest[len(start) : place] + bytes([byte])).ljust(1 + len(rest), b"\x80")


def points():
    """Whole code points beside powers of two, those that libraries treat in their own way, and any others."""
    random = draws_of_many("utf8_validate")
    special = (0xFEFF, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, *range(0xFDCF, 0xFDF1), *(plane << 16 | low for plane in range(17) for low in (0xFFFE, 0xFFFF)))
    beside = (value for value in EDGES if value < 0x110000)
    for point in (*special, *beside, *(random.randrange(0x110000) for _ in range(600))):
        yield b"a" * random.randrange(20) + chr(point).encode("utf-8", "surrogatepass")


def surrogates():
    """Behind letters of each length, three in a row, and behind as many of sixteen others: a state that stays counts them."""
    for behind in product("aé€😀", repeat=3):
        text = "".join(behind).encode()
        yield from (text + b"\xed\xa0\x80", b"a" * 16 + text + b"\xed\xbf\xbf" + text, text + b"\xf4\x90\x80\x80", text + b"\xe0\x9f\xbf")


def cut_off():
    """Letters that end too early at each place up to 129, with a whole one or one letter that is plain before, and blocks of plain ones behind."""
    for cut in (b"\xc3", b"\xe2", b"\xe2\x82", b"\xf0", b"\xf0\x9f", b"\xf0\x9f\x98"):
        for place in range(1, 130):
            before = "é".encode() if place % 2 and place > len(cut) + 1 else b""
            yield before + b"a" * (place - len(cut) - len(before)) + cut + b"a" * 130


def valid(name, length):
    """Well-formed text."""
    return "".join(draws_of_many(name).choices("abc déf€😀", k=length)).encode()


def tests():
    random = draws("utf8_validate")
    letters = "".join(random.choice("aé€😀z߿ࠀ\uffff𐀀\U0010ffff") for _ in range(120))
    text = "".join(random.choice("abc déf€😀") for _ in range(600))
    broken = [b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"abc\xe2", b"ab\xe2\x82", b"\xff"]
    ends = "\0\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"
    most = ("aé€😀" + "z" * 90).encode() * (MOST["`length`"] // 100)
    return text_suite(
        model,
        ["aé€.".encode(), b"plain text"],
        [b"", *broken, letters.encode(), ends.encode()],
        (6, (text * 4).encode()),
        large=["abé€😀".encode() * 500, b"plain" * 400 + b"\xff"],
        largest=[Largest(model(given) % LONG, text=given) for given in (most.ljust(MOST["`length`"], b"z"), most + b"\x80")],
        many=[*small_texts("utf8_validate"), *sequences(), *points(), *surrogates(), *cut_off(), *(valid(f"utf8, {size}", size) for size in range(131))],
        patterns=["é".encode(), "€".encode(), "😀".encode(), "a😀".encode(), "éaa".encode()],
        longest=MOST["`length`"] // 60 * 60,
    )
