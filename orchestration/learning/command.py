"""`icwm learning`: runs the rounds, measures each round's champion, writes table and pictures, and prints the table."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl
from rich.console import Console
from rich.table import Table

from assets.near_names import near
from assets.profile import load_profile
from assets.world_model.fidelity import Figure
from assets.world_model.splits import MEASURED
from orchestration.learning.caught import caught, caught_table
from orchestration.learning.fixed_set import measure_champions
from orchestration.learning.picture import learning_picture
from orchestration.learning.rounds import Round, RoundFailed, run_rounds, settings_of_round
from orchestration.log_output import NOTES
from orchestration.settings import read_settings
from orchestration.typed_names import NoSuchKind, chosen_domains
from resources.domains.registry import get_domain
from resources.storage.lake import Lake

Figures = Sequence[tuple[str, Figure]]


def learn(console: Console, count: int, domains: Sequence[str], unknown: Sequence[str] = ()) -> int:
    """The command's exit status: 1 where a round failed. Raises ProfileNotFound, NoSuchDomain and NoSuchKind."""
    settings = read_settings()
    home = settings.home.root / "learning"
    chosen = chosen_domains(domains)
    _require_kinds(chosen, unknown)
    settings.home.prepare()
    try:
        rounds = run_rounds(settings, home, count, chosen, unknown, NOTES.info)
    except RoundFailed as error:
        NOTES.error("failed: %s; run the same command again to go on", error)
        return 1
    own = settings_of_round(settings, home, load_profile(settings.profiles, settings.profile), count)
    champions = [one.champion for one in rounds]
    dials = load_profile(own.profiles, own.profile)
    figures = list(measure_champions(Lake(own.lake), own.home.checkpoints, champions, chosen, dials, unknown))
    for file in write_report(own.home.reports, rounds, figures):
        console.print(f"written: {file}", soft_wrap=True, highlight=False)
    console.print(summary(rounds, figures))
    if cases := caught(Lake(own.lake), own.home.checkpoints, champions, chosen, unknown):
        console.print(caught_table(cases))
    return 0


def _require_kinds(domains: Sequence[str], kinds: Sequence[str]) -> None:
    known = {kind.name for domain in domains for kind in get_domain(domain).fault_injector().kinds}
    if missing := sorted(set(kinds) - known):
        raise NoSuchKind(f"no kind of fault {', '.join(missing)} in {', '.join(domains)}{near(missing, known)}")


def write_report(folder: Path, rounds: Sequence[Round], figures: Figures) -> list[Path]:
    """`learning.parquet` with every figure by round, and a picture for each domain and for all together."""
    folder.mkdir(parents=True, exist_ok=True)
    of_champion: dict[str, list[Figure]] = {}
    for champion, figure in figures:
        of_champion.setdefault(champion, []).append(figure)
    rows = [
        {"round": one.number, "champion": one.champion, **figure.row()}
        for one in rounds
        for figure in of_champion.get(one.champion, [])
    ]
    table = folder / "learning.parquet"
    pl.DataFrame(rows, infer_schema_length=None).write_parquet(table)
    written = [table]
    for domain in dict.fromkeys(figure.domain for _, figure in figures):
        picture = folder / f"learning-{domain}.svg"
        picture.write_text(learning_picture(rounds, figures, domain), encoding="utf-8")
        written.append(picture)
    return written


def summary(rounds: Sequence[Round], figures: Figures) -> Table:
    """One line a round: what it trained on, what became of it, and its champion's accuracy on each part."""
    table = Table(box=None, pad_edge=False)
    for title in ("round", "turns", "corrections", "wrong so far", "champion"):
        table.add_column(title)
    splits = [*(part.value for part in MEASURED), *sorted({row.split for _, row in figures if " " in row.split})]
    for split in splits:
        table.add_column(split if " " in split else f"by {split}")
    table.add_column("audits open")
    domains = {figure.domain for _, figure in figures}
    whole = "all" if "all" in domains else next(iter(domains), "")
    for one in rounds:
        said = {
            figure.split: figure
            for champion, figure in figures
            if (champion, figure.domain, figure.metric) == (one.champion, whole, "accuracy")
        }
        opened = sum(audit.passed_gate for audit in one.audits.values())
        table.add_row(
            str(one.number), str(one.turns), str(one.corrections), str(one.wrong_predictions),
            f"{one.champion[:8]} ({one.decision})", *(_share(said.get(split)) for split in splits),
            f"{opened} of {len(one.audits)}",
        )  # fmt: skip
    return table


def _share(figure: Figure | None) -> str:
    if figure is None or figure.value is None or figure.low is None or figure.high is None:
        return "–"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}] of {figure.support}"
