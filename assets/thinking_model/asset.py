"""The asset `thinking_model`: a base, fine-tuned on the home's corpus by the profile's recipe.

Optional: without a base in the profile nothing is trained, and the run goes on. The newest model is the table's last
row, and what `models/newest` leads to; how it comes to write trajectories is `assets.generation`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import dagster as dg

from assets.corpus.asset import reasoning_corpus
from assets.corpus.schema import REASONING_CORPUS
from assets.exam.schema import BENCHMARK_SCORES
from assets.home import Home
from assets.home_resource import HomeResource
from assets.markdown import markdown, table
from assets.materialize import committed, data_version, definition_metadata
from assets.partitions import DOMAIN_PARTITIONS
from assets.pictures import ACCENT, axes, markdown_image, svg
from assets.profile import Profile
from assets.profile_resource import ProfileResource
from assets.stages import Stage, Work, work
from assets.thinking_model.recipe import TrainingRefused
from assets.thinking_model.schema import THINKING_MODEL
from assets.thinking_model.training import README, Trained, read_card
from resources.storage.dagster_resource import LakeResource
from resources.storage.lake import Lake

if TYPE_CHECKING:
    from assets.thinking_model.round_plan import RoundPlan

ANSWERS = "turn_completions"
OFF = (
    "off: nothing is trained until the profile names a base (`thinking_base`, a folder or a hub's name; "
    "`thinking_recipe` may name a recipe beside the profile; docs/training.md)"
)
Row = dict[str, Any]


@dg.asset(
    deps=[
        dg.AssetDep(reasoning_corpus, partition_mapping=dg.AllPartitionMapping()),
        dg.AssetDep(ANSWERS, partition_mapping=dg.AllPartitionMapping()),
    ],
    group_name=Stage.THINKING_MODEL.value,
    kinds={"pytorch", "huggingface"},
    owners=["team:data-engine"],
    tags=work(Work.TRAINS),
    metadata=definition_metadata(THINKING_MODEL),
    pool="training",
    code_version="1",
)
def thinking_model(
    context: dg.AssetExecutionContext, lake: LakeResource, home: HomeResource, profile: ProfileResource
) -> dg.MaterializeResult[Any]:
    """A pretrained base, fine-tuned on the corpus; off unless the profile names the base."""
    store, folders, dials = lake.lake(), home.get(), profile.get()
    if not dials.thinking_base:
        context.log.info(OFF)
        commit = store.append(THINKING_MODEL, "all", THINKING_MODEL.empty())
        return committed(store, THINKING_MODEL, commit, {"state": OFF, **_shown(store, folders)})
    domains = DOMAIN_PARTITIONS.get_partition_keys()
    plan, trained = _trained(store, folders, domains, dials, Path(profile.directory))
    if newest(store) != trained.folder.name:
        store.append(THINKING_MODEL, "all", THINKING_MODEL.from_rows([model_row(plan, trained)]))
    folders.name_newest(trained.folder)
    inputs = {f"{REASONING_CORPUS.name}/{domain}": data_version(store, REASONING_CORPUS.name, domain)
              for domain in domains}  # fmt: skip
    commit = store.append(THINKING_MODEL, "all", THINKING_MODEL.empty(), inputs=inputs)
    state = "trained now" if trained.is_new else "trained before on the same data"
    return committed(store, THINKING_MODEL, commit, {"state": state, **_shown(store, folders)})


def _trained(
    store: Lake, folders: Home, domains: Sequence[str], dials: Profile, profiles: Path
) -> "tuple[RoundPlan, Trained]":
    """What cannot be trained is a person's to mend, so the step fails with its words and no trace of the code."""
    from assets.thinking_model.home_round import train_on_home
    from assets.thinking_model.round_plan import RoundPlan, read_plan

    try:
        plan = read_plan(profiles / dials.thinking_recipe) if dials.thinking_recipe else RoundPlan()
        return plan, train_on_home(store, folders, domains, dials.thinking_base, plan)
    except (TrainingRefused, OSError) as error:
        raise dg.Failure(f"no thinking model: {error}", allow_retries=False) from error


def newest(store: Lake) -> str:
    """The name of the home's newest thinking model; "" where there is none."""
    if store.manifest(THINKING_MODEL.name) is None:
        return ""
    rows = store.read(THINKING_MODEL.name)
    return str(rows.row(-1, named=True)["model"]) if len(rows) else ""


def model_row(plan: "RoundPlan", trained: Trained) -> Row:
    """The row of `thinking_model`."""
    card, losses = trained.card, trained.losses
    splits = {split["split"]: split for split in card["made from"]["splits"]}
    held_out = [entry["eval_loss"] for entry in card["curves"] if "eval_loss" in entry]
    third = max(1, len(losses) // 3)
    return {
        "model": card["model"],
        "created_at": datetime.now(UTC),
        "base": card["base"],
        "data": card["data"],
        "recipe": json.dumps(asdict(plan), sort_keys=True),
        "rows": splits["train"]["rows"],
        "learned_tokens": splits["train"]["learned_tokens"],
        "steps": card["steps"],
        "first_loss": fmean(losses[:third]) if losses else None,
        "last_loss": fmean(losses[-third:]) if losses else None,
        "held_out_loss": held_out[-1] if held_out else None,
        "weights": card["weights"],
        "path": f"models/{card['model']}",
    }


def _shown(store: Lake, folders: Home) -> dict[str, Any]:
    """Of the newest model, whichever run made it: its card, its loss, and what exams say of it."""
    name = newest(store)
    folder = folders.models / name
    if not name or not (folder / README).is_file():
        return {}
    last = store.read(THINKING_MODEL.name).row(-1, named=True)
    figures = {
        key: last[key] for key in ("steps", "rows", "learned_tokens", "first_loss", "last_loss", "held_out_loss")
    }
    return {
        "model": name,
        "folder": dg.MetadataValue.path(str(folder)),
        **{key: value for key, value in figures.items() if value is not None},
        "loss drawn": markdown(markdown_image(loss_curve(read_card(folder)["curves"]), "loss by step")),
        "recipe": dg.MetadataValue.json(json.loads(last["recipe"])),
        "model card": markdown((folder / README).read_text(encoding="utf-8")),
        "exams": markdown(_exams(store, name)),
    }


def _exams(store: Lake, name: str) -> str:
    """Main scores of every set that it has sat."""
    rows = store.read(BENCHMARK_SCORES.name).to_dicts() if BENCHMARK_SCORES.name in store.tables() else []
    own = [row for row in rows if row["model"] == name and row["value"] is not None]
    head = ("benchmark", "metric", "part", "value", "low", "high", "tasks")
    return table(head, ([row[key] for key in head] for row in own)) if own else "none sat: `icwm eval`"


HELD_OUT = "#b3541e"


def loss_curve(curves: Sequence[Mapping[str, Any]]) -> str:
    """By step, on what is learned and on the validation split."""
    figure, plot = axes(5.6, 3.4)
    for name, colour, label in (("loss", ACCENT, "learned"), ("eval_loss", HELD_OUT, "validation split")):
        points = [(entry["step"], entry[name]) for entry in curves if name in entry]
        if points:
            plot.plot(*zip(*points, strict=True), color=colour, marker="o", markersize=2.5, linewidth=1.2, label=label)
    plot.set(xlabel="step", ylabel="loss")
    if plot.get_legend_handles_labels()[0]:
        plot.legend(fontsize=7, frameon=False)
    return svg(figure)
