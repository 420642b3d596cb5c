"""The version of what a domain's prompts say: every template, the rules that fill them, the domain's instructions."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from resources.domains.domain import Domain
from resources.domains.readers import folder_of
from resources.domains.toolkit.source_version import source_text

_HERE = Path(__file__).parent


def prompt_version(domain: Domain) -> str:
    """12 hexadecimal digits: part of an endpoint generator's version, and so of each trajectory's identity."""
    return _version(folder_of(domain) / "instructions")


@cache
def _version(instructions: Path) -> str:
    digest = hashlib.sha256()
    for path in (*_texts(_HERE), *_texts(instructions)):
        digest.update(f"{path.name}\0".encode() + source_text(path) + b"\0")
    return digest.hexdigest()[:12]


def _texts(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".md", ".py"))
