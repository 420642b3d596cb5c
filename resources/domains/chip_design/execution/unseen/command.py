"""Script: reads a pair's AIG and writes the inputs that the search found, a file each, in ABC's form of an answer."""

import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .aig import read_aig
from .search import Answer, Search, Try
from .shadow import Question

MOST_NODES = 20_000
SOLVER_CPU_S = 5
"""Of all questions together: what was found by then counts. Designs without a multiplier are far from it."""
MOST_FILES, MOST_CYCLES = 6, 600
_EXCLUDED = re.compile(r"No output asserted in (\d+) frames")
_INPUT = re.compile(r"^pi(\d+)@(\d+)=([01])$", re.MULTILINE)


def solve(questions: Sequence[Question], effort: Try) -> list[Answer]:
    """Asks ABC, all in one process; nothing any more where it has had its time."""
    if sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) > SOLVER_CPU_S:
        return [Answer([], effort.cycles) for _ in questions]
    commands = []
    for place, question in enumerate(questions):
        Path(f"question{place}.aig").write_bytes(question.text)
        Path(f"answer{place}.txt").unlink(missing_ok=True)
        reducing = "&get -n; &scorr; &put; " if effort.reduces else ""
        commands.append(f"echo question {place}; read_aiger question{place}.aig; {reducing}")
        commands.append(f"bmc3 -F {effort.cycles} -C {effort.conflicts}; write_cex -n answer{place}.txt")
    run = subprocess.run(("yosys-abc", "-c", "; ".join(commands)), capture_output=True, text=True, check=False)
    told = dict.fromkeys(range(len(questions)), "") | {
        int(text.split()[0]): text for text in run.stdout.split("\nquestion ")[1:]
    }
    return [_answer(told[place], Path(f"answer{place}.txt")) for place in range(len(questions))]


def _answer(told: str, file: Path) -> Answer:
    if "was asserted in frame" not in told:
        return Answer([], max(map(int, _EXCLUDED.findall(told)), default=0))
    bits = [(int(cycle), int(place), bit == "1") for place, cycle, bit in _INPUT.findall(file.read_text())]
    width, length = 1 + max(place for _, place, _ in bits), 1 + max(cycle for cycle, _, _ in bits)
    vectors = [[False] * width for _ in range(length)]
    for cycle, place, bit in bits:
        vectors[cycle][place] = bit
    return Answer(vectors)


def main(file: str) -> None:
    aig = read_aig(Path(file).read_bytes())
    if aig.size > MOST_NODES:
        print("too large")
        return
    search = Search(aig, solve)
    search.run()
    written = 0
    for place, vectors in enumerate(reversed(search.found[-MOST_FILES:])):
        written += len(vectors)
        if place and written > MOST_CYCLES:
            break
        lines = [
            f"{name}@{cycle}={int(bit)}\n"
            for cycle, vector in enumerate(vectors)
            for name, bit in zip(aig.inputs, vector, strict=True)
        ]
        Path(f"unseen{place}.txt").write_text("".join(lines))
    print(f"differs {int(search.differs)}, reached {len(search.found)}, left {search.left}")


if __name__ == "__main__":
    main(sys.argv[1])
