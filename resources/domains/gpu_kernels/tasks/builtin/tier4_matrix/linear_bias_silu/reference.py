import torch
import triton
import triton.language as tl


@triton.jit
def linear_bias_silu_kernel(
    x_pointer, weight_pointer, bias_pointer, output_pointer, M, N, K,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    row_mask = rows < M
    column_mask = columns < N
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for start in range(0, K, BLOCK_K):
        depth = start + tl.arange(0, BLOCK_K)
        depth_mask = depth < K
        x = tl.load(
            x_pointer + rows[:, None] * K + depth[None, :], mask=row_mask[:, None] & depth_mask[None, :], other=0.0
        )
        weight = tl.load(
            weight_pointer + columns[None, :] * K + depth[:, None],
            mask=column_mask[None, :] & depth_mask[:, None],
            other=0.0,
        )
        accumulator = tl.dot(x, weight, accumulator)
    bias = tl.load(bias_pointer + columns, mask=column_mask, other=0.0)
    y = accumulator + bias[None, :]
    result = y / (1.0 + tl.exp(-y))
    tl.store(
        output_pointer + rows[:, None] * N + columns[None, :],
        result.to(output_pointer.dtype.element_ty),
        mask=row_mask[:, None] & column_mask[None, :],
    )


def linear_bias_silu(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    M, K = x.shape
    N = weight.shape[0]
    output = torch.empty((M, N), device=x.device, dtype=x.dtype)
    block_m, block_n, block_k = 64, 64, 64
    linear_bias_silu_kernel[(triton.cdiv(M, block_m), triton.cdiv(N, block_n))](
        x, weight, bias, output, M, N, K, BLOCK_M=block_m, BLOCK_N=block_n, BLOCK_K=block_k, num_stages=3
    )
    return output
