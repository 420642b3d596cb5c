"""Wrong designs that a bench has to tell from its reference: each is the reference with one edit, and has a name.

They are linked and run and not synthesised: only the bench is asked.
"""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.chip_design.execution.stages.bench import read_bench
from resources.domains.chip_design.execution.stages.simulate import VerilogRuns, shortfall
from resources.domains.chip_design.tasks.library import builtin_seeds
from resources.execution.sandbox.selection import make_sandbox

Edits = dict[str, dict[str, str]]
"""By the wrong design's name: what stands in its place, by the reference's text."""

COUNTER: Edits = {
    "enable before load": {
        "else if (load)": "else if (enable)",
        "count <= load_value;": "count <= up ? count + 8'd1 : count - 8'd1;",
        "else if (enable)": "else if (load)",
        "count <= up ? count + 8'd1 : count - 8'd1;": "count <= load_value;",
    },
    "load only with enable": {"else if (load)": "else if (load && enable)"},
    "load before reset": {"if (reset)": "if (reset && !load)"},
    "stops at the top": {"count + 8'd1": "count + {7'd0, count != 8'd255}"},
    "stops at the bottom": {"count - 8'd1": "count - {7'd0, count != 8'd0}"},
    "wraps down to 254": {"count - 8'd1": "(count == 8'd0 ? 8'd254 : count - 8'd1)"},
    "counts down from one value wrongly": {"count - 8'd1": "count - (count == 8'd201 ? 8'd2 : 8'd1)"},
    "loses a bit of the loaded value": {"count <= load_value;": "count <= load_value & {3'd7, load_value[6], 4'd15};"},
    "loads one value wrongly": {"count <= load_value;": "count <= load_value == 8'd109 ? 8'd108 : load_value;"},
    "terminal down only with enable": {"(count == 8'd0)": "(count == 8'd0 && enable)"},
    "terminal looks at the loaded value": {"(count == 8'd255)": "((load ? load_value : count) == 8'd255)"},
    "terminal a clock late": {
        "output wire       terminal": "output reg terminal",
        "assign terminal =": "always @(posedge clk) terminal <=",
    },
    "asynchronous reset": {"@(posedge clk)": "@(posedge clk or posedge reset)"},
    "asynchronous load": {"@(posedge clk)": "@(posedge clk or posedge load)"},
}
SKID_BUFFER: Edits = {
    "takes while a word leaves": {"in_ready  = !skid_valid": "in_ready = !skid_valid || out_ready"},
    "shows what comes in": {"out_data  = main_data": "out_data = main_valid && !out_ready ? main_data : in_data"},
    "drops a word that is like the last": {
        "take_in  = in_valid && in_ready": "take_in = in_valid && in_ready && !(main_valid && in_data == main_data)"
    },
    "loses the word that comes while one leaves": {"<= take_in;": "<= take_in && !main_valid;"},
    "keeps the second word while words are offered": {
        "main_data  <= skid_data;\n                skid_valid <= 1'b0": "main_data <= skid_data; skid_valid <= in_valid"
    },
    "lets the new word overtake": {"main_data  <= skid_data": "main_data <= in_valid ? in_data : skid_data"},
    "overwrites the second word": {"else if (take_in) begin": "else if (in_valid) begin"},
    "reset keeps the second word": {
        "1'b0;\n            skid_valid <= 1'b0;\n        end else if": "1'b0;\n end else if"
    },
    "stores a word at the reset": {
        "main_valid <= 1'b0;\n            skid": "main_valid <= in_valid && !main_valid; skid"
    },
    "loses a word after one sequence of six": {
        "    wire take_in ": "reg [11:0] seen; always @(posedge clk) seen <= {seen[9:0], in_valid, out_ready};\n"
        "    wire take_in ",
        "main_data  <= skid_data": "main_data <= seen == 12'b11_10_01_10_10_00 ? in_data : skid_data",
    },
    "gives up after a stall of 64": {
        "    wire take_in ": "reg [6:0] row; always @(posedge clk) row <= out_ready ? 0 : row + {6'd0, main_valid};\n"
        "wire take_in ",
        "take_out || !main_valid": "take_out || !main_valid || row[6]",
    },
    "loses a word after a stream of 256": {
        "    wire take_in ": "reg [8:0] row; always @(posedge clk) row <= in_valid ? row + 1 : 0;\nwire take_in ",
        "<= take_in;": "<= take_in && row != 9'd256;",
    },
}
WRITE = "do_write   = awvalid && wvalid && !bvalid"
READ = "do_read    = arvalid && !rvalid"
AXI: Edits = {
    "ignores strobes": {"if (wstrb[lane])": "if (1'b1)"},
    "one register ignores strobes": {"if (wstrb[lane])": "if (wstrb[lane] || awaddr[3:2] == 2'd2)"},
    "one strobe for two bytes": {"if (wstrb[lane])": "if (wstrb[lane & 2])"},
    "takes an address before its data": {"awready = do_write": "awready = awvalid && !bvalid"},
    "takes data before their address": {"wready  = do_write": "wready = wvalid && !bvalid"},
    "writes without data": {WRITE: "do_write = awvalid && !bvalid"},
    "writes without address": {WRITE: "do_write = wvalid && !bvalid"},
    "takes a write over the waiting answer": {WRITE: "do_write = awvalid && wvalid"},
    "takes a read while the answer leaves": {READ: "do_read = arvalid && (!rvalid || rready)"},
    "write answer does not wait": {"else if (bready)": "else"},
    "read answer does not wait": {"else if (rready)": "else"},
    "read answer changes while it waits": {"else if (rready) begin": "else begin rdata <= writes; if (rready)"},
    "sees two bits of the write address that cancel": {"awaddr[7:4] == 4'd0": "!(^awaddr[7:4])"},
    "sees two bits of the read address that cancel": {"araddr[7:4] == 4'd0": "!(^araddr[7:4])"},
    "one address above answers": {"araddr[7:4] == 4'd0": "(araddr[7:4] == 4'd0 || araddr[7:2] == 6'h2b)"},
    "writes at one address above": {"awaddr[7:4] == 4'd0": "(awaddr[7:4] == 4'd0 || awaddr[7:2] == 6'h36)"},
    "counts refused writes": {
        "bresp  <= writable ? OKAY : SLVERR;": "bresp <= writable ? OKAY : SLVERR; writes <= writes + 1;"
    },
    "does not count without strobes": {"writes <= writes + 32'd1": "writes <= writes + {31'd0, |wstrb}"},
    "counter of 11 bits": {"writes <= writes + 32'd1": "writes <= (writes + 32'd1) & 32'h7ff"},
    "reads what is being written": {
        "rdata <= control[araddr[3:2]]": "rdata <= do_write && awaddr == araddr ? wdata : control[araddr[3:2]]"
    },
    "reset keeps a register": {"control[2] <= 32'd0;": ""},
    "asynchronous reset": {
        "@(posedge aclk) begin\n        if (!aresetn) begin\n            control[0] <=": (
            "@(posedge aclk or negedge aresetn) begin\nif (!aresetn) begin\ncontrol[0] <="
        )
    },
}
SHIFTER: Edits = {
    "left by 5 is by 4": {"{8'd0, data} << amount": "{8'd0, data} << (amount == 5 && mode == 0 ? 3'd4 : amount)"},
    "rotation by 6 loses a bit": {"left[7:0] | left[15:8]": "left[7:0] | (left[15:8] & (amount == 6 ? 8'hdf : 8'hff))"},
    "sign for 3 places is 2 wide": {"(8'hff >> amount)": "(8'hff >> (amount == 3 ? 3'd2 : amount))"},
    "lost forgets the longest way": {"lost   = |left[15:8]": "lost = |left[13:8]"},
    "lost of one operand": {"lost   = |left[15:8]": "lost = |left[15:8] && !(data == 8'h36 && amount == 3)"},
    "result of one operand": {"result = right[15:8];": "result = right[15:8] ^ {7'd0, data == 8'hb9 && amount == 2};"},
    "arithmetic for one operand": {
        "result = right[15:8] | sign": "result = right[15:8] | (data == 8'hc9 ? 8'd0 : sign)"
    },
    "a rotation by 4 loses": {"lost   = 1'b0": "lost = data == 8'h93 && amount == 4"},
}
WRONG = {
    "up_down_counter": COUNTER,
    "skid_buffer": SKID_BUFFER,
    "axi_lite_registers": AXI,
    "barrel_shifter_8": SHIFTER,
}
SEEDS = {seed.seed_id.removeprefix("builtin/"): seed for seed in builtin_seeds()}


def edited(reference: str, edits: dict[str, str]) -> str:
    """The reference with its edits, each at the one place where its text stands; none sees what another wrote."""
    places = sorted((reference.index(old), old, new) for old, new in edits.items())
    parts, end = [], 0
    for place, old, new in places:
        assert reference.count(old) == 1, old
        parts += [reference[end:place], new]
        end = place + len(old)
    return "".join([*parts, reference[end:]])


@pytest.mark.parametrize("task", WRONG)
def test_a_wrong_design_fails(task: str) -> None:
    bundle = bundle_from_seed(SEEDS[task])
    runs = VerilogRuns(make_sandbox(), read_bench(bundle), bundle)
    checks = runs.simulate(bundle.reference.encode()).verdict.checks
    passed = []
    for name, edits in WRONG[task].items():
        seen = runs.simulate(edited(bundle.reference, edits).encode())
        assert seen.linked.exit_code == 0, f"{name}: {seen.link_log.decode()}"
        if not shortfall(seen.verdict, checks):
            passed.append(name)
    assert passed == []
