"""`icwm compact` and `icwm vacuum`: what was merged and dropped, as a table."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from orchestration.progress_display import ProgressDisplay
from orchestration.query_form import QueryForm, write_records
from orchestration.settings import read_settings
from orchestration.upkeep import MergedParts, compact_all
from resources.storage.lake import Lake

_MIB = 2**20


def compact(console: Console, form: QueryForm, *, keep_hours: int | None, dry_run: bool) -> int:
    """The command's exit status."""
    with ProgressDisplay():
        merged = list(compact_all(Lake(read_settings().lake), dry_run=dry_run))
    if form is QueryForm.TABLE:
        if merged:
            console.print(_table(merged))
        _line(console, f"{'would merge' if dry_run else 'merged'} the parts of {len(merged)} partitions")
    else:
        write_records(console, [asdict(one) for one in merged], form)
    return vacuum(console, form, keep_hours=keep_hours, dry_run=dry_run)


def vacuum(console: Console, form: QueryForm, *, keep_hours: int | None, dry_run: bool) -> int:
    """The command's exit status."""
    settings = read_settings()
    hours = keep_hours or settings.keep_hours
    dropped = Lake(settings.lake).vacuum(older_than_s=hours * 3600, remove=not dry_run)
    if form is QueryForm.TABLE:
        size, verb = sum(leftover.bytes for leftover in dropped) / _MIB, "would drop" if dry_run else "dropped"
        _line(console, f"{verb} {len(dropped)} leftovers of {size:,.1f} MiB, not needed for {hours} hours")
    return 0


def _table(merged: Sequence[MergedParts]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("table", no_wrap=True)
    for title in ("partitions", "parts", "are", "MiB"):
        table.add_column(title, justify="right", no_wrap=True)
    for name, here in _by_table(merged):
        numbers = (len(here), sum(one.before for one in here), sum(one.after for one in here))
        table.add_row(name, *map(str, numbers), f"{sum(one.bytes for one in here) / _MIB:,.1f}")
    return table


def _by_table(merged: Sequence[MergedParts]) -> Iterator[tuple[str, list[MergedParts]]]:
    """They come table by table."""
    for name, here in groupby(merged, key=lambda one: one.table):
        yield name, list(here)


def _line(console: Console, text: str) -> None:
    console.print(text, highlight=False, soft_wrap=True)
