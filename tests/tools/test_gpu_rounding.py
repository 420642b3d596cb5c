"""What is rounded once more than the prompt allows, or moved and not kept to the bit, does not pass."""

import pytest

from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.test_gpu_triton_labels import backend, bundle_of

ELEMENT = "output_pointer.dtype.element_ty"
COARSER = {
    "the sum before it is normalised": (
        "add_rms_norm",
        "total = x + residual\n",
        "total = (x + residual).to(x_pointer.dtype.element_ty).to(tl.float32)\n",
    ),
    "the mean's terms alone": (
        "add_rms_norm",
        "tl.sum(total * total, axis=0)",
        "tl.sum(total.to(tl.bfloat16).to(tl.float32) * total, axis=0)",
    ),
    "a constant": ("leaky_relu", "x * negative_slope", f"x * negative_slope.to({ELEMENT}).to(tl.float32)"),
    "a bias": ("linear_bias_silu", "bias[None, :]", f"bias[None, :].to({ELEMENT}).to(tl.float32)"),
    "a factor": ("swiglu", "tl.exp(-gate)", f"tl.exp(-gate).to({ELEMENT}).to(tl.float32)"),
    "the sign of zero": ("transpose", "tl.trans(tile)", "tl.trans(tile) + 0"),
    "the sign of NaN": (
        "embedding_lookup",
        "columns, values,",
        "columns, tl.where(values != values, float('nan'), values),",
    ),
    "a number at the boundary": ("seeded_dropout", ">= probability", "> probability"),
    "what is small": ("masked_dropout", "x * scale", "tl.where(tl.abs(x) < 1e-5, 0.0, x) * scale"),
    "an accumulator, in each block": (
        "fused_attention",
        "        maximum = new_maximum\n",
        "        maximum = new_maximum\n        accumulator = accumulator.to(tl.float16).to(tl.float32)\n",
    ),
    "an accumulator to more bits than the result has": (
        "grouped_query_attention",
        "        maximum = new_maximum\n",
        "        maximum = new_maximum\n        accumulator = accumulator.to(tl.float16).to(tl.float32)\n",
    ),
    "scores": (
        "grouped_query_attention",
        "tl.dot(query, key) * scale_log2",
        "tl.dot(query, key).to(tl.bfloat16).to(tl.float32) * scale_log2",
    ),
    "queries that are scaled": (
        "grouped_query_attention",
        "tl.dot(query, key) * scale_log2",
        "tl.dot((query * scale_log2).to(tl.bfloat16), key)",
    ),
    "the operands of a sum by products": (
        "column_mean",
        "total += tl.sum(values.to(tl.float32), axis=0)",
        "total += tl.sum(tl.dot(tl.full((32, 32), 1.0, values.dtype), values), axis=0) / 32",
    ),
    "an accumulator of a window": (
        "sliding_window_attention",
        "        maximum = new_maximum\n",
        "        maximum = new_maximum\n        accumulator = accumulator.to(tl.float16).to(tl.float32)\n",
    ),
    "an accumulator of pages": (
        "paged_attention_decode",
        "        maximum = new_maximum\n",
        "        maximum = new_maximum\n        accumulator = accumulator.to(tl.float16).to(tl.float32)\n",
    ),
    "a sum of squares in CUDA": (
        "cuda_layer_norm",
        "squares += distance * distance;",
        "squares = __half2float(__float2half(squares + distance * distance));",
    ),
}
AS_FINE = {
    "fused_attention": ("BLOCK_N = 128", "BLOCK_N = 32"),
    "grouped_query_attention": (
        "tl.sum(probabilities, axis=1)",
        "tl.sum(probabilities.to(tl.bfloat16).to(tl.float32), axis=1)",
    ),
    "sliding_window_attention": ("block_m, block_n = 64, 32", "block_m, block_n = 16, 64"),
    "paged_attention_decode": (
        "probabilities[:, None] * value",
        "probabilities.to(tl.float16).to(tl.float32)[:, None] * value",
    ),
}


@pytest.mark.parametrize("what", COARSER)
def test_what_is_rounded_on_the_way_does_not_pass(what: str) -> None:
    name, old, new = COARSER[what]
    bundle = bundle_of(name)
    assert bundle.reference.count(old) == 1
    seen = backend().execute(bundle, Candidate(bundle.reference.replace(old, new)))
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize("name", AS_FINE)
def test_other_blocks_and_rounded_probabilities_stay_in_the_budget(name: str) -> None:
    bundle, (old, new) = bundle_of(name), AS_FINE[name]
    assert bundle.reference.count(old) == 1
    seen = backend().execute(bundle, Candidate(bundle.reference.replace(old, new)))
    assert seen.outcome is Outcome.PASS, seen.text
