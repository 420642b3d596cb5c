"""SqlModel: what one .sql file says: description, key, columns, dependencies and column lineage.

    -- What a row is.
    -- Stage: corpus
    -- Key: column, column
    -- Columns:
    --   name: what it means
    SELECT …

`Stage:` is the group of the graph, by the name that `assets.stages` has; without it, reports.

Reading and parsing only: evaluation is `sql_run`, Dagster is `sql_assets`.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import sqlglot
from sqlglot import exp
from sqlglot.errors import ParseError, SqlglotError

from assets.stages import Stage

_KEY = "Key:"
_STAGE = "Stage:"
_COLUMNS = "Columns:"
_COLUMN = re.compile(r"(\w+): (.+)")


class SqlModelError(Exception):
    """A .sql file that cannot be an asset, or cannot be evaluated. The message begins with file and line."""


class Layer(StrEnum):
    """STAGING is evaluated for one domain at a time, MARTS over all."""

    STAGING = "staging"
    MARTS = "marts"


class ColumnReference(NamedTuple):
    """A column of an upstream table."""

    table: str
    column: str


@dataclass(frozen=True)
class SqlModel:
    """One table. `columns` are in the order of the query, `depends_on` in alphabetical order."""

    name: str
    layer: Layer
    file: Path
    sql: str
    description: str
    key: tuple[str, ...]
    depends_on: tuple[str, ...]
    columns: tuple[str, ...]
    column_descriptions: Mapping[str, str] = field(default_factory=dict)
    stage: Stage = Stage.REPORTS

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()[:16]

    @cached_property
    def column_lineage(self) -> dict[str, tuple[ColumnReference, ...]]:
        """Column → the upstream columns it is made from, sorted; empty for constants and counts."""
        from sqlglot.lineage import lineage

        try:
            nodes = lineage(None, self.sql, {}, dialect="duckdb", expand_alias_refs=False)
        except SqlglotError as error:
            raise SqlModelError(f"{self.file}:1: no column lineage: {error}") from error
        assert isinstance(nodes, dict)
        by_column: dict[str, tuple[ColumnReference, ...]] = {}
        for column, root in nodes.items():
            leaves = (node for node in root.walk() if isinstance(node.expression, exp.Table))
            references = {
                ColumnReference(leaf.expression.name, leaf.name.rpartition(".")[2].strip('"')) for leaf in leaves
            }
            by_column[column] = tuple(sorted(references))
        return by_column


def read_models(directory: Path) -> list[SqlModel]:
    """All models of `directory`/staging and /marts, by name. SqlModelError says file and line."""
    files = [(layer, file) for layer in Layer for file in sorted((directory / layer.value).glob("*.sql"))]
    models = [read_model(file, layer) for layer, file in files]
    names = [model.name for model in models]
    for model in models:
        if names.count(model.name) > 1:
            raise SqlModelError(f"{model.file}:1: there are two tables named {model.name}")
    return sorted(models, key=lambda model: model.name)


def in_order(models: Iterable[SqlModel]) -> list[SqlModel]:
    """Each after those that it reads."""
    known = {model.name: model for model in models}
    order = TopologicalSorter({name: model.depends_on for name, model in known.items()}).static_order()
    return [known[name] for name in order if name in known]


def read_model(file: Path, layer: Layer) -> SqlModel:
    sql = file.read_text(encoding="utf-8").rstrip().rstrip(";")
    query = _parse(file, sql)
    columns = _columns(file, query)
    header = _read_header(sql)
    for name in (*header.key, *header.columns):
        if name not in columns:
            raise SqlModelError(f"{file}:{_line_of(sql, name)}: the header names {name}, which is not selected")
    if not header.key or not header.description:
        raise SqlModelError(f"{file}:1: begin with a comment that says what a row is, and a line '-- {_KEY} …'")
    return SqlModel(
        file.stem,
        layer,
        file,
        sql,
        header.description,
        header.key,
        _dependencies(query),
        columns,
        header.columns,
        _stage(file, sql, header.stage),
    )


def _stage(file: Path, sql: str, name: str) -> Stage:
    if not name:
        return Stage.REPORTS
    try:
        return Stage[name.upper()]
    except KeyError:
        known = ", ".join(stage.name.lower() for stage in Stage)
        raise SqlModelError(f"{file}:{_line_of(sql, _STAGE)}: no stage {name!r}; there are: {known}") from None


def _parse(file: Path, sql: str) -> exp.Query:
    try:
        statements = sqlglot.parse(sql, dialect="duckdb")
    except ParseError as error:
        first = error.errors[0]
        near = first["highlight"] or "the end of the file"
        raise SqlModelError(f"{file}:{first['line']}: {first['description']} near {near}") from error
    except SqlglotError as error:
        raise SqlModelError(f"{file}:1: {error}") from error
    if len(statements) != 1 or not isinstance(statements[0], exp.Query):
        raise SqlModelError(f"{file}:1: a model is one SELECT statement")
    return statements[0]


def _columns(file: Path, query: exp.Query) -> tuple[str, ...]:
    names = tuple(query.named_selects)
    unnamed = any(not name or name == "*" for name in names) or query.is_star
    if unnamed or len(set(names)) < len(names):
        raise SqlModelError(f"{file}:1: name every output column once (no '*'), so that its lineage is known")
    return names


def _dependencies(query: exp.Query) -> tuple[str, ...]:
    own = {table.alias for table in query.find_all(exp.CTE)}
    named = {table.name for table in query.find_all(exp.Table) if isinstance(table.this, exp.Identifier)}
    return tuple(sorted(named - own))


class _Header(NamedTuple):
    description: str
    key: tuple[str, ...]
    columns: dict[str, str]
    stage: str


def _read_header(sql: str) -> _Header:
    description: list[str] = []
    key: tuple[str, ...] = ()
    columns: dict[str, str] = {}
    stage, in_columns = "", False
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        text = line.removeprefix("--").strip()
        if text.startswith(_KEY):
            key = tuple(name.strip() for name in text.removeprefix(_KEY).split(","))
        elif text.startswith(_STAGE):
            stage = text.removeprefix(_STAGE).strip()
        elif text == _COLUMNS:
            in_columns = True
        elif in_columns and (match := _COLUMN.fullmatch(text)):
            columns[match[1]] = match[2]
        else:
            description.append(text)
    return _Header(" ".join(description).strip(), key, columns, stage)


def _line_of(sql: str, text: str) -> int:
    return next((number for number, line in enumerate(sql.splitlines(), 1) if text in line), 1)
