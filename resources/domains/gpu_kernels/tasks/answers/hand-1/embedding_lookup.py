import torch
import triton
import triton.language as tl


@triton.jit
def embedding_lookup_kernel(
    indices_ptr,
    table_ptr,
    output_ptr,
    D,
    stride_table_row,
    padding_index,
    column_blocks,
    BLOCK_SIZE: tl.constexpr,
):
    program = tl.program_id(0).to(tl.int64)
    token = program // column_blocks
    columns = (program % column_blocks) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    column_mask = columns < D

    index = tl.load(indices_ptr + token)
    # The padding row is not read at all: its lanes get the 0 of the masked load.
    load_mask = column_mask & (index != padding_index)
    values = tl.load(table_ptr + index * stride_table_row + columns, mask=load_mask, other=0.0)
    tl.store(output_ptr + token * D + columns, values, mask=column_mask)


def embedding_lookup(indices: torch.Tensor, table: torch.Tensor, padding_index: int) -> torch.Tensor:
    T = indices.shape[0]
    D = table.shape[1]
    output = torch.empty((T, D), dtype=table.dtype, device=table.device)
    if output.numel() == 0:
        return output
    block_size = min(triton.next_power_of_2(D), 1024)
    column_blocks = triton.cdiv(D, block_size)
    embedding_lookup_kernel[(T * column_blocks,)](
        indices, table, output, D, table.stride(0), padding_index, column_blocks, BLOCK_SIZE=block_size
    )
    return output
