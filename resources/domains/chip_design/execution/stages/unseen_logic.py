"""Unseen logic: where nothing is proved of a pair of designs, the steps that look for what no stimulus turned on.

What the search does is `unseen`, which these steps run in the sandbox on the pair's AIG.
"""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from resources.execution.sandbox.job import Step

PAIR, REDUCED = "pair.aig", "reduced.aig"
SHOWN = ("shown_gold", "shown_gate")
"""Signals of the miter: the outputs of each side, where they count."""
FOUND = tuple(f"unseen{place}.txt" for place in range(6))
CPU_S = 10
"""A safety net: what the search does is bounded in cycles and conflicts."""
_PACKAGE, _INSIDE = Path(__file__).parent.parent / "unseen", "/search/unseen"
_REDUCE = f"read_aiger {PAIR}; &get -n; &scorr; &put; write_aiger -s {REDUCED}"
_SEARCH = (
    'for found in $1; do [ -s "$found" ] && exit 0; done; grep -qs "Property proved" proof.txt && exit 0; '
    'yosys-abc -c "$2" >/dev/null; exec "$3" -m unseen.command "$4"'
)


def pair_commands() -> str:
    """Yosys commands behind a miter's own: both designs as one AIG, with the outputs of each."""
    exposed = " ".join(f"w:{name}" for name in SHOWN)
    return f"expose {exposed}; write_aiger -zinit -symbols {PAIR}"


def search_step(name: str, elsewhere: Sequence[str]) -> Step:
    """Nothing is done where a difference was found already, in one of the files `elsewhere`, or there is none."""
    limited = f"ulimit -S -t {CPU_S}; {_SEARCH}"
    command = ("/bin/sh", "-c", limited, "search", " ".join(elsewhere), _REDUCE, sys.executable, REDUCED)
    return Step(name, command, always=True)


@cache
def folders() -> Mapping[str, Path]:
    """Where the interpreter and the search lie."""
    roots = {Path(sys.prefix), Path(sys.base_prefix)}
    return {str(root): root for root in roots if not root.is_relative_to("/usr")} | {_INSIDE: _PACKAGE}


ENVIRONMENT = {
    "PYTHONPATH": str(Path(_INSIDE).parent),
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
}
