import torch
import triton
import triton.language as tl


@triton.jit
def embedding_kernel(
    indices_pointer, table_pointer, output_pointer, table_row_stride, width, padding_index, BLOCK: tl.constexpr
):
    token = tl.program_id(0).to(tl.int64)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = columns < width
    index = tl.load(indices_pointer + token)
    is_real = index != padding_index
    values = tl.load(table_pointer + index * table_row_stride + columns, mask=mask & is_real, other=0.0)
    tl.store(output_pointer + token * width + columns, values, mask=mask)


def embedding_lookup(indices: torch.Tensor, table: torch.Tensor, padding_index: int) -> torch.Tensor:
    tokens = indices.shape[0]
    width = table.shape[1]
    output = torch.empty((tokens, width), device=table.device, dtype=table.dtype)
    block = min(1024, triton.next_power_of_2(width))
    embedding_kernel[(tokens, triton.cdiv(width, block))](
        indices, table, output, table.stride(0), width, padding_index, BLOCK=block
    )
    return output
