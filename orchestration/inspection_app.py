"""What is there: `icwm query`, `status`, `show`, `view`, `trace`. What each prints is its command's module."""

from typing import Annotated

import typer

from assets.viewer_address import LOCAL_PORT
from orchestration.described_commands import DescribedCommands
from orchestration.query_form import AsCsv, AsJson, QueryForm, form_of
from orchestration.terminal_text import terminal

inspection = typer.Typer(cls=DescribedCommands)


@inspection.command()
def query(
    sql: Annotated[str, typer.Argument(help="one DuckDB query over the warehouse")],
    form: Annotated[
        QueryForm, typer.Option("--format", help="table, or all rows as csv, or as json (a line each)")
    ] = QueryForm.TABLE,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Query the warehouse read-only and print the rows; no other file is read or written.

    BLOBs, such as logs, are text where they are UTF-8, else \\xFF and the like for bytes that are no printable ASCII;
    to_base64(column) keeps all. In CSV nested columns are JSON; in JSON a number that is not finite is null.
    """
    from orchestration.query_command import print_rows

    raise typer.Exit(print_rows(terminal(), sql, form_of(as_json, as_csv, form)))


@inspection.command()
def status(as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Say what the home holds, by domain, what runs on it, what failed there, and what to do next."""
    from orchestration.status_command import status as say_status

    raise typer.Exit(say_status(terminal(), form_of(as_json, as_csv)))


@inspection.command()
def show(
    identity: Annotated[str, typer.Argument(metavar="ID", help="a trajectory's or a turn's id, or its beginning")],
    whole: Annotated[bool, typer.Option("--whole", help="all code of every turn, not what it changed")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="one JSON object, with all code and logs")] = False,
) -> None:
    """Print one trajectory: reasoning, code, what tools and world model said, turn by turn."""
    from orchestration.show_command import show as show_one

    raise typer.Exit(show_one(terminal(), identity, whole=whole, as_json=as_json))


@inspection.command()
def view(
    identity: Annotated[
        str, typer.Argument(metavar="[ID]", help="a trajectory's or a turn's id to begin with; else the list")
    ] = "",
    port: Annotated[int, typer.Option(help="on the loopback interface", min=1, max=65535)] = LOCAL_PORT,
    opened: Annotated[bool, typer.Option("--open", help="open a browser")] = False,
) -> None:
    """Look at trajectories in a browser, on this machine only, until Ctrl-C."""
    from orchestration.view_command import view as serve_viewer

    raise typer.Exit(serve_viewer(terminal(), identity, port, opened=opened))


@inspection.command()
def trace(row: Annotated[str, typer.Argument(help="a conversation's or a turn's id, or its beginning")]) -> None:
    """Tell the whole history of a row of the corpus: seed, bundle, executions, audits, reasoning, split."""
    from orchestration.trace_command import trace as trace_row

    raise typer.Exit(trace_row(terminal(), row))
