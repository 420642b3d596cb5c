from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, Largest, draws, words_suite

MOST = {"`length`": 4 * MOST_WORDS}


def model(words):
    try:
        return len(b"".join(word.to_bytes(4, "little") for word in words).decode())
    except UnicodeDecodeError:
        return -1


def words_of(text, errors="strict"):
    raw = text.encode("utf-8", errors) if isinstance(text, str) else text
    raw += b"." * (-len(raw) % 4)
    return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]


def tests():
    random = draws("utf8_validate")
    letters = "".join(random.choice("aé€😀z߿ࠀ\uffff𐀀\U0010ffff") for _ in range(120))
    broken = [b"\xc0\x80", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80", b"\xed\xa0\x80", b"\x80", b"\xff"]
    broken += [b"\xed\xbf\xbf", b"\xed\xb0\x80", b"\xf8\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf7\xbf\xbf\xbf"]
    broken += [b"\xc1\xbf", b"\xc2A", b"\xe1\x80A", b"\xf1\x80\x80A", b"\xc2\xc2", b"\xe0\x80\x80", b"\xf0\x80\x80\x80"]
    held_back = [
        [],
        *(words_of(raw) for raw in broken),
        words_of(b"abc\xe2"),
        words_of(b"ab\xe2\x82"),
        words_of(letters),
        words_of("\0\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"),
    ]
    text = "".join(random.choice("abc déf€😀") for _ in range(600))
    return words_suite(
        model,
        [words_of("aé€."), words_of("plain text")],
        held_back,
        (1, words_of(text * 4)),
        large=[words_of("abé€😀" * 500), [*words_of("plain" * 400), 0xFF]],
        largest=[
            Largest(327680, MOST_WORDS, (*words_of("aé€😀zz"), 0)),
            Largest(18446744073709551615, MOST_WORDS, (*words_of("€€€€aaaa"), 0)),
        ],
    )
