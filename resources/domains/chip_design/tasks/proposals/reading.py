"""Reading a proposed design: texts that a model wrote, parsed in a child and never run here.

What keeps it from being a task is said in words that the model can act upon. Whether reference and bench are right is
not asked here.
"""

import re

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.tasks.families.task import tier_of
from resources.domains.chip_design.tasks.importers.bench_messages import quieted
from resources.domains.chip_design.tasks.importers.verilog_source import VerilogError, VerilogText
from resources.domains.families import MadeTask
from resources.domains.proposals import UnreadableProposal, require_sizes
from resources.execution.reader.apart import apart
from resources.execution.reader.contract import ReaderDied

BENCH, BENCH_TOP = "bench.v", "testbench"
VERDICT = "@VERDICT@ checks=%0d errors=%0d"
MOST_CHARACTERS = {"title": 100, "prompt": 12_000, "reference": 40_000, "bench": 80_000}
_FILES = re.compile(r"\$(?:f?open|readmem[bh]|writemem[bh]|system|fwrite|fdisplay|fscanf|fgets)\b")


def read_design(sections: dict[str, str]) -> MadeTask:
    """Raises UnreadableProposal."""
    require_sizes(sections, MOST_CHARACTERS)
    try:
        return _read(sections)
    except ReaderDied as death:
        raise UnreadableProposal(f"its Verilog cannot be parsed: {death}") from None


@apart(raises=(UnreadableProposal,))
def _read(sections: dict[str, str]) -> MadeTask:
    prompt, reference = sections["prompt"], sections["reference"]
    top = _top(reference)
    bench = _bench(sections["bench"], top)
    interface = interface_of(reference, top)
    if interface is None or not interface.named("input") or not interface.named("output"):
        raise UnreadableProposal(f"the reference's top module {top} needs inputs and outputs")
    names = [top, *(port.name.split()[0] for port in interface.ports)]
    if silent := [name for name in names if not re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", prompt)]:
        raise UnreadableProposal(f"its prompt never names {', '.join(silent[:5])}")
    return MadeTask(
        title=sections["title"].strip(),
        prompt=prompt.strip() + "\n",
        interface=VerilogText(reference).interface(top),
        candidate_file=f"{top}.v",
        reference=reference,
        tier=tier_of(reference),
        tags=("sequential" if re.search(r"\b(?:pos|neg)edge\b", reference) else "combinational",),
        files={BENCH: bench},
        settings={"top": top, "bench": "verilog", "bench_files": BENCH, "bench_top": BENCH_TOP},
    )


def _top(reference: str) -> str:
    text = _parsed(reference, "reference")
    if findings := reject(reference):
        raise UnreadableProposal(f"line {findings[0].line} of its reference has {findings[0].what}, which is forbidden")
    tops = text.tops()
    if len(tops) != 1:
        raise UnreadableProposal(f"its reference has {len(tops)} top modules ({', '.join(tops[:5])}); it needs one")
    return tops[0]


def _bench(written: str, top: str) -> str:
    """Without waveform dumps, and with `$finish` for `$stop`."""
    bench = _parsed(written, "bench")
    if BENCH_TOP not in bench.modules() or top in bench.modules():
        raise UnreadableProposal(f"its bench has to declare module {BENCH_TOP}, and must not declare {top}")
    if top not in bench.instantiated(BENCH_TOP):
        raise UnreadableProposal(f"its bench's module {BENCH_TOP} makes no instance of {top}")
    if written.count(VERDICT) != 1:
        raise UnreadableProposal(f'its bench prints "{VERDICT}" {written.count(VERDICT)} times; it has to once')
    if found := _FILES.search(written):
        raise UnreadableProposal(f"its bench calls {found[0]}; it may open no file")
    if "`include" in written:
        raise UnreadableProposal("its bench includes a file; there is none")
    try:
        return bench.edited(quieted(bench))
    except VerilogError as error:
        raise UnreadableProposal(f"its bench {error}") from None


def _parsed(text: str, section: str) -> VerilogText:
    try:
        return VerilogText(text)
    except VerilogError as error:
        raise UnreadableProposal(f"its {section}: {error}") from None
