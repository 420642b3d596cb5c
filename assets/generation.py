"""GenerationResource: hands the mixture of generators to the assets that need one.

Assembly only: configuration and its mistakes are `generation_config`, who makes which trajectory is
`assets.trajectories.mixture`, the generators themselves are `resources.generation`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import dagster as dg
from pydantic import Field

from assets.generation_config import DEFAULT, GeneratorConfig, Kind, endpoint_settings
from assets.generation_reading import checked, configured
from assets.home import Home
from assets.trajectories.mixture import Member, Mixture
from resources.domains.domain import Domain
from resources.generation.endpoint.settings import EndpointSettings
from resources.generation.fault_injection.generator import FaultInjectionGenerator
from resources.generation.fault_injection.hindsight import FaultInjectionHindsight

if TYPE_CHECKING:
    from resources.generation.endpoint.endpoint import EndpointFigures


class GenerationResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Who writes the trajectories: `generators` where any are given, else those of `file`, else fault injection."""

    file: str = Field(
        default="", description="YAML file with a list `generators`, fields as below; see docs/endpoints.md"
    )
    generators: list[GeneratorConfig] = Field(default=[], description="takes the place of the file's")

    def mixture(self, domain: Domain, home: Home) -> Mixture:
        """The campaign's mixture for one domain. Raises GeneratorsRefused; opens no connection."""
        return Mixture(domain, _members(self._configured(), domain, home))

    def known(self, domain: Domain, home: Home) -> Mixture:
        """All generators that can be asked again by name: the configured ones, and fault injection always.

        For audits (`by_name`) and hindsight (`writer`), which meet trajectories of earlier campaigns; nothing is
        drawn from it.
        """
        entries = self._configured()
        missing = () if any(entry.kind is Kind.fault_injection for entry in entries) else DEFAULT
        return Mixture(domain, _members([*entries, *missing], domain, home))

    def _configured(self) -> tuple[GeneratorConfig, ...]:
        return checked(self.generators, "launch pad") if self.generators else configured(self.file)


def _members(entries: Sequence[GeneratorConfig], domain: Domain, home: Home) -> tuple[Member, ...]:
    return tuple(
        _fault_injection(entry, domain) if entry.kind is Kind.fault_injection else _endpoint(entry, domain, home)
        for entry in entries
    )


def _fault_injection(entry: GeneratorConfig, domain: Domain) -> Member:
    return Member(
        FaultInjectionGenerator(domain),
        entry.share,
        entry.seed,
        needs_solution=True,
        writer=FaultInjectionHindsight(domain),
    )


def _endpoint(entry: GeneratorConfig, domain: Domain, home: Home) -> Member:
    """The key is read when the first request is sent, so that only what needs the endpoint fails without it."""
    from resources.generation.endpoint.endpoint import Endpoint
    from resources.generation.endpoint.generator import EndpointGenerator

    settings = endpoint_settings(entry)
    endpoint = Endpoint(settings, home.reply_cache)
    generator = EndpointGenerator(domain, endpoint)
    return Member(
        generator,
        entry.share,
        entry.seed,
        model=settings.model,
        at_once=settings.concurrency,
        writer=generator,
        live=lambda: live_words(settings, endpoint.figures),
    )


def live_words(settings: EndpointSettings, figures: "EndpointFigures") -> str:
    """ "qwen: 12 of 64 at once, 3 refusals, 0.41 spent"; nothing before the first request."""
    if not figures.answers + figures.from_cache + figures.in_flight + figures.retries + figures.refusals:
        return ""
    counts = {"from cache": figures.from_cache, "refusals (429)": figures.refusals, "sent again": figures.retries}
    said = [f"{figures.in_flight} in flight, limit {figures.limit} of {figures.ceiling}"]
    said += [f"{count} {what}" for what, count in counts.items() if count]
    said += [f"{figures.spent.cost:.2f} spent" if settings.prices else f"{figures.spent.tokens:,} tokens spent"]
    return f"{settings.name}: {', '.join(said)}"
