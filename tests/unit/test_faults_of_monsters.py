"""References salted with what breaks readers of programs: each injector answers, and its edits can be applied."""

import pytest

from resources.domains.faults import apply_edits
from resources.domains.registry import load_domains

ENDLESS = "1" + "0" * 5000
MONSTERS = {
    "cad_modeling": (f"x = {ENDLESS}\n", f"w = cq.Workplane().box(1e999, -1e999, {ENDLESS})\n", "y = " + "(" * 900),
    "chip_design": (
        f"module m; parameter P = {ENDLESS}; wire [{ENDLESS}:0] w; assign w = {ENDLESS}'d1; endmodule\n",
        "module m; assign y = " + "(" * 3000 + "a" + ")" * 3000 + "; endmodule\n",
        "module m; " + "if (a) " * 3000 + "endmodule\n",
    ),
    "code_optimization": (
        f"f:\n\taddq ${ENDLESS}, %rax\n\timulq ${ENDLESS}, %rax\n\tmovl {ENDLESS}(%rdi), %eax\n\tret\n",
    ),
    "embedded_systems": (f"#define A (1U << {ENDLESS})\nint main(void) {{ GPIOA->ODR |= A << {ENDLESS}; }}\n",),
    "gpu_kernels": (f"x = tl.arange(0, {ENDLESS})\n", f"BLOCK = {ENDLESS}\n"),
}


@pytest.mark.parametrize("name", MONSTERS)
def test_no_text_is_too_strange_for_an_injector(name: str) -> None:
    injector = load_domains()[name].fault_injector()
    reference = next(iter(load_domains()[name].builtin_seeds())).reference
    for monster in MONSTERS[name]:
        for code in (monster, reference + monster, monster + reference):
            for edit in injector.edits(code)[:20]:
                assert apply_edits(code, [edit]) != code


def test_every_domain_has_its_monsters() -> None:
    assert set(MONSTERS) == set(load_domains())
