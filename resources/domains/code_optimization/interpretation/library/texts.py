"""Functions on texts that end with a zero."""

from resources.domains.code_optimization.interpretation.library.convention import (
    Function,
    Plain,
    bounded,
    of_integers,
    text_at,
)
from resources.domains.code_optimization.interpretation.library.memory import order
from resources.domains.code_optimization.interpretation.machine import Machine


def _length(machine: Machine, text: int) -> int:
    return len(text_at(machine, text))


def _length_up_to(machine: Machine, text: int, most: int) -> int:
    return len(_up_to(machine, text, most))


def _up_to(machine: Machine, text: int, most: int) -> bytes:
    """At most so many characters; what lies behind them is not read."""
    region = machine.region_of(text) if most else None
    if region is None:
        return b""
    start = text - region.start
    end = region.content.find(0, start, start + bounded(most))
    return machine.part(text, bounded(most) if end < 0 else end - start)


def _copy(machine: Machine, target: int, source: int) -> int:
    machine.fill(target, text_at(machine, source) + b"\0")
    return target


def _copy_to_end(machine: Machine, target: int, source: int) -> int:
    text = text_at(machine, source)
    machine.fill(target, text + b"\0")
    return target + len(text)


def _copy_up_to(machine: Machine, target: int, source: int, most: int) -> int:
    machine.fill(target, _up_to(machine, source, most).ljust(bounded(most), b"\0"))
    return target


def _append(machine: Machine, target: int, source: int) -> int:
    machine.fill(target + _length(machine, target), text_at(machine, source) + b"\0")
    return target


def _append_up_to(machine: Machine, target: int, source: int, most: int) -> int:
    machine.fill(target + _length(machine, target), _up_to(machine, source, most) + b"\0")
    return target


def _compare(machine: Machine, one: int, other: int) -> int:
    return order(text_at(machine, one), text_at(machine, other))


def _compare_up_to(machine: Machine, one: int, other: int, most: int) -> int:
    return order(_up_to(machine, one, most), _up_to(machine, other, most))


def _compare_letters(machine: Machine, one: int, other: int) -> int:
    return order(text_at(machine, one).lower(), text_at(machine, other).lower())


def _compare_letters_up_to(machine: Machine, one: int, other: int, most: int) -> int:
    return order(_up_to(machine, one, most).lower(), _up_to(machine, other, most).lower())


def _character(machine: Machine, text: int, value: int) -> int:
    at = (text_at(machine, text) + b"\0").find(value & 0xFF)
    return text + at if at >= 0 else 0


def _last_character(machine: Machine, text: int, value: int) -> int:
    at = (text_at(machine, text) + b"\0").rfind(value & 0xFF)
    return text + at if at >= 0 else 0


def _part(machine: Machine, text: int, part: int) -> int:
    at = text_at(machine, text).find(text_at(machine, part))
    return text + at if at >= 0 else 0


def _span(machine: Machine, text: int, letters: int) -> int:
    content, known = text_at(machine, text), text_at(machine, letters)
    return len(content) - len(content.lstrip(known) if known else content)


def _span_without(machine: Machine, text: int, letters: int) -> int:
    known = set(text_at(machine, letters))
    content = text_at(machine, text)
    return next((place for place, letter in enumerate(content) if letter in known), len(content))


def _any_of(machine: Machine, text: int, letters: int) -> int:
    at = _span_without(machine, text, letters)
    return text + at if at < _length(machine, text) else 0


def _word(machine: Machine, text: int, letters: int) -> int:
    """strtok: goes on behind the word before where no text is given."""
    start = text or machine.word
    if not start:
        return 0
    start += _span(machine, start, letters)
    length = _span_without(machine, start, letters)
    is_last = length == _length(machine, start)
    machine.word = 0 if is_last else start + length + 1
    if not length:
        return 0
    if not is_last:
        machine.fill(start + length, b"\0")
    return start


_PLAIN: dict[str, tuple[int, Plain]] = {
    "strlen": (1, _length),
    "strnlen": (2, _length_up_to),
    "strcpy": (2, _copy),
    "stpcpy": (2, _copy_to_end),
    "strncpy": (3, _copy_up_to),
    "strcat": (2, _append),
    "strncat": (3, _append_up_to),
    "strcmp": (2, _compare),
    "strncmp": (3, _compare_up_to),
    "strcasecmp": (2, _compare_letters),
    "strncasecmp": (3, _compare_letters_up_to),
    "strchr": (2, _character),
    "strrchr": (2, _last_character),
    "strstr": (2, _part),
    "strspn": (2, _span),
    "strcspn": (2, _span_without),
    "strpbrk": (2, _any_of),
    "strtok": (2, _word),
}
FUNCTIONS: dict[str, Function] = {name: of_integers(count, work) for name, (count, work) in _PLAIN.items()}
