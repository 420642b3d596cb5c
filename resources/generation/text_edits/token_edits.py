"""Faults in single tokens: another operator, number, name, string or bracket; arguments in another order."""

import re
from collections.abc import Sequence
from random import Random

from resources.domains.faults import Change
from resources.generation.text_edits.lexer import Token, TokenKind
from resources.generation.text_edits.source import Source, inserted, replaced

_ALIKE: tuple[tuple[str, ...], ...] = (
    ("+", "-", "*", "/", "%"),
    ("<", "<=", ">", ">="),
    ("==", "!="),
    ("&", "|", "^"),
    ("&&", "||"),
    ("<<", ">>", ">>>"),
    ("+=", "-=", "*=", "|=", "&=", "^="),
    ("=", "<=", "=="),
    ("++", "--"),
    ("~", "!", "-"),
)
"""Operators that stand in for each other in all of the languages, mostly."""
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_CONDITION = re.compile(r"if|elif|while|until|when|case|for|assert|where|cmp|test")
_DIGITS = re.compile(r"\d+")


def operator_swapped(source: Source, chance: Random) -> Sequence[Change]:
    return _operator(source.of(TokenKind.OPERATOR), chance)


def condition_changed(source: Source, chance: Random) -> Sequence[Change]:
    """An operator or a number of a line that decides something."""
    deciding = {source.line_at(token.start) for token in source.of(TokenKind.NAME) if _CONDITION.fullmatch(token.text)}
    deciding_tokens = [token for token in source.tokens if source.line_at(token.start) in deciding]
    if chance.random() < 0.7:
        return _operator([token for token in deciding_tokens if token.kind is TokenKind.OPERATOR], chance)
    return _number([token for token in deciding_tokens if token.kind is TokenKind.NUMBER], chance)


def number_changed(source: Source, chance: Random) -> Sequence[Change]:
    return _number(source.of(TokenKind.NUMBER), chance)


def name_swapped(source: Source, chance: Random) -> Sequence[Change]:
    """One use of a name becomes another name of the file, those alike in length first."""
    token = source.pick(chance, TokenKind.NAME)
    others = [name for name in source.names if token and name != token.text]
    if token is None or not others:
        return ()
    near = sorted(others, key=lambda name: (abs(len(name) - len(token.text)), name))
    return (replaced(token, chance.choice(near[: max(4, len(near) // 3)])),)


def name_misspelt(source: Source, chance: Random) -> Sequence[Change]:
    names = [token for token in source.of(TokenKind.NAME) if len(token.text) > 2]
    if not names:
        return ()
    token = chance.choice(names)
    at = chance.randrange(1, len(token.text))
    text = token.text
    wrong = (
        text[:at] + text[at + 1 :],
        text[:at] + text[at] + text[at:],
        text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :],
    )
    return (replaced(token, chance.choice(wrong)),)


def string_changed(source: Source, chance: Random) -> Sequence[Change]:
    token = source.pick(chance, TokenKind.STRING)
    if token is None or len(token.text) < 3:
        return ()
    inner = token.text[1:-1]
    at = chance.randrange(len(inner))
    return (
        replaced(
            token, chance.choice((token.text[0] * 2, token.text[0] + inner[:at] + inner[at + 1 :] + token.text[-1]))
        ),
    )


def token_left_out(source: Source, chance: Random) -> Sequence[Change]:
    kinds = (TokenKind.NAME, TokenKind.OPERATOR, TokenKind.MARK, TokenKind.NUMBER)
    token = source.pick(chance, *kinds)
    return (replaced(token, ""),) if token else ()


def token_doubled(source: Source, chance: Random) -> Sequence[Change]:
    token = source.pick(chance, TokenKind.NAME, TokenKind.OPERATOR, TokenKind.MARK, TokenKind.BRACKET)
    return (inserted(token.end, f" {token.text}"),) if token else ()


def bracket_lost(source: Source, chance: Random) -> Sequence[Change]:
    token = source.pick(chance, TokenKind.BRACKET)
    return (replaced(token, ""),) if token else ()


def arguments_swapped(source: Source, chance: Random) -> Sequence[Change]:
    """Two neighbours between commas of one pair of brackets change places."""
    lists = [parts for at in range(len(source.tokens)) if (parts := _arguments(source, at))]
    if not lists:
        return ()
    spans = chance.choice(lists)
    at = chance.randrange(len(spans) - 1)
    (start, end), (other, other_end) = spans[at], spans[at + 1]
    left, right = source.code[start:end], source.code[other:other_end]
    return (Change(start, end, left, right), Change(other, other_end, right, left))


def _operator(found: Sequence[Token], chance: Random) -> Sequence[Change]:
    known = [token for token in found if any(token.text in group for group in _ALIKE)]
    if not known:
        return ()
    token = chance.choice(known)
    group = chance.choice([group for group in _ALIKE if token.text in group])
    return (replaced(token, chance.choice([text for text in group if text != token.text])),)


def _number(found: Sequence[Token], chance: Random) -> Sequence[Change]:
    """Another value in the same spelling, so that a prefix or a suffix stays."""
    if not found:
        return ()
    token = chance.choice(found)
    digits = list(_DIGITS.finditer(token.text))
    match = digits[-1] if token.text[:2].lower() == "0x" and digits else digits[0] if digits else None
    if match is None:
        return ()
    value = int(match[0])
    choice = sorted({value + 1, max(value - 1, 0), value * 2, value // 2, 0, value * 10, value + 16} - {value})
    text = token.text[: match.start()] + str(chance.choice(choice)) + token.text[match.end() :]
    return (replaced(token, f"-{token.text}" if chance.random() < 0.08 else text),)


def _arguments(source: Source, at: int) -> list[tuple[int, int]]:
    """The spans between the commas of the bracket that token `at` opens, without white space around them; empty for
    fewer than two."""
    if source.tokens[at].text not in _CLOSING:
        return []
    depth, start, spans = 0, source.tokens[at].end, []
    for token in source.tokens[at:]:
        if token.kind is TokenKind.BRACKET:
            depth += 1 if token.text in _CLOSING else -1
        if depth == 0 or (depth == 1 and token.text == ","):
            spans.append(_stripped(source.code, start, token.start))
            start = token.end
        if depth == 0:
            return spans if len(spans) > 1 and all(low < high for low, high in spans) else []
    return []


def _stripped(code: str, start: int, end: int) -> tuple[int, int]:
    text = code[start:end]
    return start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))
