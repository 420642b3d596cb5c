"""KernelTask: one made Triton task before it is a seed. Expressions are `expression`, no family's own kernels are
here."""

import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random

from resources.domains.families import MadeTask, TaskFamily
from resources.domains.gpu_kernels.tasks.library import SOURCES, KernelLimits
from resources.execution.bundle import Limits

COLUMNS = 118
TARGETS = ("sm_80", "sm_86", "sm_90")
INEXACT: Mapping[str, tuple[float, ...]] = {
    "float32": (2e-5, 1e-5),
    "float16": (2e-3, 5e-4, 0.01),
    "bfloat16": (1.6e-2, 4e-3, 0.01),
}
"""Relative, absolute, and the share that may differ at all from the exact result rounded once."""
ACCUMULATED: Mapping[str, tuple[float, ...]] = {
    "float32": (5e-5, 5e-5),
    "float16": (2e-3, 1e-3, 0.01),
    "bfloat16": (1.6e-2, 8e-3, 0.01),
}
"""As INEXACT, where a result may be a sum over a row or a window."""
EXACT: Mapping[str, tuple[float, ...]] = dict.fromkeys(INEXACT, (0.0, 0.0, 0.0))
_HEADER = "import torch\nimport triton\nimport triton.language as tl\n\n\n"
_INTERFACE = (
    '"""The host function to write. Allowed imports: torch, triton, triton.language, math."""\n\nimport torch\n\n\n'
)
_ORACLE = '"""Cases and expected values of {entry}; never shown to a candidate."""\n\n' + (
    "from collections.abc import Iterator\n\nimport torch\n\n\n"
)


@dataclass(frozen=True)
class KernelTask:
    """`parameters` are the entry's, as Python declares them; `about` says one line of each and of what is returned.
    `cases`, `expected` and `timing` are bodies of the oracle's functions, `shared` what they have in common;
    `kernels` and `host` are the reference's."""

    title: str
    entry: str
    tier: int
    tags: tuple[str, ...]
    parameters: str
    returns: str
    summary: str
    about: Sequence[str]
    sentences: Sequence[str]
    formulas: Sequence[str]
    cases: str
    expected: str
    timing: str
    kernels: str
    host: str
    target: str
    shared: str = ""
    tolerances: Mapping[str, tuple[float, ...]] = field(default_factory=lambda: INEXACT)

    @property
    def prompt(self) -> str:
        """A heading, what to write, the formulas, and a list of what else holds."""
        first, *rest = self.sentences
        formulas = "".join(f"    {line}\n" for line in self.formulas)
        points = "".join(
            textwrap.fill(text, COLUMNS, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False) + "\n"
            for text in rest
        )
        opening = textwrap.fill(first, COLUMNS, break_on_hyphens=False)
        return f"# {self.title}\n\n{opening}\n\n" + (f"{formulas}\n" if formulas else "") + points

    @property
    def interface(self) -> str:
        about = "".join(f"    {line}\n" for line in self.about)
        declared = f"def {self.entry}({self.parameters}) -> {self.returns}:\n"
        return f'{_INTERFACE}{declared}    """{self.summary}\n\n{about}    """\n    ...\n'

    @property
    def oracle(self) -> str:
        shared = f"{self.shared.rstrip()}\n\n\n" if self.shared else ""
        return (
            _ORACLE.format(entry=self.entry)
            + shared
            + f"def cases(random: torch.Generator) -> Iterator[tuple]:\n{_body(self.cases)}\n\n"
            + f"def expected({self.parameters}) -> {self.returns}:\n{_body(self.expected)}\n\n"
            + f"def timing(random: torch.Generator) -> tuple:\n{_body(self.timing)}"
        )

    @property
    def reference(self) -> str:
        declared = f"def {self.entry}({self.parameters}) -> {self.returns}:\n"
        return f"{_HEADER}{self.kernels.rstrip()}\n\n\n{declared}{_body(self.host)}"

    def made(self) -> MadeTask:
        return MadeTask(
            title=self.title,
            prompt=self.prompt,
            interface=self.interface,
            candidate_file=SOURCES["triton"].candidate,
            reference=self.reference,
            tier=self.tier,
            tags=self.tags,
            files={"oracle.py": self.oracle},
            settings={
                "language": "triton",
                "entry": self.entry,
                "target": self.target,
                "tolerances": json.dumps(self.tolerances, separators=(",", ":"), sort_keys=True),
            },
            limits=Limits(**asdict(KernelLimits())),
        )


def kernel_family(name: str, version: str, description: str, draw: Callable[[Random], KernelTask]) -> TaskFamily:
    """A family of the domain whose tasks `draw` draws."""
    return TaskFamily("gpu_kernels", name, version, description, lambda rng: draw(rng).made())


def _body(text: str) -> str:
    return textwrap.indent(textwrap.dedent(text).strip("\n"), "    ") + "\n"


def tier_of(parts: int) -> int:
    """By how many operations, inputs and outputs a task has."""
    return min(5, max(1, (parts + 1) // 2))
