"""DescribedCommands: a group of commands whose `--help` says what arguments mean, and each of which takes the options
that say how loud it is.

click 8.5 gives arguments a help of their own, which its constructor sets to None after typer 0.20 has set it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_type_hints

import click
from typer.core import TyperArgument, TyperGroup, TyperOption
from typer.models import ArgumentInfo

from orchestration.log_output import OUTPUT, LogFormat

QUIET = "no progress and no notes: results, warnings and mistakes alone"
VERBOSE = "also what the stages and Dagster log, and where a mistake was raised"
LOG_FORMAT = "of what goes to stderr; json: an object each line"


class DescribedCommands(TyperGroup):
    def __init__(self, **settings: Any) -> None:
        """click 8.4 names what a mistyped command may have meant; typer would say it a second time."""
        super().__init__(**{**settings, "suggest_commands": False})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        command = super().get_command(context, name)
        if command is not None and command.callback is not None:
            hints = get_type_hints(command.callback, include_extras=True)
            for argument in command.params:
                if isinstance(argument, TyperArgument):
                    argument.help = _said(hints[str(argument.name)])
        if command is not None and not any(part.name == "log_format" for part in command.params):
            command.params.extend(_loudness())
        return command


def _said(hint: object) -> str | None:
    return next((said.help for said in getattr(hint, "__metadata__", ()) if isinstance(said, ArgumentInfo)), None)


def _loudness() -> Iterator[click.Option]:
    """The same options as before the command's name: people write them behind it."""
    yield _option(["--quiet", "-q"], QUIET, is_flag=True)
    yield _option(["--verbose", "-v"], VERBOSE, is_flag=True)
    yield _option(["--log-format"], LOG_FORMAT, type=click.Choice([form.value for form in LogFormat]))


def _option(flags: list[str], said: str, **more: Any) -> click.Option:
    return TyperOption(param_decls=flags, help=said, expose_value=False, callback=_heard, **more)


def _heard(_: click.Context, option: click.Parameter, value: Any) -> None:
    if value:
        change = {"form": LogFormat(value)} if option.name == "log_format" else {str(option.name): True}
        OUTPUT.configure(replace(OUTPUT.settings, **change))
