"""Made-up scenarios of programs with texts, structures and memory of their own: what a change does to them is seen."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.language.c_declarations import read_header
from resources.domains.code_optimization.language.c_types import Number, Structure
from resources.domains.code_optimization.prediction.simulator.comparison import OUTCOMES, simulate
from resources.domains.code_optimization.prediction.simulator.runs import UPPER_HALF
from resources.domains.code_optimization.prediction.simulator.scenarios.execution import is_hidden, placed, returned
from resources.domains.code_optimization.prediction.simulator.scenarios.selection import expected_scenarios
from resources.domains.code_optimization.prediction.simulator.scenarios.test_literals import held_back
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import EnvironmentBundle
from tests.unit.effort import ends_within
from tests.unit.mutilation import spliced

HEADER = """
#ifndef BOXES_H
#include <stdbool.h>
typedef struct { int width, height; long weight; char name[8]; } box_t;
typedef struct { float x, y; } point_t;
typedef struct shelf shelf_t;
struct shelf { int count; box_t *boxes; };
shelf_t *new_shelf(int count);
void put(shelf_t *shelf, const char *name, int width);
void free_shelf(shelf_t *shelf);
box_t grown(box_t box, int by);
point_t middle(point_t point, float by);
char *twice(const char *text);
int sum(int *numbers, unsigned count, int (*change)(int));
#endif
"""
TESTS = """
static void test_shelf(void) { shelf_t *shelf = new_shelf(3); put(shelf, "plum", 4); free_shelf(shelf); }
static void test_text(void) { check(twice("ab"), "abab"); }
static void test_other(void) { check(twice("hidden"), "hiddenhidden"); }
int main(void) { RUN_TEST(test_shelf); RUN_TEST(test_text); RUN_TEST(test_other); }
"""
SUITE = '[{"stdin": "1 1", "shown": true}, {"stdin": "2 1", "shown": true}, {"stdin": "3 1", "shown": false}]'
REFERENCE = """
	.globl	new_shelf, put, free_shelf, grown, middle, twice, sum
new_shelf:
	pushq	%rbx
	movl	%edi, %ebx
	movl	$16, %edi
	call	malloc
	movl	$0, (%rax)
	pushq	%rax
	subq	$8, %rsp
	movl	$40, %esi
	movslq	%ebx, %rdi
	call	calloc
	addq	$8, %rsp
	popq	%rbx
	movq	%rax, 8(%rbx)
	movq	%rbx, %rax
	popq	%rbx
	ret
put:
	cmpl	$2, (%rdi)
	jg	.L1
	movslq	(%rdi), %rax
	leaq	(%rax,%rax,2), %rcx
	salq	$3, %rcx
	addq	8(%rdi), %rcx
	addl	$1, (%rdi)
	movl	%edx, (%rcx)
	leaq	16(%rcx), %rdi
	movl	$7, %edx
	jmp	strncpy
.L1:
	ret
free_shelf:
	pushq	%rbx
	movq	%rdi, %rbx
	movq	8(%rdi), %rdi
	call	free
	movq	%rbx, %rdi
	popq	%rbx
	jmp	free
grown:
	movdqu	8(%rsp), %xmm0
	movups	%xmm0, (%rdi)
	movq	24(%rsp), %rax
	movq	%rax, 16(%rdi)
	addl	%esi, (%rdi)
	movq	%rdi, %rax
	ret
middle:
	movdqa	%xmm0, %xmm2
	psrlq	$32, %xmm2
	addss	%xmm1, %xmm0
	mulss	%xmm1, %xmm2
	unpcklps	%xmm2, %xmm0
	ret
twice:
	pushq	%rbp
	pushq	%rbx
	subq	$8, %rsp
	movq	%rdi, %rbp
	call	strlen
	leaq	1(%rax,%rax), %rdi
	call	malloc
	movq	%rbp, %rcx
	movq	%rbp, %r8
	movl	$.LC0, %edx
	movq	%rax, %rbx
	movq	%rax, %rdi
	movl	$99, %esi
	xorl	%eax, %eax
	call	snprintf
	movq	%rbx, %rax
	addq	$8, %rsp
	popq	%rbx
	popq	%rbp
	ret
sum:
	pushq	%r12
	pushq	%rbp
	pushq	%rbx
	movq	%rdx, %r12
	xorl	%ebx, %ebx
	movl	%esi, %esi
	leaq	(%rdi,%rsi,4), %rbp
	cmpq	%rdi, %rbp
	je	.L3
.L2:
	subq	$4, %rbp
	pushq	%rdi
	subq	$8, %rsp
	movl	(%rbp), %edi
	call	*%r12
	addq	$8, %rsp
	popq	%rdi
	addl	%eax, %ebx
	cmpq	%rdi, %rbp
	jne	.L2
.L3:
	movl	%ebx, %eax
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.section	.rodata
.LC0:
	.string	"%s%s"
"""
ENTRY = "new_shelf put free_shelf grown middle twice sum"
FOUND = read_header(HEADER)
assert FOUND is not None
SHAPES = FOUND.shapes


def boxes(entry: str = ENTRY) -> EnvironmentBundle:
    plain = bundle_from_seed(builtin_seeds()[0])
    files = {**plain.files, "harness.c": TESTS, "tests.json": SUITE}
    return replace(plain, reference=REFERENCE, interface=HEADER, files=files, settings={"entry": entry})


def seen(old: str, new: str, entry: str = ENTRY) -> dict[str, float]:
    assert old in REFERENCE
    return dict(simulate(boxes(entry), Assembly(REFERENCE.replace(old, new))).features)


@pytest.mark.parametrize("name", ["new_shelf put free_shelf", "grown", "middle", "twice", "sum"])
def test_a_program_is_as_itself(name: str) -> None:
    found = simulate(boxes(name), Assembly(REFERENCE)).features
    assert found["followed_same"] == found["followed_steps"] == 1.0
    covered = {item for kept in expectation(name) for item in kept}
    assert set(name.split()) <= covered


def expectation(entry: str) -> list[list[str]]:
    """The names that each kept scenario calls."""
    known = expected_scenarios(REFERENCE, HEADER, entry, TESTS, SUITE)
    assert known is not None
    return [[planned.signature.name for planned in item.scenario.planned_calls] for item in known.items]


def test_tests_that_are_held_back_stay_unknown() -> None:
    assert held_back(TESTS, SUITE) == {"test_other"}
    assert held_back(TESTS, "[]") is held_back(TESTS, "[{}]") is held_back(TESTS, "{") is held_back("", SUITE) is None
    known = expected_scenarios(REFERENCE, HEADER, "twice", TESTS, SUITE)
    assert known is not None
    contents = b" ".join(buffer.content for item in known.items for buffer in item.scenario.buffers)
    assert b"ab" in contents
    assert b"hidden" not in contents
    unknown = expected_scenarios(REFERENCE, HEADER, "twice", TESTS, "")
    assert unknown is not None
    assert not any(item.scenario.is_replay for item in unknown.items)


def test_what_a_test_does_is_done_first() -> None:
    assert expectation("new_shelf put free_shelf")[0] == ["new_shelf", "put", "free_shelf"]
    assert simulate(boxes(), Assembly(REFERENCE)).features["followed_tests_same"] == 1.0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("movl\t$16, %edi\n\tcall\tmalloc", "movl\t$24, %edi\n\tcall\tmalloc"),
        ("twice:\n", "twice:\n\tpushq\t%rdi\n\tmovl\t$64, %edi\n\tcall\tmalloc\n\tpopq\t%rdi\n"),
        ("movl\t$0, (%rax)", "andl\t$0, (%rax)"),
    ],
)
def test_where_memory_lies_is_not_seen(old: str, new: str) -> None:
    assert seen(old, new)["followed_same"] == 1.0


@pytest.mark.parametrize(
    ("entry", "old", "new", "outcome"),
    [
        ("twice", '"%s%s"', '"%s %s"', "different"),
        ("twice", "leaq\t1(%rax,%rax)", "leaq\t-90(%rax)", "memory"),
        ("twice", "addq\t$8, %rsp\n\tpopq\t%rbx\n\tpopq\t%rbp", "addq\t$16, %rsp\n\tpopq\t%rbp", "unbalanced"),
        ("grown", "addl\t%esi, (%rdi)", "addl\t%esi, 4(%rdi)", "different"),
        ("grown", "movq\t%rdi, %rax", "movq\t%rsi, %rax", "memory"),
        ("middle", "addss", "subss", "different"),
        ("sum", "movl\t(%rbp), %edi", "movl\t4(%rbp), %edi", "different"),
        ("sum", "subq\t$4, %rbp", "addq\t$4, %rbp", "memory"),
        ("new_shelf put free_shelf", "movl\t%edx, (%rcx)", "movl\t%edx, 4(%rcx)", "different"),
        ("new_shelf put free_shelf", "movq\t8(%rdi), %rdi\n\tcall\tfree", "call\tfree", "illegal"),
        ("twice", "call\tstrlen", ".L9:\n\tjmp\t.L9", "endless"),
    ],
)
def test_what_a_change_does_to_a_scenario_is_seen(entry: str, old: str, new: str, outcome: str) -> None:
    found = seen(old, new, entry)
    assert found[f"followed_{outcome}"] > 0
    assert found["followed_first_same"] == 0.0


def test_things_that_need_each_other_end() -> None:
    text = "#\ntypedef struct { int a; } a_t;\ntypedef struct { int b; } b_t;\na_t *one(b_t *b);\nb_t *two(a_t *a);\n"
    code = ".globl one, two\none:\ntwo:\n\tmovq\t%rdi, %rax\n\tret\n"
    task = replace(boxes("one two"), interface=text, reference=code)
    found = ends_within(1.0, lambda: simulate(task, Assembly(code)).features)
    assert found.get("followed_same", 1.0) == 1.0


def test_values_lie_where_the_convention_says() -> None:
    shapes = SHAPES
    point = next(item for item in FOUND.functions["middle"].parameters if item.name == "point").type
    box = FOUND.functions["grown"].result
    assert is_hidden(box, shapes)
    assert not is_hidden(point, shapes)
    found = placed((bytes(range(24)), b"\5\0\0\0"), (box, Number(4)), 99, shapes)
    assert (found.integers, found.stack) == ([99, 5 | UPPER_HALF], bytes(range(24)))
    found = placed((bytes(8), bytes(4)), (point, Number(4, is_float=True)), None, shapes)
    assert (found.integers, found.vectors) == ([], [0, 0])
    assert returned(point, (1, 2), (3, 4), shapes) == b"\3" + bytes(7)
    assert isinstance(point, Structure)


def test_more_than_the_registers_hold_lies_on_the_stack() -> None:
    found = placed([bytes([number, 0, 0, 0]) for number in range(8)], [Number(4)] * 8, None, {})
    assert found.integers == [number | UPPER_HALF for number in range(6)]
    assert bytes(found.stack) == bytes([6, *bytes(7), 7, *bytes(7)])


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_text_is_followed_through_scenarios(data: st.DataObject) -> None:
    words = ["call\tmalloc\n", "jmp\tput\n", "%rsp", "call\tfree\n", "$-1", "call\tqsort\n", "rep stosq\n"]
    text = spliced(data, spliced(data, REFERENCE, words, 60), words, 60)
    found = ends_within(1.0, lambda: simulate(boxes(), Assembly(text)).features)
    assert sum(found[f"followed_{outcome}"] for outcome in OUTCOMES) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "body",
    [
        ".L9:\n\tmovl\t$1000, %edi\n\tcall\tmalloc\n\tjmp\t.L9\n",
        ".L9:\n\tcall\tstrlen\n\tjmp\t.L9\n",
        ".L9:\n\tmovq\t%rdi, %rsi\n\tcall\tstrcat\n\tjmp\t.L9\n",
        ".L9:\n\tmovl\t$65536, %edx\n\tcall\tmemset\n\tjmp\t.L9\n",
        ".L9:\n\tcall\tputs\n\tmovq\t%rbx, %rdi\n\tjmp\t.L9\n",
        "\tmovq\t%rdi, (%rdi)\n\tmovq\t%rdi, 8(%rdi)\n\tmovq\t%rdi, %rax\n\tret\n",
    ],
)
def test_hostile_scenarios_end(body: str) -> None:
    simulate(boxes(), Assembly(REFERENCE))
    text = "".join(f"{name}:\n" for name in ENTRY.split()) + "\tmovq\t%rdi, %rbx\n" + body
    found = ends_within(1.0, lambda: simulate(boxes(), Assembly(text)).features)
    assert found["followed_first_same"] == 0.0
