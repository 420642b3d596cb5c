"""x86-64 assembly in AT&T syntax in disguise, line by line."""

import re
from collections.abc import Sequence

from tests.disguises.words import another

_SWAPPED = (("r10", "r11"), ("xmm6", "xmm7"), ("xmm8", "xmm9"))
_LABEL = re.compile(r"^\s*([A-Za-z_.$][\w.$]*):")
_PLAIN = re.compile(r"^\s*(?:mov[lq]?|lea[lq]?|movabsq)\s+([^#]+),\s*(%\w+)\s*$")


def renamed(code: str) -> str:
    """Labels and functions, and pairs of registers of which the program may choose either."""
    names = {match[1] for match in map(_LABEL.match, code.splitlines()) if match}
    code = re.sub(r"(?<![\w.$%])[A-Za-z_.$][\w.$]*", lambda m: _label(m[0]) if m[0] in names else m[0], code)
    for one, other in _SWAPPED:
        code = re.sub(rf"%({one}|{other})(?=[dwb]?\b)", lambda m, a=one, b=other: f"%{b if m[1] == a else a}", code)  # type: ignore[misc]
    return code


def _label(name: str) -> str:
    return f".L{another(name)}" if name.startswith(".L") else another(name)


def reformatted(code: str) -> str:
    lines = (re.sub(r"\s*(?<!\")(?:#|//).*$", "", line) if '"' not in line else line for line in code.splitlines())
    lines = (re.sub(r"/\*.*?\*/", "", line) for line in lines)
    return "\n\n".join("  " + re.sub(r",\s*", " , ", " ".join(line.split())) for line in lines if line.strip()) + "\n"


def reordered(code: str) -> str:
    """Functions the other way round, and neighbours that neither read nor write what the other writes exchanged."""
    lines = code.splitlines()
    for place in range(len(lines) - 1):
        if _independent(lines[place], lines[place + 1]):
            lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return "\n".join(_functions_turned(lines)) + "\n"


def _independent(one: str, other: str) -> bool:
    first, second = _PLAIN.match(one), _PLAIN.match(other)
    if not first or not second or ("(" in first[1] and not one.strip().startswith("lea")):
        return False
    used = [{_family(name) for name in re.findall(r"%\w+", match[0])} for match in (first, second)]
    return _family(first[2]) not in used[1] and _family(second[2]) not in used[0]


def _family(register: str) -> str:
    name = register.strip("%")
    short = {"eax": "a", "ebx": "b", "ecx": "c", "edx": "d", "rax": "a", "rbx": "b", "rcx": "c", "rdx": "d"}
    return short.get(name, re.sub(r"^[re](?=[sdb][ip]$)|[dwbl]$", "", name))


def _functions_turned(lines: Sequence[str]) -> list[str]:
    """At `.globl`, where each function stands under its own and in one section."""
    starts = [place for place, line in enumerate(lines) if re.match(r"\s*\.globl\s", line)]
    sections = [line for line in lines if re.match(r"\s*\.(?:section|data|bss|rodata|text)\b", line)]
    if len(starts) < 2 or len(sections) > 1 or any(".LF" in line or line.strip().startswith("1:") for line in lines):
        return list(lines)
    parts = [list(lines[one:other]) for one, other in zip(starts, [*starts[1:], len(lines)], strict=True)]
    if any(not any(_LABEL.match(line) for line in part) for part in parts):
        return list(lines)
    return [*lines[: starts[0]], *(line for part in reversed(parts) for line in part)]


def restyled(code: str) -> str:
    """Other spellings of what is the same instruction or does the same."""
    code = re.sub(r"\bdec([lq])(\s+)(%\w+)", r"sub\1\2$1, \3", code)
    code = re.sub(r"\binc([lq])(\s+)(%\w+)", r"add\1\2$1, \3", code)
    code = re.sub(r"\btest([lqb])(\s+)(%\w+), (\3)\b", r"cmp\1\2$0, \3", code)
    code = re.sub(r"\bj(z|nz|nae|nb|nbe|na|nge|nl|ng|nle)\b", lambda m: f"j{_SPELT[m[1]]}", code)
    code = re.sub(r"\bj(e|ne|b|ae|a|be|l|ge|le|g)\b", lambda m: f"j{_AGAIN[m[1]]}", code)
    code = re.sub(r"\$(\d+)\b", lambda m: f"${int(m[1]):#x}", code)
    return re.sub(r"\b(add|sub|and|or|xor|cmp|mov)[lq](\s+%\w+, %\w+)", r"\1\2", code)


_SPELT = {
    "z": "e",
    "nz": "ne",
    "nae": "b",
    "nb": "ae",
    "nbe": "a",
    "na": "be",
    "nge": "l",
    "nl": "ge",
    "ng": "le",
    "nle": "g",
}
_AGAIN = {after: before for before, after in _SPELT.items()}
