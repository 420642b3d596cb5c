`timescale 1ns/1ns
// A byte-addressed image of the registers and two response slots, stepped beside the design. Every address is written and
// read, every register with every strobe; an LFSR of 10 bits brings every two cycles of handshakes.
module testbench;
    reg         aclk = 0, aresetn;
    reg  [7:0]  awaddr, araddr;
    reg  [31:0] wdata;
    reg  [3:0]  wstrb;
    reg         awvalid, wvalid, bready, arvalid, rready;
    wire        awready, wready, bvalid, arready, rvalid;
    wire [1:0]  bresp, rresp;
    wire [31:0] rdata;

    // At an event of its own, as an always @* of the design waits for one.
    initial begin
        aresetn <= 0;
        awaddr <= 0;
        araddr <= 0;
        wdata <= 0;
        wstrb <= 0;
        awvalid <= 0;
        wvalid <= 0;
        bready <= 0;
        arvalid <= 0;
        rready <= 0;
    end

    axi_lite_registers dut(
        .aclk(aclk), .aresetn(aresetn), .awaddr(awaddr), .awvalid(awvalid), .awready(awready), .wdata(wdata),
        .wstrb(wstrb), .wvalid(wvalid), .wready(wready), .bresp(bresp), .bvalid(bvalid), .bready(bready),
        .araddr(araddr), .arvalid(arvalid), .arready(arready), .rdata(rdata), .rresp(rresp), .rvalid(rvalid),
        .rready(rready));

    reg  [7:0]  image [0:11];
    reg  [31:0] count = 0, m_rdata = 0;
    reg         m_bvalid = 0, m_rvalid = 0;
    reg  [1:0]  m_bresp = 0, m_rresp = 0;
    reg  [9:0]  lfsr = 1;
    integer     checks = 0, errors = 0, shown = 0, cycle = 0, seed = 7, lane, place, word;

    always #5 aclk = ~aclk;

    task compare(input [8*8-1:0] name, input [31:0] got, input [31:0] want);
        begin
            checks = checks + 1;
            if (got !== want) begin
                errors = errors + 1;
                if (shown < 5) begin
                    shown = shown + 1;
                    $display("MISMATCH cycle=%0d %0s: expected %0h got %0h", cycle, name, want, got);
                end
            end
        end
    endtask

    // Reads use the image before the write of the same cycle.
    task step_model;
        reg takes_write, takes_read;
        begin
            takes_write = awvalid && wvalid && !m_bvalid;
            takes_read  = arvalid && !m_rvalid;
            if (!aresetn) begin
                for (lane = 0; lane < 12; lane = lane + 1) image[lane] = 0;
                count = 0; m_bvalid = 0; m_rvalid = 0; m_bresp = 0; m_rresp = 0; m_rdata = 0;
            end else begin
                if (takes_read) begin
                    m_rvalid = 1;
                    m_rresp  = araddr > 15 ? 2 : 0;
                    place    = araddr & 8'hFC;
                    if (araddr > 15)        m_rdata = 0;
                    else if (araddr > 11)   m_rdata = count;
                    else m_rdata = {image[place + 3], image[place + 2], image[place + 1], image[place]};
                end else if (rready) m_rvalid = 0;
                if (takes_write) begin
                    m_bvalid = 1;
                    m_bresp  = awaddr > 11 ? 2 : 0;
                    if (awaddr < 12) begin
                        count = count + 1;
                        place = awaddr & 8'hFC;
                        for (lane = 0; lane < 4; lane = lane + 1)
                            if (wstrb[lane]) image[place + lane] = wdata >> (8 * lane);
                    end
                end else if (bready) m_bvalid = 0;
            end
        end
    endtask

    function [7:0] some_address(input integer draw);
        // Mostly the four registers with odd low bits; sometimes each address bit above them.
        some_address = (draw & 3) ? {4'd0, draw[7:4]} : (8'd1 << draw[6:4]) | {4'd0, draw[11:8]};
    endfunction

    task one_cycle;
        begin
            #1;
            compare("awready", awready, awvalid && wvalid && !m_bvalid);
            compare("wready", wready, awvalid && wvalid && !m_bvalid);
            compare("arready", arready, arvalid && !m_rvalid);
            @(posedge aclk);
            step_model;
            cycle = cycle + 1;
            @(negedge aclk);
            compare("bvalid", bvalid, m_bvalid);
            compare("rvalid", rvalid, m_rvalid);
            // A response that is over may leave what it likes; a reset leaves zeros.
            if (m_rvalid || !aresetn) begin
                compare("rdata", rdata, m_rdata);
                compare("rresp", rresp, m_rresp);
            end
            if (m_bvalid || !aresetn) compare("bresp", bresp, m_bresp);
        end
    endtask

    task draw_inputs(input integer patience);
        integer draw;
        begin
            draw    = $random(seed);
            awvalid = draw[0] | draw[1];
            wvalid  = draw[2] | draw[3];
            arvalid = draw[4] | draw[5];
            bready  = (draw[11:8] % patience) == 0;
            rready  = (draw[15:12] % patience) == 0;
            wstrb   = $random(seed);
            wdata   = $random(seed);
            awaddr  = some_address($random(seed));
            araddr  = some_address($random(seed));
        end
    endtask

    task idle;
        begin
            awvalid = 0; wvalid = 0; arvalid = 0; bready = 1; rready = 1;
            one_cycle; one_cycle;
        end
    endtask

    task read_all;
        for (word = 0; word < 4; word = word + 1) begin
            arvalid = 1; rready = 1; araddr = 4 * word + cycle % 4;
            one_cycle;
            arvalid = 0;
            one_cycle;
        end
    endtask

    // Written and read at the same edge, then all registers are read.
    task write_one(input [7:0] address, input [3:0] strobe);
        begin
            awaddr = address; araddr = address; wdata = $random(seed); wstrb = strobe;
            awvalid = 1; wvalid = 1; arvalid = 1; bready = 1; rready = 1;
            one_cycle;
            awvalid = 0; wvalid = 0; arvalid = 0;
            one_cycle;
            read_all;
        end
    endtask

    // A write whose address is there `early` cycles before its data, or after it, and whose response waits; beside it a
    // read whose response waits.
    task offer_apart(input integer early, input integer waiting);
        begin
            awaddr = 4 * (waiting % 3); wdata = $random(seed); wstrb = $random(seed) | 1; araddr = awaddr;
            bready = 0; rready = 0; arvalid = 1;
            for (step = 0; step < 4; step = step + 1) begin
                awvalid = step >= -early; wvalid = step >= early;
                if (awvalid && wvalid) step = 4;
                one_cycle;
            end
            // New requests at the door while the responses wait, and while they are taken.
            awvalid = 1; wvalid = 1; awaddr = 8; wdata = ~wdata; wstrb = 15; araddr = 12;
            for (step = 0; step < waiting; step = step + 1) one_cycle;
            bready = 1; rready = 1;
            one_cycle; one_cycle;
            idle;
            read_all;
        end
    endtask

    integer round, step;
    initial begin
        @(negedge aclk);
        one_cycle; one_cycle;
        aresetn = 1;
        for (round = 0; round < 64; round = round + 1) write_one(round / 4, 1 << round % 4);
        for (round = 0; round < 256; round = round + 1) write_one(round, 15);
        for (round = 0; round < 64; round = round + 1) write_one(round / 16 * 4, round);
        for (round = 0; round < 28; round = round + 1) offer_apart(round % 7 - 3, round / 7);
        for (round = 0; round < 1023; round = round + 1) begin
            for (step = 0; step < 5; step = step + 1) lfsr = {lfsr[8:0], lfsr[9] ^ lfsr[6]};
            draw_inputs(1);
            {awvalid, wvalid, bready, arvalid, rready} = lfsr[4:0];
            one_cycle;
        end
        // Many writes, so that a narrow counter runs over.
        awvalid = 1; wvalid = 1; bready = 1; arvalid = 0; awaddr = 0; wstrb = 0;
        for (round = 0; round < 4200; round = round + 1) one_cycle;
        // Sixteen bits and more, with nothing compared on the way.
        for (round = 0; round < 131100; round = round + 1) begin
            @(posedge aclk);
            if (!m_bvalid) count = count + 1;
            m_bvalid = !m_bvalid;
            cycle = cycle + 1;
            @(negedge aclk);
        end
        idle;
        read_all;
        for (round = 1; round <= 4; round = round + 1) begin
            for (step = 0; step < 500; step = step + 1) begin
                draw_inputs(round);
                one_cycle;
            end
            // Reset while responses wait, with requests at the door.
            bready = 0; rready = 0; awvalid = 1; wvalid = 1; arvalid = 1; awaddr = 4; araddr = 4; wstrb = 15;
            one_cycle;
            aresetn = 0;
            one_cycle;
            aresetn = 1;
        end
        $display("@VERDICT@ checks=%0d errors=%0d", checks, errors);
        $finish;
    end
endmodule
