"""`icwm query`: rows of the warehouse on a terminal, or for the next program of a pipe."""

import re

import duckdb
import polars as pl
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from assets.near_names import near
from assets.tables import TABLES
from orchestration.log_output import NOTES
from orchestration.query_form import QueryForm, write_out
from orchestration.settings import SQL, read_settings
from resources.storage.lake import Lake
from resources.storage.query_result import flat_frame, json_lines
from resources.storage.warehouse import Warehouse

ROWS_SHOWN = 100
_CELL_WIDTH = 48
"""Of a column beside others: a hash, or the beginning of a text."""
_BETWEEN = 2
_LEAST_ROOM = 20
OF_EXAMS = frozenset({"exam_answers", "exam_samples", "benchmark_scores", "exam_scores", "corpus_gaps"})
_NO_TABLE = re.compile(r"Table with name (\S+) does not exist")


class QueryRefused(Exception):
    """DuckDB does not take the query. The message is its own, in one line."""


class TableNotMade(Exception):
    """A table of the project that this home does not have yet. The message says what makes it."""


def print_rows(console: Console, sql: str, form: QueryForm) -> int:
    """The command's exit status. Raises QueryRefused, TableNotMade and LakeError, which say what to do."""
    warehouse = _warehouse()
    try:
        with warehouse.relation(sql) as relation:
            rows = json_lines(relation) if form is QueryForm.JSON else flat_frame(relation)
    except duckdb.Error as error:
        raise QueryRefused(_unknown_table(warehouse, error) or _one_line(error)) from error
    if isinstance(rows, str):
        write_out(console, rows)
    elif form is QueryForm.CSV:
        write_out(console, rows.write_csv())
    else:
        print_table(console, rows)
    return 0


def _unknown_table(warehouse: Warehouse, error: duckdb.Error) -> str:
    """DuckDB would name tables of its own, too; "" for any other error. Raises TableNotMade."""
    missing = _NO_TABLE.search(str(error))
    if missing is None:
        return ""
    if missing[1] in {*TABLES, *(file.stem for file in SQL.rglob("*.sql"))}:
        maker = "icwm eval" if missing[1] in OF_EXAMS else "icwm run"
        raise TableNotMade(f"{missing[1]} is not made in this home yet: `{maker}` makes it") from error
    names = warehouse.query("show tables")["name"].to_list()
    meant = near(missing[1], names) or ";"
    return f"there is no table {missing[1]}{meant} `icwm query 'show tables'` names all"


def _one_line(error: duckdb.Error) -> str:
    """Without the picture of the query, whose marks stand under nothing once it is one line."""
    lines = [line.strip() for line in str(error).splitlines()]
    ends = next((number for number, line in enumerate(lines) if line.startswith("LINE ")), len(lines))
    return " ".join(line for line in lines[:ends] if line)


def _warehouse() -> Warehouse:
    """With what the lake holds now: what a run has published is as old as the run. A home that cannot be written to is
    asked as it was published."""
    settings = read_settings()
    warehouse = Warehouse(settings.home.warehouse)
    try:
        newer = warehouse.refresh(Lake(settings.lake))
    except OSError as error:
        if not warehouse.path.exists():
            raise
        said = "%s cannot be written to (%s): rows are those that were published last"
        NOTES.warning(said, settings.home.root, error.strerror)
    else:
        if newer:
            NOTES.debug("newer in the lake than in the warehouse, and brought up to date: %s", ", ".join(newer))
    return warehouse


def print_table(console: Console, frame: pl.DataFrame) -> None:
    """Side by side where every column has the room it wants, else a column a line."""
    rows = [[_cell(value) for value in row] for row in frame.head(ROWS_SHOWN).rows()]
    if _width(frame.columns, rows) <= console.width:
        console.print(_side_by_side(frame, rows))
    else:
        for number, row in enumerate(rows, 1):
            record = _record(frame.columns, row, number, console.width)
            console.print(record, markup=False, highlight=False, soft_wrap=True)
    shown = f", the first {ROWS_SHOWN} shown" if frame.height > ROWS_SHOWN else ""
    console.print(f"{frame.height} row{'' if frame.height == 1 else 's'}{shown}", style="dim", highlight=False)


def _width(names: list[str], rows: list[list[str]]) -> int:
    columns = zip(names, *rows, strict=True)
    return sum(min(max(map(len, cells)), _CELL_WIDTH) + _BETWEEN for cells in columns)


def _side_by_side(frame: pl.DataFrame, rows: list[list[str]]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, _BETWEEN, 0, 0))
    for name, kind in frame.schema.items():
        justify = "right" if kind.is_numeric() else "left"
        table.add_column(Text(name), justify=justify, no_wrap=True, max_width=_CELL_WIDTH)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _record(names: list[str], row: list[str], number: int, width: int) -> str:
    """A line each column, and none wider than the terminal where that leaves a cell anything to say."""
    longest = max(map(len, names))
    room = max(width - longest - 2 * _BETWEEN, _LEAST_ROOM)
    lines = (f"  {name:<{longest}}  {_short(cell, room)}" for name, cell in zip(names, row, strict=True))
    return "\n".join([f"row {number}", *lines, ""])


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)
    return text.replace("\n", "\\n")


def _short(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"
