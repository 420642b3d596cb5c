"""Plain values as TOML: tables of strings, numbers, booleans, lists and tables. The standard library only reads it."""

import json
import math
from collections.abc import Mapping, Sequence

Value = str | bool | int | float | Sequence["Value"] | Mapping[str, "Value"]


def toml_text(table: Mapping[str, Value]) -> str:
    """Plain values first, then the tables in their order. Raises ValueError for what TOML has no word for."""
    return "\n".join(_lines(table, ())) + "\n"


def _lines(table: Mapping[str, Value], path: tuple[str, ...]) -> list[str]:
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    for key, value in table.items():
        if isinstance(value, Mapping):
            inner = (*path, key)
            lines += ["", f"[{'.'.join(map(_key, inner))}]", *_lines(value, inner)]
    return lines


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else _string(key)


def _value(value: Value) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        raise ValueError("tables inside of lists are not written")
    return f"[{', '.join(map(_value, value))}]"


def _string(text: str) -> str:
    """JSON's escapes are TOML's, which wants DEL escaped too, and has no word for lone surrogates."""
    text.encode("utf-8")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(value: float) -> str:
    if not math.isfinite(value):
        raise ValueError(f"{value} is no number")
    return repr(value)
