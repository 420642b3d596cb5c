"""Recipe: all that decides what a fine-tuning gives, and the id that follows from it. Trains nothing."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from assets.tokens.export import DESCRIPTION

WEIGHTS = ("*.safetensors", "*.bin")


class TrainingRefused(ValueError):
    """Base and data do not fit each other. The message says what to do."""


@dataclass(frozen=True)
class Recipe:
    """`steps` 0 follows from `epochs`. A step learns from `packs_at_once` times `accumulated` packs of each process;
    `lora_rank` 0 trains all weights."""

    lora_rank: int = 0
    epochs: float = 1.0
    steps: int = 0
    learning_rate: float = 2e-5
    warmup: float = 0.03
    packs_at_once: int = 1
    accumulated: int = 8
    seed: int = 0
    saved_every: int = 50


@dataclass(frozen=True)
class Data:
    """A folder that `icwm export tokens` wrote."""

    folder: Path

    @property
    def description(self) -> dict[str, Any]:
        """Raises TrainingRefused."""
        try:
            found: dict[str, Any] = json.loads((self.folder / DESCRIPTION).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise TrainingRefused(f"{self.folder} is no export of tokens; `icwm export tokens` writes one") from error
        if found["form"] != "packed sequences":
            raise TrainingRefused(f"{self.folder} holds {found['form']}; export without --trees")
        return found

    def files(self, split: str) -> list[str]:
        return [str(path) for path in sorted((self.folder / "data").glob(f"{split}-*.parquet"))]

    @property
    def version(self) -> str:
        """Of its content, file by file."""
        return content_hash([self.folder / DESCRIPTION, *map(Path, [*self.files("train"), *self.files("validation")])])

    def refuse_other(self, tokenizer: Any, template: str) -> None:
        """Raises TrainingRefused where the tokens are another tokenizer's, or of another chat template."""
        backend = tokenizer.backend_tokenizer.to_str() if tokenizer.is_fast else repr(tokenizer.get_vocab())
        if self.description["tokenizer sha256"] != hashlib.sha256(backend.encode()).hexdigest():
            raise TrainingRefused(f"{self.folder} was exported for another tokenizer than the base's: export it anew")
        if self.description["template sha256"] != hashlib.sha256(template.encode()).hexdigest():
            raise TrainingRefused(
                f"{self.folder} was exported with another chat template than the base's: name that file (--template)"
            )


class Origin(NamedTuple):
    """What a training begins with: the contents of base and data, and the libraries' versions."""

    base: str
    data: str
    libraries: dict[str, str]


def base_version(base: str) -> str:
    """Of a folder's weights; a name of the hub stands for itself."""
    folder = Path(base)
    if not folder.is_dir():
        return base
    files = [path for pattern in ("config.json", *WEIGHTS) for path in sorted(folder.glob(pattern))]
    return content_hash(files)


def content_hash(files: Iterable[Path]) -> str:
    """Of names and contents, in order."""
    total = hashlib.sha256()
    for path in files:
        total.update(path.name.encode() + b"\0")
        with path.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()


def model_id(recipe: Recipe, origin: Origin) -> str:
    """Equal where the same training was asked for, on any machine. How often it is saved decides nothing."""
    decides = {name: value for name, value in asdict(recipe).items() if name != "saved_every"}
    parts = [decides, *origin]
    return f"thinking-{hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]}"
