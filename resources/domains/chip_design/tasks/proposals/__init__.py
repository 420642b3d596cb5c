"""Designs that models propose: what is asked of them, and how an answer is read. Reading itself is `reading`.

A proposal is a title, a prompt, a reference and a bench that says of each of its tests how it went.
"""

import re
from collections.abc import Mapping

from resources.domains.families import MadeTask
from resources.domains.proposals import ProposalForm
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

TOPICS = (
    "a counter with controls",
    "a clock divider or tick generator",
    "a shift register",
    "a linear feedback shift register or CRC",
    "an encoder, decoder or code converter",
    "an arithmetic unit with flags",
    "a saturating or fixed-point accumulator",
    "a sequential multiplier or divider",
    "a sorting or minimum/maximum unit",
    "a moving average or filter with integer coefficients",
    "a sequence or pattern detector",
    "a protocol state machine of a device in daily use",
    "a lock, vending or traffic controller",
    "a debouncer or pulse shaper",
    "a pulse width or delta-sigma modulator",
    "a timer, watchdog or stopwatch",
    "an arbiter with a stated policy",
    "a synchronous FIFO or stack with stated behaviour when full and empty",
    "a register file or small memory with stated collisions",
    "a valid/ready pipeline stage, packer or unpacker",
    "a serial transmitter or receiver",
    "a bus slave with registers of several kinds of access",
    "an interrupt or event controller",
    "a credit or token based flow controller",
    "a hash, scrambler or checksum unit",
    "a display or keypad scanner",
    "an address generator for nested loops or windows",
    "a run-length or delta coder",
    "an error detecting or correcting coder",
    "a small processor or microsequencer",
)
TIERS = (
    "easy: a reference of about ten lines",
    "a reference of about twenty lines",
    "a reference of about thirty lines, with interacting controls",
    "hard: a reference of about fifty lines, with several cooperating blocks",
    "very hard: a reference of eighty lines and more, such as a small system",
)
SECTIONS = {
    "title": "the task in at most eight words, on one line",
    "prompt": "the task for an engineer who sees nothing else but the module's header. It names the module, every port "
    "with its direction and width, the clock's edge and each reset with its level and kind, and fixes every output in "
    "every cycle for every input: during and after reset, at bounds, when several controls are active, for codes "
    "without a meaning. Nothing is left open and no input is excluded. It shows no code of the solution",
    "reference": "a synthesisable solution in Verilog-2005 (Icarus Verilog 11, Yosys): one top module, with helper "
    "modules in the same text if it needs some. One clock at most; no latch, no delay, no system task, no include",
    "bench": "a self-checking bench in Verilog-2005: module `testbench` without ports, with one instance of the top "
    "module and a model of its own of what the prompt says, which is written from the prompt and not from the "
    "reference. It has at least three tests, each of another part of the prompt, directed and random (`$random` with "
    "a seed). Inputs change away from the clock's active edge; outputs are compared with `!==` in every cycle. When a "
    'test ends it prints `$display("TEST <name> errors=%0d", …)` with the number of its wrong comparisons; the name '
    "is one word of small letters, digits and underscores, and comes once. At the end it prints, once, "
    '`$display("@VERDICT@ checks=%0d errors=%0d", checks, errors);` with all comparisons, and calls `$finish`. A time '
    "limit ends it, too. It opens and dumps no file",
}
_TEST = re.compile(rb"^TEST ([a-z0-9_]{1,40}) errors=\s*(\d+)\s*$", re.MULTILINE)
_UNDER_THE_BENCH = frozenset({"simulate", "netlist"})


class DesignProposals(ProposalForm):
    """See the protocol."""

    topics, tiers, sections, least_tests = TOPICS, TIERS, SECTIONS, 3

    def read(self, sections: Mapping[str, str]) -> MadeTask:
        from resources.domains.chip_design.tasks.proposals.reading import read_design

        return read_design(dict(sections))

    def name(self, task: MadeTask) -> str:
        return task.settings["top"]

    def runs(self, observation: Observation) -> bool:
        return observation.outcome is Outcome.PASS or observation.stage in _UNDER_THE_BENCH

    def tests(self, bundle: EnvironmentBundle, observation: Observation) -> Mapping[str, bool]:
        """A name that comes again has passed where it always did."""
        found: dict[str, bool] = {}
        for name, errors in _TEST.findall(observation.log):
            found[name.decode()] = found.get(name.decode(), True) and int(errors) == 0
        return found

    def beside(self, bundle: EnvironmentBundle, oracle: str, program: str) -> EnvironmentBundle | None:
        from resources.domains.chip_design.tasks.proposals.comparison import comparison

        return comparison(bundle, oracle)


FORM = DesignProposals()
