"""`docs/reference` is what the code says: the committed pages, every column, every variable, every command."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.column_meanings import described
from assets.profile import Profile
from infra.docs.configuration_page import VARIABLES
from infra.docs.reference import PROJECT, pages
from infra.docs.source_text import members
from infra.docs.table_page import all_schemas
from infra.docs.table_page import members as records

CODE = ("orchestration", "assets", "resources")
INTERNAL = {
    "PATH",  # handed on as it is
    "VERDICT_SECRET",  # between a bench and its channel
    "PYTHONPATH",  # of workers inside the sandbox
}


@pytest.fixture(scope="module")
def generated() -> dict[str, str]:
    return dict(pages())


def test_the_committed_pages_are_what_is_generated(generated: dict[str, str]) -> None:
    for path, text in generated.items():
        assert (PROJECT / path).read_text(encoding="utf-8") == text, f"{path} is old: run `make docs`"


def test_every_column_says_what_it_means() -> None:
    missing = [f"{schema.name}.{it.name}" for schema in all_schemas() for it in described(schema) if not it.description]
    assert not missing
    for schema in all_schemas():
        for field in schema.arrow_schema:
            assert all(meaning for _, _, meaning in records(field.name, field.type)), f"{schema.name}.{field.name}"


def test_every_field_of_a_profile_says_what_it_means() -> None:
    assert [member.name for member in members(Profile) if member.is_field and not member.words] == []


def test_every_command_and_argument_says_what_it_means(generated: dict[str, str]) -> None:
    assert not re.findall(r"^\| `[^`]*` \|  \|.*$", generated["docs/reference/cli.md"], re.MULTILINE)


def test_every_variable_that_the_code_reads_is_on_the_page() -> None:
    read = {name for folder in CODE for path in (PROJECT / folder).rglob("*.py") for name in _variables(path)}
    assert read - INTERNAL <= set(VARIABLES)
    assert {name for name in VARIABLES if name.startswith("ICWM_")} <= read


def _variables(path: Path) -> Iterator[str]:
    """Names of variables that a file reads from the environment, through a constant of its own as well."""
    text = path.read_text(encoding="utf-8")
    if "environ" not in text or "/seeds/" in str(path):
        return
    tree = ast.parse(text)
    constants = {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        key = _key(node)
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value
        if isinstance(key, ast.Name) and isinstance(constants.get(key.id), str):
            yield constants[key.id]


def _key(node: ast.AST) -> ast.expr | None:
    """What stands in `environ[…]`, `environ.get(…)` and `getenv(…)`, and a variable's name that is handed to a call."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
        return node.slice
    if not isinstance(node, ast.Call) or not node.args:
        return None
    reads = ast.unparse(node.func) in {"os.environ.get", "os.getenv", "os.environ.pop"}
    return node.args[0] if reads or ast.unparse(node.args[0]).startswith("'ICWM_") else None
