import torch
import triton
import triton.language as tl


@triton.jit
def int8_weight_matmul_kernel(
    x_ptr,
    weight_ptr,
    scales_ptr,
    zero_points_ptr,
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

    zero_points = tl.load(zero_points_ptr + columns, mask=column_mask, other=0).to(tl.float16)
    scales = tl.load(scales_ptr + columns, mask=column_mask, other=0.0)

    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k_start in range(0, K, BLOCK_K):
        k = (k_start + tl.arange(0, BLOCK_K)).to(tl.int64)
        k_mask = k < K
        x = tl.load(
            x_ptr + rows[:, None] * K + k[None, :],
            mask=row_mask[:, None] & k_mask[None, :],
            other=0.0,
        )
        weight = tl.load(
            weight_ptr + k[:, None] * N + columns[None, :],
            mask=k_mask[:, None] & column_mask[None, :],
            other=0,
        )
        # Differences in [-255, 255] are exact in float16. Rows beyond K are 0, not minus the zero point.
        shifted = weight.to(tl.float16) - zero_points[None, :]
        shifted = tl.where(k_mask[:, None], shifted, 0.0).to(tl.float16)
        accumulator = tl.dot(x, shifted, accumulator)

    result = accumulator * scales[None, :]
    tl.store(
        output_ptr + rows[:, None] * N + columns[None, :],
        result.to(output_ptr.dtype.element_ty),
        mask=row_mask[:, None] & column_mask[None, :],
    )


def int8_weight_matmul(
    x: torch.Tensor, weight: torch.Tensor, scales: torch.Tensor, zero_points: torch.Tensor
) -> torch.Tensor:
    M, K = x.shape
    N = weight.shape[1]
    output = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if output.numel() == 0:
        return output
    block_m, block_n, block_k = 64, 64, 32
    tiles_m = triton.cdiv(M, block_m)
    tiles_n = triton.cdiv(N, block_n)
    int8_weight_matmul_kernel[(tiles_m * tiles_n,)](
        x,
        weight,
        scales,
        zero_points,
        output,
        M,
        N,
        K,
        tiles_n,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        BLOCK_K=block_k,
        num_warps=4,
    )
    return output
