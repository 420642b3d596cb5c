"""`icwm export …`: the commands. What each writes is its module's."""

from pathlib import Path
from typing import Annotated

import typer

from assets.learned import Learned, Thoughts
from orchestration.described_commands import DescribedCommands
from orchestration.terminal_text import terminal

export = typer.Typer(cls=DescribedCommands, help="The corpus in the layouts of its field.", no_args_is_help=True)


@export.command(name="huggingface")
def export_for_huggingface(
    folder: Annotated[Path, typer.Argument(help="where to; an earlier export there is replaced")],
    version: Annotated[str, typer.Option(help="the data set's, for its metadata")] = "0.1.0",
) -> None:
    """Write Parquet shards by domain and split, a card and Croissant metadata, as the Hub lays data sets out."""
    from orchestration.export_command import export_to_huggingface

    raise typer.Exit(export_to_huggingface(terminal(), folder, version))


@export.command(name="execution-traces")
def export_execution_traces(
    folder: Annotated[Path, typer.Argument(help="where to; an earlier export there is replaced")],
) -> None:
    """What programs of the corpus did while they ran, as Parquet shards with a card."""
    from orchestration.export_command import export_to_traces

    raise typer.Exit(export_to_traces(terminal(), folder))


@export.command(name="harbor")
def export_for_harbor(
    folder: Annotated[Path, typer.Argument(help="where to; an earlier export there is replaced")],
    domain: Annotated[list[str] | None, typer.Option(help="only this domain; may be given several times")] = None,
    registry: Annotated[
        str, typer.Option(help="before the images' names, such as registry.example/team/; they are local if not given")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="run the reference, nothing, a mutant and cheats through each verifier")
    ] = False,
) -> None:
    """Write certified bundles as Harbor tasks, with a package for verifiers. Status 1: --check saw a wrong reward."""
    from orchestration.harbor_command import export_to_harbor

    raise typer.Exit(export_to_harbor(terminal(), folder, domain or [], registry, checked=check))


@export.command(name="tokens")
def export_as_tokens(
    folder: Annotated[Path, typer.Argument(help="where to; an earlier export there is replaced")],
    tokenizer: Annotated[str, typer.Option(help="a folder, a tokenizer.json, or a hub's name")],
    template: Annotated[
        Path | None, typer.Option(help="a chat template's file; the tokenizer's own if not given")
    ] = None,
    length: Annotated[int, typer.Option(help="the most tokens of a pack", min=2)] = 16_384,
    learn: Annotated[
        Learned | None, typer.Option(help="which answers carry loss; the corpus's own mask if not given")
    ] = None,
    thoughts: Annotated[Thoughts, typer.Option(help="whose reasoning is learned from")] = Thoughts.AUTHORS,
    trees: Annotated[bool, typer.Option("--trees", help="share beginnings, as prefix trees with weights")] = False,
) -> None:
    """Write the corpus as packed tokens with labels, for one tokenizer and chat template."""
    from assets.tokens.export import TokenSettings
    from assets.tokens.mix import Mix
    from orchestration.export_command import export_to_tokens

    settings = TokenSettings(length, learn, as_trees=trees, mix=Mix(thoughts=thoughts))
    raise typer.Exit(export_to_tokens(terminal(), folder, tokenizer, template, settings))
