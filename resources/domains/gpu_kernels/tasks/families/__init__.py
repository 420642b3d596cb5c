"""Families of made Triton kernels: one module each, whose `draw_task` draws. Expressions and operands are shared."""

from resources.domains.gpu_kernels.tasks.families import (
    dequantisations,
    elementwise,
    gathers,
    layouts,
    matrices,
    normalisations,
    ragged,
    reductions,
    scans,
    windows,
)
from resources.domains.gpu_kernels.tasks.families.task import kernel_family

FAMILIES = (
    kernel_family("fused_elementwise", "2", "expression graphs over matrices, rows and columns", elementwise.draw_task),
    kernel_family("row_reduction", "2", "expressions reduced along rows", reductions.draw_row_task),
    kernel_family("column_reduction", "2", "expressions reduced along columns", reductions.draw_column_task),
    kernel_family("row_normalisation", "2", "softmax, norms and ranges of expressions", normalisations.draw_task),
    kernel_family("row_scan", "2", "running sums and extremes from either end", scans.draw_task),
    kernel_family("layout", "2", "chains of permuting, rolling, padding, repeating", layouts.draw_task),
    kernel_family("fused_matmul", "2", "matrix products with an expression behind", matrices.draw_task),
    kernel_family("gather", "3", "rows and elements taken by index, with padding", gathers.draw_task),
    kernel_family("window", "2", "windows along rows: width, step, spread, border", windows.draw_task),
    kernel_family("dequantise", "3", "bytes and packed 4-bit numbers with scales", dequantisations.draw_task),
    kernel_family("ragged_rows", "3", "rows of which a part counts: lengths, ranges, masks", ragged.draw_task),
)
