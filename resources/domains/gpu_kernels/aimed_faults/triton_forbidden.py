"""Aimed at REJECTED: torch does a kernel's arithmetic, or the module reaches out of itself."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.aimed_faults.triton_places import inserted, returned, tensors
from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "forbidden construct"
_MODULES = ("os", "time", "numpy as np", "sys", "random", "subprocess", "torch.nn.functional as F", "triton.testing")


@rule(
    _CATEGORY,
    "a module is imported that candidates may not use",
    symptom="the candidate is refused for the import",
    repair="import torch, triton, triton.language and math",
)
def module_imported(source: TritonSource) -> Iterator[Place]:
    for statement in source.module.tree.body[:1]:
        for name in _MODULES:
            yield source.place(statement, source.change(0, 0, f"import {name}\n"))


@rule(
    _CATEGORY,
    "torch finishes the result in host code",
    symptom="the candidate is refused: kernels are to do the arithmetic",
    repair="compute inside the kernel",
)
def result_finished_by_torch(source: TritonSource) -> Iterator[Place]:
    for name in returned(source):
        for text in ("{0}.clamp(min=-1e30)", "{0}.mul(1)", "torch.nan_to_num({0})", "{0} + 0", "torch.abs({0})"):
            yield source.place(name, source.replace(name, text.format(name.id)))


@rule(
    _CATEGORY,
    "the result is checked against torch inside the function",
    symptom="the candidate is refused: host code computes with torch",
    repair="leave checking to the tests",
)
def checked_against_torch(source: TritonSource) -> Iterator[Place]:
    for _, name in tensors(source):
        checks = ("torch.isfinite({0}).all()", "not {0}.isnan().any()", "torch.allclose({0}, {0})", "{0}.max() < 1e30")
        yield from inserted(source, *(f"assert {check.format(name)}" for check in checks))


@rule(
    _CATEGORY,
    "the function measures itself",
    symptom="the candidate is refused for streams and events",
    repair="measuring is the environment's",
)
def launch_measured(source: TritonSource) -> Iterator[Place]:
    yield from inserted(
        source, "started = torch.cuda.Event(enable_timing=True)", "torch.cuda.current_stream().synchronize()"
    )


@rule(
    _CATEGORY,
    "the function is compiled by torch on top",
    symptom="the candidate is refused for torch.compile",
    repair="launch the kernel directly",
)
def compiled_on_top(source: TritonSource) -> Iterator[Place]:
    for host, _ in tensors(source):
        start = source.start(host)
        for text in ("@torch.compile", "@torch.jit.ignore", "@torch.library.custom_op"):
            yield source.place(host, source.change(start, start, f"{text}\n"))


@rule(
    _CATEGORY,
    "a tensor is read on the host",
    symptom="the candidate is refused for the attribute",
    repair="keep data on the device",
)
def read_on_host(source: TritonSource) -> Iterator[Place]:
    for _, name in tensors(source):
        yield from inserted(source, f"values = {name}.tolist()", f"array = {name}.detach().numpy()")


RULES = (
    module_imported,
    result_finished_by_torch,
    checked_against_torch,
    launch_measured,
    compiled_on_top,
    read_on_host,
)
