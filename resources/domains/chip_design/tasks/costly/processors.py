"""Family `processor`: a drawn instruction set on a bus with waits, under programs of some half a million cycles.

The bench is the memory. It compares each transfer of short programs with what the interpreter says, and of long ones a
digest of all transfers, every 4,096 of them; the interpreter runs instructions and knows no cycles.
"""

import random
from dataclasses import dataclass

from resources.domains.chip_design.tasks.costly.instruction_set import (
    ADDRESS_BITS,
    BRANCHES,
    InstructionSet,
    draw_instruction_set,
)
from resources.domains.chip_design.tasks.costly.processor_bench import Bus, bench_text
from resources.domains.chip_design.tasks.costly.programs import (
    idle_program,
    memory_of,
    random_loop,
    recursion,
    sieving,
    sorting,
    trial_program,
)
from resources.domains.chip_design.tasks.families.design import Clocking
from resources.domains.chip_design.tasks.families.task import BENCH, draw_clocking, tier_of
from resources.domains.families import MadeTask, TaskFamily
from resources.execution.bundle import Limits

LIMITS = Limits(wall_s=120.0, cpu_s=90, memory_bytes=1 << 30)
"""A bench takes some five seconds on the reference, and two to three times that on its netlist."""
_WORDS = {
    "alu": "a = f(b, c), where f is the function whose number is in bits 2 to 0 (below), x is b and y is c.",
    "addi": "a = b + short.",
    "li": "a = long.",
    "lis": "a = a shifted to the left by nine bits, with bits 8 to 0 of the instruction as its lowest ones.",
    "load": "a = the word at the address b + short.",
    "store": "Writes a to the address b + short.",
    "loadp": "a = the word at the address b; b becomes b + 1. Where a and b are one register, it is the word.",
    "storep": "Writes a to the address b; b becomes b + 1. Where a and b are one register, what it held before is "
    "written.",
    "jal": "a = PC + 1, PC = PC + 1 + long.",
    "jr": "a = PC + 1, PC = b + short, with what b held before where both are one register.",
    "dbnz": "a = a - 1; then, if a is not 0, PC = PC + 1 + long.",
    "swap": "a and b exchange what they hold.",
    "sel": "a = b if a is not 0, else a = c.",
    "halt": "Halts.",
}
_VERILOG = {
    "alu": "result = computed;",
    "addi": "result = value_b + short_word;",
    "li": "result = {long_word};",
    "lis": "result = {{value_a[{low}:0], instruction[8:0]}};",
    "jal": "result = {{{{{pad}{{1'b0}}}}, following}};",
    "jr": "result = {{{{{pad}{{1'b0}}}}, following}};",
    "dbnz": "result = value_a - 1'b1;",
    "swap": "result = value_b;",
    "sel": "result = |value_a ? value_b : value_c;",
}


@dataclass(frozen=True)
class Processor:
    """`is_fused`: what needs no second transfer is done at the edge at which it is fetched."""

    module: str
    instructions: InstructionSet
    clocking: Clocking
    bus: Bus
    is_fused: bool


def draw_processor(choice: random.Random) -> Processor:
    prefix = choice.choice(("bus", "mem", "m", "port"))
    return Processor(
        module=choice.choice(("small_processor", "core", "bus_processor", "tiny_cpu")),
        instructions=draw_instruction_set(choice),
        clocking=draw_clocking(choice),
        bus=Bus(prefix, choice.choice(("ready", "ack", "done"))),
        is_fused=choice.random() < 0.5,
    )


def _header(processor: Processor) -> str:
    bus, clocking, width = processor.bus, processor.clocking, processor.instructions.width
    ports = (
        f"input  wire {clocking.clock}",
        f"input  wire {clocking.reset}",
        f"input  wire {bus.answer}",
        f"input  wire [{width - 1}:0] {bus.read}",
        f"output wire {bus.request}",
        f"output wire {bus.write}",
        f"output wire [{ADDRESS_BITS - 1}:0] {bus.address}",
        f"output wire [{width - 1}:0] {bus.written}",
        "output wire halted",
    )
    return f"module {processor.module}(\n" + ",\n".join(f"    {port}" for port in ports) + "\n);"


def _decode(processor: Processor) -> str:
    """What an instruction computes, from its word and the registers."""
    kept = processor.instructions
    width = kept.width
    names = {name: f"is_{name}" for name in kept.codes}
    lines = [f"    wire is_{name} = instruction[15:12] == 4'd{code};" for name, code in kept.codes.items()]
    long_word = (
        f"{{{{{width - 9}{{instruction[8]}}}}, instruction[8:0]}}"
        if kept.extends
        else f"{{{width - 9}'d0, instruction[8:0]}}"
    )
    pad = width - ADDRESS_BITS
    fill = {"long_word": long_word, "low": width - 10, "pad": pad}
    chosen = "".join(
        f"        {'else ' if place else ''}if ({names[name]}) {statement.format(**fill)}\n"
        for place, (name, statement) in enumerate((n, s) for n, s in _VERILOG.items() if n in kept.codes)
    )
    functions = "".join(
        f"            3'd{number}: computed = {operation.verilog.replace('WIDTH', str(width))};\n"
        for number, operation in enumerate(kept.operations)
    )
    taken = " | ".join(f"({names[name]} & ({BRANCHES[name][1]}))" for name in kept.branches)
    return (
        "\n".join(lines)
        + f"""
    wire [2:0] a = instruction[11:9];
    wire [2:0] b = instruction[8:6];
    wire [2:0] c = instruction[5:3];
    wire [{width - 1}:0] value_a = registers[a];
    wire [{width - 1}:0] value_b = registers[b];
    wire [{width - 1}:0] value_c = registers[c];
    wire [{width - 1}:0] x = value_b;
    wire [{width - 1}:0] y = value_c;
    wire [{width - 1}:0] short_word = {{{{{width - 6}{{instruction[5]}}}}, instruction[5:0]}};
    wire [9:0] short_step = {{{{4{{instruction[5]}}}}, instruction[5:0]}};
    wire [9:0] long_step = {{instruction[8], instruction[8:0]}};
    wire [9:0] following = {"count" if not processor.is_fused else "fetched_at"} + 10'd1;
    wire taken = {taken};
    wire writes = {_any(kept, ("alu", "addi", "li", "lis", "jal", "jr", "dbnz", "swap", "sel"))};
    wire is_transfer = {_any(kept, ("load", "store", "loadp", "storep"))};
    wire stops = {_stops(kept)};
    reg [{width - 1}:0] computed;
    reg [{width - 1}:0] result;
    reg [9:0] next;

    always @* begin
        case (instruction[2:0])
{functions}        endcase
    end

    always @* begin
        result = {width}'d0;
{chosen}    end

    always @* begin
        next = following;
        if (is_jal) next = following + long_step;
        else if (is_jr) next = value_b[9:0] + short_step;
        else if (taken) next = following + short_step;
{_counted(kept)}    end
"""
    )


def _any(kept: InstructionSet, names: tuple[str, ...]) -> str:
    return " | ".join(f"is_{name}" for name in names if name in kept.codes)


def _stops(kept: InstructionSet) -> str:
    if not kept.idle_halts or len(kept.codes) == 16:
        return "is_halt"
    return f"is_halt | ~({' | '.join(f'is_{name}' for name in kept.codes)})"


def _counted(kept: InstructionSet) -> str:
    if "dbnz" not in kept.codes:
        return ""
    held = " && a != 3'd0" if kept.zero else ""
    return f"        else if (is_dbnz && |result{held}) next = following + long_step;\n"


def reference_text(processor: Processor) -> str:
    kept, clocking, bus = processor.instructions, processor.clocking, processor.bus
    width = kept.width
    counts = [name for name in ("loadp", "storep") if name in kept.codes]
    address = "value_b[9:0] + short_step"
    if counts:
        address = f"value_b[9:0] + ({' | '.join(f'is_{name}' for name in counts)} ? 10'd0 : short_step)"
    reads = "is_load | is_loadp" if "loadp" in kept.codes else "is_load"
    guard = "if (a != 3'd0) " if kept.zero else ""
    guard_b = "if (b != 3'd0) " if kept.zero else ""
    counted = (
        f"                if ({' | '.join(f'is_{name}' for name in counts)}) {guard_b}registers[b] <= value_b + 1'b1;\n"
    )
    swapped = f"{{pad}}if (is_swap) {guard_b}registers[b] <= value_a;\n" if "swap" in kept.codes else ""
    pad = " " * (20 if processor.is_fused else 16)
    execute = (
        f"{pad}count <= next;\n{swapped.format(pad=pad)}"
        f"{pad}if (writes) {guard}registers[a] <= result;\n"
        f"{pad}state <= stops ? HALTED : is_transfer ? MEMORY : FETCH;\n"
    )
    if processor.is_fused:
        fetch = (
            f"            FETCH: if ({bus.answer}) begin\n                kept <= {bus.read}[15:0];\n"
            f"                begin\n{execute}                end\n            end\n"
        )
        declared = (
            f"    reg [15:0] kept;\n    wire [15:0] instruction = state == FETCH ? {bus.read}[15:0] : kept;\n"
            "    wire [9:0] fetched_at = count;\n"
        )
        execute_state = ""
    else:
        fetch = (
            f"            FETCH: if ({bus.answer}) begin\n                instruction <= {bus.read}[15:0];\n"
            "                state <= EXECUTE;\n            end\n"
        )
        declared = "    reg [15:0] instruction;\n"
        execute_state = f"            EXECUTE: begin\n{execute}            end\n"
    return f"""{_header(processor)}
    localparam FETCH = 2'd0, EXECUTE = 2'd1, MEMORY = 2'd2, HALTED = 2'd3;

    reg [1:0] state;
    reg [9:0] count;
    reg [{width - 1}:0] registers [0:7];
{declared}    integer i;

{_decode(processor)}
    wire [9:0] place = {address};
    assign {bus.request} = state == FETCH || state == MEMORY;
    assign {bus.write} = state == MEMORY && !({reads});
    assign {bus.address} = state == FETCH ? count : state == MEMORY ? place : 10'd0;
    assign {bus.written} = {bus.write} ? value_a : {width}'d0;
    assign halted = state == HALTED;

    always @({clocking.sensitivity}) begin
        if ({clocking.asserted}) begin
            state <= FETCH;
            count <= 10'd0;
            {"kept" if processor.is_fused else "instruction"} <= 16'd0;
            for (i = 0; i < 8; i = i + 1) registers[i] <= {width}'d0;
        end else case (state)
{fetch}{execute_state}            MEMORY: if ({bus.answer}) begin
{counted if counts else ""}                if ({reads}) {guard}registers[a] <= {bus.read};
                state <= FETCH;
            end
            default: ;
        endcase
    end
endmodule
"""


def prompt_text(processor: Processor) -> str:
    kept, clocking, bus = processor.instructions, processor.clocking, processor.bus
    width = kept.width
    level = "high" if clocking.active else "low"
    kind = "asynchronous" if clocking.asynchronous else "synchronous"
    rows = [
        (clocking.clock, "input", 1, "clock; all registers take their values at its rising edge"),
        (clocking.reset, "input", 1, f"{kind} reset, active {level}"),
        (bus.answer, "input", 1, "the memory ends the transfer that is asked for at the next rising edge"),
        (bus.read, "input", width, "what is read; counts only at the edge that ends a transfer that reads"),
        (bus.request, "output", 1, "a transfer is asked for"),
        (bus.write, "output", 1, "it writes"),
        (bus.address, "output", ADDRESS_BITS, "its address"),
        (bus.written, "output", width, "what is written"),
        ("halted", "output", 1, "the processor has halted"),
    ]
    table = "\n".join(f"| `{name}` | {way} | {bits} | {about} |" for name, way, bits, about in rows)
    codes = "\n".join(
        f"| {code} | {name} | {_WORDS.get(name) or f'If {BRANCHES[name][0]}: PC = PC + 1 + short.'} |"
        for name, code in sorted(kept.codes.items(), key=lambda item: item[1])
    )
    functions = "\n".join(f"| {number} | {one.words} |" for number, one in enumerate(kept.operations))
    unused = [str(number) for number in range(16) if number not in kept.codes.values()]
    meant = "halt the processor" if kept.idle_halts else "do nothing: PC = PC + 1"
    idle = f"Opcodes without a meaning ({', '.join(unused)}) {meant}." if unused else ""
    cycles = (
        "An instruction that needs no second transfer is done at the edge that ends its fetch: in the cycle behind it "
        "the next one is fetched, or `halted` is 1. One that loads or stores asks for its second transfer in the cycle "
        "right behind the fetch, and the next fetch follows in the cycle right behind that transfer."
        if processor.is_fused
        else "Behind the edge that ends a fetch comes exactly one cycle in which nothing is asked for. An instruction "
        "that needs no second transfer is done at the edge at the end of this cycle: in the next one the next "
        "instruction is fetched, or `halted` is 1. One that loads or stores asks for its second transfer there "
        "instead, and the next fetch follows in the cycle right behind that transfer."
    )
    zero = (
        "Register 0 is always 0: what an instruction puts there is lost (a dbnz of it never jumps)."
        if kept.zero and "dbnz" in kept.codes
        else "Register 0 is always 0: what an instruction puts there is lost."
        if kept.zero
        else "Register 0 is a register like any other."
    )
    extended = "as a signed number, too" if kept.extends else "without a sign: 0 to 511"
    return f"""# A processor of {width} bits on a bus with waits

Write the module `{processor.module}`: a processor that fetches its program, and loads and stores its data, over one
bus. It must be right, cycle by cycle, through hundreds of thousands of cycles, whatever waits the memory makes.

| port | direction | width | meaning |
|---|---|---|---|
{table}

- **State.** There are eight registers of {width} bits, numbered 0 to 7, and a program counter PC of 10 bits.
  {zero} All arithmetic wraps at {width} bits; PC and addresses wrap at 10 bits, and of a word that serves as
  an address the low 10 bits count.
- **Reset.** {_reset_words(processor)}
- **Bus.** A transfer is asked for by `{bus.request}` = 1, with its address, `{bus.write}`, and what is written.
  All of them stay as they are until the transfer ends, at the first rising edge at which `{bus.request}` and
  `{bus.answer}` are both 1; that may be the first edge. `{bus.answer}` means nothing while nothing is asked for.
  `{bus.write}` is 0 unless a transfer is asked for that writes, `{bus.written}` is 0 unless `{bus.write}` is 1,
  and `{bus.address}` is 0 while nothing is asked for. Outputs depend on registers alone, not on inputs of the same
  cycle, but for the reset where it is asynchronous.
- **Instructions** are the low 16 bits of the word at PC; the rest of the word does not count. Bits 15 to 12 are the
  opcode; bits 11 to 9 number the register a, bits 8 to 6 b, bits 5 to 3 c. *short* are bits 5 to 0 as a signed number,
  and *long*, of jumps, bits 8 to 0 as a signed number. In `li`, long is bits 8 to 0 {extended}. PC is here
  the instruction's own address. Where nothing else is said, PC = PC + 1. What an instruction reads of registers and PC
  is what they held before it. Bits that an instruction does not name do not count.
- **Cycles.** {cycles} A fetch reads the address PC.
- **Halting.** After a halt nothing is asked for and `halted` is 1, until a reset. {idle}

| opcode | name | what it does |
|---|---|---|
{codes}

Functions of `alu`; comparisons and shifts are of words of {width} bits:

| number | result |
|---|---|
{functions}
"""


def _reset_words(processor: Processor) -> str:
    clocking = processor.clocking
    after = "all registers and PC are 0, `halted` is 0, and the fetch at address 0 is asked for"
    if clocking.asynchronous:
        return f"While `{clocking.reset}` is {clocking.active}, without waiting for a clock edge, {after}."
    return f"After a rising edge at which `{clocking.reset}` is {clocking.active}, {after}, whatever else goes on."


def make(choice: random.Random) -> MadeTask:
    processor = draw_processor(choice)
    kept = processor.instructions
    trials = [trial_program(kept, choice, 44) for _ in range(4)] + [idle_program(kept, choice)]
    long_ones = [
        sorting(kept, choice, choice.randint(40, 50)),
        sieving(kept, choice, choice.randint(80, 110)),
        recursion(kept, choice, 11),
        random_loop(kept, choice, 90, choice.randint(150, 170)),
        random_loop(kept, choice, 90, choice.randint(150, 170)),
    ]
    memories = [memory_of(program, choice, kept.width) for program in (*trials, *long_ones)]
    reference = reference_text(processor)
    return MadeTask(
        title=f"Processor of {kept.width} bits with {len(kept.codes)} instructions",
        prompt=prompt_text(processor),
        interface=f"{_header(processor)}\nendmodule\n",
        candidate_file=f"{processor.module}.v",
        reference=reference,
        tier=tier_of(reference),
        tags=("processor", "bus", "control"),
        files={BENCH: bench_text(processor, memories, len(trials))},
        settings={
            "top": processor.module,
            "bench": "verilog",
            "bench_files": BENCH,
            "bench_top": "testbench",
            "exact": processor.clocking.setting,
        },
        limits=LIMITS,
    )


PROCESSORS = TaskFamily(
    "chip_design",
    "processor",
    "1.1",
    "a processor of a drawn instruction set, under programs of half a million cycles",
    make,
)
