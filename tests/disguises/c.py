"""C in disguise, as text: enough for firmware of one file."""

import re

from resources.domains.embedded_systems.execution.board_files import board_files
from tests.disguises.words import closing, outside, renamed_but, without_comments

_KEYWORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool "
    "true false main defined include define undef ifdef ifndef endif elif pragma error asm __asm__ __asm "
    "__attribute__ interrupt used noinline section aligned packed weak always_inline naked noreturn unused "
    "memory".split()
)
_LIBRARY = re.compile(
    r"^(?:u?int(?:\d+|ptr|_fast\d+|_least\d+)_t|size_t|mem\w+|str\w+|f?abs\w*|sqrtf?|sinf?|cosf?|NULL|U?INT\d+_\w+|"
    r"\w+_Handler|\w+_IRQHandler|__\w+|std\w+|snprintf|printf|f\w*f|roundf?|floorf?|va_\w+)$"
)
_NAME = re.compile(r"(?<![\w$])[A-Za-z_]\w*")
_COMPOUND = re.compile(r"(?m)^(\s*)([A-Za-z_][\w.>\-]*(?:\[\w+\])?) ([-+*/&|^]|<<|>>)= ([^;=]+);")
_STEP = re.compile(r"(?<=; )(\w+)\+\+(?=\))|(?m:^(\s*)(\w+)\+\+;)")
_HEX = re.compile(r"\b0x([0-9a-fA-F]+)([uUlL]*)\b")
_HEAD = re.compile(r"(?m)^(?!\s*(?:typedef|struct|enum|union)\b)(?:[A-Za-z_][\w\s*]*?)\b(\w+)\s*\(([^;{}]*)\)\s*\{")


def renamed(code: str) -> str:
    """Names that neither the language, the board's header nor the library has."""
    known = set(re.findall(r"\w+", "\n".join(board_files().values()))) | _KEYWORDS
    kept = {name for name in re.findall(r"[A-Za-z_]\w*", code) if name in known or _LIBRARY.match(name)}
    return "".join(
        line if line.lstrip().startswith("#include") else renamed_but(line, kept, _NAME)
        for line in re.split(r"(?m)(^\s*#include.*\n)", code)
    )


def reformatted(code: str) -> str:
    out = ""
    for line in re.sub(r"\\\n", " ", without_comments(code)).splitlines():
        words = " ".join(line.split())
        out += f"\n{words}\n" if words.startswith("#") else f" {words}"
    return re.sub(r"([{}])(?=\s)", r"\1\n\t", out) + "\n"


def reordered(code: str) -> str:
    """Functions the other way round, behind prototypes of all of them."""
    code = without_comments(code)
    functions, end, rest = [], 0, ""
    for match in _HEAD.finditer(code):
        if match.start() < end or match[1] in _KEYWORDS - {"main"}:
            continue
        closed = closing(code, match.end() - 1)
        functions.append(code[match.start() : closed + 1])
        rest += code[end : match.start()]
        end = closed + 1
    rest += code[end:]
    heads = [text[: text.index("{")].strip() for text in functions]
    if len(functions) < 2 or any("__attribute__" in head or "#" in head for head in heads):
        return (
            code
            if len(functions) < 2
            else _joined(rest, [head for head in heads if "__attribute__" not in head], functions)
        )
    return _joined(rest, heads, functions)


def _joined(rest: str, heads: list[str], functions: list[str]) -> str:
    return rest + "\n" + "\n".join(f"{head};" for head in heads) + "\n" + "\n".join(reversed(functions)) + "\n"


def restyled(code: str) -> str:
    """Compound assignments written out, numbers in another base, conditions turned."""
    code = _COMPOUND.sub(r"\1\2 = \2 \3 (\4);", code)
    code = _STEP.sub(lambda m: f"{m[1]} += 1" if m[1] else f"{m[2]}{m[3]} += 1;", code)
    code = outside(code, lambda part: _HEX.sub(lambda m: f"{int(m[1], 16)}{m[2] or 'u'}", part))
    return _turned(code)


def _turned(code: str) -> str:
    """`if (a) { b }` as `if (!(a)) { } else { b }` where it has no other branch."""
    out, end = "", 0
    for match in re.finditer(r"(?<!else )\bif \(", code):
        if match.start() < end:
            continue
        closed = closing(code, match.end() - 1)
        body = re.compile(r"\s*\{").match(code, closed + 1)
        if body is None:
            continue
        last = closing(code, body.end() - 1)
        if re.compile(r"\s*else\b").match(code, last + 1):
            continue
        condition = code[match.end() : closed]
        out += f"{code[end : match.start()]}if (!({condition})) {{\n}} else {{"
        end = body.end()
    return out + code[end:]
