"""Verilog texts for the tests of fault kinds, and one expected edit for each kind. No tests here."""

from dataclasses import dataclass

COUNTER = """module counter(
    input  wire       clk,
    input  wire       rst_n,
    input  wire       load,
    input  wire       en,
    input  wire [7:0] value,
    output reg  [7:0] count,
    output wire       last
);
    // counts up to nine
    localparam LIMIT = 9;
    wire done;
    assign done = count == 8'd9;
    assign last = done & en;

    always @(posedge clk or negedge rst_n) begin
        if (!rst_n)
            count <= 8'd0;
        else if (load)
            count <= value;
        else if (en)
            count <= (done) ? 8'd0 : count + 8'd1;
    end
endmodule
"""

MACHINE = """module machine(
    input  wire       clk,
    input  wire       reset,
    input  wire       go,
    output reg  [1:0] state,
    output reg        busy,
    output reg        odd
);
    localparam IDLE = 2'd0, RUN = 2'd1, STOP = 2'd2;
    reg [1:0] next;

    always @(*) begin
        next = state;
        busy = 1'b0;
        case (state)
            IDLE: next = RUN;
            RUN: next = STOP;
            default: next = IDLE;
        endcase
        if (go != 1'b0) busy = 1'b1;
        else busy = 1'b0;
    end

    always @(posedge clk) begin
        if (reset) begin
            state <= IDLE;
            odd <= 1'b0;
        end else begin
            state <= next;
            odd <= ~odd;
        end
    end
endmodule
"""

LOGIC = """module logic_unit(a, b, c, s, y, z, parity);
    input signed [3:0] a;
    input [3:0] b;
    input c, s;
    output reg [3:0] y;
    output [4:0] z;
    output parity;
    integer i;
    wire [3:0] low, high;
    assign z = {1'b0, b} + c;
    assign {low, high} = a - b;
    assign parity = ^b;
    always @(b or s) begin
        for (i = 0; i < 4; i = i + 1)
            y[i] = (b[i] && s) || (c < s);
    end
    leaf first(.x(low[2:1]), .k(c), .q());
endmodule
"""

EVERYTHING = (COUNTER + MACHINE + LOGIC).replace("counter", "everything")


@dataclass(frozen=True)
class Case:
    """`old` becomes `new` in `before`, once, or wherever it stands."""

    kind: str
    before: str
    old: str
    new: str
    everywhere: bool = False

    @property
    def after(self) -> str:
        assert self.old in self.before, self.kind
        return self.before.replace(self.old, self.new, -1 if self.everywhere else 1)


CASES = (
    Case("missing_semicolon", COUNTER, "wire done;", "wire done"),
    Case("missing_end", COUNTER, "    end\nendmodule", "endmodule"),
    Case("missing_endmodule", COUNTER, "endmodule\n", ""),
    Case("missing_endcase", MACHINE, "        endcase\n", ""),
    Case("unbalanced_parenthesis", COUNTER, "(!rst_n)", "(!rst_n"),
    Case("surplus_parenthesis", COUNTER, "(done) ?", "(done)) ?"),
    Case("unbalanced_bracket", COUNTER, "[7:0] value", "[7:0 value"),
    Case("misspelt_keyword", COUNTER, "assign done", "asign done"),
    Case("missing_comma", COUNTER, "load,", "load"),
    Case("trailing_comma", COUNTER, "last\n", "last,\n"),
    Case("stray_token", COUNTER, "count <= value", "count <= = value"),
    Case("missing_assign_keyword", COUNTER, "assign last", "last"),
    Case("malformed_literal", COUNTER, "8'd9", "8'xd9"),
    Case("dangling_else", COUNTER, "value;", "value;;"),
    Case("undeclared_name", COUNTER, "<= value", "<= vlaue"),
    Case("wrong_width", COUNTER, "[7:0] value", "[6:0] value"),
    Case("range_dropped", COUNTER, "reg  [7:0] count", "reg   count"),
    Case("range_reversed", COUNTER, "[7:0] value", "[0:7] value"),
    Case("procedural_assignment_to_wire", COUNTER, "output reg ", "output wire "),
    Case("continuous_assignment_to_reg", COUNTER, "wire done", "reg done"),
    Case("signedness_dropped", LOGIC, "signed [3:0] a", " [3:0] a"),
    Case("signedness_added", COUNTER, "[7:0] value", "signed [7:0] value"),
    Case("second_driver", COUNTER, "& en;", "& en;\n    assign last = 0;"),
    Case("literal_truncated", COUNTER, "8'd9", "7'd9"),
    Case("simulation_task_left", COUNTER, "rst_n) begin", "rst_n) begin\n        $stop;"),
    Case("port_direction_swapped", COUNTER, "output reg", "input reg"),
    Case("port_missing", COUNTER, "    input  wire       en,\n    input", "    input"),
    Case("port_misspelt", LOGIC, "parity", "parity_out", everywhere=True),
    Case("ports_out_of_order", LOGIC, "(a, b,", "(b, a,"),
    Case("wrong_module_name", COUNTER, "module counter", "module counter_top"),
    Case("wrong_instance_type", LOGIC, "leaf first", "leaf_unit first"),
    Case("instance_connections_swapped", LOGIC, ".x(low[2:1]), .k(c)", ".x(c), .k(low[2:1])"),
    Case("instance_connection_missing", LOGIC, ".k(c)", ".k()"),
    Case("instance_port_misspelt", LOGIC, ".k(c)", ".k_i(c)"),
    Case("wrong_parameter_value", COUNTER, "LIMIT = 9", "LIMIT = 10"),
    Case("blocking_for_nonblocking", COUNTER, "count <= value", "count = value"),
    Case("nonblocking_for_blocking", MACHINE, "next = RUN", "next <= RUN"),
    Case("wrong_clock_edge", COUNTER, "posedge clk", "negedge clk"),
    Case("edge_dropped", MACHINE, "posedge clk", " clk"),
    Case("async_reset_dropped", COUNTER, " or negedge rst_n", ""),
    Case("reset_made_asynchronous", MACHINE, "posedge clk", "posedge clk or posedge reset"),
    Case("incomplete_sensitivity_list", LOGIC, "@(b or s)", "@(b)"),
    Case("reset_polarity_inverted", COUNTER, "(!rst_n)", "(rst_n)"),
    Case("missing_reset_item", MACHINE, "            odd <= 1'b0;\n", ""),
    Case("wrong_reset_value", COUNTER, "count <= 8'd0", "count <= 8'd1"),
    Case("combinational_loop", COUNTER, "= done & en", "= last | (done & en)"),
    Case("missing_default", MACHINE, "            default: next = IDLE;\n", ""),
    Case("missing_else", MACHINE, "        else busy = 1'b0;\n", ""),
    Case("default_assignment_dropped", MACHINE, "        busy = 1'b0;\n", ""),
    Case("missing_case_arm", MACHINE, "            RUN: next = STOP;\n", ""),
    Case("case_labels_swapped", MACHINE, "IDLE: next = RUN;\n            RUN:", "RUN: next = RUN;\n            IDLE:"),
    Case("state_transition_swapped", MACHINE, "next = RUN", "next = IDLE"),
    Case("off_by_one_compare", COUNTER, "== 8'd9", "== 8'd10"),
    Case("enable_dropped", COUNTER, "if (en)", "if (1'b1)"),
    Case(
        "priority_swapped",
        COUNTER,
        "(load)\n            count <= value;\n        else if (en)\n            count <= (done) ? 8'd0 : count + 8'd1;",
        "(en)\n            count <= (done) ? 8'd0 : count + 8'd1;\n        else if (load)\n            count <= value;",
    ),
    Case("loop_never_ends", LOGIC, "i = i + 1", "i = i + 0"),
    Case("loop_bound_off_by_one", LOGIC, "i < 4", "i <= 4"),
    Case("arithmetic_operator_swapped", COUNTER, "count + 8'd1", "count - 8'd1"),
    Case("bitwise_operator_swapped", COUNTER, "done & en", "done | en"),
    Case("comparison_swapped", COUNTER, "count == 8'd9", "count != 8'd9"),
    Case("logical_operator_swapped", LOGIC, "b[i] && s", "b[i] || s"),
    Case("logical_for_bitwise", COUNTER, "done & en", "done && en"),
    Case("operands_swapped", LOGIC, "a - b", "b - a"),
    Case("term_dropped", COUNTER, "done & en", "done"),
    Case("condition_inverted", COUNTER, "(load)", "(!(load))"),
    Case("inversion_dropped", MACHINE, "~odd", "odd"),
    Case("ternary_arms_swapped", COUNTER, "8'd0 : count + 8'd1", "count + 8'd1 : 8'd0"),
    Case("carry_dropped", LOGIC, "{low, high} =", "high ="),
    Case("wrong_constant", COUNTER, "8'd9", "8'd1"),
    Case("wrong_bit_index", LOGIC, "b[i] &&", "b[i + 1] &&"),
    Case("wrong_slice", LOGIC, "low[2:1]", "low[3:1]"),
    Case("wrong_signal", COUNTER, "<= value", "<= count"),
    Case("concatenation_swapped", LOGIC, "{1'b0, b}", "{b, 1'b0}"),
    Case("targets_swapped", MACHINE, "state <= next;\n            odd <= ~", "odd <= next;\n            state <= ~"),
    Case("reduction_swapped", LOGIC, "^b", "|b"),
    Case("operands_commuted", COUNTER, "done & en", "en & done"),
    Case("de_morgan", COUNTER, "done & en", "~(~done | ~en)"),
    Case("double_negation", COUNTER, "(load)", "(!(!(load)))"),
    Case("ternary_inverted", COUNTER.replace("+ 8'd1", ""), "(done) ? 8'd0 : count ", "!((done)) ? count : 8'd0 "),
    Case("constant_radix_changed", COUNTER, "8'd9", "8'h9"),
    Case("parentheses_added", COUNTER, "= done & en", "= (done & en)"),
    Case("comparison_mirrored", LOGIC, "(c < s)", "(s > c)"),
    Case("inequality_negated", COUNTER, "count == 8'd9", "!(count != 8'd9)"),
    Case("local_renamed", MACHINE, "next", "next_q", everywhere=True),
    Case(
        "items_reordered",
        COUNTER,
        "assign done = count == 8'd9;\n    assign last = done & en;",
        "assign last = done & en;\n    assign done = count == 8'd9;",
    ),
    Case(
        "statements_reordered",
        MACHINE,
        "state <= next;\n            odd <= ~odd;",
        "odd <= ~odd;\n            state <= next;",
    ),
    Case(
        "branches_inverted",
        MACHINE,
        "(go != 1'b0) busy = 1'b1;\n        else busy = 1'b0;",
        "(!(go != 1'b0)) busy = 1'b0;\n        else busy = 1'b1;",
    ),
    Case("block_added", COUNTER, "count <= value;", "begin count <= value; end"),
    Case("unused_wire_added", COUNTER, ");\n", ");\n    wire clk_unused = clk;\n"),
    Case("comment_added", COUNTER, "    assign last", "    // assignment of last\n    assign last"),
    Case("comment_removed", COUNTER, "    // counts up to nine\n", ""),
    Case("sensitivity_respelt", MACHINE, "@(*)", "@*"),
)
