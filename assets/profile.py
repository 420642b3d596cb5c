"""Profile: the one dial of a run (quick, standard, full).

What a profile holds is decided here; which profiles there are stands in `orchestration/profiles/*.yaml`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import yaml
from annotated_types import Ge
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from assets.learned import Learned
from assets.near_names import near, there_are
from resources.domains.registry import load_domains
from resources.world_model.trust import Limits

MUTANTS_THAT_MUST_FAIL = 8
"""A bundle of which fewer fail is not certified."""

_Count = Annotated[int, Ge(1)]
Shards = _Count | Mapping[str, _Count]


@dataclass(frozen=True)
class Profile:
    """How much of everything. Counts are per bundle, per domain or in total, as their names say."""

    name: str
    """The file's name."""
    builtin_seeds_per_domain: int
    """How many built-in tasks a domain uses, spread over the tiers; imported tasks are all used."""
    max_corrections: int
    """How often a generator may correct a candidate that failed."""
    mutants_per_bundle: Annotated[int, Ge(MUTANTS_THAT_MUST_FAIL)]
    """Faulty versions of the reference that certification runs, 8 at least."""
    trajectories_per_bundle: int
    """Real trajectories of a bundle."""
    amplified_per_bundle: int
    """Trajectories of a bundle in which the world model answers."""
    training_seconds: int
    """How long the world model trains at most, features included."""
    audit_turns: int
    """Simulated turns that an audit runs again."""
    audit_trajectories: int
    """Trajectories that an audit makes again."""
    audit_minimum_accuracy: float
    """Outcome accuracy below which the audit shuts the gate."""
    audit_minimum_agreement: float
    """Trajectory agreement below which the audit shuts the gate."""
    certified_share_minimum: float
    """Share of a domain's bundles that has to be certified; with fewer, a blocking check fails."""
    made_seeds_per_domain: int = 0
    """How many tasks a domain draws from its families, spread over them; what a home has drawn before stays."""
    costly_seeds_per_domain: int = 0
    """How many it draws from its costly families, one execution of whose tasks takes ten CPU seconds to minutes."""
    exam_seeds_per_domain: int = 0
    """How many more it draws for evaluation, from numbers that no home trains on."""
    trust_accuracy: float = 0.97
    """A prediction stands in the tool's place where those as sure as it are right in this share of cases."""
    trust_false_pass: float = 0.01
    """And where, of all, no more than this share are a PASS that is none."""
    tool_where_cheaper: bool = False
    """Run the tool wherever it is quicker than the world model."""
    held_out_generators: tuple[str, ...] = ("text_edits",)
    """Turns of generators whose name begins so never train: they measure."""
    held_out_fault_kinds: tuple[str, ...] = ()
    """Turns with one of these kinds of fault never train, beside the kinds that are held out by their hash."""
    text_edits_share: float = 0.1
    """The share of real trajectories that text edits make, 0 to 1, where no generators are configured."""
    refitted_experiments: bool = True
    """Let fidelity also fit boosting anew: without a group of fault kinds, without a generator, with fewer turns."""
    scenario_executions: int = 0
    """Candidates that a domain executes, over all runs, for the sake of rare labels; quick labels come first."""
    scenario_seconds: float = 0.0
    """After this many seconds of a run no such candidate is begun; 0: no limit."""
    corpus_learned: Learned = Learned.PROGRESSED
    """Which answers of the corpus carry loss: `passed`, `progressed`, or `ran` (all but those no tool could run)."""
    corpus_rows_per_cluster: int = 16
    """The most rows of the corpus whose last answers are nearly the same program."""
    traced_candidates: int = 100
    """Of the corpus' programs, how many of a domain are run once more for their execution trace."""
    gap_share: float = 0.5
    """By this share more trajectories of a bundle are made where its task holds what `corpus_gaps` says is lacking."""
    shipped_answers_per_bundle: int = 1000
    """Of the answers by other authors that come with the project, how many of a bundle are executed."""
    shipped_conversations_per_bundle: int = 1000
    """Of the conversations that come with the project, attempts with the thoughts behind them, how many of a bundle."""
    thinking_base: str = ""
    """Folder or hub name of the base that `thinking_model` fine-tunes on the corpus; empty: none is trained."""
    thinking_recipe: str = ""
    """Its recipe, a YAML file beside the profile: mix, curriculum, mask, settings; empty: the usual one."""
    shipped_champion: bool = True
    """Begin a new home with the world model that comes with the project, where one does."""
    shards: Shards = 1
    """Into how many shards a step cuts a domain's partition, each a process or a Kubernetes job; a number, or one by
    domain: `{chip_design: 4}`."""

    def shards_of(self, domain: str) -> int:
        return self.shards if isinstance(self.shards, int) else self.shards.get(domain, 1)

    @property
    def limits(self) -> Limits:
        """What trusted predictions must keep in this home, whoever trained the champion."""
        return Limits(self.trust_accuracy, self.trust_false_pass)


class ProfileNotFound(Exception):
    """No such profile, or a file that is not one. The message names file and field."""


@cache
def load_profile(directory: Path, name: str) -> Profile:
    path = directory / f"{name}.yaml"
    if not path.is_file():
        known = sorted(file.stem for file in directory.glob("*.yaml"))
        raise ProfileNotFound(f"no profile {name!r} in {directory}{there_are(name, known)}")
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        if not isinstance(raw, dict):
            raise TypeError("it holds no names with values, as quick.yaml does")
        _refuse_unknown(raw)
        return TypeAdapter(Profile).validate_python({"name": name, **raw})
    except ValidationError as error:
        raise ProfileNotFound(f"{path} is not a profile: {'; '.join(_misfits(error.errors()))}") from error
    except (yaml.YAMLError, TypeError, UnicodeDecodeError) as error:
        raise ProfileNotFound(f"{path} is not a profile: {' '.join(str(error).split())}") from error


def _refuse_unknown(raw: dict[str, Any]) -> None:
    """A mistyped field or domain would silently have its default. Raises TypeError."""
    known = [field.name for field in fields(Profile) if field.name != "name"]
    for name in map(str, raw):
        if name not in known:
            raise TypeError(f"there is no field {name}{near(name, known)}")
    shards = raw.get("shards")
    for name in map(str, shards) if isinstance(shards, dict) else ():
        if name not in load_domains():
            raise TypeError(f"shards: there is no domain {name}{near(name, load_domains())}")


def _misfits(errors: list[ErrorDetails]) -> Iterator[str]:
    """What is wrong with each field; the missing ones together, since a file may lack most of them."""
    missing = ", ".join(_field(error) for error in errors if error["type"] == "missing")
    yield from (f"{_field(error)}: {error['msg']}" for error in errors if error["type"] != "missing")
    if missing:
        yield f"{missing}: not given; quick.yaml beside the others shows how"


def _field(error: ErrorDetails) -> str:
    return ".".join(map(str, error["loc"])) or "the file"
