"""Which general registers are still needed behind a statement, for rewrites that take instructions away.

Conservative: an instruction that is not known reads every register, and so does anything that leaves the text.
"""

import re

from resources.domains.code_optimization.faults.ordinary.places import is_branch
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.language.vocabulary import ARGUMENTS, CALLEE_SAVED, families, size_of, whole_of

_ALL = frozenset(families())
_RETURN = frozenset(("rax", "rdx", "rsp", *CALLEE_SAVED))
_CALL_READS = frozenset(("rax", "r10", "rsp", *ARGUMENTS))
_REGISTER = re.compile(r"%\w+")
_MOVES = re.compile(r"mov[lq]|lea[lq]|mov[sz][bwl][lq]|movabsq")
_CHANGES = re.compile(r"(add|sub|and|or|xor|sal|shl|sar|shr|rol|ror|imul|neg|not|inc|dec)[lq]|cmov\w+")
_LOOKS = re.compile(r"(cmp|test)[bwlq]|j\w+|nop\w*")


def mentioned(text: str) -> frozenset[str]:
    """General registers, by their 64-bit names, that an operand's text names."""
    return frozenset(name for name in map(whole_of, _REGISTER.findall(text)) if name)


def reads(item: Statement) -> frozenset[str]:
    """Registers whose old value an instruction may need."""
    if item.prefixes:
        return _ALL
    if item.name == "ret":
        return _RETURN
    if item.name == "call":
        return _CALL_READS
    every = frozenset[str]().union(*(mentioned(operand.text) for operand in item.operands))
    if is_branch(item):
        return frozenset()
    if (_MOVES.fullmatch(item.name) and len(item.operands) == 2) or len(item.operands) == 3:
        return every - writes(item) | frozenset[str]().union(*(mentioned(o.text) for o in item.operands[:-1]))
    if item.name in ("xorl", "xorq") and len(item.operands) == 2 and item.first.text == item.last.text:
        return frozenset()
    return every if _CHANGES.fullmatch(item.name) or _LOOKS.fullmatch(item.name) else _ALL


def writes(item: Statement) -> frozenset[str]:
    """Registers that an instruction surely overwrites as a whole."""
    if not item.operands or not item.last.is_register or size_of(item.last.text) not in (4, 8):
        return frozenset()
    known = _MOVES.fullmatch(item.name) or _CHANGES.fullmatch(item.name)
    return mentioned(item.last.text) if known else frozenset()


def may_write(item: Statement) -> frozenset[str]:
    """Registers that an instruction may change."""
    if _LOOKS.fullmatch(item.name) and not item.prefixes:
        return frozenset()
    known = _MOVES.fullmatch(item.name) or _CHANGES.fullmatch(item.name)
    return mentioned(item.last.text) if known and item.operands and item.last.is_register else _ALL


def dead_after(source: Assembly, statement: Statement, register: str) -> bool:
    """Whether no path from behind a statement reads a register, by its 64-bit name, before it is overwritten."""
    waiting, seen = [source.position(statement) + 1], set[int]()
    while waiting:
        index = waiting.pop()
        if index in seen:
            continue
        seen.add(index)
        if index >= len(source.statements):
            return False
        item = source.statements[index]
        if item.kind is not Kind.INSTRUCTION:
            waiting.append(index + 1)
        elif register in reads(item):
            return False
        elif item.name == "ret" or register in writes(item):
            continue
        elif is_branch(item):
            target = source.labels.get(item.first.text)
            if target is None:
                return False
            waiting.append(source.position(target))
            if item.name != "jmp":
                waiting.append(index + 1)
        else:
            waiting.append(index + 1)
    return True
