"""Aimed at REJECTED and LINK_ERROR: constructs that a bench forbids, and modules named in another project's style.

Ports are left alone: a bench in Python finds out while it runs that one is missing, which is another label.
"""

from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary import STRUCTURE
from resources.domains.chip_design.faults.targeted.places import between_items, name_of, tops
from resources.domains.chip_design.language.source import Source
from resources.domains.toolkit.rules import Place, rule

_CATEGORY = "forbidden construct"


@rule(_CATEGORY, "The module dumps its own waves.")
def waves_dumped(source: Source) -> Iterator[Place]:
    yield from between_items(
        source,
        'initial begin\n    $dumpfile("dump.vcd");\n    $dumpvars;\nend',
        "initial $dumpvars;",
        "initial $dumpon;",
    )


@rule(_CATEGORY, "A table is read from a file.")
def table_read_from_file(source: Source) -> Iterator[Place]:
    for name in ("table.hex", "rom.mem"):
        yield from between_items(source, f'reg [7:0] read_table [0:255];\ninitial $readmemh("{name}", read_table);')


@rule(_CATEGORY, "A log file is written.")
def log_file_written(source: Source) -> Iterator[Place]:
    yield from between_items(source, 'integer log_file;\ninitial log_file = $fopen("module.log", "w");')


@rule(_CATEGORY, "The module ends the simulation when it believes that something is wrong.")
def simulation_ended(source: Source) -> Iterator[Place]:
    yield from between_items(source, "initial #1000000 $finish;", 'initial if (1\'b0) $fatal(1, "parameters");')


@rule(_CATEGORY, "A setting is read from the command line.")
def command_line_read(source: Source) -> Iterator[Place]:
    yield from between_items(source, 'reg verbose;\ninitial verbose = $test$plusargs("verbose");')


@rule(STRUCTURE, "A file of definitions is included.")
def file_included(source: Source) -> Iterator[Place]:
    for module in source.nodes("ModuleDeclaration")[:1]:
        for name in ("defines.vh", "timescale.v", "types.svh", "config.vh"):
            yield Place((source.insert(module.start, f'`include "{name}"\n\n'),), "source text")


@rule(_CATEGORY, "An input is forced to its idle level.")
def input_forced(source: Source) -> Iterator[Place]:
    for signals in tops(source):
        inputs = [signal.name for signal in signals.table.values() if signal.direction == "input"]
        yield from between_items(source, *(f"initial force {name} = 0;" for name in inputs[:3]))


@rule(STRUCTURE, "A signal of the bench is read by its path.")
def bench_read(source: Source) -> Iterator[Place]:
    yield from between_items(source, "wire bench_clock = bench.clk;", "wire bench_reset = tb.dut.reset;")


REJECT_RULES = (
    waves_dumped,
    table_read_from_file,
    log_file_written,
    simulation_ended,
    command_line_read,
    file_included,
    input_forced,
    bench_read,
)


def _renamed(source: Source, *patterns: str) -> Iterator[Place]:
    """{0} is the name as it is, {1} in capitals, {2} in camel case."""
    for signals in tops(source):
        name = name_of(signals)
        if name is not None:
            styles = name.text, name.text.upper(), "".join(word.title() for word in name.text.split("_"))
            for pattern in patterns:
                yield Place((source.replace(name, pattern.format(*styles)),), source.context(name))


@rule(STRUCTURE, "The module has a word more behind its name.")
def module_with_suffix(source: Source) -> Iterator[Place]:
    yield from _renamed(source, "{0}_rtl", "{0}_v2", "{0}_core", "{0}_impl", "{0}_wrapper", "{0}_unit")


@rule(STRUCTURE, "The module has a word before its name.")
def module_with_prefix(source: Source) -> Iterator[Place]:
    yield from _renamed(source, "my_{0}", "top_{0}", "u_{0}", "mod_{0}", "new_{0}")


@rule(STRUCTURE, "The module is named in another style, or as modules are in examples.")
def module_restyled(source: Source) -> Iterator[Place]:
    yield from _renamed(source, "{1}", "{2}", "{2}Module", "dut", "top_module", "main")


LINK_RULES = (module_with_suffix, module_with_prefix, module_restyled)
