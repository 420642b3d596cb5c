"""The `icwm` command: what makes the graph is here, other commands are in the rooms (`*_app`) that it joins.

All are thin: logic lives where it is called.
"""

import atexit
import os
import sys
from collections.abc import Collection
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.main import get_command

from assets.seeds.purposes import Purpose
from orchestration.champion_app import champion
from orchestration.completion import domains, importers, profiles
from orchestration.described_commands import LOG_FORMAT, QUIET, VERBOSE, DescribedCommands
from orchestration.export_app import export
from orchestration.families_app import families
from orchestration.first_word import first_word
from orchestration.inspection_app import inspection
from orchestration.judgement_app import judgement
from orchestration.log_output import OUTPUT, LogFormat, LogSettings
from orchestration.mistakes import status_of
from orchestration.operation_app import operation
from orchestration.proposals_app import proposals
from orchestration.terminal_text import terminal
from orchestration.training_app import training

app = typer.Typer(
    cls=DescribedCommands,
    help="An open data engine for industrial code.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
for room in (proposals, inspection, judgement, training, operation):
    app.add_typer(room)
app.add_typer(champion, name="champion")
app.add_typer(export, name="export")
app.add_typer(families, name="families")
console = terminal()


def main() -> None:
    """Ends without the interpreter's own shutdown, at which DuckDB 2.0's bindings print pages of leak warnings."""
    with first_word(sys.argv[1:], command_names):
        code = status_of(lambda: app(prog_name="icwm", standalone_mode=False))
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def command_names() -> Collection[str]:
    group = get_command(app)
    return group.commands if isinstance(group, TyperGroup) else ()


def _version(wanted: bool) -> None:
    if wanted:
        console.print(f"icwm {_installed_version()}", highlight=False)
        raise typer.Exit()


def _installed_version() -> str:
    try:
        return metadata.version("icwm")
    except metadata.PackageNotFoundError:
        return "of a folder that is not installed"


@app.callback()
def begin(
    version: Annotated[
        bool, typer.Option("--version", help="print the version, and end", callback=_version, is_eager=True)
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help=QUIET)] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help=VERBOSE)] = False,
    log_format: Annotated[
        LogFormat, typer.Option("--log-format", envvar="ICWM_LOG_FORMAT", help=LOG_FORMAT)
    ] = LogFormat.TEXT,
) -> None:
    """What stands before the command's name, or behind it."""
    OUTPUT.configure(LogSettings(quiet=quiet, verbose=verbose, form=log_format))


@app.command()
def run(
    profile: Annotated[str, typer.Option(help="quick, standard or full", autocompletion=profiles)] = "",
    domain: Annotated[
        list[str] | None, typer.Option(help="only this domain; may be given several times", autocompletion=domains)
    ] = None,
    generators: Annotated[str, typer.Option(help="YAML file with the generators, see docs/endpoints.md")] = "",
) -> None:
    """Materialise the whole graph, with a progress display, and print what came of it."""
    from orchestration.run_command import run_graph

    if profile:
        os.environ["ICWM_PROFILE"] = profile
    if generators:
        os.environ["ICWM_GENERATORS"] = generators
    raise typer.Exit(run_graph(console, domain or []))


@app.command(name="import")
def import_source(
    importer: Annotated[str, typer.Argument(help="verilog-eval, rtllm, cvdp …", autocompletion=importers)],
    path: Annotated[str, typer.Argument(help="the set as its authors publish it; none where it is built here")] = "",
    commit: Annotated[str, typer.Option(help="its revision, where the folder is no git checkout")] = "",
    licence: Annotated[str, typer.Option(help="its SPDX expression, where no file of it says so")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="drop what this home has of the source already")] = False,
    purpose: Annotated[
        Purpose | None, typer.Option(help="evaluate keeps its tasks out of the training split, as for all benchmarks")
    ] = None,
) -> None:
    """Import a public task set; its seeds become part of `task_seeds`, in the place of those with the same ids."""
    from assets.seeds.imports import is_built_here
    from assets.seeds.public_set import PublicSet
    from orchestration.import_command import import_set

    if not path.strip() and not is_built_here(importer):
        raise typer.BadParameter("PATH is empty; name the file or the folder of the set", param_hint="PATH")
    asked = PublicSet(importer, Path(path), commit=commit, licence=licence, purpose=purpose, replace=replace)
    raise typer.Exit(import_set(console, asked))


@app.command()
def allow(
    name: Annotated[str, typer.Argument(help="an SPDX licence expression, or a source whose licence is not known")],
    withdraw: Annotated[bool, typer.Option("--withdraw", help="take it back")] = False,
) -> None:
    """Allow seeds under a licence, or the imported sets of a source without a known one, that would otherwise wait."""
    from orchestration.allow_command import allow_seeds

    raise typer.Exit(allow_seeds(console, name, withdraw=withdraw))


if __name__ == "__main__":
    main()
