"""A checkpoint on disk: a Hugging Face folder plus `icwm.json` and the hint, named by its content's hash.

Writing, verifying and describing folders. What fills them is `training`; what uses them `prediction`.
No wall-clock figure is written, so that the same data and settings give the same id.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from resources.world_model.boosting import BoostingSettings
from resources.world_model.calibration import CalibrationFigures
from resources.world_model.manifest import HeldOutFigures, Manifest
from resources.world_model.model_card import model_card
from resources.world_model.novelty import NOVELTY_FILE
from resources.world_model.rendering import RenderSettings
from resources.world_model.settings import TrainingSettings
from resources.world_model.training_record import RECORD_FILE
from resources.world_model.trust import TrustFigures
from resources.world_model.verdicts import VERDICTS_FILE

MANIFEST_FILE = "icwm.json"
CARD_FILE = "README.md"
LIBRARIES = ("torch", "transformers", "tokenizers", "lightgbm", "numpy", "safetensors")
REQUIRED = (
    "config.json",
    "tokenizer.json",
    "icwm/hint.safetensors",
    NOVELTY_FILE,
    RECORD_FILE,
    VERDICTS_FILE,
    MANIFEST_FILE,
)
"""Beside the weights, which are one file or, of a large model, several."""


class CorruptCheckpointError(ValueError):
    """A folder that is no checkpoint, misses a file, or does not have the content its name says."""


@dataclass(frozen=True)
class Checkpoint:
    """A verified folder. `seconds` is what training took here, 0 for one that was only read."""

    directory: Path
    checkpoint_id: str
    manifest: Manifest
    seconds: float = field(compare=False, default=0.0)


def installed(names: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


def content_hash(directory: Path) -> str:
    """32 hexadecimal digits over the names and contents of all files; the folder's name plays no part."""
    total = hashlib.sha256()
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        total.update(f"{path.relative_to(directory).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:32]


def write_checkpoint(parent: Path, manifest: Manifest, fill: Callable[[Path], None], seconds: float) -> Checkpoint:
    """`fill` writes the model's files; the folder appears under its final name complete, or not at all."""
    parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=".writing-", dir=parent))
    try:
        fill(temporary)
        (temporary / MANIFEST_FILE).write_text(json.dumps(asdict(manifest), sort_keys=True, indent=1))
        (temporary / CARD_FILE).write_text(model_card(manifest))
        name = content_hash(temporary)
        temporary.chmod(0o755)
        if not (parent / name).exists():
            temporary.rename(parent / name)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return Checkpoint(parent / name, name, manifest, seconds)


def read_checkpoint(directory: Path) -> Checkpoint:
    """Verifies before anything is loaded: raises CorruptCheckpointError with what is wrong."""
    missing = [name for name in REQUIRED if not (directory / name).is_file()]
    if not missing and not list(directory.glob("model*.safetensors")):
        missing = ["model.safetensors"]
    if missing:
        raise _corrupt(directory, f"no {', '.join(missing)}; this is no complete checkpoint")
    name = content_hash(directory)
    if name != directory.name:
        raise _corrupt(directory, f"its content hashes to {name}; it was changed or renamed")
    return Checkpoint(directory, name, _manifest_of(directory))


def calibration_line(directory: Path) -> list[str]:
    """The ids of a checkpoint and of those beside it that differ from it in their calibration alone, itself first.

    Without a folder nothing is known of it but its name.
    """
    line, folder = list[str](), directory
    while folder.name and folder.name not in line:
        line.append(folder.name)
        before = _manifest_of(folder).calibrated_from if (folder / MANIFEST_FILE).is_file() else ""
        folder = folder.parent / before if before else Path()
    return line


def _manifest_of(directory: Path) -> Manifest:
    try:
        return manifest_from_json((directory / MANIFEST_FILE).read_text("utf-8"))
    except (CorruptCheckpointError, UnicodeDecodeError) as error:
        raise _corrupt(directory, str(error)) from error


def _corrupt(directory: Path, why: str) -> CorruptCheckpointError:
    return CorruptCheckpointError(
        f"{directory}: {why}. Delete that folder; if it is the one that came with the project, `icwm run` copies it "
        "anew. Else `icwm rollback` lets an earlier checkpoint answer, and materialising icwm_checkpoint and "
        "champion_log makes a new one"
    )


def manifest_from_json(text: str) -> Manifest:
    try:
        raw = json.loads(text)
        dials = raw["settings"]
        settings = TrainingSettings(
            **{**dials, "render": RenderSettings(**dials["render"]), "boosting": BoostingSettings(**dials["boosting"])}
        )
        calibration = {
            mode: {domain: CalibrationFigures(**item) for domain, item in domains.items()}
            for mode, domains in raw["calibration"].items()
        }
        trusts = {
            mode: {name: TrustFigures(**item) for name, item in found.items()} for mode, found in raw["trust"].items()
        }
        measured = {
            mode: {
                name: {part: HeldOutFigures(**item) for part, item in parts.items()} for name, parts in found.items()
            }
            for mode, found in raw["measured"].items()
        }
        domains = {name: tuple(labels) for name, labels in raw["domains"].items()}
        read = {"calibration": calibration, "trust": trusts, "measured": measured, "domains": domains}
        return Manifest(**{**raw, **read, "settings": settings})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CorruptCheckpointError(f"{MANIFEST_FILE} cannot be read: {error!r}") from error
