"""The figures of `icwm measure` on terminals of any width."""

import io

import pytest
from rich.console import Console

from assets.shares import share
from assets.world_model.author_figures import AuthorFigures
from assets.world_model.author_trust import EarnedTrust
from assets.world_model.choosing import Choice
from orchestration.measure_command import show

AUTHORS = ("gpt-oss-120b", "qwen3-coder-480b", "all")


def figures(domain: str, author: str) -> AuthorFigures:
    seen, few = share(118, 144), share(7, 9)
    earned = EarnedTrust(0.62, 0.98, 0.1)
    return AuthorFigures(
        domain, author, seen, few, few, seen, seen, few, 0.034, 0.81, Choice(0, few, few, few, 0.0, 0.0), earned
    )


@pytest.mark.parametrize("width", [60, 80, 140])
def test_every_figure_stands_whole_and_in_a_line_of_its_own(width: int) -> None:
    file = io.StringIO()
    show(
        Console(file=file, width=width), [figures(domain, who) for domain in ("chip_design", "cad") for who in AUTHORS]
    )
    lines = file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    right = [line for line in lines if line.startswith("right ")]
    assert sum(line.count("0.82 (0.75–0.87) of 144") for line in right) == 6
    assert len(right) == {60: 6, 80: 4, 140: 2}[width]
    assert all(any(author in line for line in lines) for author in AUTHORS)
