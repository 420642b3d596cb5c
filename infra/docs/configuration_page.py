"""The page of all that can be set: profiles, the launch pad's fields, environment variables."""

from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import dagster as dg
import yaml
from pydantic.fields import FieldInfo

from assets.execution import ExecutionResource
from assets.generation.config import (
    BudgetConfig,
    EndpointConfig,
    GeneratorConfig,
    PricesConfig,
    RetriesConfig,
    ThinkingConfig,
)
from assets.generation.resource import GenerationResource
from assets.home_resource import HomeResource
from assets.profile import Profile
from assets.profile_resource import ProfileResource
from assets.shards.resource import ShardResource
from infra.docs.markdown import code, page, table
from infra.docs.source_text import members, words
from orchestration.cluster.shard_jobs import ShardJobResource
from orchestration.rollback import Rollback
from resources.storage.dagster_resource import LakeResource

OPENING = (
    "Three places: a profile says how much a run does, environment variables say where things are, and the launch pad "
    "overrides both for one run."
)
PROFILES = Path(__file__).parent.parent.parent / "orchestration" / "profiles"
SHIPPED = ("quick", "standard", "full", "tutorial", "learning")

VARIABLES = {
    "ICWM_HOME": (
        "`var/` in the clone, `icwm/` in XDG_DATA_HOME for a wheel",
        "the folder in which everything that a run leaves behind lives",
    ),
    "XDG_DATA_HOME": ("`~/.local/share`", "where the home of an installed wheel is"),
    "ICWM_LAKE": ("`lake` in the home", "folder or URL of the lake, such as `s3://bucket/lake` (extra `s3`)"),
    "ICWM_PROFILE": ("`quick`", "the profile; `icwm run --profile` sets it"),
    "ICWM_PROFILES": ("`orchestration/profiles`", "a folder with profiles of your own"),
    "ICWM_LAKE_KEEP_HOURS": (
        "168",
        "how long `icwm compact`, `icwm vacuum` and the job `lake_upkeep` keep what a commit of the lake replaced",
    ),
    "ICWM_RUNS_KEEP_DAYS": ("90", "how long the job `run_retention` keeps ended runs and their events"),
    "ICWM_WORKERS": ("one for each core", "how many candidates run at once; 0 is the default"),
    "ICWM_GENERATORS": (
        "fault injection and text edits",
        "the YAML file of generators; `icwm run --generators` sets it",
    ),
    "ICWM_SHARDS_ON": (
        "processes",
        "where shards run, where the profile's `shards` asks for some: processes of this machine, or kubernetes",
    ),
    "ICWM_LOG_FORMAT": ("text", "json: what commands say on stderr is one JSON object a line (`--log-format`)"),
    "ICWM_VIEWER_URL": (
        "unset",
        "the address under which readers of asset pages and audit reports reach a viewer (`icwm view`). Unset, "
        "reports link to `icwm view` on this machine's port 3080, and asset pages name the command",
    ),
    "ICWM_ALLOW_UNSANDBOXED": (
        "unset",
        "`1` runs candidates without a sandbox, with all rights of your user; a warning is logged",
    ),
    "DAGSTER_HOME": ("`dagster` in the home", "set by the commands themselves; what you set is overwritten"),
    "RENODE_PATH": ("the `renode` on `PATH`", "Renode's program, or the folder it is in"),
    "CUDA_VISIBLE_DEVICES": ("all", "which GPU the domain of GPU kernels may use"),
    "ACCELERATE_USE_FSDP": ("unset", "set by `accelerate launch`; `icwm train` then holds the base whole with LoRA"),
    "PATH": ("", "where tools are looked for"),
}
"""Variable → default, meaning. A test holds it to what the code reads."""

CONFIGURATIONS: tuple[tuple[str, type[Any]], ...] = (
    ("profile", ProfileResource),
    ("lake", LakeResource),
    ("home", HomeResource),
    ("execution", ExecutionResource),
    ("shards", ShardResource),
    ("shards, on Kubernetes", ShardJobResource),
    ("generation", GenerationResource),
    ("one of generation.generators", GeneratorConfig),
    ("endpoint of a generator", EndpointConfig),
    ("thinking of a generator", ThinkingConfig),
    ("budget of an endpoint", BudgetConfig),
    ("prices of an endpoint", PricesConfig),
    ("retries of an endpoint", RetriesConfig),
    ("config of the op go_back, in the job rollback_champion", Rollback),
)


def configuration_page() -> str:
    return page("Configuration", OPENING, [_profiles(), _launch_pad(), _variables()])


def _profiles() -> str:
    values = {name: yaml.safe_load((PROFILES / f"{name}.yaml").read_text(encoding="utf-8")) for name in SHIPPED}
    rows = []
    for field in members(Profile):
        if field.is_field and field.name != "name":
            default = str(getattr(Profile, field.name, ""))
            chosen = [code(str(values[name].get(field.name, default))) for name in SHIPPED]
            rows.append((code(field.name), field.words, *chosen))
    said = (
        "A profile is a YAML file in `orchestration/profiles`, or in the folder that `ICWM_PROFILES` names. A field "
        f"that the file leaves out has its default; {', '.join(code(name) for name in _required())} have none."
    )
    return "\n\n".join(["## Profiles", said, table(("field", "meaning", *SHIPPED), rows)])


def _required() -> list[str]:
    return [field.name for field in fields(Profile) if field.default is MISSING and field.name != "name"]


def _launch_pad() -> str:
    said = (
        "Under `resources: NAME: config:`. Without it, values come from the environment variables below. A file of "
        "generators has the same fields as `generation`, under `generators`: [endpoints](../endpoints.md)."
    )
    return "\n\n".join(["## Launch pad", said, *(_fields(name, cls) for name, cls in CONFIGURATIONS)])


def _fields(name: str, cls: type[dg.Config]) -> str:
    rows = [(code(key), code(_type(field)), code(_default(field)), field.description or "") for key, field in _own(cls)]
    return "\n\n".join([f"### {name}", words(cls), table(("field", "type", "default", "meaning"), rows)])


def _own(cls: type[Any]) -> list[tuple[str, FieldInfo]]:
    return [(key, field) for key, field in cls.model_fields.items() if not key.startswith("_")]


def _type(field: FieldInfo) -> str:
    kind = field.annotation
    return getattr(kind, "__name__", str(kind)) if not getattr(kind, "__args__", ()) else _short(str(kind))


def _short(kind: str) -> str:
    return " ".join(kind.replace("typing.", "").replace("assets.generation.config.", "").split())


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if value is None or value == "":
        return ""
    return "as below" if isinstance(value, dg.Config) else str(getattr(value, "value", value))


def _variables() -> str:
    rows = [(code(name), default, meaning) for name, (default, meaning) in VARIABLES.items()]
    said = (
        "An endpoint's `key_variable` names the variable with its key. "
        "`make` takes `PYTHON`, `VENV`, `MODEL` and `PORT`, too."
    )
    return "\n\n".join(["## Environment variables", table(("variable", "default", "meaning"), rows), said])
