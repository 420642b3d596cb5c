"""The script that the sandbox starts: makes this folder importable as `mcu` and runs `command`."""

import sys
from importlib import import_module
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

import_module("mcu.command").run(*sys.argv[1:])
