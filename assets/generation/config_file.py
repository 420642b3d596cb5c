"""Reading and checking the configuration of generators: what is refused, and in which words.

The fields themselves are `config`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import dagster as dg
import yaml
from pydantic import BaseModel, ValidationError

from assets.generation.config import DEFAULT, OWN_NAMES, GeneratorConfig, Kind, endpoint_settings, thinking_settings
from assets.near_names import there_are
from resources.generation.recorded.samples import UnreadableSamples, read_samples
from resources.serving.settings import ENGINES

LARGEST_FILE = 1 << 20
MAX_FIRST_SEED = 900_000
"""Amplified trajectories are numbered from 1,000,000: below that, no seed is given twice."""


class GeneratorsRefused(Exception):
    """A configuration of generators that cannot be used. The message names the file and each field."""


def read_generators(path: Path) -> tuple[GeneratorConfig, ...]:
    """The list `generators` of a YAML file. Raises GeneratorsRefused, naming the file and every field at fault."""
    try:
        if path.exists() and not (path.is_file() and path.stat().st_size <= LARGEST_FILE):
            raise GeneratorsRefused(f"{path} is no regular file of at most {LARGEST_FILE >> 20} MiB")
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise GeneratorsRefused(f"{path} cannot be read: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise GeneratorsRefused(f"{path} is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(raw, dict) or list(raw) != ["generators"] or not isinstance(raw["generators"], list):
        raise GeneratorsRefused(f"{path}: has to hold one list, `generators`")
    shape = [
        text
        for index, item in enumerate(raw["generators"])
        for text in _misfits(GeneratorConfig, item, f"generators[{index}]")
    ]
    _refuse(path, list(secrets(raw["generators"], "generators")) or shape)
    problems, configs = [], []
    for index, item in enumerate(raw["generators"]):
        try:
            configs.append(GeneratorConfig(**_placed(item, path.parent)))
        except ValidationError as error:
            at = f"generators[{index}]"
            problems += [f"{'.'.join([at, *map(str, one['loc'])])}: {one['msg']}" for one in error.errors()]
    _refuse(path, problems)
    return checked(configs, str(path))


def _placed(item: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A file of answers is looked for beside the YAML file that names it."""
    answers = item.get("answers")
    return {**item, "answers": str(folder / answers)} if isinstance(answers, str) and answers else item


def configured(file: str, otherwise: tuple[GeneratorConfig, ...] = DEFAULT) -> tuple[GeneratorConfig, ...]:
    """Those of the file, or `otherwise` where there is no file."""
    return read_generators(Path(file)) if file else otherwise


def checked(generators: Sequence[GeneratorConfig], where: str) -> tuple[GeneratorConfig, ...]:
    """The same, if they can be used together; GeneratorsRefused names `where` and every field at fault."""
    _refuse(where, list(secrets([entry.model_dump() for entry in generators], "generators")))
    problems = []
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
        raise GeneratorsRefused(f"{where}: {'; and '.join(problems)}")


def _misfits(model: type[BaseModel], raw: object, at: str) -> Iterator[str]:
    """Fields that are not there, and fields that there are not: dg.Config itself lets both pass."""
    if not isinstance(raw, dict):
        yield f"{at}: has to hold fields, not {type(raw).__name__}"
        return
    fields = model.model_fields
    yield from (f"{at}.{name}: there is none{there_are(str(name), fields)}" for name in raw if name not in fields)
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
    own = OWN_NAMES.get(entry.kind, "")
    if entry.endpoint and entry.kind in (*OWN_NAMES, Kind.thinking_model):
        yield "endpoint: is for kind endpoint"
    if entry.thinking and entry.kind is not Kind.thinking_model:
        yield "thinking: is for kind thinking_model"
    if own and entry.name not in ("", own):
        yield f"name: {entry.kind.value.replace('_', ' ')} is always {own}"
    if entry.kind is Kind.endpoint:
        yield from _endpoint_problems(entry)
    if entry.kind is Kind.thinking_model:
        yield from _thinking_problems(entry)
    if entry.kind is Kind.recorded:
        yield from _recorded_problems(entry)
    elif entry.answers:
        yield "answers: is for kind recorded"


def _recorded_problems(entry: GeneratorConfig) -> Iterator[str]:
    if entry.endpoint:
        yield "endpoint: is for kind endpoint"
    if not 0 <= entry.executed <= 1:
        yield f"executed: is {entry.executed}; it has to be from 0 to 1"
    if not entry.answers:
        yield "answers: is missing"
        return
    try:
        read_samples(Path(entry.answers))
    except UnreadableSamples as error:
        yield f"answers: {error}"


def _thinking_problems(entry: GeneratorConfig) -> Iterator[str]:
    try:
        thinking_settings(entry, "any")
    except ValueError as error:
        yield f"thinking: {error}"
    engine = entry.thinking.engine if entry.thinking else ENGINES[0]
    if engine not in ENGINES:
        yield f"thinking.engine: is {engine!r}; there are {', '.join(ENGINES)}"


def _endpoint_problems(entry: GeneratorConfig) -> Iterator[str]:
    if entry.endpoint is None:
        yield "endpoint: is missing"
        return
    taken = {name: kind for kind, name in OWN_NAMES.items()}
    if entry.title in taken:
        yield f"name: belongs to {taken[entry.title].value.replace('_', ' ')}"
    if entry.endpoint.key_variable and not _VARIABLE.fullmatch(entry.endpoint.key_variable):
        yield f"endpoint.key_variable: {IS_A_NAME}"
        return
    try:
        endpoint_settings(entry)
    except ValueError as error:
        yield f"endpoint: {error}"


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


def secrets(value: object, at: str) -> Iterator[str]:
    """Where in the configuration something looks like a key. Says the place, never the value."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if _NAMES_OF_KEYS.search(str(name)):
                yield f"{at}.{name}: is for a key. Configuration holds none: name its variable in key_variable"
            else:
                yield from secrets(item, f"{at}.{name}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from secrets(item, f"{at}[{index}]")
    elif isinstance(value, str) and _LOOKS_LIKE_A_KEY.search(value):
        yield f"{at}: {REVOKE}"
