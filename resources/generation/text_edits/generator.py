"""TextEditGenerator: implements Generator by editing the solution as text.

Stateless: what was meant follows from the seed, and what failed stands in the history.
"""

import asyncio
import hashlib
from functools import cache, cached_property
from pathlib import Path
from random import Random

from resources.domains.domain import Domain
from resources.domains.toolkit.source_version import source_text
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.generation import diagnosis
from resources.generation.diagnosis.writer import reason_about, written_at_the_time
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed
from resources.generation.text_edits.attempts import Attempt, correction, first_attempt
from resources.generation.text_edits.source import Source

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
