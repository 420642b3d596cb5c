import torch
import triton
import triton.language as tl


@triton.jit
def combine(a1, b1, a2, b2):
    return a1 * a2, a2 * b1 + b2


@triton.jit
def recurrence_kernel(
    g_ptr, x_ptr, init_ptr, states_ptr, last_ptr, T, C, BT: tl.constexpr, BC: tl.constexpr
):
    batch = tl.program_id(1).to(tl.int64)
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    cmask = c < C
    carry = tl.load(init_ptr + batch * C + c, mask=cmask, other=0.0)
    rt = tl.arange(0, BT)
    for start in range(0, T, BT):
        t = start + rt
        mask = (t[:, None] < T) & cmask[None, :]
        offs = (batch * T + t[:, None]) * C + c[None, :]
        a = tl.load(g_ptr + offs, mask=mask, other=1.0)
        b = tl.load(x_ptr + offs, mask=mask, other=0.0)
        ca, cb = tl.associative_scan((a, b), 0, combine)
        state = ca * carry[None, :] + cb
        tl.store(states_ptr + offs, state, mask=mask)
        carry = tl.sum(tl.where(rt[:, None] == BT - 1, state, 0.0), axis=0)
    tl.store(last_ptr + batch * C + c, carry, mask=cmask)


def gated_recurrence(
    gates: torch.Tensor, inputs: torch.Tensor, initial: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    B, T, C = gates.shape
    states = torch.empty((B, T, C), dtype=gates.dtype, device=gates.device)
    last = torch.empty((B, C), dtype=gates.dtype, device=gates.device)
    if B == 0:
        return states, last
    BT, BC = 32, 32
    recurrence_kernel[(triton.cdiv(C, BC), B)](gates, inputs, initial, states, last, T, C, BT=BT, BC=BC)
    return states, last
