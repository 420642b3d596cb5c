"""Aimed at LINK_ERROR: the function that the task asks for is not in the module under its name."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.aimed_faults.triton_places import entries
from resources.domains.gpu_kernels.faults.triton_source import TritonSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "linking"


def _renamed(source: TritonSource, *patterns: str) -> Iterator[Place]:
    """The definition alone: nothing else in the text calls it."""
    for host in entries(source):
        start = source.code.find(host.name, source.start(host))
        for pattern in patterns:
            name = pattern.format(host.name, "".join(word.title() for word in host.name.split("_")))
            yield source.place(host, source.change(start, start + len(host.name), name))


@rule(
    _CATEGORY,
    "the host function has a word more in its name",
    symptom="AttributeError: the module has no function of the name that is asked for",
    repair="name the function as the task does",
)
def entry_with_suffix(source: TritonSource) -> Iterator[Place]:
    yield from _renamed(source, "{0}_triton", "{0}_forward", "{0}_fwd", "{0}_gpu", "{0}_v2", "{0}_fn", "{0}_launch")


@rule(
    _CATEGORY,
    "the host function has a word before its name",
    symptom="AttributeError: the module has no function of the name that is asked for",
    repair="name the function as the task does",
)
def entry_with_prefix(source: TritonSource) -> Iterator[Place]:
    yield from _renamed(source, "triton_{0}", "launch_{0}", "run_{0}", "_{0}", "fused_{0}", "call_{0}")


@rule(
    _CATEGORY,
    "the host function is named in another style",
    symptom="AttributeError: the module has no function of the name that is asked for",
    repair="name the function as the task does",
)
def entry_restyled(source: TritonSource) -> Iterator[Place]:
    yield from _renamed(source, "{1}", "{1}Function", "{1}Op", "forward", "solution", "kernel_wrapper")


@rule(
    _CATEGORY,
    "the host function is defined only where the file is run as a script",
    symptom="AttributeError: the module has no function of the name that is asked for",
    repair="define the function at module level",
)
def entry_for_scripts_only(source: TritonSource) -> Iterator[Place]:
    for condition in ('if __name__ == "__main__":', "if torch.cuda.device_count() > 64:", "if False:"):
        for host in entries(source):
            start, end = source.start(host), source.end(host)
            body = source.code[start:end]
            indented = "\n".join(f"    {line}" if line.strip() else line for line in body.split("\n"))
            yield source.place(host, source.change(start, end, f"{condition}\n{indented}"))


RULES = (entry_with_suffix, entry_with_prefix, entry_restyled, entry_for_scripts_only)
