"""What happens to a CUDA candidate's text: tokens, launches, dynamic shared memory, and the harness's call."""

import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from resources.domains.gpu_kernels.execution.stages.cuda.case import Case, Tensor, TensorShape
from resources.domains.gpu_kernels.execution.stages.cuda.judging import gap
from resources.domains.gpu_kernels.execution.stages.cuda.rewriting import is_balanced, rewrite, tokens_of
from resources.domains.gpu_kernels.execution.stages.cuda.signature import driver_text, encode_cases, read_signature
from resources.execution.errors import PermanentEnvironmentFailure
from tests.unit.effort import ends_within

WORDS = 'k<<<1, 2>>>(x)|<<<|>>>|<|>|extern __shared__ float s[];|__shared__|extern|/*|*/|//|\n|"|\'|\\|R"(|)"|a::b|(|)'
MORE = "{|}|[|]|;| |x|1'0|#if 1\n|#endif\n"
PIECES = st.lists(st.sampled_from(f"{WORDS}|{MORE}".split("|")), max_size=40).map("".join)


@given(PIECES | st.text(max_size=80))
@example('R"a(')
@example("'")
def test_tokens_put_together_are_the_source(source: str) -> None:
    assert "".join(token.text for token in tokens_of(source)) == source


@given(PIECES)
def test_rewriting_keeps_every_line_where_it_was(source: str) -> None:
    assert rewrite(source).count("\n") == source.count("\n")


@given(st.text(alphabet="abc<>(){};= \n+*/\"'", max_size=60).filter(lambda text: "<<<" not in text))
def test_text_without_launches_or_dynamic_shared_memory_is_left_alone(source: str) -> None:
    assert rewrite(source) == source


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("k<<<g, b>>>(x, y);", "k"),
        ("scan::k<float, 4><<<dim3(1, 2), 64, 4 * sizeof(float)>>>(x);", "scan::k<float, 4>"),
        ("::k <N * 2>\n<<<(n + 31) / 32, 32>>>(x);", "::k <N * 2>"),
        ("(pointer)<<<g, b>>>(x);", "(pointer)"),
        ("#define LAUNCH(k) k<<<g, b>>>(x)", "k"),
        ("k<<<g, b, bytes, stream>>>\n(x);", "k"),
    ],
)
def test_launches_become_calls(source: str, name: str) -> None:
    rewritten = rewrite(source)
    assert f'::cudashim::launch("{name}"' in rewritten
    assert "<<<" not in rewritten


@pytest.mark.parametrize(
    "source", ["// k<<<1, 2>>>(x)", '"k<<<1, 2>>>(x)"', "/* k<<<1,\n2>>>(x) */", "a <<< b", "k<<<1, 2>>>;"]
)
def test_what_is_no_launch_stays(source: str) -> None:
    assert rewrite(source) == source


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("extern __shared__ float s[];", "float * const s = ::cudashim::DynamicShared();"),
        (
            "extern __shared__ __align__(16) unsigned char s[];",
            "unsigned char * const s = ::cudashim::DynamicShared();",
        ),
        ("extern __shared__ int s[][33];", "int (* const s)[ 33 ] = ::cudashim::DynamicShared();"),
        ("__shared__ extern int s[];", "__shared__ int * const s = ::cudashim::DynamicShared();"),
    ],
)
def test_dynamic_shared_memory_becomes_a_pointer(source: str, expected: str) -> None:
    if source.startswith("__shared__"):
        expected = expected.removeprefix("__shared__ ")
    assert rewrite(source) == expected


@pytest.mark.parametrize("source", ["static __shared__ float s[32];", "__shared__ static float s[32];"])
def test_the_habit_of_static_shared_memory_is_dropped(source: str) -> None:
    assert "static" not in rewrite(source)
    assert rewrite("static int x; __shared__ int y;").startswith("static int x;")


def test_static_shared_memory_is_left_to_the_headers() -> None:
    source = "__shared__ float tile[32][33]; extern int elsewhere;"
    assert rewrite(source) == source


@pytest.mark.parametrize(
    ("source", "balanced"),
    [
        ("void f() { (1); }", True),
        ('const char* s = "{";', True),
        ("#ifdef A\n#endif\n", True),
        ("// {\n", True),
        ("void f() {", False),
        ("f(", False),
        ("/* open", False),
        ("#if 1\nint x;", False),
        ("}", False),
    ],
)
def test_text_may_follow_only_what_is_closed(source: str, balanced: bool) -> None:
    assert is_balanced(tokens_of(source)) is balanced


SETTINGS = {"entry": "scale", "arguments": '["x: in float16", "alpha: float32", "out: out float32", "n: int64"]'}


def test_the_call_casts_every_argument() -> None:
    text = driver_text(read_signature(SETTINGS))
    assert text.startswith('\n#line 1 "driver"\n#include <cuda_fp16.h>\n')
    assert "static_cast<__half*>(arguments[0])" in text
    assert "*static_cast<float*>(arguments[1])" in text
    assert "*static_cast<long*>(arguments[3])" in text


@pytest.mark.parametrize(
    "arguments",
    ["[1]", '["x"]', '["x: in complex64"]', '["x: float16"]', '["x: inout float32"]', "{", '["x; y: int32"]'],
)
def test_broken_arguments_are_the_bundles_fault(arguments: str) -> None:
    with pytest.raises(PermanentEnvironmentFailure):
        read_signature({"entry": "f", "arguments": arguments})


def test_cases_are_written_in_the_order_of_the_arguments() -> None:
    case = Case((Tensor("float16", (2,), b"abcd"), 0.5, 7), (TensorShape("float32", (3,)),))
    content = encode_cases(read_signature(SETTINGS), [case])
    assert content == struct.pack("<II", 1, 4) + (
        struct.pack("<II", 1, 1) + b"x" + struct.pack("<Q", 4) + b"abcd"
        + struct.pack("<II", 0, 5) + b"alpha" + struct.pack("<Qf", 4, 0.5)
        + struct.pack("<II", 2, 3) + b"out" + struct.pack("<Q", 12)
        + struct.pack("<II", 0, 1) + b"n" + struct.pack("<Qq", 8, 7)
    )  # fmt: skip


@pytest.mark.parametrize(
    "case",
    [
        Case((), ()),
        Case((Tensor("float16", (2,), b"abc"), 0.5, 7), (TensorShape("float32", (3,)),)),
        Case((Tensor("float32", (1,), b"abcd"), 0.5, 7), (TensorShape("float32", (3,)),)),
        Case((Tensor("float16", (2,), b"abcd"), 0.5, 1 << 70), (TensorShape("float32", (3,)),)),
        Case((Tensor("float16", (2,), b"abcd"), 0.5, 7, 8), (TensorShape("float32", (3,)),)),
    ],
)
def test_cases_that_do_not_fit_are_the_bundles_fault(case: Case) -> None:
    with pytest.raises(PermanentEnvironmentFailure, match="case 0"):
        encode_cases(read_signature(SETTINGS), [case])


def test_a_gap_is_named_by_its_construct_or_by_the_first_error() -> None:
    assert gap('asm volatile("mov.u32 %0, %laneid;");', b"") == "inline PTX (asm)"
    assert gap("// wmma\nint x = y();", b"kernel.cu:2:9: error: 'y' was not declared\n") == "'y' was not declared"


@pytest.mark.parametrize(
    "piece", ["/* ", 'R"( ', "<<<", "x ><<<", "extern ", "__shared__ extern ", "k<<<a(", "::", "(", "'"]
)
def test_a_hostile_source_takes_no_longer_than_a_long_one(piece: str) -> None:
    source = piece * (12_000 // len(piece))
    ends_within(2.0, lambda: rewrite(source))
    ends_within(2.0, lambda: is_balanced(tokens_of(source)))
