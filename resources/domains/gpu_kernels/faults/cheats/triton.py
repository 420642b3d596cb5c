"""Triton forgeries put together: each is a whole candidate with the bundle's own entries.

What the forgeries do is in `results` (wrong or borrowed results) and `process` (the process they run in).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.domain import Cheat
from resources.domains.gpu_kernels.faults.cheats.forgery import Forgery
from resources.domains.gpu_kernels.faults.cheats.process import PROCESS
from resources.domains.gpu_kernels.faults.cheats.python_entry import Entry, entries, hollow
from resources.domains.gpu_kernels.faults.cheats.results import RESULTS
from resources.domains.toolkit.python_syntax import parse_python
from resources.execution.bundle import Candidate, EnvironmentBundle

_IMPORTS = "import torch\nimport triton\nimport triton.language as tl\n"
_DECOYS = """

@triton.jit
def nothing_kernel(pointer, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(pointer + offsets, tl.load(pointer + offsets, mask=offsets < 0), mask=offsets < 0)


@triton.jit
def copy_kernel(source, target, count, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(source + offsets, mask=offsets < count)
    tl.store(target + offsets, values, mask=offsets < count)

"""


@dataclass(frozen=True)
class _Parts:
    """What forgeries of one bundle are made of: texts, each "" where the bundle has none.

    `truth` defines `truth(…)` in torch, or `Truth`, the task's own module; `solved` and `hollow` define the entry.
    `own_cases` says that the cases are ours and not a public set's.
    """

    entries: tuple[Entry, ...]
    truth: str
    solved: str
    hollow: str
    own_cases: bool = False


def triton_empty(bundle: EnvironmentBundle) -> Candidate:
    """Every entry, returning nothing."""
    bodies = "".join(_definition(entry, "return None", "") for entry in entries(bundle))
    return Candidate(f"{_IMPORTS}{bodies}")


def triton_cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    parts = _parts(bundle)
    suite = [_cheat(forgery, parts) for forgery in (*RESULTS, *PROCESS)]
    return tuple(cheat for cheat in suite if cheat is not None)


def _parts(bundle: EnvironmentBundle) -> _Parts:
    wanted = entries(bundle)
    reference = bundle.reference
    hollowed = hollow(reference)
    solved = reference if hollowed and len(wanted) == 1 else ""
    if wanted[0].is_module:
        # A module that launches kernels is a solution; one without any is the task in torch's words.
        truth = "" if hollowed else reference.replace(wanted[0].name, "Truth")
        return _Parts(wanted[:1], truth, solved, hollowed)
    oracle = bundle.files.get("oracle.py", "")
    truth = f"{oracle}\n\ntruth = expected\n" if "def expected(" in oracle else ""
    try:
        parse_python(oracle)
    except (SyntaxError, ValueError):
        truth = ""
    own_cases = not bundle.settings.get("harness")
    return _Parts(wanted, truth, solved, hollowed, own_cases)


def _cheat(forgery: Forgery, parts: _Parts) -> Cheat | None:
    """None where the bundle lacks what the forgery needs."""
    base = {"truth": parts.truth, "solved": parts.solved, "hollow": parts.hollow, "": ""}[forgery.base]
    if (forgery.base and not base) or (forgery.own_cases and not parts.own_cases):
        return None
    before = f"{_IMPORTS}{forgery.imports}{_DECOYS}{base}"
    if forgery.base in ("solved", "hollow"):
        before += "".join(f"\noriginal_{entry.name} = {entry.name}\n" for entry in parts.entries)
    code = before + forgery.before
    code += "".join(_definition(entry, _filled(forgery, entry, parts), forgery.base) for entry in parts.entries)
    return Cheat(forgery.name, forgery.description, Candidate(code + forgery.after))


def _filled(forgery: Forgery, entry: Entry, parts: _Parts) -> str:
    """The forgery's body with the entry's own names. A forgery without a result of its own returns a likeness."""
    called = {"truth": "truth", "solved": f"original_{entry.name}", "hollow": f"original_{entry.name}"}
    likeness = f"torch.zeros_like({entry.first})"
    owner = "self." if entry.is_module else ""
    result = f"{owner}{called[forgery.base]}({entry.call})" if forgery.base else likeness
    size = " + ".join(f"{name}.numel()" for name in entry.tensors)
    return forgery.body.replace("FIRST", entry.first).replace("RESULT", result).replace("SIZE", size)


def _definition(entry: Entry, body: str, base: str) -> str:
    lines = body.strip("\n").splitlines()
    if not entry.is_module:
        return f"\n\n{entry.header}\n" + "".join(f"    {line}\n" for line in lines)
    kept = {"truth": "truth = Truth", "": ""}.get(base, f"original_{entry.name} = original_{entry.name}")
    kept = f"        self.{kept}(*arguments, **keywords)\n" if kept else ""
    head = f"\n\nclass {entry.name}(torch.nn.Module):\n    def __init__(self, *arguments, **keywords):\n"
    head += f"        super().__init__()\n{kept}\n    {entry.header}\n"
    return head + "".join(f"        {line}\n" for line in lines)
