"""Writes the pages that are made from the code: `make docs`. A test holds the committed pages to it."""

from collections.abc import Mapping
from pathlib import Path

from infra.docs.api_page import api_page
from infra.docs.architecture import architecture
from infra.docs.command_page import command_page
from infra.docs.configuration_page import configuration_page
from infra.docs.table_page import table_page
from orchestration.definitions import build_defs

PROJECT = Path(__file__).parent.parent.parent


def pages() -> Mapping[str, str]:
    """Path in the repository → text."""
    return {
        "docs/reference/tables.md": table_page(),
        "docs/reference/cli.md": command_page(),
        "docs/reference/configuration.md": configuration_page(),
        "docs/reference/python-api.md": api_page(),
        "docs/architecture.svg": architecture(build_defs()),
    }


def main() -> None:
    for path, text in pages().items():
        (PROJECT / path).parent.mkdir(parents=True, exist_ok=True)
        (PROJECT / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
