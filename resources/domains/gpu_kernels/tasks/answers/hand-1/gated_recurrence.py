import torch
import triton
import triton.language as tl


@triton.jit
def compose_steps(gate_first, input_first, gate_second, input_second):
    # First s -> gate_first * s + input_first, then the second step.
    return gate_first * gate_second, gate_second * input_first + input_second


@triton.jit
def gated_recurrence_kernel(
    gates_ptr,
    inputs_ptr,
    initial_ptr,
    states_ptr,
    last_ptr,
    T,
    C,
    channel_blocks,
    BLOCK_T: tl.constexpr,
    BLOCK_C: tl.constexpr,
):
    program = tl.program_id(0).to(tl.int64)
    batch = program // channel_blocks
    channels = (program % channel_blocks) * BLOCK_C + tl.arange(0, BLOCK_C)
    channel_mask = channels < C
    steps = tl.arange(0, BLOCK_T)

    state = tl.load(initial_ptr + batch * C + channels, mask=channel_mask, other=0.0)
    for time_start in range(0, T, BLOCK_T):
        times = time_start + steps
        mask = (times[:, None] < T) & channel_mask[None, :]
        offsets = (batch * T + times[:, None]) * C + channels[None, :]
        # Steps beyond T keep the state: gate 1, input 0.
        gates = tl.load(gates_ptr + offsets, mask=mask, other=1.0)
        inputs = tl.load(inputs_ptr + offsets, mask=mask, other=0.0)

        gate_products, input_sums = tl.associative_scan((gates, inputs), 0, compose_steps)
        states = gate_products * state[None, :] + input_sums
        tl.store(states_ptr + offsets, states, mask=mask)

        # The last row of the block is carried into the next one.
        state = tl.sum(tl.where(steps[:, None] == BLOCK_T - 1, states, 0.0), axis=0)

    tl.store(last_ptr + batch * C + channels, state, mask=channel_mask)


def gated_recurrence(
    gates: torch.Tensor, inputs: torch.Tensor, initial: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    B, T, C = gates.shape
    states = torch.empty((B, T, C), dtype=torch.float32, device=gates.device)
    last = torch.empty((B, C), dtype=torch.float32, device=gates.device)
    if B == 0:
        return states, last

    block_t, block_c = 32, 32
    channel_blocks = triton.cdiv(C, block_c)
    gated_recurrence_kernel[(B * channel_blocks,)](
        gates, inputs, initial, states, last, T, C, channel_blocks, BLOCK_T=block_t, BLOCK_C=block_c
    )
    return states, last
