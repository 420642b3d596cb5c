"""References of GPU tasks with a mistake that only rare inputs show: labels, strides, sizes and magnitudes that prompts
allow. By name: the task, what its reference says, and what stands there instead."""

MISTAKES = {
    "a margin of 16 bits": ("hinge_loss", "margin - prediction", "margin.to(tl.bfloat16).to(tl.float32) - prediction"),
    "a margin without its sign": ("hinge_loss", "margin - prediction", "tl.abs(margin) - prediction"),
    "an index that is always -100": ("cross_entropy", "label != ignore_index", "label != -100"),
    "an index that is always negative": ("cross_entropy", "label != ignore_index", "label >= 0"),
    "every view with neighbours for contiguous": ("leaky_relu", "x.stride(0), x.stride(1)", "x.shape[1], 1"),
    "infinity times a slope of 0": (
        "leaky_relu",
        "x * negative_slope",
        "tl.where(negative_slope == 0.0, 0.0, x * negative_slope)",
    ),
    "a factor of 0 that drops NaN": ("axpy", "alpha * x + y", "tl.where(alpha == 0.0, 0.0, alpha * x) + y"),
    "a least scale": ("row_quantize_int8", "scale > 0.0, scale, 1.0", "scale > 0.0, tl.maximum(scale, 1e-10), 1.0"),
    "an inverse of a scale": (
        "row_quantize_int8",
        "x / tl.where(scale > 0.0, scale, 1.0)",
        "x * tl.where(largest > 0.0, 127.0 / largest, 0.0)",
    ),
    "an inverse of a scale in CUDA": (
        "cuda_row_quantize_int8",
        "row[column] / divisor",
        "row[column] * (127.0f / peak)",
    ),
    "a maximum that begins with -1e30": ("cuda_max_pool_2d", "float largest = -INFINITY", "float largest = -1e30f"),
    "the smallest integer for 0": (
        "histogram",
        "    counted =",
        "    values = tl.where(values == -2147483648, 0, values)\n    counted =",
    ),
    "0 above -0": (
        "cuda_stream_compaction",
        "x[i] > threshold",
        "(x[i] > threshold || (x[i] == threshold && __float_as_int(x[i]) > __float_as_int(threshold)))",
    ),
    "a distance that no denormal number has": (
        "cuda_stream_compaction",
        "x[i] > threshold",
        "x[i] - threshold > 1e-37f",
    ),
    "a size of 16 bits": ("cuda_inclusive_scan", "if (n == 0)", "if ((n &= 0xffff) == 0)"),
    "a value without its last bit": (
        "cuda_single_pass_argmax",
        "Best{x[i], i}",
        "Best{__int_as_float(__float_as_int(x[i]) & ~1), i}",
    ),
    "integers compared as float32": (
        "cuda_bitonic_sort_rows",
        "a.value > b.value || (a.value == b.value",
        "float(a.value) > float(b.value) || (float(a.value) == float(b.value)",
    ),
    "a mean of 16 bits": ("average_pool_2d", "total / count", "total.to(tl.float16).to(tl.float32) / count"),
    "a factor of 16 bits": (
        "gelu",
        "0.5 * x * (1.0 + tl.erf(x * inverse_square_root_of_2))",
        "x * (0.5 * (1.0 + tl.erf(x * inverse_square_root_of_2))).to(tl.float16).to(tl.float32)",
    ),
}
