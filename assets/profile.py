"""Profile: the one dial of a run (quick, standard, full), and the resource that hands it to assets.

What a profile holds is decided here; which profiles there are stands in `orchestration/profiles/*.yaml`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import dagster as dg
import yaml
from pydantic import TypeAdapter, ValidationError

from resources.world_model.trust import Limits


@dataclass(frozen=True)
class Profile:
    """How much of everything. Counts are per bundle, per domain or in total, as their names say.

    A prediction stands in the tool's place where those as sure as it keep `trust_accuracy` and, of all, no more than
    `trust_false_pass` are a PASS that is none; `tool_where_cheaper` runs the tool wherever it is quicker, too.
    Turns of generators whose name begins with one of `held_out_generators` never train: they measure. So do turns with
    one of `held_out_fault_kinds`, beside the kinds that are held out by their hash.
    With `refitted_experiments` fidelity also tells what boosting, fitted anew, does with a group of fault kinds or a
    generator left out, and with fewer turns: a dozen fits a domain.
    With `shipped_champion` a new home begins with the world model that comes with the project, where one does.
    Where no generators are configured, `text_edits_share` of the real trajectories are theirs, 0 to 1.
    Up to `scenario_executions` candidates a domain, over all runs, are executed for the sake of rare labels, and no new
    one after `scenario_seconds` of a run (0: however long it takes); labels that are quick to execute come first.
    Of `builtin_seeds_per_domain` the first to be used are spread over the tiers; imported seeds are all used.
    """

    name: str
    builtin_seeds_per_domain: int
    max_corrections: int
    mutants_per_bundle: int
    trajectories_per_bundle: int
    amplified_per_bundle: int
    training_seconds: int
    audit_turns: int
    audit_trajectories: int
    audit_minimum_accuracy: float
    audit_minimum_agreement: float
    certified_share_minimum: float
    trust_accuracy: float = 0.97
    trust_false_pass: float = 0.01
    tool_where_cheaper: bool = False
    held_out_generators: tuple[str, ...] = ("text_edits",)
    held_out_fault_kinds: tuple[str, ...] = ()
    text_edits_share: float = 0.1
    refitted_experiments: bool = True
    scenario_executions: int = 0
    scenario_seconds: float = 0.0
    shipped_champion: bool = True

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
        known = ", ".join(sorted(file.stem for file in directory.glob("*.yaml")))
        raise ProfileNotFound(f"no profile {name!r} in {directory}; there are: {known}")
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
        return TypeAdapter(Profile).validate_python({"name": name, **raw})
    except (yaml.YAMLError, ValidationError, TypeError) as error:
        raise ProfileNotFound(f"{path} is not a profile: {error}") from error


class ProfileResource(dg.ConfigurableResource[Profile]):
    """The profile by name; the launchpad and `ICWM_PROFILE` choose it."""

    name: str
    directory: str

    def get(self) -> Profile:
        return load_profile(Path(self.directory), self.name)
