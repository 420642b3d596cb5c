import torch
import triton
import triton.language as tl


@triton.jit
def group_norm_kernel(
    x_pointer, weight_pointer, bias_pointer, output_pointer, groups, channels_per_group, plane, epsilon,
    BLOCK: tl.constexpr,
):
    program = tl.program_id(0).to(tl.int64)
    first_channel = (program % groups) * channels_per_group
    number_of_elements = channels_per_group * plane
    x_group = x_pointer + program * number_of_elements
    output_group = output_pointer + program * number_of_elements

    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, number_of_elements, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        total += tl.load(x_group + offsets, mask=offsets < number_of_elements, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / number_of_elements

    squares = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, number_of_elements, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < number_of_elements
        x = tl.load(x_group + offsets, mask=mask, other=0.0).to(tl.float32)
        deviation = tl.where(mask, x - mean, 0.0)
        squares += deviation * deviation
    inverse_deviation = 1.0 / tl.sqrt(tl.sum(squares, axis=0) / number_of_elements + epsilon)

    for start in range(0, number_of_elements, BLOCK):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < number_of_elements
        channel = first_channel + offsets // plane
        x = tl.load(x_group + offsets, mask=mask, other=0.0).to(tl.float32)
        weight = tl.load(weight_pointer + channel, mask=mask, other=0.0).to(tl.float32)
        bias = tl.load(bias_pointer + channel, mask=mask, other=0.0).to(tl.float32)
        result = (x - mean) * inverse_deviation * weight + bias
        tl.store(output_group + offsets, result.to(output_pointer.dtype.element_ty), mask=mask)


def group_norm(
    x: torch.Tensor, groups: int, weight: torch.Tensor, bias: torch.Tensor, epsilon: float
) -> torch.Tensor:
    batches, channels, height, width = x.shape
    output = torch.empty_like(x)
    channels_per_group = channels // groups
    plane = height * width
    block = min(1024, triton.next_power_of_2(channels_per_group * plane))
    group_norm_kernel[(batches * groups,)](
        x, weight, bias, output, groups, channels_per_group, plane, epsilon, BLOCK=block
    )
    return output
