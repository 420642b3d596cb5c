"""A tokenizer by folder, file or name. Imports transformers lazily: it takes a second."""

from pathlib import Path
from typing import Any

HUB_TIMEOUT_S = 10.0


class NoTokenizer(ValueError):
    """The name means none. The message says what is missing."""


def load_tokenizer(name: str) -> Any:
    """A name that is neither file nor folder is looked for in the hub's cache, then at the hub. Raises NoTokenizer, and
    OSError where what is there cannot be read."""
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    path = Path(name)
    if path.is_file():
        return PreTrainedTokenizerFast(tokenizer_file=str(path))  # type: ignore[no-untyped-call]
    try:
        return AutoTokenizer.from_pretrained(str(path), local_files_only=True) if path.is_dir() else _of_hub(name)
    except NoTokenizer:
        raise
    except ValueError as error:
        raise NoTokenizer(f"{name} holds no tokenizer that transformers can read") from error


def _of_hub(name: str) -> Any:
    """The hub is asked once whether it has the name: transformers asks for each file, several times."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HFValidationError, RepositoryNotFoundError
    from transformers import AutoTokenizer

    try:
        return AutoTokenizer.from_pretrained(name, local_files_only=True)
    except (OSError, ValueError):
        pass
    try:
        HfApi().model_info(name, timeout=HUB_TIMEOUT_S)
    except (HFValidationError, RepositoryNotFoundError):
        raise NoTokenizer(f"{name} is neither a file nor a folder here, and the hub has none of that name") from None
    except Exception as error:  # Whichever HTTP client it has raises errors of its own.
        why = f"and the hub cannot be asked ({str(error).splitlines()[0] if str(error) else type(error).__name__})"
        raise NoTokenizer(f"{name} is neither a file nor a folder here, nor in the hub's cache, {why}") from None
    return AutoTokenizer.from_pretrained(name)
