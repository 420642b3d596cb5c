"""The configuration of generators: its fields as the launch pad and a YAML file have them.

One set of classes for both. A key never stands here: only the name of the environment variable that holds it.
What is refused is `config_file`, how generators are made from it is `generation`.
"""

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import dagster as dg
from pydantic import Field

from resources.generation.endpoint.settings import Budget, EndpointSettings, Prices, Retries
from resources.serving.environment import ANY

_RETRIES = Retries()


class Kind(Enum):
    """What makes the trajectories."""

    fault_injection = "fault_injection"
    text_edits = "text_edits"
    endpoint = "endpoint"
    recorded = "recorded"
    thinking_model = "thinking_model"


class BudgetConfig(dg.Config):
    """What a home may spend under a generator's name, over all runs; empty: no limit."""

    requests: int | None = Field(default=None, description="answers")
    tokens: int | None = Field(default=None, description="prompt and completion together")
    cost: float | None = Field(default=None, description="in the currency of the prices")


class PricesConfig(dg.Config):
    """Per million tokens, in any one currency."""

    prompt: float
    completion: float
    cached: float | None = Field(
        default=None, description="for prompt tokens from the server's prefix cache; empty: as prompt"
    )


class RetriesConfig(dg.Config):
    """How long a server is waited for, in seconds where no unit is named."""

    attempts: int = Field(default=_RETRIES.attempts, description="most times that a failed request is sent")
    first_wait_s: float = Field(
        default=_RETRIES.first_wait_s, description="before the second time; then twice as long each time"
    )
    longest_wait_s: float = Field(default=_RETRIES.longest_wait_s, description="longest of these waits")
    patience_s: float = Field(
        default=_RETRIES.patience_s, description="how long a request waits for a server that says 429"
    )
    dead_after: int = Field(
        default=_RETRIES.dead_after, description="failures in a row after which a silent server is dead"
    )
    dead_after_s: float = Field(default=_RETRIES.dead_after_s, description="for how long it has to be silent")


class EndpointConfig(dg.Config):
    """A server that speaks the OpenAI dialect: a vLLM of one's own, or a hosted API."""

    base_url: str = Field(description="up to and with /v1, such as http://127.0.0.1:8000/v1")
    model: str = Field(description="as the server names it (GET /v1/models)")
    key_variable: str = Field(
        default="", description="NAME of the environment variable with the key, never the key; empty: no key"
    )
    temperature: float | None = Field(default=None, description="empty: the server's default")
    top_p: float | None = Field(default=None, description="empty: the server's default")
    max_tokens: int = Field(default=8192, description="of one answer, reasoning included")
    token_limit_field: str = Field(
        default="max_tokens", description="max_completion_tokens for APIs that refuse max_tokens"
    )
    send_seed: bool = Field(default=True, description="false for APIs that refuse seeds")
    extra_body: dict[str, Any] = Field(default={}, description="further fields of each request, such as top_k")
    answers_as: list[str] = Field(default=[], description="further names under which the server may report the model")
    concurrency: int = Field(
        default=64, description="most requests at once; fewer while the server refuses or slows down"
    )
    timeout_s: float = Field(default=600.0, description="seconds that one answer may take")
    budget: BudgetConfig = BudgetConfig()
    prices: PricesConfig | None = Field(default=None, description="without them no cost is counted")
    retries: RetriesConfig = RetriesConfig()


class ThinkingConfig(dg.Config):
    """A model that this home has trained, served on this machine for as long as it is asked."""

    model: str = Field(
        default="", description="folder's name under `models` of the home; empty: the newest of the graph"
    )
    engine: str = Field(
        default=ANY, description="vllm; transformers: slower, needs nothing else; any: vllm where it is installed"
    )
    temperature: float | None = Field(default=None, description="empty: 1")
    top_p: float | None = Field(default=None, description="empty: 1")
    max_tokens: int = Field(default=4096, description="of one answer, reasoning included")
    max_model_len: int | None = Field(default=None, description="tokens of prompt and answer; empty: the model's own")
    concurrency: int = Field(default=16, description="most requests at once; transformers answers one after the other")
    timeout_s: float = Field(default=3600.0, description="seconds that one answer may take, waiting included")


class GeneratorConfig(dg.Config):
    """One generator of the mixture."""

    kind: Kind = Field(
        default=Kind.fault_injection,
        description="fault_injection and text_edits need nothing; endpoint needs `endpoint`, recorded `answers`; "
        "thinking_model is the home's own, once it has one",
    )
    name: str = Field(
        default="", description="in provenance and budgets; empty: fault-injection, or the endpoint's model"
    )
    share: float = Field(default=1.0, description="of the trajectories, relative to the others' shares")
    seed: int = Field(default=0, description="added to every trajectory's number: another one gives other trajectories")
    endpoint: EndpointConfig | None = Field(default=None, description="of kind endpoint only")
    thinking: ThinkingConfig | None = Field(default=None, description="of kind thinking_model only")
    answers: str = Field(
        default="", description="of kind recorded only: JSON lines with seed_id, author, answer; or messages"
    )
    executed: float = Field(
        default=0.5,
        description="of kind recorded only: share of the answers to execute, amplification has the rest; "
        "conversations are all executed",
    )

    @property
    def title(self) -> str:
        """The name, or what stands in its place."""
        model = self.endpoint.model if self.endpoint else ""
        return OWN_NAMES.get(self.kind) or self.name or model or Path(self.answers).stem or self.kind.value


FAULT_INJECTION, TEXT_EDITS = "fault-injection", "text_edits"
OWN_NAMES = {Kind.fault_injection: FAULT_INJECTION, Kind.text_edits: TEXT_EDITS}
"""Generators that always have the same name."""
DEFAULT = (GeneratorConfig(),)
"""Fault injection alone: needs nothing."""


def default(text_edits_share: float = 0.0) -> tuple[GeneratorConfig, ...]:
    """What is used where nothing is configured: fault injection, and that share (0 to 1) of another family's."""
    if not text_edits_share:
        return DEFAULT
    return (
        GeneratorConfig(share=1 - text_edits_share),
        GeneratorConfig(kind=Kind.text_edits, share=text_edits_share),
    )


def shares(generators: Sequence[GeneratorConfig]) -> str:
    """For people: "60 % qwen, 40 % fault-injection, answers of gpt"."""
    drawn = [entry for entry in generators if entry.kind is not Kind.recorded]
    total = sum(entry.share for entry in drawn)
    said = [f"{entry.share / total:.0%} {entry.title}".replace("%", " %") for entry in drawn]
    return ", ".join([*said, *(f"answers of {entry.title}" for entry in generators if entry.kind is Kind.recorded)])


def endpoint_settings(entry: GeneratorConfig) -> EndpointSettings:
    """What the endpoint's client is told. Raises ValueError, naming the field, where that cannot work."""
    if entry.endpoint is None:
        raise ValueError(f"{entry.title} has no endpoint")
    given = entry.endpoint.model_dump()
    prices = given.pop("prices")
    return EndpointSettings(
        name=entry.title,
        budget=Budget(**given.pop("budget")),
        prices=Prices(**prices) if prices else None,
        retries=Retries(**given.pop("retries")),
        answers_as=tuple(given.pop("answers_as")),
        **given,
    )


OWN_ADDRESS = "http://127.0.0.1/v1"
"""Of the home's own models, whatever port serves them: what a model has answered is found again under it."""


def thinking_settings(entry: GeneratorConfig, model: str) -> EndpointSettings:
    """The same for a model of the home's own."""
    given = entry.thinking or ThinkingConfig()
    return EndpointSettings(
        name=entry.title,
        base_url=OWN_ADDRESS,
        model=model,
        temperature=given.temperature,
        top_p=given.top_p,
        max_tokens=given.max_tokens,
        concurrency=given.concurrency,
        timeout_s=given.timeout_s,
    )
