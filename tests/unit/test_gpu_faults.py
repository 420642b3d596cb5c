"""GPU faults and rewrites: each kind applies where it should, and changes exactly what it says."""

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.faults import Edit, FaultKind, apply_edits
from resources.domains.gpu_kernels.faults.injector import GpuFaultInjector
from resources.domains.gpu_kernels.faults.ordinary import categories
from resources.domains.toolkit.rules import EQUIVALENT
from tests.unit.effort import ends_within
from tests.unit.gpu_faults_samples import CUDA, CUDA_LINES, ELEMENTWISE, LINES, TRITON

INJECTOR = GpuFaultInjector()
KINDS = {kind.name: kind for kind in INJECTOR.kinds}
CUDA_KINDS = {edit.kind for edit in INJECTOR.edits(CUDA)}
TEXTS = (TRITON, ELEMENTWISE, CUDA)


def edits_of(kind: str, code: str) -> list[Edit]:
    return [edit for edit in INJECTOR.edits(code) if edit.kind == kind]


def changed_lines(code: str, edit: Edit) -> set[str]:
    return {line.strip() for line in apply_edits(code, [edit]).splitlines()} - {
        line.strip() for line in code.splitlines()
    }


def test_there_are_enough_kinds_in_both_languages() -> None:
    assert len(KINDS) == len(INJECTOR.kinds), "two kinds share a name"
    faults = {name for name, kind in KINDS.items() if kind.is_fault}
    assert len(faults - CUDA_KINDS) >= 45
    assert len(faults & CUDA_KINDS) >= 20
    assert len(set(KINDS) - faults - CUDA_KINDS) >= 12
    shared = {value for name, value in vars(categories).items() if name.isupper()}
    assert {kind.category for kind in KINDS.values()} == shared | {EQUIVALENT}


@pytest.mark.parametrize("kind", INJECTOR.kinds, ids=lambda kind: kind.name)
def test_every_kind_is_described_in_a_sentence_that_tells_nothing_of_its_origin(kind: FaultKind) -> None:
    text = kind.description
    assert text.endswith(".")
    assert len(text.split()) >= 3
    assert not {"injected", "mutation", "reference", "mutant"} & set(text.lower().split())


def test_every_kind_applies_somewhere() -> None:
    assert {edit.kind for code in TEXTS for edit in INJECTOR.edits(code)} == set(KINDS)


@pytest.mark.parametrize(("kind", "before", "after"), LINES, ids=[line[0] for line in LINES])
def test_kind_changes_a_line_to_what_it_says(kind: str, before: str, after: str) -> None:
    lines = [line.strip() for line in TRITON.splitlines()]
    assert any(line.startswith(before) or before in line for line in lines)
    produced = [changed_lines(TRITON, edit) for edit in edits_of(kind, TRITON)]
    assert any(after in lines_now for lines_now in produced) or any(
        not lines_now and after == "pass" for lines_now in produced
    ), produced


@pytest.mark.parametrize(("kind", "before", "after"), CUDA_LINES, ids=[line[0] for line in CUDA_LINES])
def test_cuda_kind_changes_a_line_to_what_it_says(kind: str, before: str, after: str) -> None:
    assert any(line.strip().startswith(before) for line in CUDA.splitlines())
    texts = [apply_edits(CUDA, [edit]) for edit in edits_of(kind, CUDA)]
    assert any(after in {line.strip() for line in text.splitlines()} for text in texts), texts


@pytest.mark.parametrize("code", [TRITON, ELEMENTWISE], ids=["tile", "elementwise"])
def test_only_syntax_faults_keep_python_from_parsing(code: str) -> None:
    for edit in INJECTOR.edits(code):
        changed = apply_edits(code, [edit])
        if KINDS[edit.kind].category == categories.SYNTAX:
            with pytest.raises(SyntaxError):
                ast.parse(changed)
        else:
            ast.parse(changed)


@pytest.mark.parametrize("code", TEXTS, ids=["tile", "elementwise", "cuda"])
def test_edits_say_where_they_are(code: str) -> None:
    for edit in INJECTOR.edits(code):
        assert edit.changes
        assert 1 <= edit.line <= code.count("\n") + 1
        assert edit.context
        assert apply_edits(code, [edit]) != code


def test_rewrites_keep_the_entry_and_what_it_takes() -> None:
    for edit in INJECTOR.edits(TRITON):
        if not KINDS[edit.kind].is_fault:
            tree = ast.parse(apply_edits(TRITON, [edit]))
            (entry,) = [item for item in tree.body if isinstance(item, ast.FunctionDef) and item.name == "scores"]
            assert [item.arg for item in entry.args.args] == ["a", "b", "scale"]


def test_contexts_name_the_construct() -> None:
    contexts = {edit.context for edit in INJECTOR.edits(TRITON)}
    assert {"kernel scores_kernel", "launch of scores_kernel", "function scores"} <= contexts
    assert {"kernel rows_kernel", "function entry"} <= {edit.context for edit in INJECTOR.edits(CUDA)}


def test_brackets_around_arguments_stay_paired() -> None:
    code = (
        "import triton\nimport triton.language as tl\n@triton.jit\ndef k(p, q):\n    tl.load((p + q), mask=(q < 1))\n"
    )
    texts = [apply_edits(code, [edit]) for edit in edits_of("load_mask_missing", code)]
    assert [text.splitlines()[-1].strip() for text in texts] == ["tl.load((p + q))"]


def test_offsets_are_characters_where_the_text_has_wide_ones() -> None:
    code = ELEMENTWISE.replace("    out = ", "    größe = '𝕏'; out = ")
    (edit,) = edits_of("input_returned", code)
    assert apply_edits(code, [edit]) == code.replace("return out", "return x")


def test_the_same_text_gives_the_same_edits() -> None:
    for code in TEXTS:
        assert INJECTOR.edits(code) == GpuFaultInjector().edits(code)


def test_a_text_that_does_not_parse_gives_none() -> None:
    assert INJECTOR.edits("def f(:\n") == ()
    assert INJECTOR.edits("__global__ void k( {") == ()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TEXTS), st.integers(0, 2000), st.integers(0, 30), st.text(max_size=3))
def test_torn_texts_are_accepted(code: str, cut: int, gap: int, put: str) -> None:
    torn = code[:cut] + put + code[cut + gap :]
    for edit in INJECTOR.edits(torn)[::20]:
        assert apply_edits(torn, [edit]) != torn


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200), st.booleans())
def test_any_text_is_accepted(text: str, is_cuda: bool) -> None:
    for edit in INJECTOR.edits(f"__global__ {text}" if is_cuda else text):
        assert edit.changes


def test_a_kernel_of_fifty_lines_takes_a_fraction_of_a_second() -> None:
    ends_within(1.0, lambda: GpuFaultInjector().edits(TRITON))
