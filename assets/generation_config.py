"""The configuration of generators: its fields as the launch pad and a YAML file have them, and what is refused.

One set of classes for both. A key never stands here: only the name of the environment variable that holds it.
How generators are made from it is `generation`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, get_args

import dagster as dg
import yaml
from pydantic import BaseModel, Field, ValidationError

from resources.generation.endpoint.settings import Budget, EndpointSettings, Prices, Retries

MAX_FIRST_SEED = 900_000
"""Amplified trajectories are numbered from 1,000,000: below that, no seed is given twice."""


class GeneratorsRefused(Exception):
    """A configuration of generators that cannot be used. The message names the file and each field."""


_RETRIES = Retries()


class Kind(Enum):
    """What makes the trajectories."""

    fault_injection = "fault_injection"
    endpoint = "endpoint"


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


class GeneratorConfig(dg.Config):
    """One generator of the mixture."""

    kind: Kind = Field(
        default=Kind.fault_injection, description="fault_injection needs nothing; endpoint needs `endpoint`"
    )
    name: str = Field(
        default="", description="in provenance and budgets; empty: fault-injection, or the endpoint's model"
    )
    share: float = Field(default=1.0, description="of the trajectories, relative to the others' shares")
    seed: int = Field(default=0, description="added to every trajectory's number: another one gives other trajectories")
    endpoint: EndpointConfig | None = Field(default=None, description="of kind endpoint only")

    @property
    def title(self) -> str:
        """The name, or what stands in its place."""
        model = self.endpoint.model if self.endpoint else ""
        return FAULT_INJECTION if self.kind is Kind.fault_injection else self.name or model


FAULT_INJECTION = "fault-injection"
DEFAULT = (GeneratorConfig(),)
"""Fault injection alone: needs nothing."""


def read_generators(path: Path) -> tuple[GeneratorConfig, ...]:
    """The list `generators` of a YAML file. Raises GeneratorsRefused, naming the file and every field at fault."""
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GeneratorsRefused(f"{path} cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise GeneratorsRefused(f"{path} is not YAML: {error}") from None
    if not isinstance(raw, dict) or list(raw) != ["generators"] or not isinstance(raw["generators"], list):
        raise GeneratorsRefused(f"{path}: has to hold one list, `generators`")
    shape = [
        text
        for index, item in enumerate(raw["generators"])
        for text in _misfits(GeneratorConfig, item, f"generators[{index}]")
    ]
    secrets = list(_secrets(raw["generators"], "generators"))
    _refuse(path, secrets or shape)
    problems, found = [], []
    for index, item in enumerate(raw["generators"]):
        try:
            found.append(GeneratorConfig(**item))
        except ValidationError as error:
            at = f"generators[{index}]"
            problems += [f"{'.'.join([at, *map(str, one['loc'])])}: {one['msg']}" for one in error.errors()]
    _refuse(path, problems)
    return checked(found, str(path))


def configured(file: str) -> tuple[GeneratorConfig, ...]:
    """Those of the file, or the default where there is no file."""
    return read_generators(Path(file)) if file else DEFAULT


def shares(generators: Sequence[GeneratorConfig]) -> str:
    """For people: "60 % qwen, 40 % fault-injection"."""
    total = sum(entry.share for entry in generators)
    return ", ".join(f"{entry.share / total:.0%} {entry.title}".replace("%", " %") for entry in generators)


def checked(generators: Sequence[GeneratorConfig], where: str) -> tuple[GeneratorConfig, ...]:
    """The same, if they can be used together; GeneratorsRefused names `where` and every field at fault."""
    problems = list(_secrets([entry.model_dump() for entry in generators], "generators"))
    for index, entry in enumerate(generators):
        problems += [f"generators[{index}].{text}" for text in _problems(entry)]
    names = [entry.title for entry in generators]
    problems += [f"generators[{i}].name: {name!r} is taken" for i, name in enumerate(names) if name in names[:i]]
    if not generators:
        problems.append("generators: is empty")
    _refuse(where, problems)
    return tuple(generators)


def _refuse(where: object, problems: Sequence[str]) -> None:
    if problems:
        raise GeneratorsRefused("\n".join(f"{where}: {problem}" for problem in problems))


def _misfits(model: type[BaseModel], raw: object, at: str) -> Iterator[str]:
    """Fields that are not there, and fields that there are not: dg.Config itself lets both pass."""
    if not isinstance(raw, dict):
        yield f"{at}: has to hold fields, not {type(raw).__name__}"
        return
    fields = model.model_fields
    yield from (f"{at}.{name}: there is none; there are {', '.join(fields)}" for name in raw if name not in fields)
    for name, field in fields.items():
        if field.is_required() and raw.get(name) is None:
            yield f"{at}.{name}: is missing"
        nested = next((kind for kind in (field.annotation, *get_args(field.annotation)) if _is_config(kind)), None)
        if nested and raw.get(name) is not None:
            yield from _misfits(nested, raw[name], f"{at}.{name}")


def _is_config(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, dg.Config)


def _problems(entry: GeneratorConfig) -> Iterator[str]:
    if not 0 < entry.share < float("inf"):
        yield f"share: is {entry.share}; it has to be above 0"
    if not 0 <= entry.seed <= MAX_FIRST_SEED:
        yield f"seed: is {entry.seed}; it has to be from 0 to {MAX_FIRST_SEED:,}"
    if entry.kind is Kind.fault_injection and entry.endpoint:
        yield "endpoint: is for kind endpoint"
    if entry.kind is Kind.fault_injection and entry.name not in ("", FAULT_INJECTION):
        yield f"name: fault injection is always {FAULT_INJECTION}"
    if entry.kind is Kind.endpoint:
        yield from _endpoint_problems(entry)


def _endpoint_problems(entry: GeneratorConfig) -> Iterator[str]:
    if entry.endpoint is None:
        yield "endpoint: is missing"
        return
    if entry.title == FAULT_INJECTION:
        yield "name: belongs to fault injection"
    if entry.endpoint.key_variable and not _VARIABLE.fullmatch(entry.endpoint.key_variable):
        yield f"endpoint.key_variable: {IS_A_NAME}"
        return
    try:
        endpoint_settings(entry)
    except ValueError as error:
        yield f"endpoint: {error}"


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


_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")
IS_A_NAME = (
    "has to be the name of an environment variable (capitals, digits, _); the key itself belongs into that variable"
)
_LOOKS_LIKE_A_KEY = re.compile(
    r"\b((sk|pk|rk|xai|nvapi)-|(hf|gsk|ghp)_|AIza|AKIA)[A-Za-z0-9_-]{12,}|\bbearer\s|\beyJ[\w-]{10,}\.[\w-]+|://[^/]*@|"
    r"\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32,}\b",
    re.IGNORECASE,
)
_NAMES_OF_KEYS = re.compile(r"(api[-_]?key|authorization|secret|password|access[-_]?token)", re.IGNORECASE)
REVOKE = (
    "looks like a key. Put it into an environment variable and name that in key_variable. If it was typed into the "
    "launch pad, Dagster has stored it with the run: revoke it"
)


def _secrets(value: object, at: str) -> Iterator[str]:
    """Where in the configuration something looks like a key. Says the place, never the value."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if _NAMES_OF_KEYS.search(str(name)):
                yield f"{at}.{name}: is for a key. Configuration holds none: name its variable in key_variable"
            else:
                yield from _secrets(item, f"{at}.{name}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _secrets(item, f"{at}[{index}]")
    elif isinstance(value, str) and _LOOKS_LIKE_A_KEY.search(value):
        yield f"{at}: {REVOKE}"
