"""Features of a candidate that cost a reading of its text: sizes, mnemonics, stack balance, names, distance to the
baseline, what the assembler would refuse (`language.acceptance`), and made-up calls followed in `simulator`.

For the hybrid world model and the baselines. No tool is run and nothing is judged here.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import log2

from resources.domains.code_optimization.execution.rejection import MAXIMUM_CHARACTERS, reject
from resources.domains.code_optimization.execution.stages.objects import LIBRARY_FUNCTIONS
from resources.domains.code_optimization.language.acceptance import assemble, assembling_of, defined_names, used_names
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement, parsed
from resources.domains.code_optimization.language.normal_text import normal_text
from resources.domains.code_optimization.language.vocabulary import (
    CALLEE_SAVED,
    is_known,
    is_register_name,
    size_of,
    suffix_size,
)
from resources.domains.code_optimization.prediction.simulator.comparison import MOST_CHARACTERS, simulate
from resources.domains.toolkit.text_measures import difference
from resources.execution.bundle import Candidate, EnvironmentBundle

_GROUPS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("moves", r"v?mov(?!s[lwbdq])"),
        ("vector", r"v?p?[a-z]*(ps|pd|dq[au]|ups|aps)$|v?p(add|sub|and|or|xor|cmp|unpck|shuf|sll|srl|sra|mul)"),
        ("calls", r"call"),
        ("returns", r"ret"),
        ("jumps", r"jmp"),
        ("branches", r"j(?!mp)"),
        ("compares", r"cmp|test"),
        ("divisions", r"i?div"),
        ("multiplications", r"i?mul"),
        ("shifts", r"s[ah][lr]|ro[lr]"),
        ("additions", r"add|inc|adc"),
        ("subtractions", r"sub|dec|sbb|neg"),
        ("addresses", r"lea"),
        ("extensions", r"mov[sz][a-z]{2}|cltq|cltd|cqto|cwtl"),
        ("conditional_moves", r"cmov|set"),
    )
)


def cheap_checks(bundle: EnvironmentBundle, candidate: Candidate) -> Mapping[str, float]:
    """Features by name; see the Domain protocol. All are counts, or fractions between 0 and 1."""
    code = normal_text(candidate.code)
    features = {"characters": float(len(code)), "lines": float(code.count("\n"))}
    if len(code) > MOST_CHARACTERS or "\0" in code:
        return features | {"too_long": float(len(code) > MAXIMUM_CHARACTERS), "unread": 1.0}
    features |= difference(bundle.reference, code)
    source = parsed(code.replace("\r\n", "\n"))
    own, baseline = _features(source), _baseline_features(bundle.reference)
    compared = {f"more_{name}": own[name] - baseline.get(name, 0.0) for name in own}
    exported = source.exported
    missing = [name for name in bundle.settings.get("entry", "").split() if name not in exported]
    forbidden = reject(code)
    features |= own | compared | {"entry_missing": float(len(missing)), "forbidden": float(len(forbidden))}
    features |= _building(bundle, source)
    if features["links"]:
        features |= simulate(bundle, source).checks
    return features


def _building(bundle: EnvironmentBundle, source: Assembly) -> dict[str, float]:
    """What the assembler and the linker would say, where that is certain."""
    acceptance, baseline = assemble(source), assembling_of(bundle.reference)
    entry = frozenset(bundle.settings.get("entry", "").split())
    missing = (acceptance.undefined - baseline.undefined - LIBRARY_FUNCTIONS) | (entry - acceptance.exported)
    return {
        "refused_statements": float(acceptance.refused),
        "symbols_repeated": float(acceptance.repeated),
        "sizes_unknown": float(acceptance.unmeasured),
        "assembles": float(not acceptance.fails),
        "symbols_missing": float(len(missing)),
        "links": float(not acceptance.fails and not missing),
    }


@lru_cache(maxsize=512)
def _baseline_features(code: str) -> Mapping[str, float]:
    return _features(parsed(code))


def _features(source: Assembly) -> dict[str, float]:
    names = [item.name for item in source.instructions]
    features = {f"count_{group}": float(sum(map(bool, map(pattern.match, names)))) for group, pattern in _GROUPS}
    features |= {f"saves_{name}": float(balance) for name, balance in _saves(source).items()}
    features["instructions"] = float(len(names))
    features["unknown_mnemonics"] = float(sum(not is_known(name) for name in names))
    features["undefined_names"] = float(len(_undefined(source)))
    features["repeated_labels"] = float(_repeated_labels(source))
    features["stack_bytes"] = float(_stack_bytes(source))
    features["alignment_bits"] = max((_alignment_bits(item) for item in source.statements), default=0.0)
    features["room_bits"] = log2(1 + sum(_room_bytes(item) for item in source.statements))
    for kind, count in Counter(_mistakes(source)).items():
        features[f"operands_{kind}"] = float(count)
    return features


def _undefined(source: Assembly) -> set[str]:
    """Local labels that are used and stand nowhere, and names that look like registers."""
    used = used_names(source) - defined_names(source)
    return {name for name in used if name.startswith(".L") or is_register_name(name)}


def _repeated_labels(source: Assembly) -> int:
    labels = [item.name for item in source.statements if item.kind is Kind.LABEL and not item.name.isdigit()]
    return len(labels) - len(set(labels))


def _saves(source: Assembly) -> Mapping[str, int]:
    """Pushes less pops of each callee-saved register."""
    balance = dict.fromkeys(CALLEE_SAVED, 0)
    for item in source.instructions:
        name = item.first.text.removeprefix("%") if item.operands else ""
        if name in balance and item.name.startswith(("push", "pop")):
            balance[name] += 1 if item.name.startswith("push") else -1
    return balance


def _stack_bytes(source: Assembly) -> int:
    """What subtractions take from the stack pointer less what additions give back."""
    total = 0
    for item in source.instructions:
        if len(item.operands) == 2 and item.last.text == "%rsp" and item.first.text[1:].lstrip("-").isdigit():
            sign = {"subq": 1, "sub": 1, "addq": -1, "add": -1}.get(item.name, 0)
            total += sign * int(item.first.text[1:])
    return max(-1_000_000, min(1_000_000, total))


def _alignment_bits(item: Statement) -> float:
    """The power of two to which a directive aligns; 0 for any other statement."""
    number = _number(item, 0)
    if item.name == ".p2align":
        return float(number)
    return log2(number) if item.name in (".align", ".balign") and number else 0.0


def _room_bytes(item: Statement) -> int:
    """Bytes that a directive asks for without writing them down."""
    if item.name in (".skip", ".space", ".zero", ".org"):
        return _number(item, 0)
    if item.name in (".comm", ".lcomm"):
        return _number(item, 1)
    return _number(item, 0) * max(1, _number(item, 1)) if item.name == ".fill" else 0


def _number(item: Statement, place: int) -> int:
    """A directive's operand where it is a plain number; one that is longer than any size counts as large."""
    text = item.operands[place].text if place < len(item.operands) else ""
    return min(int(text[:20]), 1 << 62) if text.isdecimal() and text.isascii() else 0


def _mistakes(source: Assembly) -> Iterator[str]:
    """What an assembler refuses about operands, as far as it shows in one instruction."""
    for item in source.instructions:
        if sum(operand.is_memory for operand in item.operands) > 1 and not item.name.startswith(("movs", "cmps")):
            yield "both_in_memory"
        if any(operand.text == "" or operand.text.count("(") != operand.text.count(")") for operand in item.operands):
            yield "malformed"
        if any(operand.is_immediate for operand in item.operands[1:]):
            yield "immediate_destination"
        if _sizes_differ(item):
            yield "sizes"


def _sizes_differ(item: Statement) -> bool:
    """Whether the mnemonic's size suffix disagrees with a register."""
    size = suffix_size(item.name)
    sizes = {size_of(operand.text) for operand in item.operands if operand.is_register}
    return size is not None and bool(sizes - {size, None})
