"""Draws the progress of stages on stderr: bars on a terminal, a note now and then elsewhere. Decides nothing else."""

import contextlib
import logging
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from types import TracebackType

from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
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


class ProgressDisplay(logging.Handler):
    """Attach as a context manager around the work; understands `assets.progress` records only."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._has_bars = diagnostics().is_terminal and OUTPUT.settings.form is LogFormat.TEXT
        self._bars: dict[tuple[str, str], TaskID] = {}
        self._printed: dict[tuple[str, str], float] = {}
        self._began: dict[tuple[str, str], tuple[float, int]] = {}
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
        key = (record.stage, record.domain)
        if key not in self._bars:
            title = f"{record.stage} {record.domain}"
            self._bars[key] = self._progress.add_task(title, total=record.total, unit=record.unit, note="", rate="")
        note = "  ".join(text for text in (escape(record.live), escape(record.note[:40])) if text)
        rate = self._pace(key, record).removeprefix(", ")
        self._progress.update(self._bars[key], completed=record.done, total=record.total, note=note, rate=rate)

    def _print(self, record: ProgressRecord) -> None:
        key, now = (record.stage, record.domain), time.monotonic()
        if now - self._printed.get(key, 0.0) >= LINE_EVERY_S or record.done >= record.total:
            self._printed[key] = now
            pace = self._pace(key, record)
            said = f"  {record.stage} {record.domain}: {record.done}/{record.total} {record.unit}{pace}"
            NOTES.info("%s%s", said, f"  {record.live}" if record.live else "", extra=details(**asdict(record)))

    def _pace(self, key: tuple[str, str], record: ProgressRecord) -> str:
        """How fast it has gone since it was first heard of, and how long the rest will take at that; "" before both
        can be said."""
        now = time.monotonic()
        began, done = self._began.setdefault(key, (now, record.done))
        seconds, made = now - began, record.done - done
        if seconds < LEAST_PACE_S or made <= 0:
            return ""
        left = (record.total - record.done) * seconds / made
        return f", {_rate(made / seconds)}" + (f", {_span(left)} left" if record.done < record.total else "")


@contextlib.contextmanager
def elapsed(work: str) -> Iterator[None]:
    """For work that cannot say how far it is: that it goes on, and for how long it has."""
    ended, began = threading.Event(), time.monotonic()
    has_line = diagnostics().is_terminal and OUTPUT.settings.form is LogFormat.TEXT

    def note() -> None:
        while not ended.wait(LINE_EVERY_S):
            NOTES.info("  %s: %s so far", work, _span(time.monotonic() - began))

    notes = threading.Thread(target=note, daemon=True)
    with Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=diagnostics(),
        redirect_stdout=False,
        transient=True,
        disable=not has_line or OUTPUT.settings.quiet,
    ) as line:
        line.add_task(escape(work), total=None)
        if not has_line:
            notes.start()
        try:
            yield
        finally:
            ended.set()
            if not has_line:
                notes.join()


def _rate(each_second: float) -> str:
    return f"{each_second:.1f} a second" if each_second >= 1 else f"{60 * each_second:.1f} a minute"


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
