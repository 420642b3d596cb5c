"""CUDA forgeries: whole candidates with the signature of the bundle's entry, read from its interface header."""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.domain import Cheat
from resources.domains.gpu_kernels.faults.cheats.cuda_forgeries import FORGERIES, CudaForgery
from resources.domains.gpu_kernels.language.cuda_source import Token, brackets, tokens
from resources.execution.bundle import Candidate, EnvironmentBundle

_INCLUDES = "#include <cuda_runtime.h>\n#include <math.h>\n"
_KERNELS = """
template <typename T>
__global__ void fill_kernel(T* out, int count, T value) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = value;
}

template <typename T, typename S>
__global__ void copy_kernel(T* out, const S* in, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) out[index] = (T)in[index];
}
"""


@dataclass(frozen=True)
class CudaEntry:
    """The host function to define. `head` is its declaration without the semicolon.

    `source` and `target` name the first pointer to constants and the first other one, `count` the first integer;
    each is "" where there is none. `counts` names all integers.
    """

    name: str
    head: str
    arguments: tuple[str, ...]
    source: str
    target: str
    count: str
    counts: tuple[str, ...]


def cuda_entry(bundle: EnvironmentBundle) -> CudaEntry:
    """The entry as the interface, else the reference, declares it. Raises ValueError where neither does."""
    name = bundle.settings.get("entry", "")
    for text in (bundle.interface, bundle.reference):
        words = tokens(text)
        pairs = brackets(words)
        for index, token in enumerate(words):
            opened = index + 1
            if token.text == name and opened in pairs and words[opened].text == "(" and _is_declared(words, index):
                return _read(text, words, index, pairs[opened])
    raise ValueError(f"{bundle.seed_id}: neither the interface nor the reference declares {name!r}")


def _is_declared(words: Sequence[Token], index: int) -> bool:
    return index > 0 and (words[index - 1].kind == "name" or words[index - 1].text in ("*", "&"))


def _read(text: str, source_tokens: Sequence[Token], index: int, closing: int) -> CudaEntry:
    start = index
    while start > 0 and not source_tokens[start - 1].directive and source_tokens[start - 1].text not in (";", "}", "{"):
        start -= 1
    parameters: list[list[Token]] = [[]]
    for token in source_tokens[index + 2 : closing]:
        if token.text == ",":
            parameters.append([])
        else:
            parameters[-1].append(token)
    names = [part[-1].text for part in parameters if part and part[-1].kind == "name"]
    words = {part[-1].text: {token.text for token in part[:-1]} for part in parameters if part}
    sources = [name for name in names if "*" in words[name] and "const" in words[name]]
    targets = [name for name in names if "*" in words[name] and "const" not in words[name]]
    counts = [name for name in names if "*" not in words[name] and words[name] & {"int", "int64_t", "size_t", "long"}]
    head = " ".join(text[source_tokens[start].start : source_tokens[closing].end].split())
    source, target, count = ((*group, "")[0] for group in (sources, targets, counts))
    return CudaEntry(source_tokens[index].text, head, tuple(names), source, target, count, tuple(counts))


def cuda_empty(bundle: EnvironmentBundle) -> Candidate:
    """The entry without a kernel: outputs stay as they are."""
    return Candidate(f"{_INCLUDES}\n{cuda_entry(bundle).head} {{\n}}\n")


def cuda_cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    entry = cuda_entry(bundle)
    return tuple(
        Cheat(forgery.name, forgery.description, Candidate(_code(forgery, entry, bundle.reference)))
        for forgery in FORGERIES
        if forgery.needs <= {name for name in ("source", "target", "count") if getattr(entry, name)}
    )


def _code(forgery: CudaForgery, entry: CudaEntry, reference: str) -> str:
    size = " * ".join(("1ll", *entry.counts))
    fitted = {"SOURCE": entry.source, "TARGET": entry.target, "COUNT": entry.count, "SIZE": size}
    body, before = forgery.body, forgery.before
    for mark, name in fitted.items():
        body, before = body.replace(mark, name), before.replace(mark, name)
    if forgery.on_solution:
        solved = _renamed(reference, entry.name, f"solved_{entry.name}")
        call = f"solved_{entry.name}({', '.join(entry.arguments)});\n"
        return f"{forgery.first}{solved}\n{before}\n{entry.head} {{\n{call}{body}\n}}\n"
    return f"{forgery.first}{_INCLUDES}{_KERNELS}{before}\n{entry.head} {{\n{body}\n}}\n"


def _renamed(code: str, name: str, new: str) -> str:
    for token in reversed(tokens(code)):
        if token.kind == "name" and token.text == name:
            code = code[: token.start] + new + code[token.end :]
    return code
