"""Coverage: which registers an AIG does not stand for, which has one clock edge for all and resets that act with it.

Yosys lists them before it writes one; a proof counts where the lists allow it. Both proofs ask: of a netlist beside the
reference, and of a netlist beside what Icarus compiled.
"""

from collections.abc import Mapping, Sequence

LOOSE, ASYNCHRONOUS, SYNCHRONOUS = "loose.txt", "asynchronous.txt", "synchronous.txt"
LISTS = (LOOSE, ASYNCHRONOUS, SYNCHRONOUS)
_REGISTERS = "t:$dff t:$adff t:$aldff t:$dffsr t:$dlatch t:$adlatch t:$dlatchsr t:$sr t:$memwr t:$memwr_v2"
_RESETTABLE = "t:$adff t:$aldff t:$dffsr t:$dlatch t:$adlatch t:$dlatchsr t:$sr"


def coverage_commands(clock: str, resets: Sequence[str], own: Sequence[str] = ()) -> tuple[str, ...]:
    """Yosys's commands for a flat design whose top has these wires; registers that drive `own` are not looked at."""
    own_registers = ("select -set own " + " ".join(f"w:{wire}" for wire in own) + " %% %ci1:+[Q]",) if own else ()
    return (
        f"select -set words {_REGISTERS}; select -set resettable {_RESETTABLE}",
        f"select -set clocked w:{clock} %a %co1:+[CLK]",
        f"select -set reset {' '.join(f'w:{reset}' for reset in resets)} %% %a %co1:+[ARST]",
        f"select -set falling {_REGISTERS} %% r:CLK_POLARITY=1'0 %i",
        f"tee -q -o {LOOSE} select -list @words @clocked %d @resettable @reset %d @falling",
        f"tee -q -o {ASYNCHRONOUS} select -list @resettable",
        *own_registers,
        f"tee -q -o {SYNCHRONOUS} select -list @words @resettable %d{' @own %d' if own else ''}",
    )


def covers_all(files: Mapping[str, bytes]) -> bool:
    """Whether an AIG stands for all that the two designs do.

    A register behind another clock or reset is outside of it; a synchronous register beside asynchronous ones may keep
    its value where a reset comes and goes between two edges.
    """
    if not files.keys() >= set(LISTS):
        return False
    return not files[LOOSE].strip() and not (files[ASYNCHRONOUS].strip() and files[SYNCHRONOUS].strip())
