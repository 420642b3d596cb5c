"""Draws the progress of stages on stderr: bars on a terminal, a note now and then elsewhere. Decides nothing else."""

import logging
import time
from dataclasses import asdict
from types import TracebackType

from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from assets.progress import LOGGER, ProgressRecord
from orchestration.log_output import NOTES, OUTPUT, LogFormat, details
from orchestration.terminal_text import diagnostics

LINE_EVERY_S = 10.0
LEAST_PACE_S = 3.0
"""Before that a rate is chance."""
_Key = tuple[str, str, str]


class ProgressDisplay(logging.Handler):
    """Attach as a context manager around the work; understands `assets.progress` records only."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._has_bars = diagnostics().is_terminal and OUTPUT.settings.form is LogFormat.TEXT
        self._bars: dict[_Key, TaskID] = {}
        self._printed: dict[_Key, float] = {}
        self._began: dict[_Key, tuple[float, int]] = {}
        self._progress = Progress(
            TextColumn("  {task.description}"),
            BarColumn(bar_width=28),
            MofNCompleteColumn(),
            TextColumn("{task.fields[unit]}"),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TextColumn("[dim]{task.fields[note]}"),
            console=diagnostics(),
            redirect_stdout=False,
            disable=not self._has_bars or OUTPUT.settings.quiet,
        )

    def __enter__(self) -> "ProgressDisplay":
        LOGGER.setLevel(logging.INFO)
        LOGGER.addHandler(self)
        LOGGER.propagate = False
        self._progress.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._progress.stop()
        LOGGER.removeHandler(self)
        LOGGER.propagate = True

    def emit(self, record: logging.LogRecord) -> None:
        progress = getattr(record, "progress", None)
        if isinstance(progress, ProgressRecord):
            if self._has_bars:
                self._draw(progress)
            else:
                self._print(progress)

    def _draw(self, record: ProgressRecord) -> None:
        key = (record.stage, record.domain, record.unit)
        if key not in self._bars:
            title = f"{record.stage} {record.domain}"
            self._bars[key] = self._progress.add_task(title, total=record.total, unit=record.unit, note="", rate="")
        note = "  ".join(text for text in (escape(record.live), escape(record.note[:40])) if text)
        rate = self._pace(key, record).removeprefix(", ")
        self._progress.update(self._bars[key], completed=record.done, total=record.total, note=note, rate=rate)

    def _print(self, record: ProgressRecord) -> None:
        key, now = (record.stage, record.domain, record.unit), time.monotonic()
        if now - self._printed.get(key, 0.0) >= LINE_EVERY_S or record.done == record.total:
            self._printed[key] = now
            pace = self._pace(key, record)
            count = record.done if record.total is None else f"{record.done}/{record.total}"
            said = f"  {record.stage} {record.domain}: {count} {record.unit}{pace}"
            NOTES.info("%s%s", said, f"  {record.live}" if record.live else "", extra=details(**asdict(record)))

    def _pace(self, key: _Key, record: ProgressRecord) -> str:
        """How fast it has gone since it was first heard of, and how long the rest will take at that; "" before both
        can be said."""
        now = time.monotonic()
        began, done = self._began.setdefault(key, (now, record.done))
        seconds, made = now - began, record.done - done
        if seconds < LEAST_PACE_S or made <= 0:
            return ""
        left = ((record.total or 0) - record.done) * seconds / made
        return f", {_rate(made / seconds)}" + (f", {_span(left)} left" if left > 0 else "")


def _rate(each_second: float) -> str:
    return f"{each_second:.1f} a second" if each_second >= 1 else f"{60 * each_second:.1f} a minute"


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
