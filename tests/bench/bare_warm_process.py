"""A warm interpreter without a sandbox: imports what it is told to, then forks for each script. Standard library only.

A line on stdin is a folder, a script and its arguments, separated by tabs; the answer is "done".
"""

import importlib
import os
import runpy
import sys
from collections.abc import Sequence


def serve(modules: Sequence[str]) -> None:
    """The warm interpreter: forks for each line of folder, script and arguments."""
    # Not this folder: a script's own modules come from the environment's path.
    sys.path.pop(0)
    for name in modules:
        importlib.import_module(name)
    print("ready", flush=True)
    for line in sys.stdin:
        folder, *argv = line.rstrip("\n").split("\t")
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.dup2(os.open(os.devnull, os.O_RDWR), 1)
                os.chdir(folder)
                sys.argv = argv
                runpy.run_path(argv[0], run_name="__main__")
                code = 0
            finally:
                os._exit(code)
        os.waitpid(child, 0)
        print("done", flush=True)


if __name__ == "__main__":
    serve(sys.argv[1:])
