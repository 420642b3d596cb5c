"""A tokenizer by folder, file or name. Imports transformers lazily: it takes a second."""

from pathlib import Path
from typing import Any


def load_tokenizer(name: str) -> Any:
    """Raises OSError and ValueError, whose messages say what is missing."""
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    path = Path(name)
    if path.is_file():
        return PreTrainedTokenizerFast(tokenizer_file=str(path))  # type: ignore[no-untyped-call]
    try:
        return AutoTokenizer.from_pretrained(str(path) if path.is_dir() else name)
    except ValueError as error:
        raise ValueError(f"{name} holds no tokenizer that transformers can read") from error
