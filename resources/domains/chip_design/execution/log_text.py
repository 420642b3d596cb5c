"""Normalising logs of chip design: the same candidate gives the same bytes, whatever the run, the machine or the time.

Works on bytes, since a candidate may print any. Which lines mean what is `diagnostics`.
"""

import re

from resources.domains.toolkit.log_text import without_sandbox_folder

_YOSYS_OBJECT = re.compile(rb"(\$auto\$[\w.]+):\d+:(\w+\$)\d+")


def normalise(log: bytes) -> bytes:
    """Takes the sandbox's folder, Yosys's object numbers and line ends of other systems out. Idempotent."""
    while (shorter := _YOSYS_OBJECT.sub(rb"\1:\2", without_sandbox_folder(log))) != log:
        log = shorter
    return log
