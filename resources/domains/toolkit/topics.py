"""TopicTexts: the Markdown files of a domain's instructions folder, one for each topic, and their version.

Which topics a bundle needs is each domain's router.
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from resources.domains.domain import Instructions


class TopicTexts:
    """Reads `folder`/*.md once, when first asked. A topic's name is its file's, without the suffix."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def texts(self) -> Mapping[str, str]:
        return {path.stem: path.read_text(encoding="utf-8") for path in sorted(self._folder.glob("*.md"))}

    @cached_property
    def version(self) -> str:
        """Names the state of all topics' texts: 12 hexadecimal digits."""
        joined = "\0".join(f"{name}\0{text}" for name, text in self.texts.items())
        return hashlib.sha256(joined.encode()).hexdigest()[:12]

    def instructions(self, topics: Sequence[str]) -> Instructions:
        """The texts of these topics in this order. Raises KeyError for a topic without a file."""
        text = "\n\n".join(self.texts[topic].strip() for topic in topics) + "\n"
        return Instructions(text, tuple(topics), self.version)
