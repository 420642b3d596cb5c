"""The bench of a drawn processor: its memory, with waits, and what an interpreter says of each transfer.

Transfers of short programs are compared one by one. Of a long program all transfers go into a digest of 32 bits, which
is compared every 4,096 of them and at the end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from resources.domains.chip_design.tasks.costly.instruction_set import ADDRESS_BITS, WORDS, Interpreter, Transfer

if TYPE_CHECKING:
    from resources.domains.chip_design.tasks.costly.processors import Processor

_BETWEEN = 4096
_MOST = 1_000_000
_FULL = 0xFFFFFFFF


@dataclass(frozen=True)
class Bus:
    """The names of its ports."""

    prefix: str
    said: str

    @property
    def request(self) -> str:
        return f"{self.prefix}_request"

    @property
    def write(self) -> str:
        return f"{self.prefix}_write"

    @property
    def address(self) -> str:
        return f"{self.prefix}_address"

    @property
    def written(self) -> str:
        return f"{self.prefix}_data_out"

    @property
    def read(self) -> str:
        return f"{self.prefix}_data_in"

    @property
    def answer(self) -> str:
        return f"{self.prefix}_{self.said}"


_BENCH = """`timescale 1ns / 1ps
// The memory of a processor. Expected values come from an interpreter of its instructions.
module testbench;
    reg clk = 1'b0;
    reg reset = {inactive};
    reg answer = 1'b0;
    reg [{high}:0] read = 0;
    wire request, write, halted;
    wire [{address_high}:0] address;
    wire [{high}:0] written;

    {module} dut(
        .{clock}(clk), .{reset}(reset), .{answer}(answer), .{read}(read), .{request}(request), .{write}(write),
        .{address}(address), .{written}(written), .halted(halted)
    );

    reg [{high}:0] memory [0:{top}];
    reg [{high}:0] image [0:{top}];
    reg [63:0] expected [0:1023];
    reg [31:0] digests [0:255];
    reg [31:0] chance;
    reg [31:0] digest, mark;
    reg [4:0] wait_left;
    reg was_idle, in_transfer;
    reg [{held_high}:0] held;
    integer checks = 0;
    integer errors = 0;
    integer run = 0;
    integer transfers, idle, cycle, limit, index, most, place;

    task finish_run;
        begin
            $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
            $finish;
        end
    endtask

    task fail(input [8*16-1:0] what, input [63:0] got, input [63:0] wanted);
        begin
            errors = errors + 1;
            $display("MISMATCH run=%0d transfer=%0d cycle=%0d %0s: expected %h got %h", run, transfers, cycle,
                what, wanted, got);
            if (errors >= 6) finish_run;
        end
    endtask

    task check(input [8*16-1:0] what, input [63:0] got, input [63:0] wanted);
        begin
            checks = checks + 1;
            if (got !== wanted) fail(what, got, wanted);
        end
    endtask

    task put8(input integer start, input [255:0] words);
        for (place = 0; place < 8; place = place + 1) image[start + place] = words[255 - 32 * place -: 32];
    endtask

    task want4(input integer start, input [255:0] words);
        for (place = 0; place < 4; place = place + 1) expected[start + place] = words[255 - 64 * place -: 64];
    endtask

    task digest8(input integer start, input [255:0] words);
        for (place = 0; place < 8; place = place + 1) digests[start + place] = words[255 - 32 * place -: 32];
    endtask

    task reset_now;
        begin
            reset = {active};
            answer = 1'b0;
            #1;
{at_once}
            #4 clk = 1'b1;
            #1 check("after a reset", {{halted, request, write, address, written}}, {{3'b010, {idle_zeros}}});
            #4 clk = 1'b0;
            reset = {inactive};
            #1 check("after a reset", {{halted, request, write, address, written}}, {{3'b010, {idle_zeros}}});
            #4;
        end
    endtask

    // One clock cycle: what is asked for is looked at twice, before and after the inputs change.
    task step_cycle;
        begin
            chance = {{chance[30:0], 1'b0}} ^ (chance[31] ? 32'h04C11DB7 : 32'd0);
            if (request !== 1'b1) begin
                answer = chance[7];
                if (run < {trials}) read = ~chance;
            end else if (in_transfer && held !== {{write, address, written}}) begin
                fail("changes", {{write, address, written}}, held);
            end else if (wait_left != 0) begin
                wait_left = wait_left - 1'b1;
                answer = 1'b0;
                if (run < {trials}) read = chance;
            end else begin
                answer = 1'b1;
                read = write === 1'b0 ? memory[address] : chance;
            end
            in_transfer = request === 1'b1 && !answer;
            held = {{write, address, written}};
            #1;
            if (request === 1'b1) begin
                if (held !== {{write, address, written}} || halted !== 1'b0) fail("follows inputs", held, 0);
            end else if ({{request, write, address, written}} !== 0) begin
                fail("not idle", {{request, write, address, written}}, 0);
            end
            #4 clk = 1'b1;
            cycle = cycle + 1;
            #1;
        end
    endtask

    task take_transfer;
        begin
            if (held[{held_high}]) memory[held[{address_top}:{address_low}]] = held[{high}:0];
            mark = {{held[{held_high}], was_idle, held[{address_top}:{address_low}], 20'd0}};
            digest = {{digest[26:0], digest[31:27]}} ^ held[{high}:0] ^ mark;
            if (run < {trials})
                check("transfer", {{mark[30], mark[31], mark[29:20], {pad_word}held[{high}:0]}}, expected[transfers]);
            transfers = transfers + 1;
            wait_left = !chance[0] ? 5'd0 : run < {trials} ? chance[3:1] : chance[5:1];
            if (run >= {trials} && transfers % {between} == 0)
                check("digest", digest, digests[transfers / {between} - 1]);
        end
    endtask

    // Runs until it halts; `wanted` transfers are to be seen. `cut` ends it after so many cycles; 0: not.
    task run_program(input integer wanted, input [31:0] total, input integer cut);
        reg completes;
        begin
            for (index = 0; index <= {top}; index = index + 1) memory[index] = image[index];
            chance = 32'h1234_5679 + run;
            digest = 32'd0;
            transfers = 0;
            cycle = 0;
            idle = 0;
            wait_left = 0;
            was_idle = 0;
            in_transfer = 0;
            reset_now;
            while (halted === 1'b0 && transfers <= wanted && idle < 4 && (cut == 0 || cycle < cut)) begin
                completes = request === 1'b1;
                step_cycle;
                completes = completes && answer;
                if (completes) take_transfer;
                if (!in_transfer) was_idle = !completes;
                idle = completes || in_transfer ? 0 : idle + 1;
                #4 clk = 1'b0;
            end
            if (cut == 0) begin
                check("transfers", transfers, wanted);
                check("halted", halted, 1'b1);
                check("digest", digest, total);
                for (index = 0; index < 24; index = index + 1) begin
                    step_cycle;
                    #4 clk = 1'b0;
                    if (!halted || request) fail("halted", {{halted, request}}, 2'b10);
                end
                if (errors != 0) finish_run;
            end
            run = cut == 0 ? run + 1 : run;
        end
    endtask

    initial begin
        #1;
{rows}
        finish_run;
    end
endmodule
"""
_AT_ONCE = """            check("reset at once", {{halted, request, write, address, written}},
                {{3'b010, {idle_zeros}}});"""
_CUTS = (1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 19, 23, 28, 34, 41)
"""Cycles after which a reset comes into a short program."""


def bench_text(processor: "Processor", memories: Sequence[list[int]], trials: int) -> str:
    """The first `trials` programs are short. Raises ValueError where one does not halt."""
    kept, clocking, bus = processor.instructions, processor.clocking, processor.bus
    width = kept.width
    zeros = f"{ADDRESS_BITS + width}'d0"
    rows: list[str] = []
    for place, memory in enumerate(memories):
        transfers = Interpreter(kept, list(memory)).transfers(_MOST)
        if processor.is_fused:
            transfers = [transfer._replace(behind_idle=False) for transfer in transfers]
        rows += _program_rows(memory, transfers, is_long=place >= trials)
        digests = list(_digests(transfers))
        if place == 0:
            rows += [f"        run_program({len(transfers)}, 32'h{digests[-1]:08x}, {cut});" for cut in _CUTS]
        rows.append(f"        run_program({len(transfers)}, 32'h{digests[-1]:08x}, 0);")
    return _BENCH.format(
        active=f"1'b{clocking.active}",
        inactive=f"1'b{1 - clocking.active}",
        high=width - 1,
        address_high=ADDRESS_BITS - 1,
        top=WORDS - 1,
        module=processor.module,
        clock=clocking.clock,
        reset=clocking.reset,
        answer=bus.answer,
        read=bus.read,
        request=bus.request,
        write=bus.write,
        address=bus.address,
        written=bus.written,
        held_high=ADDRESS_BITS + width,
        address_top=ADDRESS_BITS + width - 1,
        address_low=width,
        idle_zeros=zeros,
        at_once=_AT_ONCE.format(idle_zeros=zeros) if clocking.asynchronous else "",
        pad_word=f"{32 - width}'d0, " if width < 32 else "",
        trials=trials,
        between=_BETWEEN,
        rows="\n".join(rows),
    )


def _program_rows(memory: Sequence[int], transfers: Sequence[Transfer], *, is_long: bool) -> Iterator[str]:
    for start in range(0, WORDS, 8):
        yield f"        put8({start}, 256'h{_joined(memory[start : start + 8], 8)});"
    if is_long:
        digests = [*_digests(transfers)][:-1]
        for start in range(0, len(digests), 8):
            yield f"        digest8({start}, 256'h{_joined([*digests[start : start + 8], *[0] * 8][:8], 8)});"
        return
    words = [
        transfer.behind_idle << ADDRESS_BITS + 33
        | (transfer.written is not None) << ADDRESS_BITS + 32
        | transfer.address << 32
        | (transfer.written or 0)
        for transfer in transfers
    ]
    for start in range(0, len(words), 4):
        yield f"        want4({start}, 256'h{_joined([*words[start : start + 4], *[0] * 4][:4], 16)});"


def _joined(words: Sequence[int], digits: int) -> str:
    return "_".join(f"{word:0{digits}x}" for word in words)


def _digests(transfers: Sequence[Transfer]) -> Iterator[int]:
    """Behind each 4,096 transfers, and at the end."""
    digest = 0
    for place, (address, written, behind_idle) in enumerate(transfers, 1):
        mark = (written is not None) << 31 | behind_idle << 30 | address << 20
        digest = ((digest << 5 | digest >> 27) & _FULL) ^ (written or 0) ^ mark
        if place % _BETWEEN == 0:
            yield digest
    yield digest
