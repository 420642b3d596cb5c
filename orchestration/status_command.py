"""`icwm status`: what a home holds by domain, what runs on it, what failed, and what to do next."""

import json
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from assets.inspection.holdings import Holding, answering_checkpoint, holdings
from assets.trust.gate import Gate
from orchestration.home_activity import Activity, RunState, activity
from orchestration.query_form import QueryForm, write_out, write_records
from orchestration.run_graph import default_domains
from orchestration.settings import Settings, read_settings
from resources.storage.lake import Lake

_FAILURES_SHOWN = 5
_TITLES = ("imported", "seeds", "certified", "real", "solved", "amplified", "corpus", "audit", "agree", "gate")
_NOTHING = "–"
_WIDEST = 1000
"""What a table is measured in, since none is wider than its console."""


def status(console: Console, form: QueryForm) -> int:
    """The command's exit status. Raises HomeUnusable where no home can be made, since the advice is to run one."""
    settings = read_settings()
    settings.home.require_possible()
    lake = Lake(settings.lake)
    held, doing = holdings(lake, default_domains()), activity(settings.home)
    champion = answering_checkpoint(lake)
    advice = list(next_steps(held, doing))
    if form is QueryForm.CSV:
        write_records(console, [asdict(row) for row in held], form)
    elif form is QueryForm.JSON:
        write_out(console, _json(settings, held, doing, champion, advice))
    else:
        _show(console, settings, held, doing, champion, advice)
    return 0


def next_steps(held: Sequence[Holding], doing: Activity) -> Iterator[str]:
    """The most pressing first."""
    empty = [row.domain for row in held if row.real is None]
    if doing.process or any(not run.process_gone for run in doing.running):
        yield "wait for what runs, or watch it: icwm ui"
    elif doing.failed or any(run.process_gone for run in doing.running):
        ended = [*doing.failed, *(run for run in doing.running if run.process_gone)]
        command = next((run.command for run in ended if run.command), "icwm run")
        yield f"go on where it was, what is finished is kept: {command}"
    else:
        yield from _runs_to_start(held, empty)
    if len(empty) < len(held):
        yield "look at the trajectories: icwm view"


def _runs_to_start(held: Sequence[Holding], empty: Sequence[str]) -> Iterator[str]:
    waiting = [row for row in held if row.waiting]
    for row in waiting:
        yield f"{row.waiting} imported seeds of {row.domain} wait for a run: icwm run --domain {row.domain}"
    if len(empty) == len(held):
        yield "make everything at the smallest profile: icwm run"
        return
    for domain in (name for name in empty if name not in {row.domain for row in waiting}):
        yield f"nothing was executed in {domain} yet: icwm run --domain {domain}"
    for row in held:
        if row.gate == Gate.SHUT.value:
            yield f"{row.domain} is not amplified until its world model is trained again: icwm run"


def _json(settings: Settings, held: Sequence[Holding], doing: Activity, champion: str, advice: Sequence[str]) -> str:
    said: dict[str, Any] = {
        "home": str(settings.home.root),
        "lake": settings.lake,
        "profile": settings.profile,
        "world_model": champion,
        "domains": [asdict(row) for row in held],
        **asdict(doing),
        "next": list(advice),
    }
    return json.dumps(said, indent=1) + "\n"


def _show(
    console: Console,
    settings: Settings,
    held: Sequence[Holding],
    doing: Activity,
    champion: str,
    advice: Sequence[str],
) -> None:
    answers = f"world model {champion[:12]}" if champion else "no world model of its own yet: the shipped one answers"
    there = "" if settings.home.root.exists() else " (not there yet)"
    _line(console, f"home {settings.home.root}{there}, profile {settings.profile}, {answers}")
    table = _table(held)
    if console.measure(table, options=console.options.update(width=_WIDEST)).maximum <= console.width:
        console.print(table)
    else:
        _line(console, "\n".join(_records(held, console.width)))
    if doing.process:
        _line(console, f"process {doing.process} runs on this home")
    for run in doing.running:
        gone = ", but its process is gone" if run.process_gone else ""
        _line(console, f"{run.status}{gone}: {_what(run)}")
    for run in doing.failed[:_FAILURES_SHOWN]:
        if run.interrupted:
            _line(console, f"interrupted: {_what(run)}")
        else:
            _line(console, f"[red]failed[/]: {escape(_what(run))}; icwm ui shows why", markup=True)
    for step in advice:
        _line(console, f"next: {step}")


def _what(run: RunState) -> str:
    assets = f"{', '.join(run.assets[:3])}{' …' if len(run.assets) > 3 else ''}" or "all assets"
    where = f" of {run.partition}" if run.partition else ""
    return f"{assets}{where}, run {run.run_id[:8]}, {run.started}"


def _line(console: Console, text: str, *, markup: bool = False) -> None:
    console.print(text, highlight=False, soft_wrap=True, markup=markup)


def _table(held: Sequence[Holding]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("domain", no_wrap=True)
    for title in _TITLES:
        table.add_column(title, justify="left" if title == "gate" else "right", no_wrap=True)
    for row in held:
        table.add_row(row.domain, *_cells(row))
    return table


def _records(held: Sequence[Holding], width: int) -> Iterator[str]:
    """Where the table has no room: a paragraph each domain, of what it has."""
    for row in held:
        has = [f"{title} {cell}" for title, cell in zip(_TITLES, _cells(row), strict=True) if cell != _NOTHING]
        yield row.domain if has else f"{row.domain}: nothing yet"
        if has:
            # A title and its figure stay together.
            text = ", ".join(has).replace(" ", "\0").replace(",\0", ", ")
            lines = textwrap.wrap(text, max(width - 2, 1), break_long_words=False)
            yield from (f"  {line}".replace("\0", " ") for line in lines)


def _cells(row: Holding) -> list[str]:
    certified = None if row.certified is None else f"{row.certified}/{row.bundles}"
    counts = (row.imported, row.seeds, certified, row.real, _share(row.solved), row.amplified, row.corpus)
    said = (*counts, _share(row.accuracy), _share(row.agreement), row.gate or None)
    return [_NOTHING if cell is None else f"{cell:,}" if isinstance(cell, int) else cell for cell in said]


def _share(value: float | None) -> str | None:
    return None if value is None else f"{value:.1%}"
