"""The reject stage, on the text: constructs that hide code from the reader, reach files, the kernel or the harness.

A verdict does not rest on this: outputs are compared outside the candidate's process. It keeps cycles honest and
candidates readable. What the assembler made of the text is looked at again in `objects`.
"""

import re
from collections.abc import Iterator

from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement, parsed
from resources.domains.code_optimization.language.directives import (
    ALIGNMENTS,
    ALLOWED_DIRECTIVES,
    DATA_DIRECTIVES,
    FORBIDDEN_DIRECTIVES,
)
from resources.domains.code_optimization.language.normal_text import normal_text
from resources.domains.domain import Finding
from resources.domains.toolkit.recording import death_found
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart

MAXIMUM_CHARACTERS = 512 << 10
FORBIDDEN_INSTRUCTIONS = frozenset(
    "syscall sysenter sysexit sysret int int1 icebp into cpuid rdtsc rdtscp rdpmc rdpid rdrand rdseed in inb inw inl"
    " out outb outw outl wrfsbase wrgsbase rdfsbase rdgsbase swapgs xbegin xabort lcall ljmp iret iretq vmcall"
    " vmmcall sidt sgdt sldt lar larw larl larq verr verw str strw strl strq smsw smsww smswl smswq"
    " lret lretw lretl lretq retf wrpkru xgetbv rdpkru serialize clui stui senduipi prefetchit0"
    " lss lssl lssq lfs lfsl lfsq lgs lgsl lgsq".split()
)
ALLOWED_SECTION = re.compile(
    r"\.(text(\.[\w.$]+)?|(rodata|data|bss)(\..*)?|note\.GNU-stack|comment|eh_frame|note\.gnu\.property)"
)
_SEGMENT = re.compile(r"%\s*[fg]s\b", re.IGNORECASE)
_SELECTOR = re.compile(r"\s*%\s*[c-es]s\s*", re.IGNORECASE)
"""A register of a segment's number: the system clears it whenever it stops a program, and after one is set, the next
instruction cannot be stopped at."""
_JUMPS = ("j", "call", "loop", "xbegin")
_BESIDE_A_LABEL = re.compile(r"[^*%$(]*(?:[-+]|\b0x)[^%(]*|-?\d+")
"""An address or a sum in place of a name: what runs there is not what stands in the text."""


@apart(died=death_found)
def reject(code: str) -> tuple[Finding, ...]:
    """What is forbidden in a candidate's text; empty where nothing is."""
    unreadable = _unreadable(code)
    if unreadable:
        return (Finding(unreadable, 1),)
    source = parsed(code)
    findings = [finding for item in source.statements for finding in _findings(item)]
    return tuple(sorted((*findings, *_data_in_code(source)), key=lambda finding: finding.line))


def refused(bundle: EnvironmentBundle, candidate: Candidate) -> tuple[Finding, ...]:
    """See the method of the domain."""
    return reject(normal_text(candidate.code))


def _unreadable(code: str) -> str:
    """Why a text is not read any further; "" where it is."""
    if len(code) > MAXIMUM_CHARACTERS:
        return f"more than {MAXIMUM_CHARACTERS} characters"
    if "\0" in code:
        return "a NUL character"
    try:
        code.encode()
    except UnicodeEncodeError:
        return "invalid Unicode"
    return ""


def _findings(item: Statement) -> Iterator[Finding]:
    if item.kind is Kind.DIRECTIVE:
        yield from _directive(item)
    elif item.kind is Kind.INSTRUCTION:
        words = {item.name, *(operand.text.lower() for operand in item.operands if not item.prefixes)}
        if item.name in FORBIDDEN_INSTRUCTIONS or (item.prefixes and words & FORBIDDEN_INSTRUCTIONS):
            yield Finding(item.name, item.line)
        if item.name.startswith(_JUMPS) and any(_BESIDE_A_LABEL.fullmatch(operand.text) for operand in item.operands):
            yield Finding("a jump beside a label", item.line)
        if any(_SEGMENT.search(operand.text) for operand in item.operands):
            yield Finding("the fs or gs segment", item.line)
        if any(_SELECTOR.fullmatch(operand.text) for operand in item.operands):
            yield Finding("a segment register", item.line)


def _data_in_code(source: Assembly) -> Iterator[Finding]:
    """Bytes that stand in a code section could be run, and by a path that neither the text nor callgrind shows."""
    in_code = True
    for item in source.statements:
        if item.kind is not Kind.DIRECTIVE:
            continue
        if item.name in (".text", ".data", ".bss"):
            in_code = item.name == ".text"
        elif item.name == ".section":
            in_code = item.first.text.strip('"').startswith(".text")
        elif in_code and item.name in DATA_DIRECTIVES:
            yield Finding(f"{item.name} in a code section; a table belongs in .section .rodata", item.line)
        elif in_code and item.name in ALIGNMENTS and len(item.operands) > 1 and item.operands[1].text not in _PADDING:
            yield Finding(f"{item.name} with a filling of its own in a code section", item.line)


_PADDING = ("", "0x90", "144")
"""What stands for the assembler's own choice, and its instruction that does nothing."""


def _directive(item: Statement) -> Iterator[Finding]:
    if item.name in FORBIDDEN_DIRECTIVES:
        yield Finding(item.name, item.line)
    if item.name == ".att_syntax" and item.operands and item.first.text != "prefix":
        yield Finding(f".att_syntax {item.first.text}", item.line)
    if item.name == ".file" and item.first.text[:1].isdigit():
        yield Finding(".file with a number", item.line)
    if item.name == ".section" and item.operands:
        name = item.first.text.strip('"').split()[0] if item.first.text.strip('"') else ""
        if not ALLOWED_SECTION.fullmatch(name):
            yield Finding(f".section {name}", item.line)
    if item.name == ".type" and any("gnu_indirect" in operand.text for operand in item.operands):
        yield Finding(".type gnu_indirect_function", item.line)


def unknown_directives(source: Assembly) -> tuple[Finding, ...]:
    """Directives beyond those that compilers write. Looked at when the assembler has taken the text: one that it
    does not know is an error of assembling instead."""
    return tuple(
        Finding(item.name, item.line)
        for item in source.statements
        if item.kind is Kind.DIRECTIVE and item.name not in ALLOWED_DIRECTIVES
    )
