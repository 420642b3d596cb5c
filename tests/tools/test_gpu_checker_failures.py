"""What the checker's own code raises is no outcome of the candidate; what torch raises at a candidate's call is."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from resources.domains.gpu_kernels.execution import interpreters, oracle
from resources.domains.gpu_kernels.execution.backend import GpuBackend
from resources.domains.gpu_kernels.execution.stages.triton import pipeline
from resources.execution.bundle import Candidate
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.test_gpu_triton_labels import ADD, bundle_of

PARTS = {
    "Watch._noted": "watch.py",
    "Worker._written": "candidate.py",
    "interpreting": "candidate.py",
    "save_moved": "exchange.py",
    "_bound": "interpreted.py",
}
"""Parts of the worker, before, beside and after what the candidate does; and the files that they stand in."""
FAILING = """

def _failing(name, original):
    def failing(*arguments, **options):
        from pathlib import Path
        if Path("kernel.py").is_file() and Path("kernel.py").read_text().startswith(f"# {name}\\n"):
            raise KeyError("a part of the checker is broken")
        return original(*arguments, **options)
    return failing
"""
CODE = ADD.replace("KERNEL", "").replace("HOST", "copied = x.clone()")


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GpuBackend]:
    """Its worker's parts fail where the candidate's first line names them."""
    mine = tmp_path_factory.mktemp("worker") / "triton_worker"
    shutil.copytree(interpreters.folders()[f"{interpreters.WORKER}/triton_worker"], mine)
    for part, name in PARTS.items():
        with (mine / name).open("a") as file:
            file.write(f'{FAILING}\n\n{part} = _failing("{part}", {part})\n')
    folders: dict[str, Path] = {**interpreters.folders(), f"{interpreters.WORKER}/triton_worker": mine}
    with pytest.MonkeyPatch.context() as patch:
        for module in (interpreters, oracle, pipeline):
            patch.setattr(module, "folders", lambda: folders)
        yield GpuBackend(make_sandbox())


@pytest.mark.parametrize("part", PARTS)
def test_what_the_checker_raises_is_no_label(backend: GpuBackend, part: str) -> None:
    with pytest.raises(EnvironmentGap, match="the checker itself fails"):
        backend.execute(bundle_of("vector_add"), Candidate(f"# {part}\n{CODE}"))


MISTAKES = {
    "torch at a call": ("output = torch.empty_like(x)", "output = torch.empty_like(3)", "empty_like"),
    "torch by keyword": ("output = torch.empty_like(x)", "output = torch.empty(x.shape, dtype=3)", "empty"),
    "a grid of fractions": ("triton.cdiv(n, 256)", "n / 256", "integer"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_what_torch_raises_at_a_candidates_call_is_the_candidates(backend: GpuBackend, what: str) -> None:
    old, new, said = MISTAKES[what]
    assert old in CODE
    seen = backend.execute(bundle_of("vector_add"), Candidate(CODE.replace(old, new)))
    assert (seen.outcome, said in seen.text) == (Outcome.RUNTIME_ERROR, True), seen.text
