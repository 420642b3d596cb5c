"""DescribedCommands: a group of commands whose `--help` says what arguments mean.

click 8.5 gives arguments a help of their own, which its constructor sets to None after typer 0.20 has set it.
"""

from typing import get_type_hints

import click
from typer.core import TyperArgument, TyperGroup
from typer.models import ArgumentInfo


class DescribedCommands(TyperGroup):
    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        command = super().get_command(context, name)
        if command is not None and command.callback is not None:
            hints = get_type_hints(command.callback, include_extras=True)
            for argument in command.params:
                if isinstance(argument, TyperArgument):
                    argument.help = _said(hints[str(argument.name)])
        return command


def _said(hint: object) -> str | None:
    return next((said.help for said in getattr(hint, "__metadata__", ()) if isinstance(said, ArgumentInfo)), None)
