"""Numbers about a query for gradient boosting: the domain's cheap checks, and features of the difference.

Language-neutral: words and punctuation are counted, nothing is parsed here (a domain's parser speaks
through `cheap_checks`). Names are stable; a value that a query lacks is absent.
"""

import math
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from resources.execution.bundle import EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.world_model.model import Query
from resources.world_model.neighbours import Hunk, hunks, nearest, similarity, words
from resources.world_model.tokens import Edits, edits, is_name

BUCKETS = 32
"""Hash buckets for changed words: enough to tell the operators and keywords of one language apart."""

PAIRS, HEADS = 48, 16
KINDS = ("name", "number", "mark")

PUNCTUATION = "()[]{};:,.<>=!&|^~+-*/%?@#'\""


def features(query: Query) -> dict[str, float]:
    """Finite values by name. Cheap checks are prefixed "check.", so that no name can collide."""
    checks = {f"check.{name}": float(value) for name, value in cheap_checks(query).items()}
    return checks | plain_features(query)


def features_of(queries: Sequence[Query]) -> list[dict[str, float]]:
    """In the order of the queries."""
    found: list[dict[str, float]] = [{}] * len(queries)
    for place in bundle_by_bundle(queries):
        found[place] = features(queries[place])
    return found


def bundle_by_bundle(queries: Sequence[Query]) -> list[int]:
    """Places of the queries as they are best worked out: what a check keeps of a bundle is soon dropped for another's,
    and thousands of turns in any order would take twice as long."""
    return sorted(range(len(queries)), key=lambda place: queries[place].bundle.hash)


def plain_features(query: Query) -> dict[str, float]:
    """Without the domain's checks: sizes, the difference to the nearest executed candidate, its outcome."""
    found = nearest(query.candidate.code, query.executed)
    size = {"size.words": float(len(words(query.candidate.code)))}
    if found is None:
        return size
    old, new = found.candidate.code, query.candidate.code
    ending = query.bundle.candidate_file.rpartition(".")[2]
    return {
        **size,
        **difference_features(old, new, ending),
        **neighbour_features(found.observation.outcome),
        "tokens.renamed_outside": float(sum(name in outside(query.bundle) for name in edits(old, new, ending).renamed)),
    }


def outside(bundle: EnvironmentBundle) -> frozenset[str]:
    """Names that others use: one that is changed everywhere in the candidate is missing there."""
    return names_in(bundle.interface, *bundle.files.values())


@lru_cache(maxsize=512)
def names_in(*texts: str) -> frozenset[str]:
    return frozenset(word for text in texts for word in words(text))


def cheap_checks(query: Query) -> Mapping[str, float]:
    checks = query.domain.cheap_checks(query.bundle, query.candidate)
    return {name: value for name, value in checks.items() if math.isfinite(value)}


def neighbour_features(outcome: Outcome) -> dict[str, float]:
    return {f"neighbour.{known.value}": float(outcome is known) for known in Outcome}


@lru_cache(maxsize=4096)
def difference_features(old: str, new: str, ending: str) -> Mapping[str, float]:
    """Sizes, places and words of the difference from `old` to `new`, of files with such an ending."""
    changes, found = hunks(old, new), edits(old, new, ending)
    gone = Counter(token for edit in found.edits for token in edit.gone)
    come = Counter(token for edit in found.edits for token in edit.come)
    lines = max(1, new.count("\n"))
    return (
        {
            "difference.hunks": float(len(changes)),
            "difference.removed_lines": float(sum(len(hunk.removed) for hunk in changes)),
            "difference.added_lines": float(sum(len(hunk.added) for hunk in changes)),
            "difference.removed_words": float(gone.total()),
            "difference.added_words": float(come.total()),
            "difference.similarity": similarity(old, new),
            "difference.start": changes[0].start / lines if changes else 1.0,
        }
        | rarity(old, new, gone, come)
        | changed_words(gone, come)
        | changed_numbers(gone, come)
        | enclosing_words(changes)
        | token_features(found, gone, come)
    )


def token_features(found: Edits, gone: Counter[str], come: Counter[str]) -> dict[str, float]:
    """Of what is left when nothing but what tools read is compared: how many edits of which kind, and which tokens
    took the place of which, in hash buckets."""
    kinds: Counter[str] = Counter()
    for edit in found.edits:
        one = len(edit.gone) == len(edit.come) == 1
        kinds[f"{kind_of(edit.gone)} to {kind_of(edit.come)}" if one else "shape"] += 1
        if one:
            kinds[f"pair.{bucket(f'{edit.gone[0]} {edit.come[0]}', PAIRS)}"] += 1
        kinds[f"head.{bucket(edit.head, HEADS)}"] += 1
        kinds["deleted"] += not edit.come
        kinds["inserted"] += not edit.gone
    brackets = sum(counter[mark] for counter in (gone, come) for mark in "()")
    names = [f"{one} to {other}" for one in KINDS for other in KINDS] + ["shape", "deleted", "inserted"]
    names += [f"pair.{place}" for place in range(PAIRS)] + [f"head.{place}" for place in range(HEADS)]
    return {f"tokens.{name}": float(kinds[name]) for name in names} | {
        "tokens.edits": float(len(found.edits)),
        "tokens.renamed": float(len(found.renamed)),
        "tokens.but_brackets": float(gone.total() + come.total() - brackets),
        "tokens.unbalanced": float((come - gone).total() - (gone - come).total()),
        "tokens.moved": float((gone & come).total()),
        "tokens.truly_changed": float((come - gone).total() + (gone - come).total()),
    }


def kind_of(tokens: tuple[str, ...]) -> str:
    first = tokens[0][0]
    if first.isdigit() or first == "'":
        return "number"
    return "name" if is_name(tokens[0]) else "mark"


def bucket(text: str, count: int) -> int:
    return zlib.crc32(text.encode("utf-8", "replace")) % count


def rarity(old: str, new: str, gone: Counter[str], come: Counter[str]) -> dict[str, float]:
    """How often the changed names occur elsewhere: a name used once is undeclared or unused."""
    before, after = Counter(words(old)), Counter(words(new))
    names_come = [word for word in come if word.isidentifier()]
    names_gone = [word for word in gone if word.isidentifier()]
    return {
        "names.new": float(sum(word not in before for word in names_come)),
        "names.lost": float(sum(word not in after for word in names_gone)),
        "names.rarest_added": float(min((after[word] for word in names_come), default=-1)),
        "names.rarest_left": float(min((after[word] for word in names_gone), default=-1)),
        "names.swapped": float(bool(names_come) and bool(names_gone)),
    }


def changed_words(gone: Counter[str], come: Counter[str]) -> dict[str, float]:
    """Counts of added and removed punctuation marks, each by itself, and of names in hash buckets."""
    found: Counter[str] = Counter()
    for sign, counter in (("-", gone), ("+", come)):
        for word, count in counter.items():
            if len(word) == 1 and word in PUNCTUATION:
                found[f"mark{sign}{word}"] += count
            elif not word[0].isdigit():
                found[f"word{sign}{zlib.crc32(word.encode('utf-8', 'replace')) % BUCKETS}"] += count
    keys = [f"mark{sign}{mark}" for sign in "-+" for mark in PUNCTUATION]
    keys += [f"word{sign}{bucket}" for sign in "-+" for bucket in range(BUCKETS)]
    return {key: float(found[key]) for key in keys}


def changed_numbers(gone: Counter[str], come: Counter[str]) -> dict[str, float]:
    """The step of a changed literal, where one literal became another."""
    old, new = ([word for word in counter if word[0].isdigit()] for counter in (gone, come))
    step = as_number(new[0]) - as_number(old[0]) if len(old) == len(new) == 1 else 0.0
    return {
        "literals.removed": float(len(old)),
        "literals.added": float(len(new)),
        "literals.step": max(-1e6, min(1e6, step)),
    }


def as_number(word: str) -> float:
    digits = "".join(char for char in word if char.isdecimal())
    return float(digits[:15] or 0)


def enclosing_words(changes: tuple[Hunk, ...]) -> dict[str, float]:
    """The first word of the block around each hunk (always, for, case), in hash buckets."""
    found = Counter(
        zlib.crc32(heads[0].encode("utf-8", "replace")) % 16
        for hunk in changes
        if (heads := words(hunk.enclosing or " ".join(hunk.removed + hunk.added)))
    )
    return {f"block.{bucket}": float(found[bucket]) for bucket in range(16)}
