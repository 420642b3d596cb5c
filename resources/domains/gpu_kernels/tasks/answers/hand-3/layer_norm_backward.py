import torch
import triton
import triton.language as tl


@triton.jit
def backward_kernel(
    go_ptr, x_ptr, w_ptr, mean_ptr, inv_ptr, gx_ptr, pw_ptr, pb_ptr, M, N, rows_per_program,
    BLOCK: tl.constexpr,
):
    pid = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < N
    w = tl.load(w_ptr + cols, mask=mask, other=0.0).to(tl.float32)
    gw = tl.zeros((BLOCK,), dtype=tl.float32)
    gb = tl.zeros((BLOCK,), dtype=tl.float32)
    first = pid * rows_per_program
    last = tl.minimum(first + rows_per_program, M)
    for r in range(first, last):
        offs = r.to(tl.int64) * N + cols
        go = tl.load(go_ptr + offs, mask=mask, other=0.0).to(tl.float32)
        x = tl.load(x_ptr + offs, mask=mask, other=0.0).to(tl.float32)
        mean = tl.load(mean_ptr + r)
        inv = tl.load(inv_ptr + r)
        normalised = tl.where(mask, (x - mean) * inv, 0.0)
        g = go * w
        avg_g = tl.sum(g, axis=0) / N
        avg_gn = tl.sum(g * normalised, axis=0) / N
        gx = inv * (g - avg_g - normalised * avg_gn)
        tl.store(gx_ptr + offs, gx.to(gx_ptr.dtype.element_ty), mask=mask)
        gw += go * normalised
        gb += go
    tl.store(pw_ptr + pid * N + cols, gw, mask=mask)
    tl.store(pb_ptr + pid * N + cols, gb, mask=mask)


@triton.jit
def reduce_kernel(pw_ptr, pb_ptr, gw_ptr, gb_ptr, P, N, BP: tl.constexpr, BN: tl.constexpr):
    cols = tl.program_id(0) * BN + tl.arange(0, BN)
    accw = tl.zeros((BP, BN), dtype=tl.float32)
    accb = tl.zeros((BP, BN), dtype=tl.float32)
    for start in range(0, P, BP):
        rows = start + tl.arange(0, BP)
        mask = (rows[:, None] < P) & (cols[None, :] < N)
        offs = rows[:, None] * N + cols[None, :]
        accw += tl.load(pw_ptr + offs, mask=mask, other=0.0)
        accb += tl.load(pb_ptr + offs, mask=mask, other=0.0)
    tl.store(gw_ptr + cols, tl.sum(accw, axis=0).to(gw_ptr.dtype.element_ty), mask=cols < N)
    tl.store(gb_ptr + cols, tl.sum(accb, axis=0).to(gb_ptr.dtype.element_ty), mask=cols < N)


def layer_norm_backward(
    grad_output: torch.Tensor,
    x: torch.Tensor,
    weight: torch.Tensor,
    mean: torch.Tensor,
    inverse_deviation: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    M, N = x.shape
    grad_x = torch.empty((M, N), dtype=x.dtype, device=x.device)
    if M == 0:
        return (
            grad_x,
            torch.zeros((N,), dtype=x.dtype, device=x.device),
            torch.zeros((N,), dtype=x.dtype, device=x.device),
        )
    grad_weight = torch.empty((N,), dtype=x.dtype, device=x.device)
    grad_bias = torch.empty((N,), dtype=x.dtype, device=x.device)
    programs = min(M, 128)
    rows_per_program = triton.cdiv(M, programs)
    partial_w = torch.empty((programs, N), dtype=torch.float32, device=x.device)
    partial_b = torch.empty((programs, N), dtype=torch.float32, device=x.device)
    BLOCK = triton.next_power_of_2(N)
    backward_kernel[(programs,)](
        grad_output, x, weight, mean, inverse_deviation, grad_x, partial_w, partial_b, M, N, rows_per_program,
        BLOCK=BLOCK,
    )
    BP, BN = 16, 64
    reduce_kernel[(triton.cdiv(N, BN),)](
        partial_w, partial_b, grad_weight, grad_bias, programs, N, BP=BP, BN=BN
    )
    return grad_x, grad_weight, grad_bias
