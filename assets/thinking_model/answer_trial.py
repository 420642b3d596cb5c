"""Whether a model's folder loads and answers: a few tokens, the likeliest ones. What they are worth, an exam says."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

ASKED = "Write a module that adds two numbers."
TOKENS = 16


@dataclass(frozen=True)
class Answer:
    """`is_finite` is False where a weight is broken, so that no probability is a number."""

    text: str
    tokens: int
    is_finite: bool


def short_answer(folder: Path) -> Answer:
    """Raises OSError and ValueError for what does not load."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    model: Any = AutoModelForCausalLM.from_pretrained(folder)
    model.eval()
    asked = [{"role": "user", "content": ASKED}]
    prompt = tokenizer.apply_chat_template(asked, add_generation_prompt=True, return_tensors="pt", return_dict=True)
    with torch.inference_mode():
        finite = bool(torch.isfinite(model(**prompt).logits).all())
        answered = model.generate(**prompt, max_new_tokens=TOKENS, do_sample=False) if finite else prompt["input_ids"]
    own = answered[0, prompt["input_ids"].shape[1] :]
    return Answer(tokenizer.decode(own, skip_special_tokens=True), len(own), finite)
