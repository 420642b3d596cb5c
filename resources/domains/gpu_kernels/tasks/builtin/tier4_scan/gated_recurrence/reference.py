import torch
import triton
import triton.language as tl


@triton.jit
def compose(first_gate, first_input, second_gate, second_input):
    return first_gate * second_gate, second_gate * first_input + second_input


@triton.jit
def gated_recurrence_kernel(
    gates_pointer, inputs_pointer, initial_pointer, states_pointer, last_pointer, times, channels,
    BLOCK_T: tl.constexpr, BLOCK_C: tl.constexpr,
):
    batch = tl.program_id(0).to(tl.int64)
    channel = tl.program_id(1) * BLOCK_C + tl.arange(0, BLOCK_C)
    channel_mask = channel < channels
    state = tl.load(initial_pointer + batch * channels + channel, mask=channel_mask, other=0.0)
    step = tl.arange(0, BLOCK_T)
    for start in range(0, times, BLOCK_T):
        time = start + step
        mask = (time[:, None] < times) & channel_mask[None, :]
        offsets = (batch * times + time[:, None]) * channels + channel[None, :]
        # Beyond the end the step is the identity, so the last lane holds the state after the last real step.
        gate = tl.load(gates_pointer + offsets, mask=mask, other=1.0)
        value = tl.load(inputs_pointer + offsets, mask=mask, other=0.0)
        running_gate, running_value = tl.associative_scan((gate, value), 0, compose)
        states = running_gate * state[None, :] + running_value
        tl.store(states_pointer + offsets, states, mask=mask)
        state = tl.sum(tl.where(step[:, None] == BLOCK_T - 1, states, 0.0), axis=0)
    tl.store(last_pointer + batch * channels + channel, state, mask=channel_mask)


def gated_recurrence(
    gates: torch.Tensor, inputs: torch.Tensor, initial: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    batches, times, channels = gates.shape
    states = torch.empty_like(gates)
    last = torch.empty_like(initial)
    block_t, block_c = 16, 16
    gated_recurrence_kernel[(batches, triton.cdiv(channels, block_c))](
        gates, inputs, initial, states, last, times, channels, BLOCK_T=block_t, BLOCK_C=block_c
    )
    return states, last
