"""The serving environment: an interpreter of its own that holds vLLM, made by `infra/serving/install.sh`.

Only how it is found. The main environment never imports vLLM, which pins gigabytes of packages of its own.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from resources.serving.errors import ServingFailed

_SCRIPT = Path(__file__).resolve().parents[2] / "infra" / "serving" / "install.sh"
_IN_REPOSITORY = __name__.startswith("resources")
INSTALL = f"install vLLM by `{'make serving' if _IN_REPOSITORY else f'bash {_SCRIPT}'}` (some minutes, 3 GB)"


@dataclass(frozen=True)
class ServingEnvironment:
    """`build` is "cpu" or "gpu"; `folder` is a virtual environment, `version` vLLM's."""

    folder: Path
    build: str
    version: str

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"


def find_environment(serving: Path) -> ServingEnvironment:
    """The environment under the home's serving folder. Raises ServingFailed where it is not, or not wholly, there."""
    folder = serving / "environment"
    try:
        stamp = json.loads((folder / "installed.json").read_text())
        found = ServingEnvironment(folder, stamp["build"], stamp["vllm"])
    except FileNotFoundError:
        raise ServingFailed(f"there is no serving environment in {folder}: {INSTALL}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ServingFailed(f"{folder}/installed.json cannot be read ({error}): {INSTALL} again") from None
    if not found.python.exists():
        raise ServingFailed(f"{found.python} is gone: {INSTALL} again")
    return found
