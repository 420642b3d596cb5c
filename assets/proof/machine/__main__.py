"""`python -m assets.proof.machine FOLDER --base MODEL`: trains and asks the arms that `icwm proof prepare` made."""

import argparse
import time
from pathlib import Path

from assets.proof.machine.runner import Bench, answer_all, train_all

TRAIN, ANSWER = "train", "answer"


def main() -> int:
    """1 where something is left: the same command goes on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", type=Path, help="FOLDER/answers if not given")
    parser.add_argument("--phase", choices=(TRAIN, ANSWER), help="only this one")
    parser.add_argument("--processes", type=int, default=1, help="models at a time")
    parser.add_argument("--seconds", type=float, default=1e9, help="no model is begun after that")
    parser.add_argument("--arm", action="append", default=[], help="only this one; may be given again")
    given = parser.parse_args()
    bench = Bench(given.folder, given.base, given.out or given.folder / "answers", time.time() + given.seconds)
    left = 0 if given.phase == ANSWER else train_all(bench, given.processes, given.arm)
    left += 0 if given.phase == TRAIN else answer_all(bench, given.processes, given.arm)
    return min(1, left)


if __name__ == "__main__":
    raise SystemExit(main())
