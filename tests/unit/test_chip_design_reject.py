"""What a candidate may contain: forbidden constructs are found on the tree, and ordinary designs pass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.domains.chip_design.execution.rejection import reject
from resources.domains.chip_design.execution.stages.program import audit, time_unit
from resources.domains.chip_design.language.guard import MAXIMUM_CHARACTERS, guard, macro_growth
from tests.unit.effort import ends_within

HEAD = "module m(input clk, input [3:0] a, output reg [3:0] q);\n"


def inside(text: str) -> str:
    return f"{HEAD}{text}\nendmodule\n"


FORBIDDEN = {
    "finish": inside("initial $finish;"),
    "finish through a macro": "`define END $finish\n" + inside("initial `END;"),
    "finish by pasting": "`define JOIN(a, b) a``b\n" + inside("initial `JOIN($fin, ish);"),
    "finish for Icarus only": inside("`ifdef __ICARUS__\ninitial $finish;\n`endif"),
    "finish for Yosys only": inside("`ifdef YOSYS\ninitial $finish;\n`endif"),
    "finish in an unused function": inside("function f(input x); begin $finish; f = x; end endfunction"),
    "stop": inside("initial $stop;"),
    "fatal": inside("initial $fatal(1);"),
    "fopen": inside('integer f; initial f = $fopen("x");'),
    "fwrite": inside('initial $fwrite(1, "x");'),
    "fdisplayh": inside('initial $fdisplayh(1, "x");'),
    "readmem": inside('reg [3:0] r [0:3]; initial $readmemh("x", r);'),
    "dump": inside("initial $dumpvars;"),
    "plusargs": inside('initial if ($test$plusargs("x")) q = 0;'),
    "deposit": inside("initial $deposit(q, 1);"),
    "system": inside('initial $system("true");'),
    "force": inside("initial force q = 0;"),
    "release": inside("initial release q;"),
    "bind": inside("") + "bind tb m extra();\n",
    "bind inside": inside("bind tb m extra();"),
    "DPI": inside('import "DPI-C" function int f();'),
    "DPI export": inside('export "DPI-C" function f;'),
    "upward name": inside("always @(posedge clk) q <= tb.q_ref;"),
    "upward name in a macro": "`define REF tb.q_ref\n" + inside("always @(posedge clk) q <= `REF;"),
    "escaped upward name": inside("always @(posedge clk) q <= \\tb .q_ref;"),
    "upward task": inside("initial tb.finish_run;"),
    "upward task with arguments": inside("initial tb.check(1);"),
    "root": inside("always @(posedge clk) q <= $root.tb.q_ref;"),
    "disable": inside("initial disable tb.main;"),
    "defparam outside": inside("defparam tb.limit = 1;"),
    "name of another module": inside("always @(posedge clk) q <= s.q;") + "module other; wire s; endmodule\n",
    "include": '`include "/etc/passwd"\n' + inside(""),
    "include after a comment": '/* a // b */ `include "x"\n' + inside(""),
    "include after a string that looks like a comment": 'string s = "//"; `include "x"\n' + inside(""),
    "include behind a quote that nothing closes": '`define Q "\n// `include "x"\n' + inside(""),
    "include behind an escaped name": '\\a" `include "x" // "\n' + inside(""),
    "include behind another end of line": '// a\r`include "x"\n' + inside(""),
    "include behind an escaped comment": inside('wire \\a// `include "x"\n ;'),
    "include in a comment of a macro that goes on": '`define A 1 // \\\n`include "x"\n' + inside(""),
    "include behind a long string": '""" " // """ `include "x"\n' + inside(""),
    "escaped finish": inside("initial \\$finish ;"),
    "escaped fopen": inside('integer f; initial f = \\$fopen ("x");'),
    "environment": inside('initial $display($getenv("HOME"));'),
    "simulator's own folder": inside('initial $display($simparam$str("cwd"));'),
    "bomb behind a string": '`define A0 "//", a, a\n'
    + "".join(f'`define A{i + 1} "//", `A{i}, `A{i}\n' for i in range(40))
    + inside("always @* q = {`A40};"),
    "include before a paste": "`define I `include``\n" + inside(""),
    "include by pasting": "`define I `inc``lude\n" + inside(""),
    "file": inside('initial if (`__FILE__ != "m.v") q = 0;'),
    "line number": inside("initial if (`__LINE__ != 2) q = 0;"),
    "file through a macro": "`define X(a) `a\n" + inside('initial if (`X(__FILE__) != "m.v") q = 0;'),
    "file by pasting": "`define X(a) `a\n`define Y(a, b) `X(a``b)\n" + inside("initial q = `Y(__FI,LE__);"),
    "line number by a comment": "`define X(a) `a\n`define Y `X(__LI/**/NE__)\n" + inside("initial q = `Y;"),
    "file in a macro of two lines": "`define X `__\\\nFILE\\\n__\n" + inside("initial q = `X;"),
    "line": '`line 1 "tb.v" 0\n' + inside(""),
    "bench macro": "`define LIMIT 1\n" + inside(""),
    "undef of a bench macro": "`undef LIMIT\n" + inside(""),
    "block that may be missing": inside("generate if (0) begin : stats reg e; end endgenerate initial stats.e = 0;"),
    "NUL": inside("") + "\0",
    "surrogate": inside("// \udc80"),
    "long": inside("// x\n" * 200_000),
    "chain": inside(f"always @* q = {'a + ' * 40_000}a;"),
    "nesting": inside(f"always @* q = {'(' * 6000}a{')' * 6000};"),
    "bomb": "`define A0 a + a\n"
    + "".join(f"`define A{i + 1} `A{i} + `A{i}\n" for i in range(40))
    + inside("always @* q = `A40;"),
    "nested bomb": "`define D(x) x + x\n" + inside("always @* q = " + "`D(" * 30 + "a" + ")" * 30 + ";"),
}
ALLOWED = {
    "plain": inside("always @(posedge clk) q <= a;"),
    "prints": inside('initial $display("%m %0d", $clog2(8)); always @(posedge clk) q <= $signed(a) >>> 1;'),
    "struct": inside("typedef struct packed { logic [1:0] x, y; } t; t s; assign s.x = a[1:0]; always_comb q = s.y;"),
    "own instance": inside("sub u(.x(a)); always @* q = u.y;") + "module sub(input [3:0] x); wire y; endmodule\n",
    "own parameter": inside("sub u(.x(a)); defparam u.W = 4;")
    + "module sub(input [3:0] x); parameter W = 1; endmodule\n",
    "generate block": inside(
        "genvar i; generate for (i = 0; i < 2; i = i + 1) begin : g wire w; end endgenerate\nalways @* q = g[0].w;"
    ),
    "named block": inside("always @(posedge clk) begin : work integer i; q <= a; if (q) disable work; end"),
    "own macro": "`define WIDTH 4\n" + inside("reg [`WIDTH-1:0] t; always @* q = t;"),
    "nested macros": "`define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
    + inside("always @* q = `MAX(`MAX(a, 1), `MAX(2, a));"),
    "wildcard and dots in ports": inside("sub u(.*, .x(a));") + "module sub(input clk, input [3:0] x); endmodule\n",
    "package": "package p; parameter K = 3; endpackage\n" + inside("import p::*; always @* q = a + K;"),
    "syntax error": inside("always @(posedge clk q <= ;"),
    "words in comments": inside("// $finish, force tb.x is not done here\n"),
    "include in a comment": "// `include is not used\n/* nor\n`include */" + inside(""),
    "include in a comment beside an escaped name": inside("wire \\a ; // no `include here\n/* `include */"),
    "include in a comment beside an escaped bus": inside("wire \\a[0]+ ; // no `include here"),
    "include in a comment beside a macro of two lines": "`define A 1 \\\n + 1\n// `include\n" + inside(""),
    "file in a comment": "// as in `__FILE__\n" + inside(""),
    "pasted names": "`define REGISTER(n) reg n``_q, FILE_``n, LINE__``n;\n" + inside("`REGISTER(count)"),
    "escaped name": inside("wire \\finish ; assign \\finish = a[0];"),
    "words in strings": inside('initial $display("$finish force tb.q");'),
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_forbidden(name: str) -> None:
    assert reject(FORBIDDEN[name], bench_names={"stats", "q_ref"}, bench_macros={"LIMIT"})


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed(name: str) -> None:
    assert reject(ALLOWED[name], bench_names={"stats", "q_ref"}, bench_macros={"LIMIT"}) == []


def test_findings_name_their_lines() -> None:
    found = reject(inside("\n\ninitial begin\n  $finish;\n  force q = 1;\nend"))
    assert [(finding.line, finding.what) for finding in found] == [(5, "$finish"), (6, "force")]


def test_an_include_has_its_line() -> None:
    found = reject('/* two\nlines */ // and `include\n`include "x"\n' + inside(""))
    assert [(finding.line, finding.what) for finding in found] == [(3, "`include reads files")]


def test_a_block_that_shares_a_name_with_the_bench_is_told_so() -> None:
    code = inside("generate if (1) begin : stats wire w; end endgenerate\nalways @* q = stats.w;")
    (finding,) = reject(code, bench_names={"stats"})
    assert finding.what.startswith("hierarchical name stats.w (the bench has a name stats, too")


def test_audit_reads_the_compiled_programs_calls() -> None:
    program = b'    %vpi_call/w 2 7 "$fopen", "x" {0 0 0};\n    %vpi_func 2 9 "$time" 64 {0 0 0};\n'
    program += b'    %vpi_call 2 3 "$finish";\n'
    assert [(finding.line, finding.what) for finding in audit(program)] == [(3, "$finish"), (7, "$fopen")]


PLACES = {
    "a scope": b"""%vpi_call/w 2 3 "$sformat", v0x5_0, "%m" {0 0 0};""",
    "a scope behind a text": b"""%vpi_call/w 2 3 "$swrite", v0x5_0, "a", "in %5M" {0 0 0};""",
    "a time": b"""%vpi_func/s 2 3 "$sformatf", "%0t", 32'sb01 {0 0 0};""",
    "a text parameter": b"""%vpi_call/w 2 3 "$swriteh", v0x5_0, P_0x7 {0 0 0};""",
    "a computed format": b"""%vpi_call/w 2 3 "$sformat", S<0,vec4,u8>, v0x5_0, "a" {1 0 0};""",
}


@pytest.mark.parametrize("name", PLACES)
def test_audit_finds_what_may_write_its_scope(name: str) -> None:
    program = b"""P_0x7 .param/str "F" 1 2 1, "%0l";\nP_0x8 .param/str "G" 1 2 1, "%d";\n    """ + PLACES[name] + b"\n"
    (finding,) = audit(program)
    assert (finding.line, finding.what.split()[-3:]) == (3, ["%l", "or", "%t"])


def test_audit_lets_texts_be_made() -> None:
    program = b"""P_0x7 .param/str "F" 1 2 1, "%0l";\n    %vpi_call/w 2 3 "$swrite", v0x5_0, "a%%m" {0 0 0};
    %vpi_call/w 2 3 "$sformat", &A<v0x5, v0x6_0 >, "x%0d %s", v0x6_0 {0 0 0};
    %vpi_call/w 2 3 "$display", "%m";
    %vpi_call/w 2 3 "$sformat", S<0,vec4,u8>, "x%0d", v0x6_0 {1 0 0};
    %vpi_func/s 2 3 "$sformatf", "x%0d", v0x6_0;\n"""
    assert audit(program) == []


def test_the_unit_of_delays_is_what_icarus_compiled() -> None:
    text = b"""S_0x1 .scope package, "$unit" "$unit" 2 1;\n .timescale 0 0;
S_0x2 .scope module, "m" "m" 3 2;\n .timescale -9 -12;
S_0x3 .scope function.vec4.s1, "f" "f" 3 1, 3 1 0, S_0x1;\n .timescale 0 0;\n"""
    assert time_unit(text) == 1.0
    assert time_unit(text + b"""S_0x4 .scope module, "u" "s" 3 4, 3 6 0, S_0x2;\n .timescale -5 -6;\n""") == 1e4
    assert time_unit(b"") == 1e9


def test_growth_counts_what_macros_expand_to() -> None:
    assert macro_growth("`define A 1 2 3\n`define B `A `A\nx `B `B") >= 12
    assert macro_growth("no macros") == 0
    assert macro_growth("`define A `A\n`A") > 0


LONG = {
    "comments without an end": "/*" * (MAXIMUM_CHARACTERS // 2),
    "a string without an end": '"' + '\\"' * (MAXIMUM_CHARACTERS // 2 - 1),
    "parameters without an end": "`define a(" * (MAXIMUM_CHARACTERS // 10),
    "as many parameters as words": f"`define a({'b,' * 80_000}b) {'b ' * 80_000}\n`a",
    "one name many times": "`define a\n" * (MAXIMUM_CHARACTERS // 10),
    "calls in calls": "`define a(b) b\n" + "`a(" * 160_000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_a_long_text_is_refused_in_one_walk(text: str) -> None:
    """Each of them took minutes where every mark began the search anew."""
    assert ends_within(2.0, lambda: guard(text))


def test_what_an_unfinished_mark_hides_counts_as_code() -> None:
    assert guard("/* `include") == guard('"`include') == guard('"\\"`include') == "`include reads files"
    assert guard('// `include\n"`include"; /* `include */ "a" module m; endmodule') != ""
    assert guard("// `include\n/* `include */ module m; endmodule") == ""


@given(st.text(max_size=400))
def test_any_text_is_judged_quickly_and_without_raising(text: str) -> None:
    ends_within(2.0, lambda: reject(text))


@given(
    st.lists(
        st.sampled_from(
            [
                "`define A ",
                "`A",
                "`A(",
                ")",
                "(",
                "`ifdef A\n",
                "`endif\n",
                "`else\n",
                "\\\n",
                "\n",
                "module m;",
                "endmodule",
                "begin",
                "end",
                "$finish",
                ".",
                "tb",
                '"',
                "`",
                "``",
                "/*",
                ";",
            ]
        ),
        max_size=60,
    )
)
def test_any_order_of_verilog_pieces_is_judged(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert guard(text) or isinstance(reject(text), list)
