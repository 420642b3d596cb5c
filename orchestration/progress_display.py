"""Draws the progress of stages on stderr: bars on a terminal, a note now and then elsewhere. Decides nothing else.

Nobody waits longer than ten seconds for a sign: where a stage reports nothing, what runs is named, and for how long.
"""

import logging
import threading
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
from orchestration.running_steps import EVENTS, RunningStep, RunningSteps
from orchestration.terminal_text import diagnostics, elapsed

LINE_EVERY_S = 10.0
LOOK_EVERY_S = 1.0
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
        self._counts: dict[str, str] = {}
        self._steps = RunningSteps()
        self._step_bar: tuple[RunningStep, TaskID] | None = None
        self._unfinished: tuple[str, float] | None = None
        """Of work without a step of Dagster's: the title of what was reported last, and when that began."""
        self._opened = self._spoke = time.monotonic()
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._look, name="progress", daemon=True)
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
        EVENTS.setLevel(logging.DEBUG)
        EVENTS.addHandler(self._steps)
        diagnostics().printed += 1  # From here on the display says what goes on.
        self._progress.start()
        self._watch.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ended.set()
        self._watch.join()
        self._progress.stop()
        EVENTS.removeHandler(self._steps)
        LOGGER.removeHandler(self)
        LOGGER.propagate = True

    def _look(self) -> None:
        while not self._ended.wait(LOOK_EVERY_S):
            self.beat()

    def beat(self) -> None:
        """On a terminal a bar without an end for the step that runs, elsewhere a line where none was for a while."""
        if self._has_bars:
            self._draw_step(self._steps.step or (None if self._bars else self._at_work))
        elif time.monotonic() - self._spoke >= LINE_EVERY_S:
            self._say_step(self._steps.step)

    @property
    def _at_work(self) -> RunningStep:
        return RunningStep("at work", self._opened)

    def _draw_step(self, step: RunningStep | None) -> None:
        if self._step_bar is not None and self._step_bar[0] != step:
            self._progress.remove_task(self._step_bar[1])
            self._step_bar = None
        if step is not None and self._step_bar is None:
            bar = self._progress.add_task(step.title, total=None, unit="", note="", rate="")
            self._step_bar = (step, bar)

    def _say_step(self, step: RunningStep | None) -> None:
        self._spoke = now = time.monotonic()
        title, began = (step.title, step.began) if step else self._unfinished or ("", self._steps.ended or self._opened)
        count = self._counts.get(title, "")
        runs = f"{title}: {f'{count}, ' if count else ''}running" if title else "at work"
        NOTES.info(
            "  %s for %s", runs, elapsed(now - began), extra=details(running=title, seconds=round(now - began, 1))
        )

    def emit(self, record: logging.LogRecord) -> None:
        progress = getattr(record, "progress", None)
        if isinstance(progress, ProgressRecord):
            key = (progress.stage, progress.domain, progress.unit)
            began, _ = self._began.setdefault(key, (time.monotonic(), progress.done))
            is_over = progress.done == progress.total
            self._unfinished = None if is_over else (f"{progress.stage} {progress.domain}", began)
            count = f"{_count(progress)}{f', {progress.live}' if progress.live else ''}"
            self._counts[f"{progress.stage} {progress.domain}"] = count
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
            self._printed[key] = self._spoke = now
            pace = self._pace(key, record)
            said = f"  {record.stage} {record.domain}: {_count(record)}{pace}"
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


def _count(record: ProgressRecord) -> str:
    return f"{record.done if record.total is None else f'{record.done}/{record.total}'} {record.unit}"


def _rate(each_second: float) -> str:
    return f"{each_second:.1f} a second" if each_second >= 1 else f"{60 * each_second:.1f} a minute"


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
