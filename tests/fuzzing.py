"""Mutated programs for the fuzz of readers and backends: references, answers by others and faults, cut, spliced and
salted with what breaks parsers.

`ICWM_FUZZ_INPUTS` is how many a domain's readers get, `ICWM_FUZZ_PROGRAMS` how many its backend gets; the defaults are
what a test run affords.
"""

import os
import random
from collections.abc import Iterator

from resources.domains.domain import Domain
from resources.domains.faults import Edit, apply_edits
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.outcome import Outcome
from resources.generation.fault_injection.placing import free_of

INPUTS = int(os.environ.get("ICWM_FUZZ_INPUTS", "15"))
PROGRAMS = int(os.environ.get("ICWM_FUZZ_PROGRAMS", "2"))
_SEEDS_USED = 24
SALT = (
    "(" * 900,
    ")" * 900,
    "{" * 900,
    "[" * 900,
    "-" * 3000,
    "!" * 3000,
    "1+" * 4000 + "1",
    "a." * 3000 + "a",
    "10**100000",
    "1" + "0" * 5000,
    "'" * 99,
    '"' * 99,
    '"""',
    "/*",
    "*/",
    "//",
    "#",
    "\\\n",
    "\0",
    "\ud800",
    "\ufeff",
    "\x0c",
    "\x1b[31m",
    "é",
    "\U0001f600",
    "`define A `A\n`A",
    "`",
    "$",
    "9" * 400 + "'d1",
    "16777215'd1",
    "[2**31-1:0]",
    "{999999{1'b1}}",
    "1 << (1 << 31)",
    "for i in range(10**9): pass",
    "lambda: (yield)",
    "f'{f\"{1}\"}'",
    "global x",
    "*",
    "**",
    ":=",
    "@",
    "while(1);",
    "#define A A A\nA",
    "#include <stdio.h>",
    "if (1) " * 500,
    "begin " * 500,
    ".rept 99999999\n",
    "nop\n" * 400,
    "0x" + "f" * 400,
    "1e999999",
    "-0.0",
    "nan",
    "%" * 50,
    "\r",
    "\r\n",
    "\t",
    "\u2028",
    "__import__('os')",
    "x = x = ",
)
"""What has broken a parser, a lexer, a constant folder or an expression of `re` somewhere."""


def bundle_of(seed: TaskSeed) -> EnvironmentBundle:
    return EnvironmentBundle(
        seed.domain, seed.seed_id, seed.prompt, seed.interface, seed.candidate_file, seed.reference, seed.files,
        seed.settings, seed.limits,
    )  # fmt: skip


def inputs(domain: Domain, count: int, draw: int = 0) -> Iterator[tuple[EnvironmentBundle, Candidate]]:
    """The same for the same draw."""
    chance = random.Random(f"{domain.name} {draw}")
    bundles = _bundles(domain, chance, count)
    injector = domain.fault_injector()
    edits = {bundle.seed_id: list(injector.edits(bundle.reference)) for bundle in bundles}
    written = _written(domain, bundles)
    for _ in range(count):
        bundle, other = chance.choice(bundles), chance.choice(bundles)
        code = chance.choice(written[bundle.seed_id])
        if code == bundle.reference and edits[bundle.seed_id] and chance.random() < 0.5:
            code = apply_edits(code, [chance.choice(edits[bundle.seed_id])])
        for _ in range(chance.choice((1, 1, 2, 5))):
            code = _mutated(code, other.reference, chance)
        yield bundle, Candidate(code)


def _written(domain: Domain, bundles: list[EnvironmentBundle]) -> dict[str, list[str]]:
    """The reference, and the last attempts of those whose answers ship, by seed."""
    written = {bundle.seed_id: [bundle.reference] for bundle in bundles}
    for answer in domain.recorded_answers():
        if answer.seed_id in written and not answer.whole_reply:
            written[answer.seed_id].append(answer.texts[-1])
    return written


def programs(domain: Domain, count: int, draw: int = 0) -> Iterator[tuple[EnvironmentBundle, Candidate]]:
    """Inputs of which most reach the tools' later stages: a third has faults only, a third aims at a label.

    None aims at TIMEOUT, since each of those costs its whole limit.
    """
    chance = random.Random(f"programs {domain.name} {draw}")
    bundles = _bundles(domain, chance, count)
    faults = domain.fault_injector()
    targeted = domain.targeted_faults()
    endless = {kind for kind, label in targeted.targets.items() if label is Outcome.TIMEOUT}
    for place, mutated in enumerate(inputs(domain, count, draw)):
        bundle, injector = chance.choice(bundles), targeted if targeted.kinds and place % 3 == 1 else faults
        edits = [edit for edit in injector.edits(bundle.reference) if edit.kind not in endless]
        if place % 3 == 2 or not edits:
            yield mutated
        else:
            yield bundle, Candidate(apply_edits(bundle.reference, _apart(chance.sample(edits, min(3, len(edits))))))


def _apart(edits: list[Edit]) -> list[Edit]:
    """Those that do not touch what an earlier one changes."""
    kept: list[Edit] = []
    for edit in edits:
        if free_of(edit, kept):
            kept.append(edit)
    return kept


def _bundles(domain: Domain, chance: random.Random, count: int) -> list[EnvironmentBundle]:
    seeds = [seed for seed in domain.builtin_seeds() if seed.reference]
    return [bundle_of(seed) for seed in chance.sample(seeds, min(_SEEDS_USED, len(seeds), max(2, count)))]


def _mutated(code: str, other: str, chance: random.Random) -> str:
    """One change of a random kind, at a random place."""
    start = chance.randrange(len(code) + 1)
    end = min(len(code), start + chance.choice((1, 1, 3, 20, 200)))
    taken = chance.randrange(len(other) + 1)
    piece = {
        "salt": chance.choice(SALT),
        "cut": "",
        "splice": other[taken : taken + chance.choice((5, 50, 500))],
        "repeat": code[start:end] * chance.choice((2, 50)),
        "noise": "".join(chr(chance.randrange(1, 0x250)) for _ in range(chance.choice((1, 4)))),
    }[chance.choice(("salt", "salt", "cut", "splice", "repeat", "noise"))]
    return code[:start] + piece + code[start if chance.random() < 0.5 else end :]
