"""Texts in which every kind of GPU fault and rewrite applies, and what some of them turn a line into."""

TRITON = """import torch
import triton
import triton.language as tl


@triton.jit
def scores_kernel(
    a_pointer, b_pointer, out_pointer, total_pointer, M, N, a_stride, b_stride, scale, eps,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):
    # One program handles one tile.
    pid = tl.program_id(0)
    rows = pid * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(axis=1) * BLOCK_N + tl.arange(0, BLOCK_N)
    batch = rows // N
    inner = rows % N
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    best = tl.full((BLOCK_M,), -float("inf"), dtype=tl.float32)
    tile = a_pointer + rows[:, None] * a_stride + columns[None, :] * b_stride
    for step in range(0, N, BLOCK_N):
        a = tl.load(tile, mask=(rows[:, None] < M) & (columns[None, :] < N), other=0.0).to(tl.float32)
        b = tl.load(b_pointer + inner, mask=inner < N, other=-float("inf"))
        accumulator = tl.dot(a, tl.trans(a), accumulator)
        best += tl.sum(a, axis=1)
        tile += BLOCK_N * b_stride
    for group in range(tl.cdiv(N, BLOCK_N)):
        best = tl.maximum(best, b)
    done = 0
    while done < N:
        done += BLOCK_N
    top = tl.max(accumulator, axis=1)
    weights = tl.exp(accumulator - top[:, None]) * scale
    mean = tl.sum(weights, axis=1) / N
    rate = mean / tl.sqrt(best * 0.5 + eps)
    kept = tl.where(rows >= batch, rate, 0.0)
    value = tl.load(b_pointer + rows, mask=rows == M)
    tl.store(out_pointer + rows, kept + value, mask=rows < M)
    tl.atomic_add(total_pointer + batch, kept, mask=rows < M)


def scores(a: torch.Tensor, b: torch.Tensor, scale: float) -> torch.Tensor:
    M, N = a.shape
    rows = a.shape[0]
    a = a.contiguous()
    out = torch.empty((M, N), device=a.device, dtype=torch.float32)
    other = torch.empty_like(a)
    total = torch.zeros(M, device=a.device, dtype=a.dtype)
    block_m, block_n = 32, 64
    scores_kernel[(triton.cdiv(M, block_m), rows)](
        a, b, out, total, M, N, a.stride(0), b.stride(1), scale, 1e-5,
        BLOCK_M=block_m, BLOCK_N=block_n, num_warps=4,
    )
    return out
"""

ELEMENTWISE = """import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x_pointer, out_pointer, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_pointer + offsets, tl.load(x_pointer + offsets, mask=offsets < n) * 2, mask=offsets < n)


def double(x: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    block = 128
    double_kernel[(triton.cdiv(x.numel(), block),)](x, out, x.numel(), BLOCK=block)
    return out
"""

CUDA = """#include <cuda_runtime.h>

__device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

__global__ void rows_kernel(const float* __restrict__ x, float* out, int rows, int columns, float scale, float eps) {
  __shared__ float tile[256];
  extern __shared__ float more[];
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (rows > row) more[threadIdx.x] = 0.0f;
  if (row >= rows) return;
  float total = 0.0f;
  float best = -INFINITY;
  for (int column = 0; column < columns; ++column) {
    int at = row * columns + column;
    total += x[at] * scale;
    best = fmaxf(best, x[at]);
    tile[threadIdx.x] = total;
  }
  __syncthreads();
  float mean = 1.0f / columns;
  float spread = sqrtf(total - mean + eps);
  float product = (total * scale);
  atomicAdd(&out[row], spread * mean);
  if (row < rows) out[row] = warp_sum(product);
}

__global__ void second_kernel(float* out, int n) {
  int index = threadIdx.x;
  if (index < n) out[index] = 1.0f;
}

void entry(const float* x, float* out, int rows, int columns) {
  int threads = 256;
  rows_kernel<<<(rows + threads - 1) / threads, threads, threads * 4>>>(x, out, rows, columns, 2.0f, 1e-5f);
  second_kernel<<<1, threads>>>(out, rows);
}
"""

LINES: tuple[tuple[str, str, str], ...] = (
    ("load_mask_missing", "b = tl.load(b_pointer + inner, mask=inner < N, other=", "b = tl.load(b_pointer + inner)"),
    ("store_mask_missing", "tl.store(out_pointer + rows, kept", "tl.store(out_pointer + rows, kept + value)"),
    ("bound_inclusive", "tl.store(out_pointer", "tl.store(out_pointer + rows, kept + value, mask=rows <= M)"),
    ("bound_one_too_large", "tl.store(out_pointer", "tl.store(out_pointer + rows, kept + value, mask=rows < M + 1)"),
    ("other_missing", "b = tl.load", "b = tl.load(b_pointer + inner, mask=inner < N)"),
    ("other_not_neutral", "b = tl.load", "b = tl.load(b_pointer + inner, mask=inner < N, other=0.0)"),
    ("mask_half_missing", "a = tl.load", "a = tl.load(tile, mask=rows[:, None] < M, other=0.0).to(tl.float32)"),
    ("selection_missing", "kept = tl.where", "kept = (rate)"),
    ("stride_missing", "tile = a_pointer", "tile = a_pointer + rows[:, None] + columns[None, :] * b_stride"),
    ("block_offset_missing", "rows = pid", "rows = tl.arange(0, BLOCK_M)"),
    ("block_offset_unscaled", "rows = pid", "rows = pid + tl.arange(0, BLOCK_M)"),
    ("flat_index_for_rows", "batch = rows", "batch = rows"),
    ("flat_index_for_columns", "inner = rows", "inner = rows"),
    ("program_axis", "pid = tl.program_id", "pid = tl.program_id(1)"),
    ("pointer_stands_still", "tile += BLOCK_N", "pass"),
    ("pointer_advances_too_little", "tile += BLOCK_N", "tile += b_stride"),
    ("atomic_replaced_by_store", "tl.atomic_add", "tl.store(total_pointer + batch, kept, mask=rows < M)"),
    ("grid_rounded_down", "scores_kernel[(", "scores_kernel[((M) // (block_m), rows)]("),
    ("grid_one_too_large", "scores_kernel[(", "scores_kernel[(triton.cdiv(M, block_m), rows + 1)]("),
    ("grid_axes_exchanged", "scores_kernel[(", "scores_kernel[(rows, triton.cdiv(M, block_m))]("),
    ("tile_too_large", "block_m, block_n = 32, 64", "block_m, block_n = 32, 512"),
    ("too_many_warps", "BLOCK_M=block_m", "BLOCK_M=block_m, BLOCK_N=block_n, num_warps=64,"),
    ("launch_argument_missing", "a, b, out, total", "a, b, out, total, M, N, a.stride(0), b.stride(1), scale,"),
    (
        "launch_arguments_exchanged",
        "a, b, out, total",
        "b, a, out, total, M, N, a.stride(0), b.stride(1), scale, 1e-5,",
    ),
    ("constexpr_missing", "BLOCK_M: tl.constexpr", "BLOCK_M, BLOCK_N: tl.constexpr,"),
    ("condition_on_tensor", "kept = tl.where", "kept = ((rate) if (rows >= batch) else (0.0))"),
    ("broadcast_axis", "weights = tl.exp", "weights = tl.exp(accumulator - top[None, :]) * scale"),
    ("transpose_missing", "accumulator = tl.dot", "accumulator = tl.dot(a, (a), accumulator)"),
    ("accumulator_precision", "accumulator = tl.zeros", "accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float16)"),
    ("maximum_not_subtracted", "weights = tl.exp", "weights = tl.exp(accumulator) * scale"),
    ("factor_missing", "weights = tl.exp", "weights = tl.exp(accumulator - top[:, None])"),
    ("epsilon_missing", "rate = mean", "rate = mean / tl.sqrt(best * 0.5)"),
    ("loop_ends_early", "for step in", "for step in range(0, N - BLOCK_N, BLOCK_N):"),
    ("loop_starts_late", "for step in", "for step in range(BLOCK_N, N, BLOCK_N):"),
    ("endless_loop", "done += BLOCK_N", "pass"),
    ("accumulator_overwritten", "accumulator = tl.dot", "accumulator = tl.dot(a, tl.trans(a))"),
    ("reduction_axis", "top = tl.max", "top = tl.max(accumulator, axis=0)"),
    ("wrong_reduction", "top = tl.max", "top = tl.sum(accumulator, axis=1)"),
    ("output_shape", "out = torch.empty", "out = torch.empty((N, M), device=a.device, dtype=torch.float32)"),
    ("output_like_other_tensor", "other = torch", "other = torch.empty_like(b)"),
    ("accumulator_not_cleared", "total = torch", "total = torch.empty(M, device=a.device, dtype=a.dtype)"),
    ("input_returned", "return out", "return a"),
    ("stride_of_other_dimension", "a, b, out, total", "a, b, out, total, M, N, a.stride(1), b.stride(1), scale, 1e-5,"),
    ("mask_named", "b = tl.load", 'b = tl.load(b_pointer + inner, mask=in_bounds, other=-float("inf"))'),
    ("comparison_mirrored", "tl.store(out_pointer", "tl.store(out_pointer + rows, kept + value, mask=M > rows)"),
    ("selection_negated", "kept = tl.where", "kept = tl.where((rows >= batch) == 0, 0.0, rate)"),
    ("axis_by_position", "top = tl.max", "top = tl.max(accumulator, 1)"),
    ("warps_changed", "BLOCK_M=block_m", "BLOCK_M=block_m, BLOCK_N=block_n, num_warps=8,"),
)
"""(kind, how the line begins before, the whole line after, both without indentation)."""

CUDA_LINES: tuple[tuple[str, str, str], ...] = (
    ("barrier_in_branch", "__syncthreads();", "if (threadIdx.x % 2 == 0) __syncthreads();"),
    ("bounds_check_missing", "if (row < rows)", "out[row] = warp_sum(product);"),
    ("bounds_check_one_too_large", "if (row >= rows)", "if (row > rows) return;"),
    ("thread_and_block_exchanged", "int row =", "int row = threadIdx.x * blockDim.x + threadIdx.x;"),
    ("block_size_missing", "int row =", "int row = blockIdx.x + threadIdx.x;"),
    ("axis_wrong", "int row =", "int row = blockIdx.y * blockDim.x + threadIdx.x;"),
    ("atomic_missing", "atomicAdd", "out[row] += spread * mean;"),
    ("shared_array_too_small", "__shared__ float tile", "__shared__ float tile[256 / 2];"),
    ("accumulator_uninitialised", "float total", "float total;"),
    ("accumulator_integer", "float total", "int total = 0.0f;"),
    ("division_of_integers", "float mean", "float mean = 1 / columns;"),
    ("address_transposed", "int at =", "int at = column * columns + row;"),
    ("row_length_missing", "int at =", "int at = row + column;"),
    ("loop_one_too_far", "for (int column", "for (int column = 0; column <= columns; ++column) {"),
    ("loop_without_end", "for (int column", "for (int column = 0; column < columns;) {"),
    ("maximum_starts_at_zero", "float best", "float best = 0.0f;"),
    ("constant_under_root_missing", "float spread", "float spread = sqrtf(total - mean);"),
    ("difference_becomes_sum", "float spread", "float spread = sqrtf(total + mean + eps);"),
    (
        "shuffle_direction",
        "value += __shfl",
        "value += __shfl_up_sync(0xffffffffu, value, offset);",
    ),
    ("too_many_threads", "second_kernel<<<", "second_kernel<<<1, 2048>>>(out, rows);"),
    ("grid_and_block_exchanged", "second_kernel<<<", "second_kernel<<<threads, 1>>>(out, rows);"),
    ("scale_missing", "float product", "float product = (total);"),
    ("test_mirrored", "if (row < rows)", "if (rows > row) out[row] = warp_sum(product);"),
)
