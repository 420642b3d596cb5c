"""`icwm champion …`: the present champion as the one that ships, and what it learns without a training."""

from pathlib import Path

from rich.console import Console

from assets.execution import ExecutionResource
from assets.profile import load_profile
from assets.world_model.shipped import SHIPPED, ExportRefused, export_champion
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import read_settings
from resources.domains.registry import load_domains
from resources.storage.lake import Lake
from resources.world_model.checkpoint import CorruptCheckpointError


def learn_evidence(console: Console, *, held_out: bool, shipped_answers: bool) -> int:
    """The command's exit status: the champion that answers learns from all turns of the home, or, to be measured, not
    from those that are held out; where asked for, from the answers that ship, too, which are executed now. Its copy
    answers from now on. Raises NoCheckpoint."""
    from assets.world_model.champion_evidence import learn
    from assets.world_model.shipped_answers import shipped_turns

    settings = read_settings()
    profile = load_profile(settings.profiles, settings.profile)
    execution = ExecutionResource(cache_path=str(settings.home.result_cache), workers=settings.workers)
    with ProgressDisplay():
        further = shipped_turns(load_domains(), execution) if shipped_answers else []
    decision = learn(Lake(settings.lake), settings.home.checkpoints, profile, held_out=held_out, further=further)
    console.print(f"{decision.decision}: {decision.champion}, {decision.reason}", highlight=False, soft_wrap=True)
    return 0


def weigh_evidence(console: Console) -> int:
    """The command's exit status. The champion's copy answers from now on. Raises NoCheckpoint."""
    from assets.world_model.champion_evidence import weigh

    settings = read_settings()
    profile = load_profile(settings.profiles, settings.profile)
    decision = weigh(Lake(settings.lake), settings.home.checkpoints, profile)
    console.print(f"{decision.decision}: {decision.champion}, {decision.reason}", highlight=False, soft_wrap=True)
    return 0


def export(console: Console, folder: Path | None) -> int:
    """The command's exit status. Raises NoCheckpoint before the first decision."""
    settings = read_settings()
    try:
        exported = export_champion(Lake(settings.lake), settings.home.checkpoints, folder or SHIPPED)
    except (ExportRefused, CorruptCheckpointError) as error:
        NOTES.error("not exported: %s", error)
        return 1
    size = sum(path.stat().st_size for path in exported.rglob("*") if path.is_file())
    console.print(f"{exported} ({size / 1e6:.1f} MB)", soft_wrap=True, highlight=False)
    return 0
