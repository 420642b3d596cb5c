"""Macros of the preprocessor: read from their lines, and filled with the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.prediction.simulator.tokens import is_token
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_REST = "__VA_ARGS__"


@dataclass(frozen=True)
class Macro:
    """`parameters` is None for one that is no function. The last one of a variadic takes all further arguments."""

    parameters: tuple[str, ...] | None
    body: tuple[str, ...]
    is_variadic: bool = False


def macro_of(line: Sequence[str]) -> Macro:
    """From "define" on; the bracket of parameters stays with the name."""
    if not line[1].endswith("("):
        return Macro(None, tuple(line[2:]))
    close = list(line).index(")") if ")" in line else len(line)
    names = [token for token in line[3:close] if token != ","]
    is_variadic = bool(names) and names[-1] == "..."
    if is_variadic:
        names[-1:] = [] if len(names) > 1 and line[close - 2] != "," else [_REST]
    return Macro(tuple(names), tuple(line[close + 1 :]), is_variadic)


def arguments_at(tokens: Sequence[str], place: int) -> tuple[list[list[str]], int]:
    """What stands between the brackets from `place` on, and the place behind them."""
    given: list[list[str]] = [[]]
    depth = 0
    for at in range(place, len(tokens)):
        token = tokens[at]
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if depth == 0:
            return given, at + 1
        if token == "," and depth == 1:
            given.append([])
        elif at > place:
            given[-1].append(token)
    raise UnsupportedConstruct("a macro's bracket is not closed")


def filled(macro: Macro, given: Sequence[Sequence[str]], expand: Callable[[Sequence[str]], list[str]]) -> list[str]:
    """The body with its arguments, expanded but beside # and ##."""
    raw = _by_name(macro, given)
    body, tokens, place = macro.body, list[str](), 0
    while place < len(body):
        end = place + 1
        while end + 1 < len(body) and body[end] == "##":
            end += 2
        if body[place] == "#" and end < len(body) and body[end] in raw:
            tokens.append(_as_text(raw[body[end]]))
            end += 1
        elif end > place + 1:
            tokens += _pasted(body[place:end:2], raw)
        else:
            tokens += expand(raw[body[place]]) if body[place] in raw else [body[place]]
        place = end
    return tokens


def _by_name(macro: Macro, given: Sequence[Sequence[str]]) -> Mapping[str, Sequence[str]]:
    names = macro.parameters or ()
    if macro.is_variadic:
        first, rest = given[: len(names) - 1], given[len(names) - 1 :]
        joined = [token for item in rest for token in (",", *item)][1:]
        given = [*first, *[()] * (len(names) - 1 - len(first)), joined]
    if len(given) != len(names) and not (not names and list(given) == [[]]):
        raise UnsupportedConstruct("a macro with another number of arguments")
    return dict(zip(names, given, strict=False))


def _as_text(tokens: Sequence[str]) -> str:
    """Blanks between tokens are not kept here."""
    if len(tokens) > 1 or any(sign in token for token in tokens for sign in '"\\'):
        raise UnsupportedConstruct("a text made of several tokens")
    return f'"{"".join(tokens)}"'


def _pasted(parts: Sequence[str], raw: Mapping[str, Sequence[str]]) -> list[str]:
    """Tokens around ##. A comma before no further arguments is left out, as gcc does."""
    tokens = list(raw.get(parts[0], parts[:1]))
    for part in parts[1:]:
        right = list(raw.get(part, (part,)))
        if tokens[-1:] == [","] and part in raw:
            tokens = [*tokens, *right] if right else tokens[:-1]
        elif tokens and right:
            one = tokens[-1] + right[0]
            if not is_token(one):
                raise UnsupportedConstruct("tokens that make none")
            tokens = [*tokens[:-1], one, *right[1:]]
        else:
            tokens += right
    return tokens
