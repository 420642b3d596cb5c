"""Script: runs the `main` of the module that it is given, in a folder with that module's files."""

import importlib
import sys

importlib.import_module(f"cad_worker.{sys.argv[1]}").main()
