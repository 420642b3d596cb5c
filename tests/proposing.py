"""A campaign of proposals against the local server, in a home of its own, with the domain's real tools."""

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from assets.corpus.fingerprint_store import FingerprintStore
from assets.proposals.campaign import Campaign
from assets.proposals.course import Panel, Workshop
from assets.proposals.known_tasks import KnownTasks
from resources.domains.domain import Domain
from resources.execution.cache import CachedBackend, ResultCache
from resources.execution.pool import ExecutionPool
from resources.execution.sandbox.selection import make_sandbox
from resources.generation.endpoint.endpoint import Endpoint
from resources.generation.endpoint.generator import EndpointGenerator
from resources.storage.lake import Lake
from tests.endpoint_server.campaign import endpoint_settings
from tests.endpoint_server.server import EndpointServer
from tests.proposed_tasks import Endpoint as Scripted


class Asked(NamedTuple):
    """`rows` of the campaign's proposals, and the last message of each request."""

    rows: list[dict[str, Any]]
    told: list[str]


def propose(domain: Domain, scripted: Scripted, folder: Path) -> Asked:
    """As many proposals as are scripted, with three answers each, in a home without tasks."""
    form = domain.proposal_form
    assert form is not None
    with EndpointServer() as server:
        server.stub.content = scripted
        endpoint = Endpoint(endpoint_settings(server.base_url, concurrency=1), folder / "replies.sqlite")
        panel = Panel(domain, form, endpoint, [EndpointGenerator(domain, endpoint)] * 3, "MIT")
        known = KnownTasks(domain, [], [], FingerprintStore(folder / "fingerprints.sqlite"))
        backend = CachedBackend(domain.backend(make_sandbox()), ResultCache(folder / "results.sqlite"))
        with ExecutionPool(backend) as pool:
            campaign = Campaign(panel, Lake(folder / "lake"), len(scripted.proposals))
            proposed = asyncio.run(campaign.run(Workshop(known, pool, 8)))
        told = [body["messages"][-1]["content"] for body in server.stub.requests]
    return Asked(proposed.rows, told)
