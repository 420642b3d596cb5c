"""The serving environment: an interpreter of its own that holds vLLM, made by `infra/serving/install.sh`; or this one,
where transformers answers.

Only how it is found. The main environment never imports vLLM, which pins gigabytes of packages of its own.
"""

import importlib.util
import json
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from resources.serving.errors import ServingFailed

VLLM, TRANSFORMERS, ANY = "vllm", "transformers", "any"
"""Engines; any is vLLM where its environment was installed, else transformers."""
_SCRIPT = Path(__file__).resolve().parents[2] / "infra" / "serving" / "install.sh"
_IN_REPOSITORY = __name__.startswith("resources")
INSTALL = f"install vLLM by `{'make serving' if _IN_REPOSITORY else f'bash {_SCRIPT}'}` (some minutes, 3 GB)"


@dataclass(frozen=True)
class ServingEnvironment:
    """`build` is vLLM's, "cpu" or "gpu", or TRANSFORMERS; `folder` is an environment, `version` the server's."""

    folder: Path
    build: str
    version: str

    @property
    def python(self) -> Path:
        return Path(sys.executable) if self.build == TRANSFORMERS else self.folder / "bin" / "python"

    @property
    def server(self) -> str:
        """Its name, as people are told."""
        return TRANSFORMERS if self.build == TRANSFORMERS else "vLLM"

    @property
    def title(self) -> str:
        """Name, version and build."""
        build = "" if self.build == TRANSFORMERS else f" ({self.build} build)"
        return f"{self.server} {self.version}{build}"


def environment_for(engine: str, serving: Path) -> ServingEnvironment:
    """Of an engine as `ServerSettings` has it. Raises ServingFailed."""
    if engine == ANY:
        engine = VLLM if (serving / "environment" / "installed.json").is_file() else TRANSFORMERS
    return this_environment() if engine == TRANSFORMERS else find_environment(serving)


def this_environment() -> ServingEnvironment:
    """This interpreter's, with transformers. Raises ServingFailed where it cannot compute."""
    if importlib.util.find_spec("torch") is None:
        raise ServingFailed("torch is missing here, with which transformers computes; install the extra world-model")
    return ServingEnvironment(Path(sys.prefix), TRANSFORMERS, version("transformers"))


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
