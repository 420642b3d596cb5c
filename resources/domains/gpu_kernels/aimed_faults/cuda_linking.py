"""Aimed at LINK_ERROR: the function that the task asks for is not there as the driver calls it."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.aimed_faults.cuda_places import entries
from resources.domains.gpu_kernels.faults.cuda_source import CudaSource
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "linking"


@rule(
    _CATEGORY,
    "the host function has a word more in its name",
    symptom="the driver's call finds no such function",
    repair="name the function as the task does",
)
def host_function_renamed(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        camel = "".join(word.title() for word in item.name.split("_"))
        for name in (
            f"{item.name}_cuda",
            f"launch_{item.name}",
            f"run_{item.name}",
            f"{item.name}_host",
            camel,
            "solve",
        ):
            yield source.place(item.named, source.change(item.named, item.named, name))


@rule(
    _CATEGORY,
    "the host function takes a parameter more",
    symptom="the driver's call does not fit the function",
    repair="take the parameters that the task names",
)
def parameter_added(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        start = source.tokens[item.named + 1].end
        for text in (
            "cudaStream_t stream, ",
            "int device, ",
            "unsigned seed, ",
            "float* workspace, ",
            "int grid_size, int block_size, ",
        ):
            yield source.place(item.named, source.insert(start, text))


@rule(
    _CATEGORY,
    "the host function stands in a namespace",
    symptom="the driver's call finds no such function",
    repair="define the function at file scope",
)
def function_in_namespace(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        start, end = source.tokens[item.first].start, source.tokens[item.closed].end
        for name in ("kernels", "gpu", "detail"):
            changes = source.insert(start, f"namespace {name} {{\n"), source.insert(end, f"\n}}  // namespace {name}")
            yield source.place(item.named, *changes)


@rule(
    _CATEGORY,
    "the host function is a template whose type no argument tells",
    symptom="the driver's call does not fit the function",
    repair="write the function for the task's types",
)
def type_never_told(source: CudaSource) -> Iterator[Place]:
    for item in entries(source):
        start = source.tokens[item.first].start
        for text in ("template <typename Accumulator>", "template <int kBlock>", "template <typename T, int kThreads>"):
            yield source.place(item.named, source.insert(start, f"{text}\n"))


RULES = (host_function_renamed, parameter_added, function_in_namespace, type_never_told)
