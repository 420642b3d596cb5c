"""How a command prints its rows: a table for people, or all of them for the next program of a pipe."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import Console

from orchestration.terminal_text import printable, write


class QueryForm(StrEnum):
    TABLE = "table"
    CSV = "csv"
    JSON = "json"


AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of a table, a line each row")]
AsCsv = Annotated[bool, typer.Option("--csv", help="CSV instead of a table")]


def form_of(as_json: bool, as_csv: bool, form: QueryForm = QueryForm.TABLE) -> QueryForm:
    """Raises typer.BadParameter where two forms are asked for at once."""
    asked = {QueryForm.JSON: as_json, QueryForm.CSV: as_csv, form: form is not QueryForm.TABLE}
    chosen = [name for name, wanted in asked.items() if wanted]
    if len(chosen) > 1:
        raise typer.BadParameter(f"--{chosen[0]} and --{chosen[1]} at once; choose one")
    return chosen[0] if chosen else QueryForm.TABLE


def write_records(console: Console, rows: Sequence[Mapping[str, Any]], form: QueryForm) -> None:
    """Plain records in one of the forms for programs."""
    if form is QueryForm.CSV:
        import polars as pl

        write_out(console, pl.DataFrame(rows, infer_schema_length=None).write_csv())
    else:
        write_out(console, "".join(json.dumps(row, default=str) + "\n" for row in rows))


def write_out(console: Console, text: str) -> None:
    """As it is into a file or a pipe; on a terminal control characters are shown and not obeyed."""
    write(console, printable(text) if console.is_terminal else text)
