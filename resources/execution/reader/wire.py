"""What a reader's answers look like on their way back: JSON, read by the type that the function declares.

A child that hostile text has taken over may send what it likes, so nothing is unpickled here: an answer becomes a value
of the declared type or is refused. Questions go the other way, from a process that is trusted.
"""

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple


class WireError(ValueError):
    """An answer is not of the declared type."""


class Codec(NamedTuple):
    """A type's way to JSON values and back; `decode` raises WireError, TypeError, ValueError or KeyError."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def dumped(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def loaded(raw: bytes) -> Any:
    """Raises WireError for what is no JSON, or nests too deeply."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise WireError(f"no JSON: {error}") from None


@functools.cache
def codec(declared: Any) -> Codec:
    """Plain values, enums, frozen dataclasses, named tuples and containers of them; TypeError for anything else."""
    origin, inner = typing.get_origin(declared), typing.get_args(declared)
    if declared in _PLAIN:
        return _PLAIN[declared]
    if origin in (typing.Union, types.UnionType):
        return _optional(inner)
    if origin in (list, set, frozenset, Sequence):
        return _many(tuple if origin is Sequence else origin, codec(inner[0]))
    if origin is tuple:
        return _many(tuple, codec(inner[0])) if inner[-1] is Ellipsis else _fixed(tuple(map(codec, inner)), tuple)
    if origin in (dict, Mapping):
        return _numbers() if inner == (str, float) else _mapping(codec(inner[0]), codec(inner[1]))
    if isinstance(declared, type):
        return _of_class(declared)
    raise TypeError(f"no reader can answer with {declared}")


def _exactly(*kinds: type) -> Codec:
    def decode(value: Any) -> Any:
        if type(value) not in kinds:
            raise WireError(f"{type(value).__name__} in place of {kinds[0].__name__}")
        return kinds[0](value) if value is not None else None

    return Codec(lambda value: value, decode)


_PLAIN: Mapping[Any, Codec] = {
    str: _exactly(str),
    int: _exactly(int),
    bool: _exactly(bool),
    float: _exactly(float, int),
    types.NoneType: _exactly(types.NoneType),
    bytes: Codec(lambda value: value.decode("latin-1"), lambda value: _PLAIN[str].decode(value).encode("latin-1")),
}


def _optional(inner: tuple[Any, ...]) -> Codec:
    kinds = [kind for kind in inner if kind is not types.NoneType]
    if len(kinds) != 1:
        raise TypeError(f"no reader can answer with one of {inner}")
    own = codec(kinds[0])
    return Codec(
        lambda value: None if value is None else own.encode(value),
        lambda value: None if value is None else own.decode(value),
    )


def _many(make: Callable[[list[Any]], Any], own: Codec) -> Codec:
    def decode(value: Any) -> Any:
        return make([own.decode(item) for item in _listed(value)])

    return Codec(lambda value: [own.encode(item) for item in value], decode)


def _fixed(own: tuple[Codec, ...], make: Callable[[list[Any]], Any]) -> Codec:
    def decode(value: Any) -> Any:
        return make([one.decode(item) for one, item in zip(own, _listed(value), strict=True)])

    return Codec(lambda value: [one.encode(item) for one, item in zip(own, value, strict=True)], decode)


def _mapping(keys: Codec, values: Codec) -> Codec:
    def decode(value: Any) -> dict[Any, Any]:
        pairs = [_listed(pair) for pair in _listed(value)]
        return {keys.decode(key): values.decode(item) for key, item in pairs}

    return Codec(lambda value: [[keys.encode(key), values.encode(item)] for key, item in value.items()], decode)


def _numbers() -> Codec:
    """Features are hundreds of numbers by name, and most of what is asked for: they go as they are."""

    def decode(value: Any) -> dict[str, float]:
        if type(value) is not dict or not {*map(type, value.values())} <= {float, int}:
            raise WireError("no numbers by name")
        return {name: float(number) for name, number in value.items()}

    return Codec(dict, decode)


def _of_class(declared: type) -> Codec:
    if issubclass(declared, Enum):
        return Codec(lambda value: value.value, declared)
    hints = typing.get_type_hints(declared)
    if dataclasses.is_dataclass(declared):
        names = [field.name for field in dataclasses.fields(declared) if field.init]
    elif hasattr(declared, "_fields"):
        names = list(declared._fields)
    else:
        raise TypeError(f"no reader can answer with {declared}")
    own = _fixed(tuple(codec(hints[name]) for name in names), lambda values: declared(*values))
    return Codec(lambda value: own.encode([getattr(value, name) for name in names]), own.decode)


def _listed(value: Any) -> list[Any]:
    if type(value) is not list:
        raise WireError(f"{type(value).__name__} in place of a list")
    return value
