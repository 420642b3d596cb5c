"""`python -m assets.proof.machine FOLDER --base MODEL`: trains and asks the arms that `icwm proof prepare` made."""

import argparse
from pathlib import Path

from assets.proof.machine.runner import run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--processes", type=int, default=1, help="models at a time")
    parser.add_argument("--seconds", type=float, default=1e9, help="no model is begun after that")
    parser.add_argument("--arm", action="append", default=[], help="only this one; may be given again")
    given = parser.parse_args()
    out = given.out or given.folder / "answers"
    return min(1, run(given.folder, given.base, out, given.processes, given.seconds, given.arm))


if __name__ == "__main__":
    raise SystemExit(main())
