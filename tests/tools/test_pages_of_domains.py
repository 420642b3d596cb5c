"""The logs that the pages of CAD modelling and embedded systems quote are what the backends say today."""

import re
from collections.abc import Callable

import pytest

from resources.execution.errors import EnvironmentGap
from tests.home import PROJECT
from tests.tools import test_cad_labels, test_embedded_labels
from tests.tools.cad_runs import observe
from tests.tools.embedded_programs import SAYS_OK, program, run

NOT_REPEATED = {"script: ended by signal 11", "script: out of memory", "script: timed out"}
"""Ends of a process that need a crash, or minutes; `test_cad_labels` and the unit tests make them."""
_CODE = re.compile(r"``\s?(.+?)\s?``(?!`)|`([^`]+)`")


def quoted(page: str) -> list[str]:
    """Logs in the table of labels; an ellipsis at the end is the page's own."""
    text = (PROJECT / "docs" / "domains" / page).read_text(encoding="utf-8").partition("\n## Labels\n")[2]
    rows = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [(twice or once).rstrip(" …") for row in rows for twice, once in _CODE.findall(row)]


def cad_logs() -> list[str]:
    mended = test_cad_labels.BRACKET.replace("/ 2, 0", "/ 4, 0")
    tangent = observe(test_cad_labels.BRACKET, reference=mended).text
    return [tangent, *(observe(case[0]).text for case in test_cad_labels.CASES.values())]


def embedded_logs() -> list[str]:
    logs = [
        run(program(test_embedded_labels.FLOODS["one pin"]), SAYS_OK.replace("duration_ms: 5", "duration_ms: 500")).text
    ]
    for case in test_embedded_labels.CASES.values():
        try:
            logs.append(run(case[0]).text)
        except EnvironmentGap:
            continue
    return logs


@pytest.mark.parametrize(
    ("page", "logs_of"),
    [("cad_modeling.md", cad_logs), ("embedded_systems.md", embedded_logs)],
    ids=["cad", "embedded"],
)
def test_quoted_logs_are_real(page: str, logs_of: Callable[[], list[str]]) -> None:
    logs, wanted = logs_of(), quoted(page)
    assert len(wanted) >= 12
    assert [text for text in wanted if text not in NOT_REPEATED and not any(text in log for log in logs)] == []
