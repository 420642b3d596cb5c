import torch
import triton
import triton.language as tl


@triton.jit
def embedding_kernel(idx_ptr, table_ptr, out_ptr, D, stride, padding_index, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = cols < D
    idx = tl.load(idx_ptr + row)
    keep = idx != padding_index
    v = tl.load(table_ptr + idx * stride + cols, mask=mask & keep, other=0.0)
    tl.store(out_ptr + row * D + cols, v, mask=mask)


def embedding_lookup(indices: torch.Tensor, table: torch.Tensor, padding_index: int) -> torch.Tensor:
    T = indices.shape[0]
    D = table.shape[1]
    out = torch.empty((T, D), dtype=table.dtype, device=table.device)
    if T == 0:
        return out
    BLOCK = min(1024, triton.next_power_of_2(D))
    embedding_kernel[(T, triton.cdiv(D, BLOCK))](
        indices, table, out, D, table.stride(0), padding_index, BLOCK=BLOCK
    )
    return out
