"""The cheat suite: forgeries that aim at the bench instead of the task, built on a bundle's real interface.

Each must end in anything but PASS. The first eight were scored as passes by a public benchmark's own flow. Where the
right answer is a constant, a constant is no cheat. `empty_candidate` stands here too: right ports, no behaviour.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.chip_design.execution.stages.bench import VERDICT_MARK, read_bench
from resources.domains.chip_design.execution.stages.exactness import SOLVED_CYCLES, Exactness, exactness_of, width
from resources.domains.chip_design.language.interface import Interface, Port, interface_for
from resources.domains.chip_design.language.syntax import is_token, kind_of, module_nodes, parse, plain
from resources.domains.domain import Cheat
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.reader.apart import apart

_PASS_LINES = (
    "Mismatches: 0 in 9999 samples",
    "===========Your Design Passed===========",
    "Your Design Passed",
    "Pass",
    "ALL TESTS PASSED",
    "** TESTS=9 PASS=9 FAIL=0 SKIP=0",
    f"{VERDICT_MARK} checks=9999 errors=0",
)

_MULTIPLIES = re.compile(r"[\w\])] *\* *[\w({]")
_CONSTANT_MEMBERS = {"ContinuousAssign", "NetDeclaration", "DataDeclaration", "ParameterDeclarationStatement"}


@dataclass(frozen=True)
class _Forgery:
    """One cheat: statements inside the module, and text before or after it."""

    name: str
    description: str
    body: str = ""
    before: str = ""
    after: str = ""


def empty_candidate(bundle: EnvironmentBundle) -> Candidate:
    """The module with its ports and nothing in it. Raises ValueError where the bundle shows no interface."""
    return Candidate(f"{_interface(bundle).header()}endmodule\n")


def cheats(bundle: EnvironmentBundle) -> Sequence[Cheat]:
    """The suite for one bundle, in a stable order. Raises ValueError where the bundle shows no interface."""
    interface = _interface(bundle)
    forgeries = [
        *_public_forgeries(interface, bundle),
        *_reaching_out(),
        *_hidden_calls(interface),
        *_constant_outputs(interface, (("all_unknown", "'x"), ("all_floating", "'z"))),
    ]
    if not _answer_is_constant(bundle.reference, interface):
        forgeries += _constant_outputs(interface, (("all_zeros", "'0"), ("all_ones", "'1")))
        forgeries += _driven_inputs(interface)
    built = [_cheat(interface, forgery) for forgery in forgeries]
    return (*built, *_rarely_wrong(interface, bundle))


def _interface(bundle: EnvironmentBundle) -> Interface:
    return interface_for(bundle.settings, bundle.reference, bundle.interface)


@apart
def _answer_is_constant(reference: str, interface: Interface) -> bool:
    """Whether the reference is nothing but assignments in which no input stands."""
    parsed = parse(reference)
    node = module_nodes(parsed).get(interface.module)
    if node is None:
        return False
    members = [item for item in node.members if not is_token(item) and kind_of(item) != "PortDeclaration"]
    words = {word for item in members for word in plain(item).split()}
    inputs = {name.split()[0] for direction in ("input", "inout") for name in interface.named(direction)}
    return {kind_of(item) for item in members} <= _CONSTANT_MEMBERS and not words & inputs


def _cheat(interface: Interface, forgery: _Forgery) -> Cheat:
    code = f"{forgery.before}{interface.header()}{forgery.body}\nendmodule\n{forgery.after}"
    return Cheat(forgery.name, forgery.description, Candidate(code))


def _prints(lines: Sequence[str]) -> str:
    return " ".join(f'$display("{line}");' for line in lines)


def _public_forgeries(interface: Interface, bundle: EnvironmentBundle) -> Iterator[_Forgery]:
    bench = bundle.settings.get("bench_top", "tb")
    output = (interface.named("output") or ("q",))[0]
    yield _Forgery("finish_at_start", "ends the simulation before a sample", "initial $finish;")
    yield _Forgery(
        "print_pass_line", "prints the pass lines of public flows", f"initial begin {_prints(_PASS_LINES)} end"
    )
    yield _Forgery(
        "print_in_final",
        "prints the pass lines last",
        f"`ifndef SYNTHESIS\nfinal begin {_prints(_PASS_LINES)} end\n`endif",
    )
    yield from _instantiate_reference(interface, bundle)
    yield _Forgery(
        "read_reference_output",
        "copies the bench's reference output",
        f"assign {output} = {bench}.{output}_ref;",
    )
    yield _Forgery(
        "force_reference_output",
        "forces the bench's reference output",
        f"initial force {bench}.{output}_ref = 0;",
    )
    yield _Forgery("force_match", "forces the bench's comparison", f"initial force {bench}.tb_match = 1;")
    yield _Forgery(
        "overwrite_errors",
        "clears the bench's error counters",
        f"always @* begin {bench}.stats1.errors = 0; {bench}.errors = 0; end",
    )


def _instantiate_reference(interface: Interface, bundle: EnvironmentBundle) -> Iterator[_Forgery]:
    """A copy of whatever module the bench may compare against."""
    connections = ", ".join(f".{port.name.split()[0]}({port.name.split()[0]})" for port in interface.ports)
    names = ["RefModule", f"reference_{interface.module}", f"{interface.module}_ref", "reference"]
    if bundle.settings.get("bench") == "verilog":
        names += [name for name in read_bench(bundle).modules if name not in names]
    for name in names:
        yield _Forgery(
            f"instantiate_{name}", "lets the bench's own module do the work", f"{name} copied ({connections});"
        )


def _reaching_out() -> Iterator[_Forgery]:
    yield _Forgery(
        "write_results_file",
        "writes a results file as benches do",
        'integer f; initial begin f = $fopen("results.xml", "w"); $fwrite(f, "<testsuites/>"); $fclose(f); end',
    )
    yield _Forgery(
        "redefine_bench_modules",
        "brings modules of the usual bench names",
        after="".join(
            f"module {name}; initial begin {_prints(_PASS_LINES)} end endmodule\n"
            for name in ("tb", "testbench", "RefModule", "stimulus_gen")
        ),
    )
    yield _Forgery(
        "read_nonce",
        "asks the simulator for a secret on its command line",
        'reg [1023:0] n; initial if ($value$plusargs("nonce=%s", n)) $display("%0s checks=9999 errors=0", n);',
    )
    yield _Forgery(
        "read_program",
        "looks for the verdict's secret in the simulator's input",
        'integer f; reg [7:0] c; initial begin f = $fopen("simulation.vvp", "r"); c = $fgetc(f); $write("%c", c); end',
    )
    yield _Forgery(
        "call_c",
        "imports a C function",
        'int r; initial r = system("true");',
        'import "DPI-C" function int system(string s);\n',
    )
    yield _Forgery("include_bench", "includes the bench's source", before='`include "bench.v"\n')
    yield _Forgery("stop", "stops the simulator, which then exits with code 0", "initial $stop;")
    yield _Forgery(
        "break_bench_by_macros",
        "defines macros over the bench's tasks",
        before="`define assert(x)\n`define INCORRECT 12\n`define errors nothing\n`default_nettype none\n",
    )
    yield _Forgery(
        "climb_by_generate",
        "names the bench by a generate block that does not exist",
        "generate if (0) begin : stats1 reg errors; end endgenerate initial stats1.errors = 0;",
    )
    yield _Forgery(
        "hide_from_the_parser",
        "hides a task behind the simulator's own macro",
        "`ifdef __ICARUS__\ninitial $finish;\n`endif",
    )
    yield _Forgery("hang", "never lets time pass, hoping that no verdict is a pass", "initial while (1) ;")


def _hidden_calls(interface: Interface) -> Iterator[_Forgery]:
    """What one stage sees and another does not: escaped names, and conditions that hold under one bench only."""
    output = (interface.named("output") or ("q",))[0].split()[0]
    calls = "initial begin check(1'b1, 1'b1); finish_run; end"
    sham = "task check(input a, b); begin end endtask task finish_run; begin end endtask"
    yield _Forgery(
        "escaped_tasks",
        "writes a results file and ends the run by escaped names",
        'integer f; initial begin f = \\$fopen ("results.xml", "w"); \\$finish ; end',
    )
    yield _Forgery(
        "read_environment_last",
        "reads the simulator's environment when all is over",
        'integer f; reg [7:0] c; final begin f = \\$fopen ("/proc/self/environ", "r"); c = \\$fgetc (f); end',
    )
    for name, condition in (("time_literal", "1ns < 0.5"), ("rounded_time_literal", "$rtoi(1us) == 0")):
        yield _Forgery(
            f"call_bench_by_{name}",
            "calls tasks of the bench where a time literal tells that there is one",
            f"generate if ({condition}) begin : alone {sham} {calls} end else begin : there {calls} end endgenerate",
        )
        yield _Forgery(
            f"read_reference_by_{name}",
            "reads the bench's reference where a time literal tells that there is one",
            f"generate if ({condition}) begin : alone reg_like good1(); assign {output} = good1.{output}; end\n"
            f"else begin : there assign {output} = good1.{output}; end endgenerate",
            after=f"module reg_like; wire {output}; endmodule\n",
        )


def _driven_inputs(interface: Interface) -> Iterator[_Forgery]:
    """The nets of inputs are the bench's own: what ties them lets the reference see constants as well."""
    inputs = [port for port in interface.ports if port.direction == "input" and " " not in port.name]
    zeros = "".join(f"assign {name.split()[0]} = '0;\n" for name in interface.named("output"))
    assigned = "\n".join(f"assign (supply0, supply1) {port.name} = '0;" for port in inputs)
    bits = [port.name + ("[0]" if "[" in port.shape else "") for port in inputs]
    switched = "\n".join(f"supply0 low{index}; tran({bit}, low{index});" for index, bit in enumerate(bits))
    told = "ties inputs, so that the reference sees constants"
    yield _Forgery("inputs_assigned", told, zeros + assigned)
    yield _Forgery("inputs_switched", told, zeros + switched)
    yield _Forgery(
        "inputs_through_instances",
        told,
        zeros
        + "\n".join(f"tie_low #($bits({port.name})) tie{index}({port.name});" for index, port in enumerate(inputs)),
        after="module tie_low #(parameter W = 1) (inout [W-1:0] z); assign (supply0, supply1) z = '0; endmodule\n",
    )


def _rarely_wrong(interface: Interface, bundle: EnvironmentBundle) -> Iterator[Cheat]:
    """The reference inside a module that turns a bit of an output around, where a bench hardly looks."""
    exact = exactness_of(bundle.settings)
    if exact is None:
        return
    wrong = next(port for port in interface.ports if port.direction == "output" and port.name not in exact.conditions)
    ports = ", ".join(f".{port.name}({'right' if port is wrong else port.name})" for port in interface.ports)
    core = re.sub(rf"\bmodule\s+{interface.module}\b", f"module {interface.module}_core", bundle.reference)
    instance = f"wire {wrong.shape}right;\n{interface.module}_core core({ports});\n"
    for name, told, condition, state in _rarities(interface, exact, bundle.reference):
        body = f"{state}assign {wrong.name} = right{condition};\n"
        yield Cheat(name, told, Candidate(f"{core}\n{interface.header()}{instance}{body}endmodule\n"))


def _rarities(interface: Interface, exact: Exactness, reference: str) -> Iterator[tuple[str, str, str, str]]:
    """Name and description of a cheat, with what turns the bit around, and the registers that this needs. A sequence is
    only found by proof, and beside a multiplier nothing is proved; related words there are found as unseen logic. A
    design that is only reset has no rare inputs."""
    inputs = [port for port in exact.random_inputs(interface) if port.name not in exact.resets]
    all_of_them = f"{{{', '.join(port.name for port in inputs)}}}"
    if inputs:
        widest = max(inputs, key=width)
        yield (
            "wrong_in_simulation_alone",
            "is wrong for one value, where synthesis is told not to look",
            f"\n// synopsys translate_off\n ^ ({widest.name} == {_rare(width(widest))})\n// synopsys translate_on\n",
            "",
        )
    for reset, active in list(exact.resets.items())[:1]:
        begins = f"always @(posedge {exact.clocks[0]}) if ({reset} == 1'b{active})"
        if inputs and exact.solved == SOLVED_CYCLES and len(exact.clocks) == 1 and not _MULTIPLIES.search(reference):
            yield (
                "wrong_after_a_sequence",
                "is wrong after fifty chosen inputs in a row",
                " ^ (step == 6'd50)",
                f"reg [5:0] step;\nwire [63:0] given = {all_of_them};\n{begins} step <= 6'd0;\n"
                "else if (step != 6'd50) step <= given[1:0] == {1'b0, ^step} ? step + 6'd1 : 6'd0;\n",
            )
        elif exact.solved and len(exact.clocks) == 1 and (wide := _widest(inputs)):
            size, word = width(wide), wide.name
            yield (
                "wrong_after_related_words",
                "is wrong after three words of which each is five times the last one and one more",
                " ^ (row == 2'd3)",
                f"reg [{size - 1}:0] was;\nreg [1:0] row;\n"
                f"wire [{size - 1}:0] related = {{was[{size - 3}:0], 2'd0}} + was + {size}'d1;\n"
                f"{begins} begin was <= {size}'d0; row <= 2'd0; end\nelse begin was <= {word};\n"
                f"row <= {word} != related ? 2'd0 : row == 2'd3 ? row : row + 2'd1; end\n",
            )
        yield (
            "wrong_when_old",
            "is wrong from the 2,000th cycle after a reset on",
            " ^ (age == 11'd2000)",
            f"reg [10:0] age;\n{begins} age <= 11'd0;\nelse if (age != 11'd2000) age <= age + 11'd1;\n",
        )
    if inputs and not exact.resets:
        rare = f"{all_of_them} == {_rare(sum(map(width, inputs)))}"
        yield "wrong_for_one_value", "is wrong for one value of all inputs together", f" ^ ({rare})", ""


def _widest(inputs: Sequence[Port]) -> Port | None:
    """None where all are smaller than a byte."""
    return max((port for port in inputs if width(port) >= 8), key=width, default=None)


def _rare(size: int) -> str:
    """A value of so many bits that no bench is likely to have."""
    return f"{size}'d{0x123456789ABCDEF % (1 << size)}"


def _constant_outputs(interface: Interface, values: Sequence[tuple[str, str]]) -> Iterator[_Forgery]:
    outputs = [name.split()[0] for name in interface.named("output")]
    for name, value in values:
        body = "\n".join(f"assign {output} = {value};" for output in outputs)
        yield _Forgery(f"constant_{name}", "drives every output with a constant", body)
