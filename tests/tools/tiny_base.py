"""A tiny causal language model with random weights, as a folder: a base that learns in seconds, nothing of worth."""

import copy
from pathlib import Path

from tests.chat_families import QWEN, tokenizer


def tiny_base(folder: Path) -> str:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    reads = copy.deepcopy(tokenizer())
    reads.chat_template = QWEN
    reads.pad_token = reads.eos_token = "<|im_end|>"
    reads.save_pretrained(folder)
    torch.manual_seed(1)
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1, "num_attention_heads": 2}
    LlamaForCausalLM(LlamaConfig(vocab_size=len(reads), max_position_embeddings=16_384, **sizes)).save_pretrained(
        folder
    )
    return str(folder)
