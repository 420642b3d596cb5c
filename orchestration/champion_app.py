"""`icwm champion …`: the commands. What each does is `champion_command`."""

from pathlib import Path
from typing import Annotated

import typer

from orchestration.described_commands import DescribedCommands
from orchestration.terminal_text import terminal

champion = typer.Typer(cls=DescribedCommands, help="The world model that answers.", no_args_is_help=True)


@champion.command(name="learn-evidence")
def champion_learn_evidence(
    held_out: Annotated[
        bool, typer.Option("--held-out", help="leave out the turns that are held out, to be measured on them")
    ] = False,
    shipped_answers: Annotated[
        bool, typer.Option("--shipped-answers", help="execute all answers that ship, and learn from them too")
    ] = False,
) -> None:
    """Let the champion learn from other authors' turns of this home, without training it again."""
    from orchestration.champion_command import learn_evidence

    raise typer.Exit(learn_evidence(terminal(), held_out=held_out, shipped_answers=shipped_answers))


@champion.command(name="weigh-evidence")
def champion_weigh_evidence() -> None:
    """Let evidence count beside the champion's hint on near code, as far as this home's turns say."""
    from orchestration.champion_command import weigh_evidence

    raise typer.Exit(weigh_evidence(terminal()))


@champion.command(name="export")
def champion_export(
    folder: Annotated[
        Path | None, typer.Argument(help="where to; if not given, the package's own folder, with which it then ships")
    ] = None,
) -> None:
    """Copy the champion, as the world model that a new home begins with."""
    from orchestration.champion_command import export

    raise typer.Exit(export(terminal(), folder))
