"""GenerationResource: hands the mixture of generators to the assets that need one.

Assembly only: configuration and its mistakes are `config`, who makes which trajectory is
`assets.generation.mixture`, the generators themselves are `resources.generation`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import dagster as dg
from pydantic import Field

from assets.generation.config import (
    DEFAULT,
    OWN_NAMES,
    GeneratorConfig,
    Kind,
    ThinkingConfig,
    default,
    endpoint_settings,
    thinking_settings,
)
from assets.generation.config_file import GeneratorsRefused, checked, configured
from assets.generation.mixture import Member, Mixture, Replay
from assets.home import Home
from resources.domains.domain import Domain
from resources.domains.recorded_answer import RecordedAnswer
from resources.generation.diagnosis.writer import reason_now
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.generation.generator import GeneratorUnavailable
from resources.generation.hindsight import GeneratorHindsight
from resources.generation.recorded.generator import RecordedGenerator
from resources.generation.recorded.samples import read_samples
from resources.generation.text_edits.generator import TextEditGenerator
from resources.serving.errors import ServingFailed
from resources.serving.settings import ServerSettings

if TYPE_CHECKING:
    from resources.generation.endpoint.endpoint import Server


NO_MODEL_YET = (
    "this home has no thinking model yet, and no other generator is named: let the profile name a base (thinking_base) "
    "and give fault_injection a share until one is trained (docs/training.md)"
)
OTHERS_SHARE = 0.5
"""Of fault injection's trajectories: so many begin with another author's solution and not with the reference."""


class GenerationResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Who writes the trajectories: `generators` where any are given, else those of `file`, else fault injection."""

    file: str = Field(
        default="", description="YAML file with a list `generators`, fields as below; see docs/endpoints.md"
    )
    generators: list[GeneratorConfig] = Field(default=[], description="takes the place of the file's")

    def mixture(self, domain: Domain, home: Home, text_edits_share: float = 0.0) -> Mixture:
        """The campaign's mixture for one domain. Raises GeneratorsRefused; opens no connection.

        Where nothing is configured, `text_edits_share` of the trajectories (0 to 1) are another family's than
        fault injection's.
        """
        return _mixture(self._configured(default(text_edits_share)), domain, home)

    def known(self, domain: Domain, home: Home) -> Mixture:
        """All generators that can be asked again by name: the configured ones, and those that need nothing.

        For audits (`by_name`) and hindsight (`writer`), which meet trajectories of earlier campaigns; nothing is
        drawn from it.
        """
        entries = self._configured()
        present = {entry.kind for entry in entries}
        missing = [GeneratorConfig(kind=kind) for kind in OWN_NAMES if kind not in present]
        return _mixture([*entries, *missing], domain, home)

    def _configured(self, otherwise: tuple[GeneratorConfig, ...] = DEFAULT) -> tuple[GeneratorConfig, ...]:
        return checked(self.generators, "launch pad") if self.generators else configured(self.file, otherwise)


def _mixture(entries: Sequence[GeneratorConfig], domain: Domain, home: Home) -> Mixture:
    """Answers that come with the project beside those of files, all of them executed."""
    drawn = tuple(
        member for entry in entries if entry.kind is not Kind.recorded for member in _members(entry, domain, home)
    )
    if not drawn and any(entry.kind is Kind.thinking_model for entry in entries):
        raise GeneratorsRefused(NO_MODEL_YET)
    shares = {entry.answers: entry.executed for entry in entries if entry.kind is Kind.recorded}
    recorded = [(answer, share) for file, share in shares.items() for answer in read_samples(Path(file))]
    shipped = domain.recorded_answers()
    answers = [*((answer, 1.0) for answer in shipped), *recorded]
    return Mixture(domain, drawn, _replays(answers, frozenset(answer.number for answer in shipped)))


def _replays(answers: Iterable[tuple[RecordedAnswer, float]], shipped: frozenset[int]) -> tuple[Replay, ...]:
    """One for each author; the share is that of the author's first answer."""
    by_author: dict[str, list[tuple[RecordedAnswer, float]]] = {}
    for answer, share in answers:
        by_author.setdefault(answer.author, []).append((answer, share))
    return tuple(
        Replay(RecordedGenerator(author, [answer for answer, _ in own]), own[0][1], shipped)
        for author, own in by_author.items()
    )


def _members(entry: GeneratorConfig, domain: Domain, home: Home) -> tuple[Member, ...]:
    if entry.kind is Kind.fault_injection:
        return _fault_injection(entry, domain)
    if entry.kind is Kind.thinking_model:
        return _thinking_model(entry, domain, home)
    return (_text_edits(entry, domain) if entry.kind is Kind.text_edits else _endpoint(entry, domain, home),)


def _fault_injection(entry: GeneratorConfig, domain: Domain) -> tuple[Member, ...]:
    """Half of the faults are injected into references, half into solutions by other authors, where there are any."""
    authors = _solutions(domain)
    generators = [FaultInjectionGenerator(domain, author, own) for author, own in sorted(authors.items())]
    halves = OTHERS_SHARE if generators else 0.0
    shares = {FaultInjectionGenerator(domain): 1 - halves} | {one: halves / len(generators) for one in generators}
    return tuple(
        Member(
            generator,
            share * entry.share,
            entry.seed,
            needs_solution=True,
            tasks=frozenset(generator.solutions) if generator.solutions else None,
            writer=GeneratorHindsight(generator, reason_now),
        )
        for generator, share in shares.items()
    )


def _solutions(domain: Domain) -> dict[str, dict[str, str]]:
    """By author and seed id, the last attempt of each answer that comes with the project."""
    found: dict[str, dict[str, str]] = {}
    for answer in (answer for answer in domain.recorded_answers() if answer.is_solution):
        found.setdefault(answer.author, {})[answer.seed_id] = answer.texts[-1]
    return found


def _text_edits(entry: GeneratorConfig, domain: Domain) -> Member:
    generator = TextEditGenerator(domain)
    writer = GeneratorHindsight(generator, reason_now)
    return Member(generator, entry.share, entry.seed, needs_solution=True, writer=writer)


def _endpoint(entry: GeneratorConfig, domain: Domain, home: Home) -> Member:
    """The key is read when the first request is sent, so that only what needs the endpoint fails without it."""
    return _asking(entry, domain, home, endpoint_settings(entry))


def _thinking_model(entry: GeneratorConfig, domain: Domain, home: Home) -> tuple[Member, ...]:
    """None where the home has none yet: in the first round the others make its trajectories too."""
    given = entry.thinking or ThinkingConfig()
    folder = home.models / given.model if given.model else home.newest_model
    if folder is None:
        return ()
    served = ServerSettings(
        str(folder), served_name=folder.name, max_model_len=given.max_model_len, engine=given.engine
    )
    server = partial(_served, served, home.serving)
    return (_asking(entry, domain, home, thinking_settings(entry, folder.name), server),)


@contextmanager
def _served(settings: ServerSettings, serving: Path) -> Iterator[str]:
    """The address. Raises GeneratorUnavailable where it cannot be served."""
    from resources.serving.server import VllmServer

    try:
        server = VllmServer(settings, serving)
        served = server.start()
    except ServingFailed as error:
        raise GeneratorUnavailable(f"{settings.name} is not served: {error}") from error
    try:
        yield served.base_url
    finally:
        server.stop()


def _asking(
    entry: GeneratorConfig, domain: Domain, home: Home, settings: EndpointSettings, server: "Server | None" = None
) -> Member:
    from resources.generation.endpoint.endpoint import Endpoint
    from resources.generation.endpoint.generator import EndpointGenerator

    endpoint = Endpoint(settings, home.reply_cache, server)
    generator = EndpointGenerator(domain, endpoint)
    return Member(
        generator,
        entry.share,
        entry.seed,
        model=settings.model,
        at_once=settings.concurrency,
        writer=generator,
        live=endpoint.live_words,
    )
