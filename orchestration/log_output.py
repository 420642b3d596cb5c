"""Where a command's notes, progress and mistakes go: to stderr, as text or as a JSON object a line; results are on
stdout.

Commands say what they have to say on `NOTES`. How loud and in which form is decided here and nowhere else: `--quiet`
leaves warnings and mistakes, `--verbose` adds what the stages and Dagster log.
"""

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from rich.text import Text

from orchestration.terminal_text import diagnostics, write

NOTES = logging.getLogger("icwm")
"""INFO is told unless --quiet, DEBUG with --verbose alone. An ERROR begins with its kind and a colon."""
DAGSTER = logging.getLogger("icwm.dagster")
"""Dagster's events of a run that a command starts; nothing without --verbose."""
_OWN = tuple(f"{__name__.partition('orchestration')[0]}{layer}" for layer in ("assets", "orchestration", "resources"))
_COLOURS = {logging.DEBUG: "dim", logging.WARNING: "yellow", logging.ERROR: "red", logging.CRITICAL: "red"}


class LogFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True)
class LogSettings:
    quiet: bool = False
    verbose: bool = False
    form: LogFormat = LogFormat.TEXT

    @property
    def level(self) -> int:
        return logging.DEBUG if self.verbose else logging.WARNING if self.quiet else logging.INFO


def before_options() -> LogSettings:
    """For mistakes in the options themselves; a form that nobody knows is refused with them."""
    is_json = os.environ.get("ICWM_LOG_FORMAT") == LogFormat.JSON
    return LogSettings(form=LogFormat.JSON if is_json else LogFormat.TEXT)


class LogOutput(logging.Handler):
    """The root logger's one handler in a process that runs a command."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.settings = LogSettings()

    def configure(self, settings: LogSettings) -> None:
        self.settings = settings
        if self not in logging.root.handlers:
            logging.root.addHandler(self)
        NOTES.setLevel(settings.level)
        DAGSTER.setLevel(logging.DEBUG if settings.verbose else logging.CRITICAL + 1)
        for name in _OWN:
            logging.getLogger(name).setLevel(logging.DEBUG if settings.verbose else logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        if hasattr(record, "progress"):  # `progress_display` says it, as often as somebody can read.
            return
        if self.settings.form is LogFormat.JSON:
            write(diagnostics(), json.dumps(_told(record), default=str) + "\n")
        else:
            diagnostics().print(_text(record), soft_wrap=True, highlight=False)


OUTPUT = LogOutput()


def details(**fields: Any) -> Mapping[str, Any]:
    """What a JSON line says beside its message; for a record's `extra`."""
    return {"details": fields}


def _told(record: logging.LogRecord) -> dict[str, Any]:
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told = {"time": time, "level": record.levelname.lower(), "logger": record.name}
    told |= {"message": record.getMessage().strip()}
    return told | getattr(record, "details", {}) | ({"traceback": _traceback(record)} if record.exc_info else {})


def _text(record: logging.LogRecord) -> Text:
    """A mistake's kind has the colour; other levels are named where they are none of a note."""
    message, colour = record.getMessage(), _COLOURS.get(record.levelno, "")
    if record.levelno == logging.WARNING:
        message = f"warning: {message}"
    kind, colon, rest = message.partition(": ") if record.levelno >= logging.WARNING else ("", "", message)
    text = Text.assemble((kind + colon.strip(), colour), colon[1:], (rest, colour if not kind else ""))
    return text.append(f"\n{_traceback(record)}") if record.exc_info else text


def _traceback(record: logging.LogRecord) -> str:
    return logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
