"""Importers of public sets of C programs: which there are. Each set has its own module."""

from resources.domains.importing import Importer
from resources.domains.toolkit.set_importer import SetImporter

IMPORTERS: tuple[Importer, ...] = ()
