"""The logs that the domains' pages quote are what the backends say today."""

import re
from collections.abc import Callable

import pytest

from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.domains.code_optimization.execution.backend import AssemblyBackend
from resources.execution.errors import EnvironmentGap
from resources.execution.sandbox.selection import make_sandbox
from tests.home import PROJECT
from tests.tools import (
    test_cad_contact,
    test_cad_forgeries,
    test_cad_labels,
    test_chip_design_forgeries,
    test_chip_design_labels,
    test_chip_design_rare_errors,
    test_code_optimization_labels,
    test_embedded_labels,
    test_gpu_cuda_labels,
    test_gpu_cuda_memory,
    test_gpu_triton_labels,
)
from tests.tools.cad_runs import observe
from tests.tools.embedded_programs import BUDGET_IS_SPENT, SAYS_OK, program, run
from tests.tools.kept_backends import cuda_stages

NOT_REPEATED = {
    BUDGET_IS_SPENT,
    "compile: timed out",
    "script: ended by signal 11",
    "script: out of memory",
    "script: timed out",
    "simulate: ended by signal 11",
    "simulate: out of memory",
    "simulate: timed out",
    "synthesise: timed out",
    "interpreter: timed out",
    "OutOfResources: out of resource: shared memory, Required: 409600, Hardware limit: 232448. Reducing block sizes or "
    "'num_stages' may help.",
    "rejected: the outputs are right although no kernel was launched",
}
"""Ends that need a crash, or minutes; the tests of labels and the unit tests make them."""
_CODE = re.compile(r"``\s?(.+?)\s?``(?!`)|`([^`]+)`")


def quoted(page: str) -> list[str]:
    """Logs in the table of labels; an ellipsis at the end is the page's own."""
    text = (PROJECT / "docs" / "domains" / page).read_text(encoding="utf-8").partition("\n## Labels\n")[2]
    rows = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [(twice or once).rstrip(" …") for row in rows for twice, once in _CODE.findall(row)]


def cad_logs() -> list[str]:
    mended = test_cad_labels.BRACKET.replace("/ 2, 0", "/ 4, 0")
    tangent = observe(test_cad_labels.BRACKET, reference=mended).text
    tolerance, _, hole = test_cad_forgeries.FEATURES["blind hole"]
    plate = test_cad_forgeries.PLATE
    lacking = observe(plate, reference=plate + hole, tolerance=tolerance)
    apart, seized = test_cad_contact.apart_by("8.01"), test_cad_contact.seized("rings")
    return [
        tangent,
        lacking.text,
        apart.text,
        seized.text,
        *(observe(case[0]).text for case in test_cad_labels.CASES.values()),
    ]


def embedded_logs() -> list[str]:
    flood = program(test_embedded_labels.FLOODS["one pin"]), SAYS_OK.replace("duration_ms: 5", "duration_ms: 500")
    logs = [run(*flood).text]
    for case in test_embedded_labels.CASES.values():
        try:
            logs.append(run(case[0]).text)
        except EnvironmentGap:
            continue
    return logs


def chip_design_logs() -> list[str]:
    labels = test_chip_design_labels
    backend = VerilogBackend(make_sandbox())
    driven = test_chip_design_forgeries.run(backend, test_chip_design_forgeries.FORGERIES["output for an input"])
    rare = test_chip_design_rare_errors
    beside = rare.run(backend, *rare.RARE["one value of many inputs"])
    delayed = rare.delayed_load(backend, rare.DELAYS[-1])
    return [
        driven.text,
        beside.text,
        delayed.text,
        *(labels.run(backend, case[0]).text for case in labels.CASES.values()),
    ]


def code_optimization_logs() -> list[str]:
    labels = test_code_optimization_labels
    backend = AssemblyBackend(make_sandbox())
    flood = labels.whole(f".Lflood:\n{labels.PRINT_A.format(more='')}".replace("ret", "jmp .Lflood"))
    others = (labels.body(case[0]) for case in labels.CASES)
    return [backend.execute(labels.WHOLE, flood).text, *(backend.execute(labels.BUNDLE, one).text for one in others)]


def gpu_logs() -> list[str]:
    triton, cuda, memory = test_gpu_triton_labels, test_gpu_cuda_labels, test_gpu_cuda_memory
    stages = cuda_stages()
    kernels = ("block is no power of two", "mask forgotten", "wrong offset", "race")
    hosts = ("missing argument", "computes with torch", "changes its input", "memory")
    faults = ("undeclared name", "undefined function", "missing bounds check")
    return [
        triton.add().text,
        triton.add(host="return x").text,
        triton.run("vector_add", "def vector_add(", "def other(").text,
        *(triton.add(kernel=triton.CASES[name][0]).text for name in kernels),
        *(triton.add(host=triton.HOSTS[name][0]).text for name in hosts),
        *(cuda.ran(stages, cuda.FAULTS[name][0]).observation.text for name in faults),
        *(cuda.ran(stages, code).observation.text for code in (memory.LEAKS["cudaMalloc"][0], memory.ENDLESS)),
    ]


@pytest.mark.parametrize(
    ("page", "logs_of"),
    [
        ("cad_modeling.md", cad_logs),
        ("chip_design.md", chip_design_logs),
        ("code_optimization.md", code_optimization_logs),
        ("embedded_systems.md", embedded_logs),
        ("gpu_kernels.md", gpu_logs),
    ],
    ids=["cad", "chip", "code", "embedded", "gpu"],
)
def test_quoted_logs_are_real(page: str, logs_of: Callable[[], list[str]]) -> None:
    logs, wanted = logs_of(), quoted(page)
    assert len(wanted) >= 12
    assert [text for text in wanted if text not in NOT_REPEATED and not any(text in log for log in logs)] == []
