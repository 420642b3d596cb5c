"""`icwm export harbor DIR`: certified bundles as Harbor tasks, and what these pay for answers of known worth."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from assets.harbor.check import Payment, check
from assets.harbor.export import HarborExport, Source, export_harbor
from assets.harbor.image import NoSource
from assets.publication.published_rows import NothingToPublish
from orchestration.log_output import NOTES
from orchestration.progress_display import ProgressDisplay
from orchestration.settings import PROJECT, Settings, read_settings
from orchestration.typed_names import chosen_domains
from resources.domains.registry import load_domains
from resources.storage.lake import Lake

KINDS = ("oracle", "nop", "empty", "mutant", "cheat")
"""First words of attempts' names."""


def export_to_harbor(console: Console, folder: Path, domains: Sequence[str], registry: str, *, checked: bool) -> int:
    """The command's exit status: 1 also where a task pays what it should not. Raises NoSuchDomain and
    FolderTaken."""
    settings, known = read_settings(), load_domains()
    chosen = {name: known[name] for name in chosen_domains(domains)}
    source = Source(Lake(settings.lake), settings.home, chosen, PROJECT)
    try:
        with ProgressDisplay():
            export = export_harbor(source, folder, registry)
    except (NothingToPublish, NoSource) as error:
        NOTES.error("not exported: %s", error)
        return 1
    _say(console, export)
    return _checked(console, settings, export) if checked else 0


def _say(console: Console, export: HarborExport) -> None:
    for (split, domain), count in sorted(Counter((t.split.value, t.bundle.domain) for t in export.tasks).items()):
        console.print(f"  {split}, {domain}: {count} tasks", highlight=False)
    for reason, count in export.left_out.items():
        console.print(f"  {count} left out: {reason}", markup=False, highlight=False, soft_wrap=True)
    console.print(
        f"{export.folder}: build the images with {export.folder}/image/build.sh", highlight=False, soft_wrap=True
    )


def _checked(console: Console, settings: Settings, export: HarborExport) -> int:
    with ProgressDisplay():
        payments = check(export, settings.workers or len(os.sched_getaffinity(0)))
    show(console, export, payments)
    return int(any(not payment.right for payment in payments))


def show(console: Console, export: HarborExport, payments: Sequence[Payment]) -> None:
    """A row a domain with what each kind of attempt earned, then each wrong payment with its log."""
    domain_of = {task.name: task.bundle.domain for task in export.tasks}
    table = Table("domain", "tasks", *KINDS)
    for domain in sorted(set(domain_of.values())):
        own = [payment for payment in payments if domain_of[payment.task] == domain]
        tasks = len({payment.task for payment in own})
        table.add_row(domain, str(tasks), *(_earned(own, kind) for kind in KINDS))
    console.print(table)
    wrong = [payment for payment in payments if not payment.right]
    for payment in wrong:
        said = f"{payment.task}, {payment.attempt.name}: earned {_reward(payment)}, and {payment.attempt.due:g} is due"
        console.print(f"wrong: {said}", markup=False, highlight=False, soft_wrap=True)
        console.print(payment.log, markup=False, highlight=False, soft_wrap=True)
    console.print(f"{len(payments)} answers, {len(wrong)} paid wrongly", highlight=False)


def _earned(payments: Sequence[Payment], kind: str) -> str:
    rewards = Counter(_reward(payment) for payment in payments if payment.attempt.name.split()[0] == kind)
    return ", ".join(f"{count} × {reward}" for reward, count in sorted(rewards.items())) or "–"


def _reward(payment: Payment) -> str:
    return "none" if payment.reward is None else f"{payment.reward:g}"
