import torch
import triton
import triton.language as tl


@triton.jit
def convolution_2d_kernel(
    x_ptr,
    weight_ptr,
    output_ptr,
    total_pixels,
    C,
    H,
    W,
    O,
    R,
    S,
    P,
    Q,
    stride,
    padding,
    tiles_n,
    BLOCK_M: tl.constexpr,
    BLOCK_N: tl.constexpr,
    BLOCK_K: tl.constexpr,
):
    # Implicit product: rows are output pixels (b, p, q), columns are output channels,
    # and the inner dimension runs over (c, r, s).
    program = tl.program_id(0).to(tl.int64)
    tile_m = program // tiles_n
    tile_n = program % tiles_n

    pixels = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    channels = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    pixel_mask = pixels < total_pixels
    channel_mask = channels < O

    q = pixels % Q
    p = (pixels // Q) % P
    batch = pixels // Q // P
    first_row = p * stride - padding
    first_column = q * stride - padding
    image_start = batch * C * H * W

    inner_size = C * R * S
    accumulator = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for k_start in range(0, inner_size, BLOCK_K):
        k = k_start + tl.arange(0, BLOCK_K)
        k_mask = k < inner_size
        s = k % S
        r = (k // S) % R
        c = k // S // R

        row = first_row[:, None] + r[None, :]
        column = first_column[:, None] + s[None, :]
        inside = (row >= 0) & (row < H) & (column >= 0) & (column < W)
        x = tl.load(
            x_ptr + image_start[:, None] + (c[None, :] * H + row) * W + column,
            mask=pixel_mask[:, None] & k_mask[None, :] & inside,
            other=0.0,
        )
        # weight is (O, C, R, S), so (c, r, s) flattens to k.
        weight = tl.load(
            weight_ptr + channels[None, :] * inner_size + k[:, None],
            mask=k_mask[:, None] & channel_mask[None, :],
            other=0.0,
        )
        accumulator = tl.dot(x, weight, accumulator)

    output_ptrs = output_ptr + ((batch[:, None] * O + channels[None, :]) * P + p[:, None]) * Q + q[:, None]
    tl.store(
        output_ptrs,
        accumulator.to(output_ptr.dtype.element_ty),
        mask=pixel_mask[:, None] & channel_mask[None, :],
    )


def convolution_2d(x: torch.Tensor, weight: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    B, C, H, W = x.shape
    O, _, R, S = weight.shape
    P = (H + 2 * padding - R) // stride + 1
    Q = (W + 2 * padding - S) // stride + 1
    output = torch.empty((B, O, P, Q), dtype=x.dtype, device=x.device)
    if output.numel() == 0:
        return output

    block_m, block_n, block_k = 64, 32, 32
    total_pixels = B * P * Q
    tiles_m = triton.cdiv(total_pixels, block_m)
    tiles_n = triton.cdiv(O, block_n)
    convolution_2d_kernel[(tiles_m * tiles_n,)](
        x,
        weight,
        output,
        total_pixels,
        C,
        H,
        W,
        O,
        R,
        S,
        P,
        Q,
        stride,
        padding,
        tiles_n,
        BLOCK_M=block_m,
        BLOCK_N=block_n,
        BLOCK_K=block_k,
        num_warps=4,
    )
    return output
