"""Importers of public CAD sets: which there are. Each set has its own module, imported when `read` is called."""

from resources.domains.importing import Importer
from resources.domains.toolkit.set_importer import OwnTasksImporter, SetImporter

IMPORTERS: tuple[Importer, ...] = (
    SetImporter(
        "cadprompt",
        "CADPrompt's layout: folders with a description (.txt), a CadQuery script (.py) and at times an STL",
        f"{__name__}.cadprompt",
    ),
    OwnTasksImporter(
        "own-cad",
        "Tasks of your own: folders with a description (.txt) and a CadQuery script (.py)",
        f"{__name__}.cadprompt",
    ),
    SetImporter(
        "wild-cadquery",
        "Code in the wild: a folder of CadQuery scripts, whose parts are judged against the originals",
        f"{__name__}.wild.importer",
    ),
)
