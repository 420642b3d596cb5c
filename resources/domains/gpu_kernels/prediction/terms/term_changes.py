"""What two programs' terms differ in, and where: in an address, a mask, a stored value, a grid, a loop's bound.

Both trees are walked from the effects that only one of them has; a difference is counted where the terms part, once for
each role in which it is met. How terms come about is `program_terms`.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from resources.domains.gpu_kernels.prediction.terms.expression_terms import COMMUTING, Term
from resources.domains.gpu_kernels.prediction.terms.program_terms import Program

ROLES = (
    "mask other address value axis type shape grid block passed loop constexpr decorator return allocation test"
    " other_role"
).split()
KINDS = "constant sign function dropped added swapped gone come name other_kind".split()
_ROLE_OF = {
    "keyword mask": "mask",
    "keyword other": "other",
    "keyword pointer": "address",
    "keyword value": "value",
    "keyword val": "value",
    "keyword axis": "axis",
    "keyword dtype": "type",
    "keyword shape": "shape",
    "call triton.language.arange": "shape",
    "member to": "type",
    "grid": "grid",
    "for": "loop",
    "while": "loop",
    "advance": "loop",
    "constexpr": "constexpr",
    "decorator": "decorator",
    "return": "return",
    "if": "test",
    "either": "test",
    "assert": "test",
}
_MOST_PAIRS = 3000


@dataclass
class Changes:
    """Counts by role and kind, and the largest ratio of two constants."""

    found: Counter[str] = field(default_factory=Counter)
    ratio: float = 0.0
    seen: set[tuple[str, str, str]] = field(default_factory=set)


def changes(wanted: Program, own: Program) -> dict[str, float]:
    """Features of the difference; all 0 where there is none."""
    counted = Changes()
    before, after = dict(wanted.effects), dict(own.effects)
    counted.found["functions"] = len(before.keys() ^ after.keys())
    for name in before.keys() & after.keys():
        _function(wanted.terms, own.terms, before[name], after[name], counted)
    names = [f"{kind}" for kind in ("functions", "effects_gone", "effects_come", "order")]
    names += [f"role_{role}" for role in ROLES] + [f"kind_{kind}" for kind in KINDS]
    return {f"terms_{name}": float(counted.found[name]) for name in names} | {"terms_ratio": min(counted.ratio, 20.0)}


def _function(
    old_terms: dict[str, Term], new_terms: dict[str, Term], old: Sequence[str], new: Sequence[str], counted: Changes
) -> None:
    gone, come = list((Counter(old) - Counter(new)).elements()), list((Counter(new) - Counter(old)).elements())
    counted.found["order"] += not gone and not come and tuple(old) != tuple(new)
    left = list(come)
    for effect in gone:
        kind = _sort_of(old_terms, effect)
        partner = next((item for item in left if _sort_of(new_terms, item) == kind), None)
        if partner is None:
            counted.found["effects_gone"] += 1
            continue
        left.remove(partner)
        _walk(old_terms, new_terms, effect, partner, "other_role", counted)
    counted.found["effects_come"] += len(left)


def _sort_of(terms: dict[str, Term], effect: str) -> str:
    """An effect's name, with that of what it calls."""
    term = terms[effect]
    return f"{term.name} {terms[term.children[0]].name if term.name == 'call' and term.children else ''}"


def _walk(
    old_terms: dict[str, Term], new_terms: dict[str, Term], old: str, new: str, role: str, counted: Changes
) -> None:
    if old == new or (old, new, role) in counted.seen or len(counted.seen) > _MOST_PAIRS:
        return
    counted.seen.add((old, new, role))
    one, other = old_terms[old], new_terms[new]
    if one.name != other.name:
        _count(one, other, old, new, role, counted)
        return
    role = _role(one.name, role)
    pairs, gone, come = _aligned(old_terms, new_terms, one, other)
    if sorted(one.children) == sorted(other.children):
        counted.found["kind_swapped"] += 1
        counted.found[f"role_{role}"] += 1
        return
    for item, kind in [(name, "gone") for name in gone] + [(name, "come") for name in come]:
        terms = old_terms if kind == "gone" else new_terms
        counted.found[f"kind_{kind}"] += 1
        counted.found[f"role_{_role(terms[item].name, role)}"] += 1
    for first, second in pairs:
        _walk(old_terms, new_terms, first, second, role, counted)


def _role(name: str, role: str) -> str:
    if name.startswith("passed "):
        return "passed"
    if name.startswith("loop "):
        return "loop"
    if name.startswith("call torch.") and role in ("other_role", "passed", "return"):
        return "allocation"
    return _ROLE_OF.get(name, role)


def _aligned(
    old_terms: dict[str, Term], new_terms: dict[str, Term], one: Term, other: Term
) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """Children of two terms of one name: pairs that differ, and those without a partner."""
    before, after = list(one.children), list(other.children)
    if len(before) == len(after) and one.name not in COMMUTING:
        return list(zip(before, after, strict=True)), [], []
    gone = list((Counter(before) - Counter(after)).elements())
    come = list((Counter(after) - Counter(before)).elements())
    pairs: list[tuple[str, str]] = []
    for item in list(gone):
        name = old_terms[item].name
        partner = next((new for new in come if new_terms[new].name == name), None)
        if partner is None and one.name in COMMUTING and come:
            partner = come[0]
        if partner is not None:
            gone.remove(item)
            come.remove(partner)
            pairs.append((item, partner))
    return pairs, gone, come


def _count(one: Term, other: Term, old: str, new: str, role: str, counted: Changes) -> None:
    kind = _kind(one, other, old, new)
    if kind == "constant":
        counted.ratio = max(counted.ratio, _ratio(one.name, other.name))
        if role == "passed":
            role = "block"
    counted.found[f"kind_{kind}"] += 1
    counted.found[f"role_{role}"] += 1


def _kind(one: Term, other: Term, old: str, new: str) -> str:
    if one.name.startswith("constant ") and other.name.startswith("constant "):
        return "constant"
    if new in one.children:
        return "dropped"
    if old in other.children:
        return "added"
    if one.name.startswith("call ") and other.name.startswith("call "):
        return "function"
    if one.name.startswith("name ") and other.name.startswith("name "):
        return "name"
    return "sign" if one.name[:1].isupper() and other.name[:1].isupper() else "other_kind"


def _ratio(old: str, new: str) -> float:
    try:
        first, second = (abs(float(text.removeprefix("constant "))) for text in (old, new))
    except ValueError:
        return 0.0
    return abs(math.log(first / second)) if first and second and math.isfinite(first * second) else 0.0
