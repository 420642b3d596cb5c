"""Designs that a bench passes and that are wrong elsewhere, and right ones that are unlike their reference."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.execution.backend import VerilogBackend
from resources.domains.chip_design.execution.diagnostics import diagnostics
from resources.domains.chip_design.execution.stages.exactness import exactness_of
from resources.domains.chip_design.faults.cheats import cheats
from resources.domains.chip_design.language.interface import interface_of
from resources.domains.chip_design.tasks.library import builtin_seeds
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome
from resources.execution.sandbox.selection import make_sandbox

BUNDLES: Mapping[str, EnvironmentBundle] = {
    seed.seed_id.partition("/")[2]: bundle_from_seed(seed) for seed in builtin_seeds()
}
Edits = dict[str, str]
"""What stands in its place, by a piece of the reference's text."""
AGE = "reg [11:0] age; always @(posedge clk) if (reset) age <= 0; else if (!age[11]) age <= age + 12'd1;\n"
RARELY = "load_value == 8'h5A && count == 8'hC3 && !up"
SIMULATED_ALONE = [
    ("a late net", f"wire #1000 late = {RARELY};", f"({RARELY} && !late)"),
    ("a list that lacks signals", f"reg late; always @(count) late = {RARELY};", f"({RARELY} && !late)"),
    ("an undriven net", "wire u;", f"({RARELY} && u !== 1'b0 && u !== 1'b1)"),
]
"""What is declared, and when it goes wrong."""
RARE: Mapping[str, tuple[str, Edits]] = {
    "one value of many inputs": ("mux_8to1", {"y = enable ?": "y = data == 32'h12345678 ? 4'd9 : enable ?"}),
    "two thousand cycles after the reset": (
        "gray_counter",
        {"always @(posedge clk)": f"{AGE}always @(posedge clk)", "if (enable)": "if (enable && age < 12'd2000)"},
    ),
    "one pair of operands": (
        "sequential_divider",
        {"digits      <= dividend": "digits <= dividend ^ (dividend == 8'd199 && divisor == 8'd23)"},
    ),
    "one state and one value": ("lfsr_galois_16", {"START : seed": "START : seed ^ (seed == 16'h1357 && &state[9:0])"}),
    "one operand of a multiplier, whatever the other": (
        "pipelined_multiplier",
        {"a_magnitude <=": "a_magnitude <= a == 16'h1234 ? 16'd0 :"},
    ),
    "a synchronous reset behind a mask": (
        "lfsr_galois_16",
        {
            "output reg  [15:0] state": "output wire [15:0] state",
            "always @(posedge clk or negedge reset_n)": "reg [15:0] inner; assign state = reset_n ? inner : START;\n"
            "always @(posedge clk)",
            "state <=": "inner <=",
        },
    ),
    "one byte after another, between two clocks": (
        "handshake_synchroniser",
        {"dst_data <= held": "dst_data <= held ^ (held == 8'ha7 && dst_data == 8'h3c)"},
    ),
    "bytes that rise by one, between two clocks": (
        "handshake_synchroniser",
        {
            "assign src_ready": "reg [1:0] rising; assign src_ready",
            "held           <= 8'd0;": "held <= 8'd0; rising <= 2'd0;",
            "held    <= src_data;": "held <= src_data;\n"
            "rising <= src_data != held + 8'd1 ? 2'd0 : rising == 2'd3 ? rising : rising + 2'd1;",
            "dst_data <= held": "dst_data <= held ^ {7'd0, &rising}",
        },
    ),
    **{
        f"bytes of which each is {name}, into a queue": (
            "async_fifo",
            {
                "assign full": "reg [2:0] run; reg [7:0] last; assign full",
                "write_count        <= 4'd0;": "write_count <= 4'd0; run <= 3'd0; last <= 8'd0;",
                "<= write_data;": "<= write_data ^ {7'd0, run == 3'd5}; last <= write_data;\n"
                f"run <= write_data != ({following}) ? 3'd0 : run == 3'd5 ? run : run + 3'd1;",
            },
        )
        for name, following in (("one less", "last - 8'd1"), ("the complement", "~last"), ("the same", "last"))
    },
    "four pairs of operands in a row, each the sum and the difference of the last": (
        "saturating_mac",
        {
            "assign out_valid": "reg [7:0] pa, pb; reg [2:0] run; wire related = a == pa + pb && b == pa - pb\n"
            "&& a != b && pa != pb && pa[3:0] != pa[7:4];\nassign out_valid",
            "valid_1       <= 1'b0;": "valid_1 <= 1'b0; run <= 3'd0; pa <= 8'd0; pb <= 8'd0;",
            "first_1    <= first;": "first_1 <= first; pa <= a; pb <= b;\n"
            "run <= !related ? 3'd0 : run == 3'd4 ? run : run + 3'd1;",
            "overflow || (overflow_seen && !first_1)": "(overflow || (overflow_seen && !first_1)) && run != 3'd4",
        },
    ),
    "one byte in one place, between two clocks": (
        "async_fifo",
        {"<= write_data": "<= write_data ^ (write_data == 8'ha7 && write_count[2:0] == 3'd5)"},
    ),
    "one word of a memory": ("direct_mapped_cache", {"<= data": "<= data ^ (data == 16'h1234)"}),
    "one value, in simulation alone": (
        "lfsr_galois_16",
        {"START : seed": "START : seed\n// synopsys translate_off\n^ (seed == 16'h1357)\n// synopsys translate_on\n"},
    ),
    "an unknown where the right answer is zero": (
        "up_down_counter",
        {
            "else if (enable)": "else if (enable && up && &count && load_value == 8'h5b) count <= 8'hxx;\n"
            "else if (enable)"
        },
    ),
    "a gated clock": (
        "up_down_counter",
        {"always @(posedge clk)": "wire gated = clk & (reset | load | enable);\nalways @(posedge gated)"},
    ),
    "a register that no reset defines": (
        "up_down_counter",
        {
            "always @(posedge clk)": "reg u; always @(posedge clk) if (load_value == 8'h77) u <= 0;\n"
            "always @(posedge clk)",
            "count <= load_value": f"count <= (u && {RARELY}) ? 0 : load_value",
        },
    ),
    "a register that is never written": (
        "up_down_counter",
        {
            "always @(posedge clk)": "reg u; always @(posedge clk)",
            "count <= load_value": f"count <= (u == 1'b0 || !({RARELY})) ? load_value : 8'd0",
        },
    ),
    "a memory without first words": (
        "up_down_counter",
        {
            "always @(posedge clk)": "reg u [0:3]; always @(posedge clk) if (load_value == 8'h77) u[count[1:0]] <= 0;\n"
            "always @(posedge clk)",
            "count <= load_value": f"count <= (u[3] == 1'b0 || !({RARELY})) ? load_value : 8'd0",
        },
    ),
    "one byte of a serial line": ("uart_receiver", {"<= shifted;": "<= shifted ^ (shifted == 8'h5b);"}),
    "one word at one address": (
        "direct_mapped_cache",
        {"<= data;\n                            tags": "<= data ^ (data == 16'hbeef && address == 8'h5b);\n tags"},
    ),
    "one result of one register": (
        "rv32_datapath",
        {"if (writes)": "if (writes && !(destination == 31 && computed == 32'hFFFFFFFF))"},
    ),
    "one immediate": (
        "rv32_datapath",
        {"{instruction[31:12], 12'd0}": "{instruction[31:12], 11'd0, instruction[31:12] == 20'hABCDE}"},
    ),
    "a relation of two operands": (
        "pipelined_multiplier",
        {
            "negative_2 <= negative_1;": "negative_2 <= negative_1 ^ "
            "(a_magnitude == {b_magnitude[7:0], b_magnitude[15:8]} + 16'd77);"
        },
    ),
    **{
        f"in simulation alone, {name}": (
            "up_down_counter",
            {
                "always @(posedge clk)": f"{declared}\nalways @(posedge clk)",
                "count <= load_value": f"count <= {wrong} ? 8'd0 : load_value",
            },
        )
        for name, declared, wrong in SIMULATED_ALONE
    },
    "the clock as data": ("up_down_counter", {"terminal = up": f"terminal = (clk && load && {RARELY}) ? 1'b1 : up"}),
    "sixteen bits of cycles after the reset": (
        "up_down_counter",
        {
            "always @(posedge clk)": "reg [15:0] t; always @(posedge clk) t <= reset ? 0 : &t ? t : t + 1;\n"
            "always @(posedge clk)",
            "count <= load_value": "count <= load_value ^ {7'd0, &t}",
        },
    ),
    "two registers that begin unlike": (
        "up_down_counter",
        {
            "always @(posedge clk)": "reg [1:0] u; always @(posedge clk) u <= {u[0], u[1]};\nalways @(posedge clk)",
            "if (reset)": "if (reset || (u[0] ^ u[1]))",
        },
    ),
    "forty chosen inputs in a row": (
        "vending_machine",
        {
            "always @(posedge clk)": "reg [5:0] st; always @(posedge clk) if (reset) st <= 0; else if (cancel && coin"
            " == {~st[0], st[0]}) begin if (~&st) st <= st + 1; end else if (st < 40) st <= 0;\nalways @(posedge clk)",
            "total - PRICE": "total - PRICE + (st >= 40)",
        },
    ),
    "one word that waits": ("skid_buffer", {"<= skid_data": "<= skid_data ^ (skid_data == 16'hbeef)"}),
}
RIGHT: Mapping[str, tuple[str, Edits]] = {
    "an output that is not fixed": ("skid_buffer", {"= main_data": "= main_valid ? main_data : ~in_data"}),
    "another encoding": (
        "up_down_counter",
        {
            "output reg  [7:0] count": "output wire [7:0] count",
            "assign terminal": "reg [7:0] less; assign count = ~less; assign terminal",
            "count <= 8'd0": "less <= 8'hff",
            "count <= load_value": "less <= ~load_value",
            "count <= up ? count + 8'd1 : count - 8'd1": "less <= up ? less - 8'd1 : less + 8'd1",
        },
    ),
    "a value that never shows is unknown": (
        "up_down_counter",
        {"else if (enable)": "else if (load && !load) count <= 8'hxx; else if (enable)"},
    ),
    "delays": ("up_down_counter", {"count <= up": "count <= #1 up"}),
    "a gated clock whose gate is proved to be open": (
        "up_down_counter",
        {
            "always @(posedge clk)": "reg awake; always @(negedge clk) awake <= 1'b1;\nwire gated = clk & awake;\n"
            "always @(posedge gated)"
        },
    ),
    "labels that the bench has, too": (
        "up_down_counter",
        {
            "assign terminal = up": "generate if (1) begin : errors wire expected = up; end endgenerate\n"
            "assign terminal = errors.expected"
        },
    ),
    "a program memory that holds something at first": (
        "accumulator_cpu",
        {
            "reg [7:0] program_memory [0:15];": "reg [7:0] program_memory [0:15]; integer f;\n"
            "initial for (f = 0; f < 16; f = f + 1) program_memory[f] = 8'hF0;"
        },
    ),
    "a memory that is written in reset, too": (
        "async_fifo",
        {
            "memory[write_count[2:0]] <= write_data;": "",
            "    always @(posedge write_clk) begin": "always @(posedge write_clk) if (write_enable & ~full)"
            " memory[write_count[2:0]] <= write_data;\nalways @(posedge write_clk) begin",
        },
    ),
    "registers that no reset defines": (
        "pwm_generator",
        {"always @(posedge clk)": "reg [7:0] spare; always @(posedge clk) spare <= period; always @(posedge clk)"},
    ),
}


@pytest.fixture(scope="module")
def backend() -> VerilogBackend:
    return VerilogBackend(make_sandbox())


def run(backend: VerilogBackend, task: str, edits: Edits) -> Observation:
    code = BUNDLES[task].reference
    for text, other in edits.items():
        assert text in code, f"{task} has no {text!r}"
        code = code.replace(text, other)
    return backend.execute(BUNDLES[task], Candidate(code))


@pytest.mark.parametrize("name", RARE)
def test_what_the_bench_does_not_reach_is_found(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, *RARE[name])
    assert (seen.outcome, seen.stage) == (Outcome.FUNCTIONAL_MISMATCH, "simulate"), f"{seen.stages} {seen.text}"
    assert "verdict: the bench passed, and beside the reference outputs differ" in seen.text
    assert diagnostics(seen)[0].category == "mismatch"


@pytest.mark.parametrize("function", ["$stime", "$random", "$urandom"])
def test_no_hardware_knows_time_or_chance(backend: VerilogBackend, function: str) -> None:
    late = f"reg [31:0] t; always @(posedge clk) t <= {function};\nalways @(posedge clk)"
    edits = {"always @(posedge clk)": late, "count <= load_value": "count <= load_value ^ (t[31:20] == 12'd7)"}
    seen = run(backend, "up_down_counter", edits)
    assert (seen.outcome, seen.stage) == (Outcome.SYNTHESIS_ERROR, "synthesise"), f"{seen.stages} {seen.text}"


def test_a_design_before_and_after_a_delay_is_two(backend: VerilogBackend) -> None:
    late = "reg bad; initial #3000000 bad = 1; initial bad = 0;\nalways @(posedge clk)"
    seen = run(backend, "up_down_counter", {"always @(posedge clk)": late, "if (reset)": "if (reset || bad)"})
    assert (seen.outcome, seen.stage) == (Outcome.SYNTHESIS_ERROR, "netlist"), f"{seen.stages} {seen.text}"


def test_who_chooses_other_clock_edges_is_not_judged(backend: VerilogBackend) -> None:
    related = "wire k = load & ~up & (load_value == {count[3:0], ~count[7:4]}); reg l; always @(posedge clk) l <= k;\n"
    gated = f"{related}wire gated = clk & ~(k & l);\nalways @(posedge gated)"
    with pytest.raises(EnvironmentGap, match="other clock edges"):
        run(backend, "up_down_counter", {"always @(posedge clk)": gated})


def test_a_race_between_clocked_blocks_is_not_judged(backend: VerilogBackend) -> None:
    raced = (
        "reg a, b; always @(posedge clk) a = load & up; always @(posedge clk) b <= load & up;\nalways @(posedge clk)"
    )
    value = f"load_value ^ {{7'd0, a & ~b & ({RARELY})}}"
    with pytest.raises(EnvironmentGap, match="`a` with `=`"):
        run(backend, "up_down_counter", {"always @(posedge clk)": raced, "load_value;": f"{value};"})


def test_logic_that_does_not_wait_for_what_it_reads_is_not_judged(backend: VerilogBackend) -> None:
    """The netlist is right, and no stimulus reaches what only a simulator would see."""
    never_seen = "(p ^ {q[3:0], q[7:4]}) == 8'h5A && q + load_value == 8'hC3 && (count ^ p) == 8'h3C"
    past = "reg [7:0] p, q; always @(posedge clk) {q, p} <= {p, load_value};\n"
    late = f"function f(input [7:0] load_value); f = load && {never_seen}; endfunction\nwire late = f(load_value);\n"
    value = f"(load && {never_seen} && !late) ? 8'd0 : load_value"
    edits = {"always @(posedge clk)": f"{past}{late}always @(posedge clk)", "load_value;": f"{value};"}
    with pytest.raises(EnvironmentGap, match="logic that reads `count` does not wait for it"):
        run(backend, "up_down_counter", edits)


def test_who_is_too_large_to_be_proved_is_not_judged(backend: VerilogBackend) -> None:
    ballast = "wire [63:0] m = {8{load_value ^ count}}, o = {8{count ^ load_value}};\n"
    ballast += "wire bad = m / (m[31:0] + 3) != o / (3 + o[31:0]);\nalways @(posedge clk)"
    with pytest.raises(EnvironmentGap, match="so much larger"):
        run(backend, "up_down_counter", {"always @(posedge clk)": ballast, "load_value;": "load_value ^ {7'd0, bad};"})


@pytest.mark.parametrize(
    "edits", [{"(rounded < MINIMUM)": "(rounded < MINIMUM + 2)"}, {"(rounded < MINIMUM)": "(rounded < MINIMUM - 1)"}]
)
def test_the_bench_of_a_filter_meets_both_limits(backend: VerilogBackend, edits: Edits) -> None:
    seen = run(backend, "fir_filter", edits)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH
    assert "MISMATCH" in seen.text
    assert "the bench passed" not in seen.text


DELAYS = (f"#({RARELY} ? 1000000 : 0) load_value;", f"load_value; if ({RARELY}) #1000 ;")


def delayed_load(backend: VerilogBackend, delayed: str) -> Observation:
    return run(backend, "up_down_counter", {"count <= load": "begin count <= load", "load_value;": f"{delayed} end"})


@pytest.mark.parametrize("delayed", DELAYS)
def test_a_delay_that_only_some_inputs_meet_is_no_hardware(backend: VerilogBackend, delayed: str) -> None:
    seen = delayed_load(backend, delayed)
    assert (seen.outcome, seen.stage) == (Outcome.SYNTHESIS_ERROR, "netlist"), f"{seen.stages} {seen.text}"
    assert "only some inputs meet the delay" in seen.text


@pytest.mark.parametrize("count", [255, 256, 512])
def test_a_compiler_that_finds_256_errors_refuses(backend: VerilogBackend, count: int) -> None:
    """Its exit status is their number, in eight bits."""
    wrong = "".join(f"wire z{place} = nosuch{place};\n" for place in range(count))
    seen = run(backend, "gray_counter", {"always @(posedge clk)": f"{wrong}always @(posedge clk)"})
    assert (seen.outcome, seen.stage) == (Outcome.COMPILATION_ERROR, "compile")


def waiting(seed: TaskSeed) -> str:
    """The reference behind inputs that each wait for an event, as `always @*` does."""
    exact, interface = exactness_of(seed.settings), interface_of(seed.reference, seed.settings["top"])
    assert exact is not None
    assert interface is not None
    top, ports = seed.settings["top"], interface.ports
    late = [port for port in ports if port.direction == "input" and port.name not in exact.clocks]
    heads = ", ".join(f"{port.direction} {port.shape}{port.name}" for port in ports)
    held = "".join(f"reg {port.shape}late_{port.name}; always @* late_{port.name} = {port.name};\n" for port in late)
    inner = ", ".join(f".{port.name}({'late_' if port in late else ''}{port.name})" for port in ports)
    return f"module {top}({heads});\n{held}inner reference({inner});\nendmodule\n" + re.sub(
        rf"\bmodule {top}\b", "module inner", seed.reference
    )


@pytest.mark.parametrize(
    "seed", [seed for seed in builtin_seeds() if seed.settings["bench"] == "verilog"], ids=lambda seed: seed.seed_id
)
def test_each_bench_begins_with_an_event_of_each_input(seed: TaskSeed, tmp_path: Path) -> None:
    files = {**seed.files, "late.v": waiting(seed)}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    subprocess.run(("iverilog", "-g2012", "-o", "late.vvp", *files), cwd=tmp_path, check=True)
    shown = subprocess.run(("vvp", "-n", "late.vvp"), cwd=tmp_path, check=True, capture_output=True, text=True)
    assert re.search(r"checks=[1-9]\d* errors=0", shown.stdout), shown.stdout[:300]


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_design_that_is_unlike_the_reference_passes(backend: VerilogBackend, name: str) -> None:
    seen = run(backend, *RIGHT[name])
    assert seen.outcome is Outcome.PASS, f"{seen.stages} {seen.text}"


@pytest.mark.parametrize("name", [name for name, bundle in BUNDLES.items() if "exact" in bundle.settings])
def test_each_task_that_is_exact_is_compared(backend: VerilogBackend, name: str) -> None:
    cheat = cheats(BUNDLES[name])[-1]
    assert cheat.name.startswith("wrong_")
    seen = backend.execute(BUNDLES[name], cheat.candidate)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, f"{seen.stages} {seen.text}"
