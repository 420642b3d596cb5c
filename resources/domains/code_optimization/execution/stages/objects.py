"""What the assembler made of a candidate, read from readelf and objdump: sections, symbols, instructions.

Both tools run in the sandbox before the candidate does, and answer through their logs. What may be there is said
here; the text itself is `rejection`'s.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from resources.domains.code_optimization.execution.rejection import ALLOWED_SECTION, FORBIDDEN_INSTRUCTIONS
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.domain import Finding

CODE_SECTION = "candidate_text"
"""All code of a candidate is moved there, so that the linked program can be asked for it alone."""
DATA_SECTION, ZERO_SECTION = "candidate_data", "candidate_bss"
"""All that it may write: what rounds restore (`support/rounds.c`)."""
_TOOL_SECTION = re.compile(r"\.(rela.*|debug_.*|symtab|strtab|shstrtab)|candidate_(text|data|bss)|")
_SECTION = re.compile(
    r"\s*\[\s*(\d+)\] (\S*)\s+([A-Z][A-Z0-9_]+)\s+[0-9a-f]{16} [0-9a-f]+ ([0-9a-f]+) [0-9a-f]+\s+([A-Za-z]*)\s"
)
_SYMBOL = re.compile(r"\s*\d+: [0-9a-f]{16}\s+(\S+) (\w+)\s+(\w+)\s+\w+\s+(\w+)(?: (\S+))?")
_INSTRUCTION = re.compile(r"\s*([0-9a-f]+):\t(.+)")
_FUNCTION = re.compile(r"[0-9a-f]{16} <(.+)>:$")
_LINE = re.compile(r".*:(\d+)(?: \(discriminator \d+\))?$")

_COMMON = "COM"
MOST_STATIC_BYTES = 16 << 20
"""Of a candidate's sections. Callgrind starts with three times as much, and not with five times; what it cannot start
has no path that could be read."""

_PADDING_PREFIXES = ("data16", "cs")

PURE_FUNCTIONS = frozenset(
    "memcpy memmove memset memcmp memchr memrchr strlen strnlen strcmp strncmp strchr strrchr strstr strcpy strncpy"
    " strcat strncat strspn strcspn strpbrk stpcpy abs labs".split()
)
COMPILER_FUNCTIONS = frozenset(
    "__popcountdi2 __popcountsi2 __paritydi2 __paritysi2 __clzdi2 __ctzdi2 __ffsdi2 __bswapdi2 __bswapsi2 __multi3"
    " __divti3 __modti3 __udivti3 __umodti3 __udivmodti4 __ashlti3 __ashrti3 __lshrti3".split()
)
"""Of the compiler's own library, which it calls where the processor has no instruction."""
HEAP_FUNCTIONS = frozenset("malloc calloc realloc free".split())
STREAM_FUNCTIONS = frozenset(
    "printf puts putchar putc fputc fputs fwrite fprintf vprintf scanf __isoc99_scanf getchar getc fgetc fgets fread"
    " fflush getline stdin stdout stderr sprintf snprintf sscanf __isoc99_sscanf".split()
)
LIBRARY_FUNCTIONS = PURE_FUNCTIONS | HEAP_FUNCTIONS | STREAM_FUNCTIONS


@dataclass(frozen=True)
class ObjectFile:
    """`sections` are flags and types by name, in turn where several have one name. `exported` and `imported` are global
    symbols; `oddities` are kinds of symbols no compiler output needs; `memory` is how many bytes a program with it
    takes before it runs."""

    sections: Mapping[str, str]
    exported: frozenset[str]
    imported: frozenset[str]
    oddities: tuple[str, ...]
    memory: int = 0


@dataclass(frozen=True)
class Instruction:
    """One instruction of the linked candidate. `line` is 1-based in its source, 0 where unknown."""

    text: str
    line: int
    function: str = ""

    @property
    def mnemonic(self) -> str:
        return self.text.split(maxsplit=1)[0] if self.text else ""


def read_object(listing: str) -> ObjectFile:
    """Reads `readelf --sections --symbols --wide`."""
    sections: dict[str, str] = {}
    exported: set[str] = set()
    imported: set[str] = set()
    oddities: list[str] = []
    memory = 0
    for line in listing.splitlines():
        if section := _SECTION.match(line):
            sections[section[2]] = f"{section[5] or '-'} {section[3]} {sections.get(section[2], '')}"
            memory += int(section[4], 16) if "A" in section[5] else 0
        elif symbol := _SYMBOL.match(line):
            kind, binding, place, name = symbol[2], symbol[3], symbol[4], symbol[5] or ""
            memory += int(symbol[1], 0) if place == _COMMON else 0
            if kind not in ("NOTYPE", "FUNC", "OBJECT", "SECTION", "FILE") or binding not in ("LOCAL", "GLOBAL"):
                oddities.append(f"symbol {name} of type {binding} {kind}")
            elif binding == "GLOBAL":
                (imported if place == "UND" else exported).add(name)
    return ObjectFile(sections, frozenset(exported), frozenset(imported), tuple(oddities), memory)


def object_findings(object_file: ObjectFile, exports: frozenset[str], source: Assembly) -> Iterator[Finding]:
    """Sections that run or hide code, and symbols that could take the place of others. `exports` are allowed."""
    for name, flags in object_file.sections.items():
        known = ALLOWED_SECTION.fullmatch(name) or _TOOL_SECTION.fullmatch(name)
        odd = "GROUP" in flags or any(_is_misplaced(name, of_one) for of_one in flags.split()[::2])
        if not known or odd:
            yield Finding(f"section {name} ({flags.strip()})", 1)
    for oddity in object_file.oddities:
        yield Finding(oddity, 1)
    for name in sorted(object_file.exported - exports):
        yield Finding(f"global symbol {name}", line_of(source, name))


def _is_misplaced(name: str, flags: str) -> bool:
    """Whether a section's flags let code run or data be written elsewhere than where all code and data are."""
    return ("X" in flags) > (name == CODE_SECTION) or ("W" in flags) > (name in (DATA_SECTION, ZERO_SECTION))


_OFFSET_TABLE = "_GLOBAL_OFFSET_TABLE_"
"""What the assembler adds where `@GOTPCREL` stands: which of the library's variants is called then, no text says."""


def import_findings(object_file: ObjectFile, baseline: frozenset[str], source: Assembly) -> Iterator[Finding]:
    """Functions that a candidate may not call; `baseline` are those that its baseline calls."""
    for name in sorted(object_file.imported - allowed_imports(baseline)):
        if name == _OFFSET_TABLE:
            yield Finding(
                "a call through the global offset table; call a function by its name", line_of(source, "@GOT")
            )
        else:
            yield Finding(f"use of {name}", line_of(source, name))


def line_of(source: Assembly, name: str) -> int:
    """The first line that defines or mentions a name; 1 where none does."""
    if name in source.labels:
        return source.labels[name].line
    mentions = (item.line for item in source.statements for operand in item.operands if name in operand.text)
    return next(mentions, 1)


def allowed_imports(baseline: frozenset[str]) -> frozenset[str]:
    """What a candidate may call: what the baseline calls, functions without effects, and the same family's."""
    allowed = baseline | PURE_FUNCTIONS | COMPILER_FUNCTIONS
    for family in (HEAP_FUNCTIONS, STREAM_FUNCTIONS):
        if baseline & family:
            allowed |= family
    return allowed


def read_disassembly(listing: str) -> dict[int, Instruction]:
    """Reads `objdump --disassemble --line-numbers --no-show-raw-insn`: address → instruction."""
    instructions: dict[int, Instruction] = {}
    number, function = 0, ""
    for line in listing.splitlines():
        if match := _INSTRUCTION.match(line):
            instructions[int(match[1], 16)] = Instruction(match[2].partition("#")[0].strip(), number, function)
        elif match := _FUNCTION.match(line):
            function = function if match[1].startswith(".L") else match[1]
        elif match := _LINE.match(line):
            number = int(match[1])
    return instructions


def data_among(instructions: Mapping[int, Instruction], source: Assembly) -> frozenset[int]:
    """Addresses of bytes that look like instructions and are none of the text's: what stands on a line goes on for
    longer than its statements. Padding apart, which runs may fall into, with the jump over it that the assembler puts
    before a long one; and the last, which is our trap behind the code."""
    wanted = Counter(item.line for item in source.instructions)
    data: set[int] = set()
    line, count = -1, 0
    for (address, item), (_, after) in pairwise(instructions.items()):
        line, count = item.line, count + 1 if item.line == line else 1
        jumps_over = item.mnemonic == "jmp" and _is_padding(after.text)
        if _is_padding(item.text):
            count -= 1
        elif count > wanted[line] and not jumps_over:
            data.add(address)
    return frozenset(data)


def _is_padding(text: str) -> bool:
    words = [word for word in text.split() if word not in _PADDING_PREFIXES]
    return text == "xchg   %ax,%ax" or words[:1] in (["nop"], ["nopw"], ["nopl"])


def instruction_findings(instructions: Mapping[int, Instruction], data: frozenset[int]) -> Iterator[Finding]:
    """What runs natively must be what the text shows, whether callgrind is shown it or not: no forbidden instruction,
    no bytes that are none of its statements, and no prefix that a label parts from what it changes."""
    for address, item in instructions.items():
        if is_forbidden(item) or item.mnemonic in _READ_OTHERWISE or _SELECTOR.search(item.text):
            yield Finding(item.text, max(1, item.line))
        elif address in data:
            yield Finding(f"data among the code: {item.text}", max(1, item.line))
        elif all(map(_PREFIX.fullmatch, item.text.split())):
            yield Finding(f"a prefix alone: {item.text}", max(1, item.line))


_PREFIX = re.compile(r"rep\w*|lock|data16|addr32|[c-gs]s|rex(\.\w+)?|bnd|notrack|xacquire|xrelease")
_SELECTOR = re.compile(r"[\s,]%[c-gs]s(?:,|$)")
_READ_OTHERWISE = frozenset(("lzcnt", "lsl"))
"""What the assembler takes as plain x86-64 under another name (`rep bsr`), and a newer processor runs otherwise; and
what tells the number of the core, whose name mostly stands for `shl`: the assembler is to say so first."""


def is_forbidden(item: Instruction) -> bool:
    return bool(set(item.text.split()) & FORBIDDEN_INSTRUCTIONS)
