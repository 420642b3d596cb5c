"""The script that the sandbox starts: makes this folder importable as `mcu` and runs `command.main`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from mcu.command import main  # noqa: E402

main(*sys.argv[1:4])
