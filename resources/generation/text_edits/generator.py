"""TextEditGenerator: implements Generator by editing the solution as text.

Stateless: what was meant follows from the seed, and what failed stands in the history.

A correction compares the failed text with what was meant, line by line: the differences near what the log names go
first, and now and then a change is made that nothing asked for. What is said about it is `reasoning`.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache, cached_property
from pathlib import Path
from random import Random

from resources.domains.domain import Diagnostic, Domain
from resources.domains.toolkit.source_version import source_text
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation import diagnosis
from resources.generation.diagnosis.writer import reason_about, written_at_the_time
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed
from resources.generation.text_edits.editor import EQUIVALENT, Edited, with_fault, with_rewrite
from resources.generation.text_edits.source import Source
from resources.generation.trajectory import FaultRecord

NAME = "text_edits"


class TextEditGenerator:
    """The same request gives the same answer. Corrects any history, another generator's too."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain

    @property
    def name(self) -> str:
        return NAME

    @cached_property
    def version(self) -> str:
        """A hash over this package, the rules of its reasoning and the programs that lines are taken from."""
        digest = hashlib.sha256()
        here, rules = Path(__file__).parent, Path(diagnosis.__file__).parent
        for path in (*sorted(here.glob("*.py")), *sorted(rules.glob("*.py"))):
            digest.update(source_text(path))
        for text in solved_programs(self._domain):  # type: ignore[arg-type]  # a domain is one object
            digest.update(text.encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:12]

    async def generate(self, request: GenerationRequest) -> Generation:
        """Raises GeneratorFailed when the bundle has no solution to edit."""
        return await asyncio.to_thread(generate_now, request)


def generate_now(request: GenerationRequest) -> Generation:
    """The same without an event loop; milliseconds."""
    bundle, turn = request.bundle, len(request.history)
    if not bundle.reference.strip() or not bundle.reference_is_solution:
        raise GeneratorFailed(f"{bundle.seed_id} has no solution to edit")
    plain = source_of(request.domain, bundle)
    meant, written = first_attempt(plain, dice(bundle, request.seed, "first"))
    if not request.history:
        return Generation("", Candidate(written.source.code), written.records)
    last = request.history[-1]
    failed = Attempt(Source(last.candidate.code, plain.language, plain.fixed, plain.others), last.faults)
    diagnostics = request.domain.diagnostics(last.observation)
    after = correction(meant, plain, failed, diagnostics, turn, dice(bundle, request.seed, f"turn {turn}"))
    code, words = after.source.code, dice(bundle, request.seed, f"words {turn}")
    return Generation(reason_about(written_at_the_time(request, code), words), Candidate(code), after.records)


def source_of(domain: Domain, bundle: EnvironmentBundle, code: str | None = None) -> Source:
    """`code`, or the bundle's solution, as the editor takes it."""
    language = bundle.settings.get("fence", domain.language)
    fixed = "\n".join((bundle.prompt, bundle.interface, *bundle.files.values(), *bundle.settings.values()))
    others = solved_programs(domain)  # type: ignore[arg-type]
    return Source(bundle.reference if code is None else code, language, fixed, others)


@cache
def solved_programs(domain: Domain) -> tuple[str, ...]:
    """References of the domain's built-in library, each once, in its order."""
    return tuple(dict.fromkeys(seed.reference for seed in domain.builtin_seeds() if seed.reference.strip()))


def dice(bundle: EnvironmentBundle, seed: int, purpose: str) -> Random:
    """One of its own for each purpose; another than fault injection's for the same seed."""
    return Random(f"{NAME}/{bundle.hash}/{seed}/{purpose}")


CORRECTIONS = 4
"""By this correction most trajectories are repaired (the paper's K)."""
_FAULTS = {0: 8, 1: 34, 2: 32, 3: 26}
_REWRITES = {0: 35, 1: 40, 2: 25}
_WRONG, _WRONG_WHERE_NAMED = 0.32, 0.15
_SEVERAL, _LEFT_AT_THE_END = 0.15, 0.2
_SHOWN = 400
"""Characters of an edit's text in its record."""


@dataclass(frozen=True)
class Hunk:
    """Lines `start` to `end` (0-based, end left out) of the failed text, and the lines meant in their place."""

    start: int
    end: int
    meant: tuple[str, ...]

    def distance(self, line: int) -> int:
        """From a 1-based line of the failed text."""
        return max(self.start + 1 - line, line - max(self.end, self.start + 1), 0)

    def holds(self, line: int) -> bool:
        return self.distance(line) == 0


@dataclass(frozen=True)
class Attempt:
    """A text, and the edits that stand in it."""

    source: Source
    records: tuple[FaultRecord, ...] = ()


def first_attempt(solution: Source, chance: Random) -> tuple[Attempt, Attempt]:
    """What is meant (the solution in other words), and what is written. The same for the same chance."""
    meant = Attempt(solution)
    for _ in range(_count(chance, _REWRITES)):
        rewritten = with_rewrite(meant.source, chance)
        meant = _after(meant, rewritten) if rewritten else meant
    written = meant
    for _ in range(_count(chance, _FAULTS)):
        written = _after(written, with_fault(written.source, chance))
    return meant, written


def correction(
    meant: Attempt,
    plain: Source,
    failed: Attempt,
    found: Sequence[Diagnostic],
    number: int,
    chance: Random,
) -> Attempt:
    """Correction `number` (1 is the first). With nothing left to change, the plain solution."""
    hunks = differences(failed.source.code, meant.source.code)
    if not hunks:
        return Attempt(plain)
    lines = [item.line for item in found if item.line]
    ranked = sorted(hunks, key=lambda hunk: (min((hunk.distance(line) for line in lines), default=0), hunk.start))
    named = any(ranked[0].distance(line) <= 1 for line in lines)
    if number < CORRECTIONS and chance.random() < (_WRONG_WHERE_NAMED if named else _WRONG):
        return _after(failed, with_fault(failed.source, chance))  # one more fault, in the belief that it helps
    if number >= CORRECTIONS and chance.random() >= _LEFT_AT_THE_END:
        taken = ranked
    else:
        taken = [ranked[0], *(hunk for hunk in ranked[1:] if chance.random() < _SEVERAL)]
    return _repaired(failed, meant, taken)


def differences(failed: str, meant: str) -> list[Hunk]:
    old, new = failed.split("\n"), meant.split("\n")
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [Hunk(a, b, tuple(new[c:d])) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def _repaired(failed: Attempt, meant: Attempt, hunks: Sequence[Hunk]) -> Attempt:
    lines = failed.source.code.split("\n")
    for hunk in sorted(hunks, key=lambda hunk: -hunk.start):
        lines[hunk.start : hunk.end] = hunk.meant
    code = "\n".join(lines)
    # Where lines repeat, a difference may be found beside the edit that made it: without differences there is none.
    whole = code == meant.source.code
    kept = [
        record
        for record in failed.records
        if record.category == EQUIVALENT or not (whole or any(hunk.holds(record.line) for hunk in hunks))
    ]
    return Attempt(replace(failed.source, code=code), _moved(kept, failed.source.code, code))


def _after(attempt: Attempt, edited: Edited) -> Attempt:
    changes = edited.edit.changes
    old, new = (
        " ... ".join(texts)[:_SHOWN] for texts in zip(*((c.original, c.replacement) for c in changes[:3]), strict=True)
    )
    made = FaultRecord(edited.category, edited.edit.kind, edited.edit.line, edited.edit.context, old, new)
    moved = _moved(attempt.records, attempt.source.code, edited.source.code)
    return Attempt(edited.source, (*moved, made))


def _moved(records: Sequence[FaultRecord], before: str, after: str) -> tuple[FaultRecord, ...]:
    """The same edits with their lines in `after`; where their own line changed, the line where the change begins."""
    if not records:
        return ()
    matcher = SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    codes = matcher.get_opcodes()

    def line_of(line: int) -> int:
        for tag, a, b, c, d in codes:
            if a < line <= b:
                return line - a + c if tag == "equal" else min(c + 1, max(d, 1))
        return max(1, len(after.split("\n")))

    return tuple(replace(record, line=line_of(record.line)) for record in records)


def _count(chance: Random, weights: dict[int, int]) -> int:
    return chance.choices(list(weights), list(weights.values()))[0]
