"""A fingerprint stays where names and layout change, and changes with a constant or an operator, in every domain."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from assets.corpus.fingerprint_store import FingerprintStore
from assets.corpus.fingerprints import Fingerprints
from assets.corpus.hygiene import Answered, Hygiene
from resources.domains.domain import Domain
from resources.domains.fingerprints import Fingerprint
from resources.domains.registry import get_domain, load_domains
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.sandbox.job import Sandbox
from resources.execution.sandbox.selection import make_sandbox
from tests.disguises import FORMS, disguises

COUNTER = """module {a}(input clk, input {b}, input [7:0] {c}, output reg [7:0] {d});
    // what follows
    wire [7:0] {e} = {d} {op} {c};
    always @(posedge clk) begin
        if ({b}) {d} <= 8'd{n};
        else {d} <= {e};
    end
endmodule
"""
SUM = """    .text
    .globl {a}
{a}:
    xorl %eax, %eax
    testq %rsi, %rsi   # nothing to do
    je .L{b}
.L{c}:
    {op}q (%rdi), %rax
    addq ${n}, %rdi
    decq %rsi
    jne .L{c}
.L{b}:
    ret
"""
FIRMWARE = """#include <stdint.h>
static uint32_t {a};
/* adds */
static uint32_t {b}(uint32_t {c}) {{ return {c} {op} {n}u; }}
int main(void) {{
    for (uint32_t {d} = 0; {d} < 100; {d}++) {{ {a} += {b}({d}); *(volatile uint32_t *)0x40020014 = {a}; }}
    return 0;
}}
"""
KERNEL = """import torch
import triton
import triton.language as tl

@triton.jit
def {a}({b}, {c}, n, BLOCK: tl.constexpr):
    # one block
    {d} = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    {e} = {d} < n
    tl.store({c} + {d}, tl.load({b} + {d}, mask={e}) {op} {n}, mask={e})

def run(x):
    y = torch.empty_like(x)
    {a}[(4,)](x, y, x.numel(), BLOCK=64)
    return y
"""
PART = """import cadquery as cq
# a plate with a hole
{a} = 40 {op} {n}
{b} = cq.Workplane("XY").box({a}, 30, 10)
{c} = {b}.faces(">Z").workplane().hole(5)
result = {c}
"""
PROGRAMS = {
    "chip_design": (COUNTER, ("+", "-", "^")),
    "code_optimization": (SUM, ("add", "sub", "xor")),
    "embedded_systems": (FIRMWARE, ("+", "^", "*")),
    "gpu_kernels": (KERNEL, ("+", "*", "-")),
    "cad_modeling": (PART, ("+", "-", "*")),
}
NAMES = st.lists(
    st.from_regex(r"own_[a-z]{1,8}[0-9]?", fullmatch=True), min_size=5, max_size=5, unique=True
)  # no language's keyword


@cache
def taking(name: str) -> Callable[[str], Fingerprint]:
    fingerprinter = get_domain(name).fingerprinter(make_sandbox())
    assert fingerprinter is not None
    bundle = EnvironmentBundle(name, "", "", "", "candidate.txt", "")
    return lambda code: fingerprinter.fingerprint(bundle, Candidate(code))


def written(name: str, names: list[str], operator: str, number: int) -> str:
    return PROGRAMS[name][0].format(**dict(zip("abcde", names, strict=True)), op=operator, n=number)


def laid_out(name: str, code: str) -> str:
    """Wider, and without comments."""
    marks = {"chip_design": "//", "embedded_systems": "/*"}
    lines = [line.split(marks.get(name, "#"))[0] if "include" not in line else line for line in code.splitlines()]
    return "\n\n".join(line.replace("    ", "\t\t") for line in lines if line.strip()) + "\n"


@pytest.mark.parametrize("name", list(PROGRAMS))
@settings(
    max_examples=4,
    deadline=None,
    derandomize=True,
    phases=(Phase.generate,),  # an example runs tools: shrinking one takes minutes
    suppress_health_check=list(HealthCheck),
)
@given(names=st.tuples(NAMES, NAMES), number=st.integers(1, 100), other=st.integers(1, 100), data=st.data())
def test_names_and_layout_have_no_part_and_what_is_computed_has(
    name: str, names: tuple[list[str], list[str]], number: int, other: int, data: st.DataObject
) -> None:
    take, operators = taking(name), PROGRAMS[name][1]
    operator, another = data.draw(st.permutations(operators))[:2]
    one = take(written(name, names[0], operator, number))
    assert one.forms
    assert set(take(laid_out(name, written(name, names[1], operator, number))).forms) & set(one.forms)
    changed = [written(name, names[0], another, number)] if number != 1 else []
    changed += [written(name, names[0], operator, other)] if other != number else []
    assert not any(set(take(code).forms) & set(one.forms) for code in changed)


def test_every_domain_takes_fingerprints() -> None:
    assert set(PROGRAMS) == set(load_domains())


@pytest.mark.parametrize("name", list(PROGRAMS))
def test_a_text_that_is_no_program_has_none(name: str) -> None:
    assert taking(name)("Ceci n'est pas un programme.\n").forms == ()


class Untouched:
    """A domain whose fingerprinter may not be asked for anything."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain

    def __getattr__(self, name: str) -> Any:
        return getattr(self._domain, name)

    def fingerprinter(self, sandbox: Sandbox) -> Any:
        real = self._domain.fingerprinter(sandbox)
        assert real is not None
        return type("Version", (), {"version": real.version})()


@pytest.mark.parametrize("name", list(PROGRAMS))
def test_a_planted_copy_of_a_benchmark_is_the_benchmarks_whatever_it_looks_like(name: str, tmp_path: Path) -> None:
    """The second time nothing is taken again."""
    domain = get_domain(name)
    bench, own = [seed for seed in domain.builtin_seeds() if seed.reference and "cuda" not in seed.seed_id][4:6]
    seeds = [
        {"seed_id": seed.seed_id, "prompt": "", "reference": seed.reference, "purpose": purpose}
        for seed, purpose in ((bench, "evaluate"), (own, "train"))
    ]
    bundles = {seed.seed_id: bundle_from_seed(seed) for seed in (bench, own)}
    codes = {form: disguises(name)[form](bench.reference) for form in FORMS} | {"clean": own.reference}
    for asked in (domain, Untouched(domain)):
        take = Fingerprints(asked, bundles, FingerprintStore(tmp_path / "fingerprints.sqlite"), "hygiene")  # type: ignore[arg-type]
        answered = (Answered(form, own.seed_id, code) for form, code in codes.items())
        placed = Hygiene(domain.language, seeds, fingerprints=take).placements(answered, {}, 16)
        held = {form: place.contaminated_by for form, place in placed.items()}
        assert held == {**dict.fromkeys(FORMS, bench.seed_id), "clean": None}
        splits = {form: place.split for form, place in placed.items()}
        assert all((splits[form] == "benchmark") == (form != "clean") for form in codes)
