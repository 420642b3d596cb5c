"""Dagster's events among a command's own notes, where the command starts a run."""

import logging
from collections.abc import Mapping
from typing import Any

import dagster as dg

from orchestration.log_output import DAGSTER
from orchestration.running_steps import EVENTS


@dg.logger(None, description="Among the notes of the command that started the run; nothing without --verbose.")
def command_line_logger(_: dg.InitLoggerContext) -> logging.Logger:
    return DAGSTER


@dg.logger(None, description="What the progress display of the command that started the run knows its steps by.")
def steps_logger(_: dg.InitLoggerContext) -> logging.Logger:
    return EVENTS


LOGGERS = {"console": dg.colored_console_logger, "command_line": command_line_logger, "steps": steps_logger}
RUN_LOGGERS: Mapping[str, Any] = {"command_line": {}, "steps": {}}
"""Of the configuration of a run that a command starts."""
