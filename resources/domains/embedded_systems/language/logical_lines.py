"""A source as the preprocessor reads it: continued lines joined, comments gone, branches that are surely dead blanked.

Every text made here has as many lines as the source, so that a place in it is a place in the source.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from resources.domains.embedded_systems.language.headers import ALLOWED_INCLUDES, OTHER_HEADERS

PARTS = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))|(?P<text>\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?)", re.DOTALL
)
_RAW_PREFIX = re.compile(r"(?<!\w)(?:u8|[uUL])?R\Z")
_CONDITION = re.compile(r"[ \t\f\v]*(?:#|%:)[ \t\f\v]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b([^\n]*)")
_FOREIGN = frozenset(
    ("__linux__", "__linux", "__gnu_linux__", "__unix__", "__unix", "__APPLE__", "_WIN32", "_WIN64", "__MINGW32__",
     "__x86_64__", "__i386__", "__aarch64__", "__cplusplus", "__clang__", "__CC_ARM", "__ARMCC_VERSION", "__ICCARM__",
     "__IAR_SYSTEMS_ICC__", "__TASKING__", "__TI_ARM__", "__TI_COMPILER_VERSION__", "UNIT_TEST", "TEST", "TESTING",
     "HOST", "HOST_BUILD", "HOST_TEST", "NATIVE", "SIMULATION", "SIMULATOR", "USE_HAL_DRIVER", "USE_FREERTOS",
     "ARDUINO")
)  # fmt: skip
"""What neither this compiler nor the headers that may be included define."""
_NATIVE = frozenset(("__GNUC__", "__arm__", "__ARM_ARCH", "__thumb__", "__thumb2__", "__ARM_EABI__", "__has_include"))
_TERM = re.compile(r"(!?)\s*defined\s*(?:\(\s*(\w+)\s*\)|(\w+))|(0|1)[uUlL]*")
_OWN = re.compile(r"(!?)\s*([A-Za-z]\w*)(?:\s*([=!]=)\s*([01]))?")
_CHANGE = re.compile(r"\b(?:define|undef)[ \t\f\v]+(\w+)")
_DEFINITION = re.compile(r"\s*#\s*define\s+([A-Za-z]\w*)\s+\(?\s*([01])[uUlL]*\s*\)?\s*")
_TAKES_IN = re.compile(r"\s*(?:#|%:)\s*(?:include|import|embed)")
_PRAGMA_ON_MACROS = re.compile(r"_Pragma|(?:push|pop)_macro")
_PROBE = re.compile(r"(!?)\s*__has_include\s*\(\s*(?:<([\w/.]+)>|\"([\w/.]+)\")\s*\)")
_ATTRIBUTE, _BRACKET = re.compile(r"\b__attribute(?:__)?\s*\("), re.compile(r"[()]")
_PLAIN_HEADER = re.compile(r"([A-Za-z]\w*)\.h")


def joined(code: str) -> str:
    """Lines that a backslash continues made one, with the lines that it lacks then after it. gcc lets blanks stand
    between the backslash and the end of the line."""
    made: list[str] = []
    owed = 0
    open_line = ""
    for line in code.replace("\r\n", "\n").split("\n"):
        bare = line.rstrip(" \t\f\v")
        if bare.endswith("\\"):
            open_line, owed = open_line + bare[:-1], owed + 1
            continue
        made += [open_line + line, *[""] * owed]
        open_line, owed = "", 0
    return "\n".join([*made, open_line, *[""] * (owed - 1)] if owed else made)


def raw_text_at(spliced: str) -> int | None:
    """Where the first raw string literal stands: behind it, quotes and comments cannot be told by the common rules."""
    texts = (match.start() for match in PARTS.finditer(spliced) if match["text"] and match[0][0] == '"')
    return next((at for at in texts if _RAW_PREFIX.search(spliced[max(0, at - 8) : at])), None)


@lru_cache(maxsize=128)
def without_comments(code: str, *, and_texts: bool = False) -> str:
    """The code with comments blanked out, and string and character literals too on request; positions stay."""

    def blank(match: re.Match[str]) -> str:
        if match["comment"] is None and not and_texts:
            return match[0]
        return re.sub(r"[^\n]", " ", match[0])

    return PARTS.sub(blank, code)


def without_attributes(code: str) -> str:
    """The code with gcc's attributes blanked out, which a parser knows at few places; positions stay."""
    bare, parts, last = without_comments(code, and_texts=True), [], 0
    for match in _ATTRIBUTE.finditer(bare):
        end = _closing(bare, match.end())
        parts += [code[last : match.start()], re.sub(r"[^\n]", " ", code[match.start() : end])]
        last = end
    return "".join([*parts, code[last:]])


def _closing(bare: str, start: int) -> int:
    """Behind the bracket that closes the ones open at `start`; `start` where none does."""
    depth = 1
    for bracket in _BRACKET.finditer(bare, start):
        depth += 1 if bracket[0] == "(" else -1
        if not depth:
            return bracket.end()
    return start


def logical_lines(spliced: str) -> str:
    """Comments made a blank, and the lines that one covers put after the line in which it ends: a directive goes on
    behind a comment of several lines."""
    made: list[str] = []
    owed = last = 0
    for match in PARTS.finditer(spliced):
        if match["comment"] is not None:
            text, owed = _paid(spliced[last : match.start()], owed)
            made += [text, " "]
            owed, last = owed + match[0].count("\n"), match.end()
    text, owed = _paid(spliced[last:], owed)
    return "".join([*made, text, "\n" * owed])


def _paid(text: str, owed: int) -> tuple[str, int]:
    """The text with the owed lines after its first one, where it ends in it."""
    return (text.replace("\n", "\n" * (owed + 1), 1), 0) if owed and "\n" in text else (text, owed)


def live(lines: str) -> str:
    """The lines with those blanked that no compilation for this target reads; in doubt a branch is read."""
    return "\n".join(_live(lines))


def _live(lines: str) -> Iterator[str]:
    macros = _Macros(lines)
    branches: list[tuple[bool | None, bool]] = []
    """For each open #if: what is known of the branch (None: nothing), and whether an earlier one is surely taken."""
    for line in lines.split("\n"):
        condition = _CONDITION.match(line)
        if condition is not None:
            _enter(branches, condition[1], condition[2], macros)
            yield line
        elif any(known is False for known, _ in branches):
            yield ""
        else:
            macros.read(line, surely=all(known for known, _ in branches))
            yield line


class _Macros:
    """What is known of the text's own macros, line by line. `values` has those that are surely 0 or 1 here.

    Another header may define any name anew, and so may a pragma: nothing is known behind the one, and beside the other.
    """

    def __init__(self, lines: str) -> None:
        changes = Counter(_CHANGE.findall(lines))
        self.changed = frozenset(changes)
        self._once = frozenset(name for name, count in changes.items() if count == 1 and not name.startswith("_"))
        self._once = frozenset() if _PRAGMA_ON_MACROS.search(lines) else self._once
        self.values: dict[str, int] = {}

    def read(self, line: str, *, surely: bool) -> None:
        """A line that is no condition, in a branch that is read, `surely` or perhaps."""
        defined = _DEFINITION.fullmatch(line)
        if defined is not None and surely and defined[1] in self._once:
            self.values[defined[1]] = int(defined[2])
        elif _TAKES_IN.match(line):
            self.values.clear()


def _enter(branches: list[tuple[bool | None, bool]], word: str, condition: str, macros: _Macros) -> None:
    if word == "endif":
        branches[-1:] = []
    elif word.startswith("el"):
        if branches:
            before, taken = branches.pop()
            taken = taken or before is True
            value = True if word == "else" and before is False else None
            branches.append((False if taken else value, taken))
    else:
        text = {"ifdef": f"defined({condition.strip()})", "ifndef": f"!defined({condition.strip()})"}.get(word)
        branches.append((_value(text or condition, macros), False))


def _value(condition: str, macros: _Macros) -> bool | None:
    """What a condition surely is; None where that is not known, as that of ?:, which binds weaker than ||."""
    if "?" in condition:
        return None
    values = [_all(part, macros) for part in condition.strip().split("||")]
    return True if True in values else None if None in values else False


def _all(condition: str, macros: _Macros) -> bool | None:
    values = [_term(part.strip(), macros) for part in condition.split("&&")]
    return False if False in values else None if None in values else True


def _term(term: str, macros: _Macros) -> bool | None:
    probe = _PROBE.fullmatch(term)
    if probe is not None and "__has_include" not in macros.changed:
        there = _is_there(probe[2] or probe[3])
        return None if there is None else there != (probe[1] == "!")
    own = _OWN.fullmatch(term)
    if own is not None and own[2] in macros.values:
        value = macros.values[own[2]] != (own[1] == "!")
        return value if own[3] is None else (value == (own[4] == "1")) == (own[3] == "==")
    match = _TERM.fullmatch(term)
    if match is None:
        return None
    if match[4]:
        return match[4] == "1"
    name = match[2] or match[3]
    if name in macros.values:
        return match[1] != "!"
    if name in macros.changed or name not in _FOREIGN | _NATIVE:
        return None
    return (name in _NATIVE) != (match[1] == "!")


def _is_there(header: str) -> bool | None:
    """Whether this compiler finds a header; None where that is not known."""
    plain = _PLAIN_HEADER.fullmatch(header)
    if header in ALLOWED_INCLUDES:
        return True
    return None if plain is None or plain[1] in OTHER_HEADERS else False
