"""Checks of `thinking_model`: its loss fell, it answers, and no task of an exam is in its data.

Where nothing was ever trained they pass and say so: the asset is optional.
"""

from collections.abc import Iterator

import dagster as dg

from assets.check import asset_check
from assets.home_resource import HomeResource
from assets.thinking_model.answer_trial import short_answer
from assets.thinking_model.asset import newest, thinking_model
from assets.thinking_model.recipe import TrainingRefused
from assets.thinking_model.schema import THINKING_MODEL
from orchestration.checks import schema_check
from resources.domains.registry import load_domains
from resources.storage.dagster_resource import LakeResource

NONE = dg.AssetCheckResult(passed=True, description="there is no thinking model")


@asset_check(thinking_model)
def its_loss_fell(context: dg.AssetCheckExecutionContext, lake: LakeResource) -> dg.AssetCheckResult:
    """The mean loss over the last third of the steps is below that over the first."""
    if not newest(lake.lake()):
        return NONE
    last = lake.lake().read(THINKING_MODEL.name).row(-1, named=True)
    before, after = last["first_loss"], last["last_loss"]
    return dg.AssetCheckResult(
        passed=before is not None and after < before,
        description="no step was taken" if before is None else f"from {before:.3f} to {after:.3f}",
        metadata={"model": last["model"], "steps": last["steps"]},
    )


@asset_check(thinking_model)
def it_loads_and_answers(
    context: dg.AssetCheckExecutionContext, lake: LakeResource, home: HomeResource
) -> dg.AssetCheckResult:
    """The folder loads, its probabilities are numbers, and a prompt is answered with a token at least."""
    name = newest(lake.lake())
    if not name:
        return NONE
    try:
        answer = short_answer(home.get().models / name)
    except (OSError, ValueError) as error:
        return dg.AssetCheckResult(passed=False, description=f"{name} does not load: {error}")
    return dg.AssetCheckResult(
        passed=answer.is_finite and answer.tokens > 0,
        description=f"{answer.tokens} tokens" if answer.is_finite else "its probabilities are no numbers",
        metadata={"answer": answer.text},
    )


@asset_check(thinking_model)
def no_exam_task_is_in_its_data(
    context: dg.AssetCheckExecutionContext, lake: LakeResource, home: HomeResource
) -> dg.AssetCheckResult:
    """What it learned from holds no task of an exam: by name, by prompt, by program."""
    from assets.thinking_model.exam_contact import exam_contact
    from assets.thinking_model.home_round import learned_data

    store = lake.lake()
    if not newest(store):
        return NONE
    data = learned_data(home.get())
    try:
        is_its_own = data.version == store.read(THINKING_MODEL.name).row(-1, named=True)["data"]
    except (TrainingRefused, OSError):
        is_its_own = False
    if not is_its_own:
        said = "its data was replaced by another training's: materialise thinking_model again"
        return dg.AssetCheckResult(passed=False, description=said)
    found = {
        task: row
        for domain in load_domains().values()
        for task, row in exam_contact(store, home.get(), domain, data).items()
    }
    return dg.AssetCheckResult(passed=not found, metadata={"tasks found": dg.MetadataValue.json(found)})


def thinking_checks() -> Iterator[dg.AssetChecksDefinition]:
    yield from (its_loss_fell, it_loads_and_answers, no_exam_task_is_in_its_data)
    yield schema_check(thinking_model, THINKING_MODEL)
