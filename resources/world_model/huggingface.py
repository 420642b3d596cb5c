"""The model itself, in Hugging Face's classes and layout, so that vLLM serves a checkpoint's folder as it is.

Imports transformers; import it lazily.
"""

import json
from pathlib import Path
from typing import Any

from resources.world_model import markup
from resources.world_model.settings import TrainingSettings
from resources.world_model.tokenizer import Vocabulary

SMALL = 50_000_000
"""Parameters up to which a CPU predicts well enough, and a GPU is left to others."""


def build_model(settings: TrainingSettings, vocabulary: Vocabulary) -> Any:
    """A Llama with tied embeddings and fresh weights from torch's current seed."""
    from transformers import LlamaConfig, LlamaForCausalLM

    untyped: Any = LlamaForCausalLM
    return untyped(
        LlamaConfig(
            vocab_size=len(vocabulary),
            hidden_size=settings.hidden_size,
            intermediate_size=8 * settings.hidden_size // 3 // 16 * 16,
            num_hidden_layers=settings.layers,
            num_attention_heads=settings.heads,
            num_key_value_heads=settings.heads,
            max_position_embeddings=2 * (settings.max_prompt_tokens + settings.max_target_tokens),
            tie_word_embeddings=True,
            pad_token_id=vocabulary.padding,
            eos_token_id=vocabulary.end,
            bos_token_id=None,
        )
    )


def parameters_of(model: Any) -> int:
    return int(sum(weight.numel() for weight in model.parameters()))


def save_model(model: Any, vocabulary: Vocabulary, directory: Path) -> None:
    """config.json, generation_config.json, model.safetensors, tokenizer.json, tokenizer_config.json."""
    quieted()
    model.save_pretrained(directory)
    vocabulary.save(directory)
    described = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "pad_token": markup.PADDING,
        "eos_token": markup.END,
        "clean_up_tokenization_spaces": False,
    }
    (directory / "tokenizer_config.json").write_text(json.dumps(described, indent=1))


def quieted() -> None:
    """No progress bars of the library's own: the graph reports progress, and a file of 8 MB needs none."""
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()  # type: ignore[no-untyped-call]


def load_model(directory: Path) -> Any:
    """For prediction: on the GPU where there is one and the model is too large to be quick without."""
    import torch
    from transformers import AutoModelForCausalLM

    quieted()
    model: Any = AutoModelForCausalLM.from_pretrained(directory, local_files_only=True, dtype="auto")
    if torch.cuda.is_available() and parameters_of(model) > SMALL:
        model = model.to("cuda")
    return model.eval()
