import torch
import triton
import triton.language as tl


@triton.jit
def int8_weight_kernel(
    x_pointer, weight_pointer, scales_pointer, zero_points_pointer, output_pointer, M, N, K,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    row_mask = rows < M
    column_mask = columns < N
    scale = tl.load(scales_pointer + columns, mask=column_mask, other=0.0)
    zero_point = tl.load(zero_points_pointer + columns, mask=column_mask, other=0).to(tl.float16)
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        depth = start + tl.arange(0, BLOCK_K)
        depth_mask = depth < K
        x = tl.load(
            x_pointer + rows[:, None] * K + depth[None, :], mask=row_mask[:, None] & depth_mask[None, :], other=0.0
        )
        quantized = tl.load(
            weight_pointer + depth[:, None] * N + columns[None, :],
            mask=depth_mask[:, None] & column_mask[None, :],
            other=0,
        )
        # x is 0 beyond K, so what the zero point leaves there adds nothing.
        weight = quantized.to(tl.float16) - zero_point[None, :]
        accumulator = tl.dot(x, weight, accumulator)
    result = accumulator * scale[None, :]
    tl.store(
        output_pointer + rows[:, None] * N + columns[None, :],
        result.to(tl.float16),
        mask=row_mask[:, None] & column_mask[None, :],
    )


def int8_weight_matmul(
    x: torch.Tensor, weight: torch.Tensor, scales: torch.Tensor, zero_points: torch.Tensor
) -> torch.Tensor:
    M, K = x.shape
    N = weight.shape[1]
    output = torch.empty((M, N), device=x.device, dtype=torch.float16)
    block_m, block_n, block_k = 32, 64, 64
    int8_weight_kernel[(triton.cdiv(M, block_m), triton.cdiv(N, block_n))](
        x, weight, scales, zero_points, output, M, N, K, BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k
    )
    return output
