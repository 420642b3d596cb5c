"""Importers of firmware tasks: which there are. No public set of such tasks is known that a simulator judges."""

from resources.domains.importing import Importer
from resources.domains.toolkit.set_importer import BuiltSet

IMPORTERS: tuple[Importer, ...] = (
    BuiltSet(
        "embed-c",
        "built here, no PATH: firmware to be written from its requirements and run, in the kind of EmbedCGen",
        f"{__name__}.embed_c",
    ),
)
