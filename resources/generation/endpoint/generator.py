"""EndpointGenerator: a model behind an endpoint as the Generator and the HindsightWriter of one domain.

Renders the prompt, asks, reads reasoning and code. An answer without usable code is asked for once more, with what
was wrong; a second one ends the trajectory as `generator_failed`. The failures, and what each leads to:

- 429: waited out as Retry-After says, or with growing pauses, for `retries.patience_s`; fewer requests at once.
- 408, 409, 425, 5xx, no connection, no answer in time, a cut or malformed answer, no choices: sent again,
  `retries.attempts` times in all.
- The same again and again, while other requests are answered: GeneratorFailed, this trajectory ends.
- Nothing answered for `retries.dead_after_s`: GeneratorUnavailable, at once for all requests.
- 401, 402, 403, 404, another model's answer, no quota, any other 4xx: GeneratorUnavailable, at once for all requests;
  the message says what to change.
- 400 or 413 for a prompt that is too long, a content filter, an answer over `max_reply_bytes`: GeneratorFailed.
- The budget is spent: GeneratorUnavailable, with what was spent and which setting holds it.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property

from resources.domains.domain import Domain
from resources.execution.bundle import Candidate
from resources.generation.endpoint.endpoint import Asked, Endpoint
from resources.generation.endpoint.reading import NoCode, read_answer, read_text, reading_version
from resources.generation.endpoint.request import derived_seed
from resources.generation.generator import Generation, GenerationRequest, GeneratorFailed
from resources.generation.hindsight import Hindsight, HindsightRequest
from resources.generation.prompting.attempt import fence_tag, render_attempt, render_retry
from resources.generation.prompting.hindsight import render_hindsight
from resources.generation.prompting.version import prompt_version


class EndpointGenerator:
    """Keeps no state of its own; `endpoint` may serve several domains and campaigns at once."""

    def __init__(self, domain: Domain, endpoint: Endpoint) -> None:
        self._domain = domain
        self.endpoint = endpoint

    @property
    def name(self) -> str:
        return self.endpoint.settings.name

    @cached_property
    def version(self) -> str:
        """A hash over model, sampling, prompts and reading rules. Not the address: a server may move."""
        settings = self.endpoint.settings
        parts = [settings.sampling(), settings.send_seed, settings.max_code_bytes]
        text = json.dumps([parts, prompt_version(self._domain), reading_version()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    async def generate(self, request: GenerationRequest) -> Generation:
        """Asks at most twice. Raises GeneratorFailed, with what both answers cost, or GeneratorUnavailable."""
        turn = len(request.history)
        first = await self.endpoint.ask(lambda: render_attempt(request), derived_seed("turn", request.seed, turn, 0))
        try:
            return await self._read(request, first, first.usage)
        except NoCode as found:
            problem = str(found)
        try:
            again = derived_seed("turn", request.seed, turn, 1)
            second = await self.endpoint.ask(lambda: render_retry(request, problem), again)
        except GeneratorFailed as failed:
            raise GeneratorFailed(str(failed), _sum(first.usage, failed.usage)) from None
        usage = _sum(first.usage, second.usage)
        try:
            return await self._read(request, second, usage)
        except NoCode as found:
            text = f"no usable code in two answers: in the first, {problem}; in the second, {found}"
        raise GeneratorFailed(text, usage)

    async def reason(self, request: HindsightRequest) -> Hindsight:
        """Asks once. Raises GeneratorFailed or GeneratorUnavailable."""
        seed = derived_seed("hindsight", request.seed, request.index)
        asked = await self.endpoint.ask(lambda: render_hindsight(request), seed)
        try:
            text = await self.endpoint.aside(read_text, asked.reply)
        except NoCode as found:
            problem = str(found)
        else:
            return Hindsight(text, asked.usage)
        raise GeneratorFailed(f"no reasoning in the answer: {problem}", asked.usage)

    async def _read(self, request: GenerationRequest, asked: Asked, usage: Mapping[str, float]) -> Generation:
        fence = fence_tag(request.domain, request.bundle)
        answer = await self.endpoint.aside(read_answer, asked.reply, fence, self.endpoint.settings.max_code_bytes)
        return Generation(answer.reasoning, Candidate(answer.code), usage=usage)


def _sum(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    return {name: one.get(name, 0.0) + other.get(name, 0.0) for name in one.keys() | other.keys()}
