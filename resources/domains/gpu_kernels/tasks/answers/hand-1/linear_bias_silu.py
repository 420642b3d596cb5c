import torch
import triton
import triton.language as tl


@triton.jit
def linear_bias_silu_kernel(
    x_ptr,
    weight_ptr,
    bias_ptr,
    output_ptr,
    M,
    N,
    K,
    tiles_n,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
):
    program = tl.program_id(0).to(tl.int64)
    rows = (program // tiles_n) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = (program % tiles_n) * BLOCK_N + tl.arange(0, BLOCK_N)
    row_mask = rows < M
    column_mask = columns < N

    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k_start in range(0, K, BLOCK_K):
        k = k_start + tl.arange(0, BLOCK_K)
        k_mask = k < K
        x = tl.load(
            x_ptr + rows[:, None] * K + k[None, :],
            mask=row_mask[:, None] & k_mask[None, :],
            other=0.0,
        )
        # weight is (N, K): exchanged strides give the tile of its transpose.
        weight = tl.load(
            weight_ptr + columns[None, :] * K + k[:, None],
            mask=k_mask[:, None] & column_mask[None, :],
            other=0.0,
        )
        accumulator = tl.dot(x, weight, accumulator)

    bias = tl.load(bias_ptr + columns, mask=column_mask, other=0.0)
    y = accumulator + bias[None, :]
    result = y / (1.0 + tl.exp(-y))
    tl.store(
        output_ptr + rows[:, None] * N + columns[None, :],
        result.to(output_ptr.dtype.element_ty),
        mask=row_mask[:, None] & column_mask[None, :],
    )


def linear_bias_silu(x: torch.Tensor, weight: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    M, K = x.shape
    N = weight.shape[0]
    output = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if output.numel() == 0:
        return output
    # Three stages of (64 + 64) * 32 * 2 bytes take 24 KiB of shared memory.
    block_m, block_n, block_k = 64, 64, 32
    tiles_m = triton.cdiv(M, block_m)
    tiles_n = triton.cdiv(N, block_n)
    linear_bias_silu_kernel[(tiles_m * tiles_n,)](
        x,
        weight,
        bias,
        output,
        M,
        N,
        K,
        tiles_n,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        BLOCK_K=block_k,
        num_warps=4,
        num_stages=3,
    )
    return output
