"""A hash of what functions of machine code compute, that registers' names, order of functions, of independent
instructions and of blocks have no part in.

An instruction is known by its operation and by those that made what it reads; a conditional jump by the blocks that it
chooses between. This is refined some times, and a function is the bag of its instructions. It tells programs apart; it
proves nothing: the order of stores is no part of it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from resources.domains.fingerprints import NO_FINGERPRINT, Fingerprint, digest
from resources.domains.toolkit.machine_code import Instruction, InstructionSet, MachineCode, blocks

ROUNDS = 5
MOST_INSTRUCTIONS = 20_000
_FLAGS = "flags"
_JUMPS = ("jmp", "b", "b.n", "b.w")
_IGNORED = ("push", "pop", "leave")
"""Which registers are saved is a matter of which are used."""
_SETS_FLAGS = re.compile(r"^(mov|add|sub|lsl|lsr|asr|ror|and|orr|eor|bic|mvn|rsb|mul|adc|sbc)s$")
_USUAL_CONDITION = {
    "z": "e", "eq": "e", "c": "b", "na": "be", "nge": "l", "lt": "l", "ng": "le", "pe": "p", "cs": "hs",
}  # fmt: skip
_OPPOSITE = {
    "ne": "e", "nz": "e", "ae": "b", "nb": "b", "nc": "b", "a": "be", "nbe": "be", "ge": "l", "nl": "l", "g": "le",
    "nle": "le", "gt": "le", "ns": "s", "no": "o", "np": "p", "po": "p", "cc": "hs", "lo": "hs", "hi": "ls", "pl": "mi",
    "vc": "vs", "cbnz": "cbz",
}  # fmt: skip
_IMPLICIT: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "mul": (("a",), ("a", "d")), "imul": (("a",), ("a", "d")), "div": (("a", "d"), ("a", "d")),
    "idiv": (("a", "d"), ("a", "d")), "cqto": (("a",), ("d",)), "cltd": (("a",), ("d",)), "cltq": (("a",), ("a",)),
    "rep": (("a", "c", "si", "di"), ("c", "si", "di")), "repz": (("a", "c", "si", "di"), ("c", "si", "di")),
}  # fmt: skip
"""What x86 instructions with one operand or none read and write beside it."""


class Node(NamedTuple):
    """An instruction as the form sees it: what it does, which registers it reads, in their roles, and writes."""

    shape: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    jumps: tuple[int | None, int | None] | None = None
    """Of a conditional jump the blocks where its condition holds and where not."""


def machine_fingerprint(code: MachineCode, machine: InstructionSet) -> Fingerprint:
    if code.size > MOST_INSTRUCTIONS:
        return NO_FINGERPRINT
    known = {name: _shapes(instructions, machine) for name, instructions in code.functions.items()}
    forms = sorted(_function(instructions, machine, code, known) for instructions in code.functions.values())
    return Fingerprint((f"code:{digest(*forms)}",), (), code.size) if forms else NO_FINGERPRINT


def _shapes(instructions: Sequence[Instruction], machine: InstructionSet) -> str:
    """What a function is where another refers to it."""
    kept = (entry for entry in instructions if not _ignored(entry) and not _is_padding(entry))
    return digest(sorted(_shape(entry, machine)[0] for entry in kept))


def _function(
    instructions: Sequence[Instruction], machine: InstructionSet, code: MachineCode, known: Mapping[str, str]
) -> str:
    instructions = _aimed([entry for entry in instructions if not _is_padding(entry)])
    parts = blocks(instructions)
    starts = {instructions[block[0]].address: number for number, block in enumerate(parts)}
    after = [_after(instructions, block, number, len(parts), starts) for number, block in enumerate(parts)]
    nodes = {
        place: _node(instructions[place], machine, code, known, after[number])
        for number, block in enumerate(parts)
        for place in block
        if not _ignored(instructions[place])
    }
    sources = _sources(parts, after, nodes, machine)
    hashes = {place: digest(node.shape) for place, node in nodes.items()}
    shown = [_shown(number, parts, after, nodes) for number in range(len(parts))]
    for _ in range(ROUNDS):
        bags = [digest(sorted(hashes[place] for place in block if place in hashes)) for block in parts]
        summaries = [bags[number] for number in shown]
        hashes = {place: _refined(node, sources[place], hashes, summaries) for place, node in nodes.items()}
    return digest(sorted(hashes.values()))


def _is_padding(entry: Instruction) -> bool:
    """What an assembler fills up with, and marks that processors skip."""
    text = f"{entry.name} {','.join(entry.operands)}"
    return "nop" in text or entry.name == "endbr64" or text in ("xchg %ax,%ax", "lea 0x0(%rsi),%rsi")


def _aimed(instructions: Sequence[Instruction]) -> list[Instruction]:
    """Jumps to padding go to what stands behind it."""
    places = [entry.address for entry in instructions]

    def behind(target: int | None) -> int | None:
        place = bisect_left(places, target) if target is not None else len(places)
        return places[place] if place < len(places) else None

    return [entry._replace(target=behind(entry.target)) for entry in instructions]


def _shown(
    number: int,
    parts: Sequence[Sequence[int]],
    after: Sequence[tuple[int | None, int | None]],
    nodes: Mapping[int, Node],
) -> int:
    """The block itself, or where it leads if all that it does is to jump."""
    for _ in parts:
        following = list(_next(after[number]))
        if any(place in nodes for place in parts[number]) or len(following) != 1:
            break
        number = following[0]
    return number


def _refined(
    node: Node, sources: Sequence[frozenset[int | str]], hashes: Mapping[int, str], summaries: Sequence[str]
) -> str:
    reads = [sorted(hashes[item] if isinstance(item, int) else item for item in found) for found in sources]
    chosen = [summaries[block] if block is not None else "" for block in node.jumps or ()]
    return digest(node.shape, reads, chosen)


def _after(
    instructions: Sequence[Instruction], block: Sequence[int], number: int, count: int, starts: Mapping[int, int]
) -> tuple[int | None, int | None]:
    """The blocks behind one: where its jump goes, and the next one."""
    last = instructions[block[-1]]
    taken = starts.get(last.target) if last.target is not None else None
    following = number + 1 if number + 1 < count else None
    if _leaves(last):
        return taken, None
    return taken, following


def _leaves(entry: Instruction) -> bool:
    return entry.name.startswith(("ret", "ud2", "bx")) or entry.name in _JUMPS


def _ignored(entry: Instruction) -> bool:
    return entry.name.startswith(_IGNORED) or (entry.name in _JUMPS and not entry.refers)


def _node(
    entry: Instruction,
    machine: InstructionSet,
    code: MachineCode,
    known: Mapping[str, str],
    after: tuple[int | None, int | None],
) -> Node:
    shape, reads, writes = _shape(entry, machine)
    if entry.name.startswith(("call", "bl")) and not entry.name.startswith(("ble", "blt", "bls")):
        return Node(f"call {_referred(entry, code, known)}", machine.arguments, machine.clobbered)
    if entry.name.startswith(("ret", "bx")):
        return Node("return", machine.results, ())
    condition = _condition(entry)
    if condition and entry.target is not None:
        turned = condition in _OPPOSITE
        usual = _OPPOSITE.get(condition) or _USUAL_CONDITION.get(condition, condition)
        return Node(f"jump {usual}", reads or (_FLAGS,), (), after[::-1] if turned else after)
    return Node(f"{shape} {_referred(entry, code, known)}", reads, writes)


def _condition(entry: Instruction) -> str:
    """Of a conditional jump; "cbz" compares by itself."""
    name = entry.name.removesuffix(".n").removesuffix(".w")
    if name in ("cbz", "cbnz"):
        return name
    if entry.target is None or name in ("jmp", "b"):
        return ""
    return name[1:]


def _referred(entry: Instruction, code: MachineCode, known: Mapping[str, str]) -> str:
    """Data by their bytes, the file's own functions by their shapes, others' by their names."""
    if not entry.refers:
        return ""
    name = entry.refers.split("-0x")[0].split("+0x")[0]
    return known.get(name) or code.data(entry.refers) or name


def _shape(entry: Instruction, machine: InstructionSet) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """An instruction's text without its registers, those that it reads, and those that it writes."""
    name, operands = _usual(entry.name, entry.operands)
    target = (0 if machine.target_first else len(operands) - 1) if operands else -1
    used = [machine.registers.findall(operand) for operand in operands]
    families = [[machine.family(register) for register in found] for found in used]
    written = target >= 0 and bool(used[target]) and operands[target] == used[target][0] and not _only_reads(name)
    reads = [
        family
        for place, found in enumerate(families)
        for family in found
        if place != target or not written or _keeps(name)
    ]
    writes = [families[target][0]] if written else []
    if name in _IMPLICIT and len(operands) < 2:
        more_reads, more_writes = _IMPLICIT[name]
        reads, writes = [*reads, *more_reads], [*writes, *more_writes]
    if name.startswith(("set", "cmov", "adc", "sbb", "it")):
        reads.append(_FLAGS)
    writes.append(_FLAGS)
    shown = (machine.registers.sub("%", operand) for operand in operands)
    return f"{name} {','.join(shown)}", tuple(reads), tuple(writes)


def _usual(name: str, operands: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """One spelling for what has several; of Thumb without an encoding's width, and whether flags are set beside."""
    name = _SETS_FLAGS.sub(r"\1", re.sub(r"\.[nw]$", "", name))
    match name, operands:
        case ("xor" | "xorl" | "sub", (one, other)) if one == other and one.startswith("%"):
            return "mov", ("$0x0", one)
        case ("test", (one, other)) if one == other:
            return "cmp", ("$0x0", one)
        case (("inc" | "incl" | "incq"), (one,)):
            return "add", ("$0x1", one)
        case (("dec" | "decl" | "decq"), (one,)):
            return "sub", ("$0x1", one)
        case ("add", (one, other)) if one.startswith("$0xffffffffffff"):
            return "sub", (f"${(1 << 64) - int(one[1:], 16):#x}", other)
    return name, operands


def _only_reads(name: str) -> bool:
    jumps = name.startswith(("b", "cb", "j")) and not name.startswith(("bic", "bfi", "bfc", "bsf", "bsr", "bswap"))
    return jumps or name.startswith(("cmp", "test", "tst", "teq", "cmn", "str", "vstr", "ucomis", "comis", "vcmp"))


def _keeps(name: str) -> bool:
    """Whether what an instruction writes is part of what it reads."""
    copies = ("mov", "lea", "set", "cvt", "sqrt", "pshuf", "ldr", "vldr", "vmov", "mvn", "ubfx", "sbfx", "uxt", "sxt")
    return not name.startswith(copies) or name.startswith("movt")


def _sources(
    parts: Sequence[Sequence[int]],
    after: Sequence[tuple[int | None, int | None]],
    nodes: Mapping[int, Node],
    machine: InstructionSet,
) -> dict[int, tuple[frozenset[int | str], ...]]:
    """Of each instruction and each register that it reads, the instructions that may have written it."""
    nothing: frozenset[int | str] = frozenset()
    begins: list[dict[str, frozenset[int | str]]] = [{} for _ in parts]
    begins[0] = {name: frozenset((f"argument {name}",)) for name in machine.arguments}
    waiting = list(range(len(parts)))
    while waiting:
        number = waiting.pop(0)
        ends = dict(begins[number])
        for place in parts[number]:
            if place in nodes:
                ends |= {name: frozenset((place,)) for name in nodes[place].writes}
        for following in _next(after[number]):
            joined = {name: begins[following].get(name, nothing) | found for name, found in ends.items()}
            if any(begins[following].get(name) != found for name, found in joined.items()):
                begins[following] |= joined
                if following not in waiting:
                    waiting.append(following)
    found: dict[int, tuple[frozenset[int | str], ...]] = {}
    for number, block in enumerate(parts):
        state = dict(begins[number])
        for place in block:
            if place in nodes:
                found[place] = tuple(state.get(name, nothing) for name in nodes[place].reads)
                state |= {name: frozenset((place,)) for name in nodes[place].writes}
    return found


def _next(after: tuple[int | None, int | None]) -> Iterable[int]:
    return (number for number in after if number is not None)
