"""Data: a folder that `icwm export tokens` wrote, as a training reads it."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.thinking_model.recipe import TrainingRefused, content_hash
from assets.tokens.export import DESCRIPTION
from assets.tokens.mix import Order


@dataclass(frozen=True)
class Data:
    """`icwm export tokens` wrote it for one tokenizer and chat template."""

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

    @property
    def is_ordered(self) -> bool:
        """Whether the order of its packs is a curriculum, which training keeps."""
        return bool(self.description["mix"]["order"] != Order.SHUFFLED)

    @property
    def splits(self) -> dict[str, list[str]]:
        """Files by split, of those that are not empty. Raises TrainingRefused where there is nothing to learn."""
        packs = {split["split"]: split["packs"] for split in self.description["splits"]}
        found = {split: self.files(split) for split in ("train", "validation") if packs.get(split)}
        if "train" not in found:
            raise TrainingRefused(
                f"{self.folder} has no pack to learn from: a larger corpus, other parts of the mix, or a larger length"
            )
        return found

    def files(self, split: str) -> list[str]:
        return [str(path) for path in sorted((self.folder / "data").glob(f"{split}-*.parquet"))]

    @property
    def version(self) -> str:
        """Of its content, file by file."""
        return content_hash([self.folder / DESCRIPTION, *map(Path, [*self.files("train"), *self.files("validation")])])

    def row_ids(self, split: str) -> set[str]:
        """The rows of the corpus, or of its view of answers, that a split's packs are made of."""
        import pyarrow.compute as pc
        import pyarrow.parquet as pq

        tables = (pq.read_table(file, columns=["row_ids"]) for file in self.files(split))
        return {name for table in tables for name in pc.list_flatten(table["row_ids"]).to_pylist()}

    def refuse_other(self, tokenizer: Any, template: str) -> None:
        """Raises TrainingRefused where the tokens are another tokenizer's, or of another chat template."""
        backend = tokenizer.backend_tokenizer.to_str() if tokenizer.is_fast else repr(tokenizer.get_vocab())
        if self.description["tokenizer sha256"] != hashlib.sha256(backend.encode()).hexdigest():
            raise TrainingRefused(f"{self.folder} was exported for another tokenizer than the base's: export it anew")
        if self.description["template sha256"] != hashlib.sha256(template.encode()).hexdigest():
            raise TrainingRefused(
                f"{self.folder} was exported with another chat template than the base's: name that file (--template)"
            )
