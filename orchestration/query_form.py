"""How `icwm query` prints rows."""

from enum import StrEnum


class QueryForm(StrEnum):
    TABLE = "table"
    CSV = "csv"
    JSON = "json"
