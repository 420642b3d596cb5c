"""Targeted faults of Triton, in host functions that nothing else in the text calls: torch's arithmetic and ways out of
the module, too much memory or output, loops without an end, an entry that is not there."""

import ast
from collections.abc import Iterator

from resources.domains.gpu_kernels.language.triton_source import TritonSource
from resources.domains.toolkit.rules import Place, rule
from resources.domains.toolkit.targeted_rules import RulesByLabel
from resources.execution.outcome import Outcome


def entries(source: TritonSource) -> Iterator[ast.FunctionDef]:
    """Host functions at module level that no other function calls: one of them is what the task asks for."""
    called = {
        node.func.id for node in source.module.nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    for host in source.hosts:
        if host.name not in called and host.col_offset == 0:
            yield host


def inserted(source: TritonSource, *texts: str) -> Iterator[Place]:
    """A place for each text before each statement of an entry, up to its first return."""
    for host in entries(source):
        for statement in host.body:
            start = source.start(statement)
            indent = source.code[source.code.rfind("\n", 0, start) + 1 : start]
            if not indent.strip():
                for text in texts:
                    written = "".join(f"{line}\n{indent}" for line in text.splitlines())
                    yield source.place(statement, source.change(start, start, written))
            if isinstance(statement, ast.Return):
                break


def tensors(source: TritonSource) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Each entry with the name of its first parameter that is a tensor."""
    for host in entries(source):
        names = [
            item.arg for item in host.args.args if item.annotation and source.text(item.annotation) == "torch.Tensor"
        ]
        if names:
            yield host, names[0]


def returned(source: TritonSource) -> Iterator[ast.Name]:
    """Names that entries return, alone or in a tuple."""
    for host in entries(source):
        for node in host.body:
            if isinstance(node, ast.Return) and node.value is not None:
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
                yield from (value for value in values if isinstance(value, ast.Name))


_FORBIDDEN = "forbidden construct"
_MODULES = ("os", "time", "numpy as np", "sys", "random", "subprocess", "torch.nn.functional as F", "triton.testing")


@rule(_FORBIDDEN, "a module is imported that candidates may not use")
def module_imported(source: TritonSource) -> Iterator[Place]:
    for statement in source.module.tree.body[:1]:
        for name in _MODULES:
            yield source.place(statement, source.change(0, 0, f"import {name}\n"))


@rule(_FORBIDDEN, "torch finishes the result in host code")
def result_finished_by_torch(source: TritonSource) -> Iterator[Place]:
    for name in returned(source):
        for text in ("{0}.clamp(min=-1e30)", "{0}.mul(1)", "torch.nan_to_num({0})", "{0} + 0", "torch.abs({0})"):
            yield source.place(name, source.replace(name, text.format(name.id)))


@rule(_FORBIDDEN, "the result is checked against torch inside the function")
def checked_against_torch(source: TritonSource) -> Iterator[Place]:
    for _, name in tensors(source):
        checks = ("torch.isfinite({0}).all()", "not {0}.isnan().any()", "torch.allclose({0}, {0})", "{0}.max() < 1e30")
        yield from inserted(source, *(f"assert {check.format(name)}" for check in checks))


@rule(_FORBIDDEN, "the function measures itself")
def launch_measured(source: TritonSource) -> Iterator[Place]:
    yield from inserted(
        source, "started = torch.cuda.Event(enable_timing=True)", "torch.cuda.current_stream().synchronize()"
    )


@rule(_FORBIDDEN, "the function is compiled by torch on top")
def compiled_on_top(source: TritonSource) -> Iterator[Place]:
    for host, _ in tensors(source):
        start = source.start(host)
        for text in ("@torch.compile", "@torch.jit.ignore", "@torch.library.custom_op"):
            yield source.place(host, source.change(start, start, f"{text}\n"))


@rule(_FORBIDDEN, "a tensor is read on the host")
def read_on_host(source: TritonSource) -> Iterator[Place]:
    for _, name in tensors(source):
        yield from inserted(source, f"values = {name}.tolist()", f"array = {name}.detach().numpy()")


FORBIDDING = (
    module_imported,
    result_finished_by_torch,
    checked_against_torch,
    launch_measured,
    compiled_on_top,
    read_on_host,
)


_EXCESS = "resources"


@rule(_EXCESS, "a workspace for every pair of elements is allocated")
def workspace_too_large(source: TritonSource) -> Iterator[Place]:
    for _, name in tensors(source):
        shapes = ("(1 << 22, 1 << 22)", "(2_000_000, 3_000_000)", "1 << 43")
        yield from inserted(source, *(f"workspace = torch.empty({shape}, device={name}.device)" for shape in shapes))


@rule(_EXCESS, "a list on the host has an entry for every address")
def offsets_listed(source: TritonSource) -> Iterator[Place]:
    for count in ("10**13", "1 << 44", "5 * 10**12"):
        yield from inserted(source, f"offsets = [0] * ({count})", f"starts = list(range({count}))")


@rule(_EXCESS, "a table for all seeds is filled in host memory")
def table_too_large(source: TritonSource) -> Iterator[Place]:
    for text in ("torch.zeros(1 << 42)", "torch.full((1 << 21, 1 << 21), 0.5)", "torch.arange(10**13)"):
        yield from inserted(source, f"table = {text}")


@rule(_EXCESS, "the search for a block size prints each try and does not end")
def search_printed_forever(source: TritonSource) -> Iterator[Place]:
    for name in ("width", "tile", "lanes"):
        yield from inserted(source, f'{name} = 1\nwhile {name} > 0:\n    print("trying {name}", {name} % 1024)')


@rule(_EXCESS, "a size is never doubled in the loop that looks for it")
def size_never_doubled(source: TritonSource) -> Iterator[Place]:
    for size in (256, 1024, 4096):
        yield from inserted(source, f"width = 1\nwhile width < {size}:\n    doubled = width * 2")


@rule(_EXCESS, "a size is halved until it is negative, which it never is")
def halved_for_ever(source: TritonSource) -> Iterator[Place]:
    for size in (64, 512, 2048):
        yield from inserted(source, f"tile = {size}\nwhile tile >= 0:\n    tile //= 2")


@rule(_EXCESS, "the host warms up in a loop of thousands of millions of rounds")
def warmed_up_for_hours(source: TritonSource) -> Iterator[Place]:
    for rounds in (10**10, 10**11, 10**12):
        yield from inserted(source, f"warm = 0\nfor step in range({rounds}):\n    warm += step & 1")


EXCEEDING = (workspace_too_large, offsets_listed, table_too_large, search_printed_forever)
ENDLESS = (size_never_doubled, halved_for_ever, warmed_up_for_hours)


_LINKING = "linking"


def _renamed(source: TritonSource, *patterns: str) -> Iterator[Place]:
    """The definition alone: nothing else in the text calls it."""
    for host in entries(source):
        start = source.code.find(host.name, source.start(host))
        for pattern in patterns:
            name = pattern.format(host.name, "".join(word.title() for word in host.name.split("_")))
            yield source.place(host, source.change(start, start + len(host.name), name))


@rule(_LINKING, "the host function has a word more in its name")
def entry_with_suffix(source: TritonSource) -> Iterator[Place]:
    yield from _renamed(source, "{0}_triton", "{0}_forward", "{0}_fwd", "{0}_gpu", "{0}_v2", "{0}_fn", "{0}_launch")


@rule(_LINKING, "the host function has a word before its name")
def entry_with_prefix(source: TritonSource) -> Iterator[Place]:
    yield from _renamed(source, "triton_{0}", "launch_{0}", "run_{0}", "_{0}", "fused_{0}", "call_{0}")


@rule(_LINKING, "the host function is named in another style")
def entry_restyled(source: TritonSource) -> Iterator[Place]:
    yield from _renamed(source, "{1}", "{1}Function", "{1}Op", "forward", "solution", "kernel_wrapper")


@rule(_LINKING, "the host function is defined only where the file is run as a script")
def entry_for_scripts_only(source: TritonSource) -> Iterator[Place]:
    for condition in ('if __name__ == "__main__":', "if torch.cuda.device_count() > 64:", "if False:"):
        for host in entries(source):
            start, end = source.start(host), source.end(host)
            body = source.code[start:end]
            indented = "\n".join(f"    {line}" if line.strip() else line for line in body.split("\n"))
            yield source.place(host, source.change(start, end, f"{condition}\n{indented}"))


UNLINKED = (entry_with_suffix, entry_with_prefix, entry_restyled, entry_for_scripts_only)

RULES: RulesByLabel[TritonSource] = {
    Outcome.REJECTED: FORBIDDING,
    Outcome.RESOURCE_EXCEEDED: EXCEEDING,
    Outcome.TIMEOUT: ENDLESS,
    Outcome.LINK_ERROR: UNLINKED,
}
