"""CUDA faults of arithmetic, loops and addresses in one thread."""

from collections.abc import Iterator

from resources.domains.gpu_kernels.faults.ordinary.categories import MEMORY, NUMERICS
from resources.domains.gpu_kernels.language.cuda_source import CudaSource
from resources.domains.toolkit.rules import Place, rule

_FUNCTIONS = {
    "fmaxf": "fminf", "fminf": "fmaxf", "expf": "exp2f", "__expf": "exp2f", "sqrtf": "rsqrtf", "rsqrtf": "sqrtf",
    "logf": "log2f", "max": "min", "min": "max", "fabsf": "sqrtf", "tanhf": "expf", "atomicMax": "atomicMin",
}  # fmt: skip


@rule(NUMERICS, "A loop runs one step too far.")
def loop_one_too_far(source: CudaSource) -> Iterator[Place]:
    for _, test, _ in _loops(source):
        for index in range(*test):
            if source.text(index) == "<":
                yield source.place(index, source.change(index, index, "<="))


@rule(NUMERICS, "A loop starts one step too late.")
def loop_starts_at_one(source: CudaSource) -> Iterator[Place]:
    for first, _, _ in _loops(source):
        for index in range(*first):
            if source.text(index) == "=" and source.text(index + 1) == "0" and source.text(index + 2) == ";":
                yield source.place(index, source.change(index + 1, index + 1, "1"))


@rule(NUMERICS, "A loop never ends.")
def loop_without_end(source: CudaSource) -> Iterator[Place]:
    for _, _, step in _loops(source):
        if step[1] > step[0]:
            yield source.place(step[0], source.cut(step[0], step[1] - 1))


@rule(NUMERICS, "An accumulator is not initialised.")
def accumulator_uninitialised(source: CudaSource) -> Iterator[Place]:
    for _, name in source.declarations():
        if source.tokens[name + 2].kind == "number" and source.text(name + 3) == ";" and _accumulates(source, name):
            yield source.place(name, source.cut(name + 1, name + 2))


@rule(NUMERICS, "An accumulator is an integer.")
def accumulator_integer(source: CudaSource) -> Iterator[Place]:
    for kind, name in source.declarations():
        if source.text(kind) in ("float", "double") and _accumulates(source, name):
            yield source.place(kind, source.change(kind, kind, "int"))


@rule(NUMERICS, "An accumulator is overwritten in each step.")
def addition_overwrites(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) == "+=" and not source.in_parentheses(index):
            yield source.place(index, source.change(index, index, "="))


@rule(NUMERICS, "A quotient is computed in integers.")
def division_of_integers(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        token = source.tokens[index]
        if (
            token.kind == "number"
            and token.text.rstrip("fF").rstrip("0") in ("1.", "2.")
            and source.text(index + 1) == "/"
        ):
            yield source.place(index, source.change(index, index, token.text[0]))
    for index in source.in_device():
        if source.texts(index, 3) == ("(", "float", ")") and source.text(index - 1) in ("/", "="):
            yield source.place(index, source.change(index, index + 2, "(int)"))


@rule(MEMORY, "Row and column are exchanged in an address.")
def address_transposed(source: CudaSource) -> Iterator[Place]:
    for index in _addresses(source):
        row, column = source.text(index), source.text(index + 4)
        if row != column:
            yield source.place(index, source.change(index, index, column), source.change(index + 4, index + 4, row))


@rule(MEMORY, "A row's index is not multiplied by the row's length.")
def row_length_missing(source: CudaSource) -> Iterator[Place]:
    for index in _addresses(source):
        yield source.place(index, source.change(index, index + 2, source.text(index)))


@rule(MEMORY, "An index is off by one.")
def index_off_by_one(source: CudaSource) -> Iterator[Place]:
    for opened, closed in sorted(source.pairs.items()):
        used = source.text(opened) == "[" and closed > opened + 1 and source.tokens[opened - 1].kind == "name"
        inside = source.function_at(opened)
        if used and inside is not None and opened > inside.opened and not _is_declaration(source, opened):
            end = source.tokens[closed].start
            yield source.place(opened, source.insert(end, " + 1"))


@rule(NUMERICS, "A sign is wrong.")
def difference_becomes_sum(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        operand = source.tokens[index - 1].kind in ("name", "number") or source.text(index - 1) in (")", "]")
        if source.text(index) == "-" and operand and source.text(index + 1) != "1":
            yield source.place(index, source.change(index, index, "+"))


@rule(NUMERICS, "The wrong function is called.")
def function_wrong(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) in _FUNCTIONS and source.text(index + 1) == "(":
            yield source.place(index, source.change(index, index, _FUNCTIONS[source.text(index)]))


@rule(NUMERICS, "A running maximum starts at zero.")
def maximum_starts_at_zero(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) == "-" and source.text(index + 1) in ("INFINITY", "FLT_MAX"):
            yield source.place(index, source.change(index, index + 1, "0.0f"))


@rule(NUMERICS, "A factor is missing.")
def scale_missing(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if (
            source.text(index) == "*"
            and source.tokens[index - 1].kind == "name"
            and source.tokens[index + 1].kind == "name"
        ):
            follows = source.text(index + 2)
            if follows in (";", ")", ",") and source.text(index - 2) in ("=", "(", "+", "return", "+=", ","):
                yield source.place(index, source.cut(index, index + 1))


@rule(NUMERICS, "The small constant that keeps a division finite is missing.")
def constant_under_root_missing(source: CudaSource) -> Iterator[Place]:
    for index in source.in_device():
        if source.text(index) == "+" and source.text(index + 1).startswith("eps"):
            yield source.place(index, source.cut(index, index + 1))


Range = tuple[int, int]


def _loops(source: CudaSource) -> Iterator[tuple[Range, Range, Range]]:
    """The three parts of each `for (…; …; …)` in device code as ranges of indexes, the semicolons included."""
    for index in source.in_device():
        opened = index + 1
        if source.text(index) == "for" and opened in source.pairs:
            closed = source.pairs[opened]
            ends = [at for at in range(opened, closed) if source.text(at) == ";"]
            if len(ends) == 2:
                yield (opened + 1, ends[0] + 1), (ends[0] + 1, ends[1] + 1), (ends[1] + 1, closed)


def _accumulates(source: CudaSource, name: int) -> bool:
    inside = source.function_at(name)
    later = range(name + 1, inside.closed if inside else name)
    updated = (at for at in later if source.text(at) == source.text(name) and source.text(at + 1) in ("+=", "=", "*="))
    return not source.in_parentheses(name) and any(True for _ in updated)


def _addresses(source: CudaSource) -> Iterator[int]:
    """`row * width + column` with plain names: the index of `row`."""
    for index in source.in_device():
        if source.text(index + 1) != "*" or source.text(index + 3) != "+":
            continue
        names = all(item.kind == "name" for item in source.tokens[index : index + 5 : 2])
        if names and source.text(index + 5) in ("]", ";", ")") and source.text(index - 1) in ("[", "=", "("):
            yield index


def _is_declaration(source: CudaSource, opened: int) -> bool:
    at = opened
    while at > 0 and source.text(at - 1) not in (";", "{", "}"):
        at -= 1
    return source.text(at) in ("__shared__", "extern", "float", "int", "const", "constexpr", "double", "unsigned")
