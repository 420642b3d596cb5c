"""The host function to write. Allowed imports: torch, triton, triton.language, math."""

import torch


def paged_attention_decode(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    page_table: torch.Tensor,
    lengths: torch.Tensor,
) -> torch.Tensor:
    """softmax(query . keys / sqrt(D)) @ values over the keys of each sequence, found through its pages.

    query: (B, HQ, D), float16; key_cache, value_cache: (P, page_size, HK, D), float16; page_table: (B, max_pages),
    int32, -1 where unused; lengths: (B,), int32, >= 0; all contiguous; HQ % HK == 0; D, page_size powers of two.
    Returns (B, HQ, D), float16, contiguous; zeros for a sequence of length 0.
    """
    ...
