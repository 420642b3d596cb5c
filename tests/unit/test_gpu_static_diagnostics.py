"""What is foreseen of GPU programs that fail by their text alone: exact words for a few faults, and any text at all."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.gpu_kernels.domain import DOMAIN
from resources.domains.gpu_kernels.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

BUNDLES = {seed.seed_id: bundle_from_seed(seed) for seed in builtin_seeds() if not seed.unusable}
AXPY = BUNDLES["builtin/axpy"]
CUDA = next(bundle for bundle in BUNDLES.values() if bundle.settings["language"] == "cuda")
HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n\n"
KERNEL = (
    "@triton.jit\ndef add(x, n, BLOCK: tl.constexpr):\n    at = tl.arange(0, BLOCK)\n    tl.store(x + at, 1.0)\n\n\n"
)
HOST = "def axpy(alpha, x, y):\n    add[(1,)](x, 5, BLOCK=16)\n    return x\n"
PROGRAM = HEAD + KERNEL + HOST


def foreseen(code: str) -> Observation | None:
    return DOMAIN.static_diagnostic(AXPY, Candidate(code))


FAULTS = {
    "import os\n" + PROGRAM: (Outcome.REJECTED, "kernel.py:1: forbidden: import of os"),
    PROGRAM.replace("y):", "y)"): (
        Outcome.COMPILATION_ERROR,
        '  File "kernel.py", line 12\n    def axpy(alpha, x, y)\n'
        "                         ^\nSyntaxError: expected ':'",
    ),
    PROGRAM.replace("import triton\n", "\n"): (
        Outcome.COMPILATION_ERROR,
        "kernel.py:6: in <module>\nNameError: name 'triton' is not defined",
    ),
    PROGRAM.replace("BLOCK: tl.constexpr", "BLOCK: tl.bool"): (
        Outcome.COMPILATION_ERROR,
        "kernel.py:7: in <module>\nAttributeError: module 'triton.language' has no attribute 'bool'",
    ),
    PROGRAM.replace("def axpy", "@triton.heuristics({})\ndef axpy"): (
        Outcome.COMPILATION_ERROR,
        "kernel.py:12: in <module>\nAttributeError: 'function' object has no attribute 'arg_names'",
    ),
    PROGRAM.replace("def axpy", "def axpby"): (
        Outcome.LINK_ERROR,
        "AttributeError: module 'kernel' has no attribute 'axpy'",
    ),
    PROGRAM.replace("(x, 5,", "(x,"): (
        Outcome.RUNTIME_ERROR,
        "kernel.py:13: in axpy\nTypeError: dynamic_func() missing 1 required positional argument: 'n'",
    ),
    PROGRAM.replace("BLOCK=16", "BLOCK=16, num_warps=6"): (
        Outcome.RUNTIME_ERROR,
        "kernel.py:13: in axpy\nAssertionError: num_warps must be a power of 2",
    ),
    PROGRAM.replace("BLOCK=16", "BLOCK=16, warps=6"): (
        Outcome.RUNTIME_ERROR,
        "kernel.py:13: in axpy\nKeyError: 'Keyword argument warps was specified but unrecognised'",
    ),
    PROGRAM.replace("BLOCK=16", "BLOCK=16, num_warps=64"): (
        Outcome.MEMORY_FAULT,
        "kernel.py:13: in axpy\nOutOfResources: out of resource: threads, Required: 2048, Hardware limit: 1024."
        " Reducing block sizes or `num_stages` may help.",
    ),
    PROGRAM.replace("x + at", "x + et"): (
        Outcome.COMPILATION_ERROR,
        "kernel.py:13: in axpy\nkernel.py:9: in kernel\nCompilationError: at 3:17:\n"
        "def add(x, n, BLOCK: tl.constexpr):\n    at = tl.arange(0, BLOCK)\n    tl.store(x + et, 1.0)\n"
        "                 ^\nNameError('et is not defined')",
    ),
    PROGRAM.replace("return x", "return z"): (
        Outcome.RUNTIME_ERROR,
        "kernel.py:14: in axpy\nNameError: name 'z' is not defined",
    ),
}
FAULTS[PROGRAM.replace("add[(1,)](x, 5, BLOCK=16)", "pass")] = (
    Outcome.REJECTED,
    "rejected: no Triton kernel was launched",
)
UNCERTAIN = [
    PROGRAM,
    AXPY.reference,
    PROGRAM.replace("return x", "if alpha:\n        return z\n    return x"),
    PROGRAM.replace("@triton.jit", "@triton.autotune([], [])\n@triton.jit").replace("(x, 5,", "(x,"),
    HEAD + "while True:\n    pass\n",
]


@pytest.mark.parametrize("code", FAULTS)
def test_a_certain_failure_is_told_in_the_backends_words(code: str) -> None:
    outcome, text = FAULTS[code]
    found = foreseen(code)
    assert found is not None
    assert (found.outcome, found.text.rstrip()) == (outcome, text)


def test_every_name_that_a_sets_script_asks_for_is_needed() -> None:
    settings = {**AXPY.settings, "harness": "script"}
    bundle = replace(AXPY, settings=settings, files={**AXPY.files, "driver.py": "NAMES = ('axpy', 'Layer')\n"})
    found = DOMAIN.static_diagnostic(bundle, Candidate(PROGRAM))
    assert found is not None
    assert (found.outcome, found.text) == (
        Outcome.LINK_ERROR,
        "AttributeError: module 'kernel' has no attribute 'Layer'\n",
    )
    assert DOMAIN.static_diagnostic(bundle, Candidate(PROGRAM + "class Layer:\n    pass\n")) is None


@pytest.mark.parametrize("code", UNCERTAIN)
def test_nothing_is_foreseen_where_the_text_leaves_it_open(code: str) -> None:
    assert foreseen(code) is None


@pytest.mark.parametrize("bundle", [AXPY, CUDA], ids=["triton", "cuda"])
@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=200), at=st.integers(0, 2000), lost=st.integers(0, 40))
def test_any_text_and_any_change_of_a_reference_is_read(bundle: object, text: str, at: int, lost: int) -> None:
    assert isinstance(bundle, type(AXPY))
    reference = bundle.reference
    for code in (text, reference[:at], reference[:at] + text + reference[at + lost :]):
        found = DOMAIN.static_diagnostic(bundle, Candidate(code))
        assert found is None or found.outcome in DOMAIN.outcomes
