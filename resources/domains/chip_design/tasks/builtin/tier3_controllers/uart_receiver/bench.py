"""Every clock is compared with a model that looks up line samples by edge number in the recorded line."""

import random

import cocotb
from cocotb.triggers import Timer

HALF_NS = 5


class Model:
    """Keeps the history of the line; a frame is judged from it by the edge numbers of the specification."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.history = [1, 1]
        self.frame_start = None
        self.recovering = False
        self.data = self.valid = self.framing_error = 0

    def edge(self, reset, rxd):
        if reset:
            self.clear()
            return
        line = self.history[-2]
        self.history.append(rxd)
        self.valid = self.framing_error = 0
        now = len(self.history)
        if self.recovering:
            self.recovering = not line
        elif self.frame_start is None:
            if not line:
                self.frame_start = now
        elif now - self.frame_start == 8 and line:
            self.frame_start = None
        elif now - self.frame_start == 152:
            self.finish_frame(line)

    def line_at(self, number):
        """The line at edge `number` of the frame under way: what was recorded two clocks before."""
        return self.history[self.frame_start + number - 3]

    def finish_frame(self, stop):
        if stop:
            self.data = sum(self.line_at(24 + 16 * index) << index for index in range(8))
            self.valid = 1
        else:
            self.framing_error = 1
            self.recovering = True
        self.frame_start = None


class Bench:
    """Drives the clock itself: inputs change while it is low, outputs are compared after each edge."""

    def __init__(self, dut):
        self.dut = dut
        self.model = Model()
        self.cycle = 0
        self.bytes = []
        self.errors = 0

    async def clock(self, rxd=1, reset=0):
        dut = self.dut
        dut.rxd.value, dut.reset.value, dut.clk.value = rxd, reset, 0
        await Timer(HALF_NS, unit="ns")
        dut.clk.value = 1
        await Timer(HALF_NS, unit="ns")
        self.cycle += 1
        self.model.edge(reset, rxd)
        for name in ("valid", "framing_error", "data"):
            got, expected = getattr(dut, name).value, getattr(self.model, name)
            assert got.is_resolvable and int(got) == expected, (
                f"cycle={self.cycle} {name}: expected {expected} got {int(got) if got.is_resolvable else got}"
            )
        self.errors += self.model.framing_error
        if self.model.valid:
            self.bytes.append(self.model.data)

    async def hold(self, level, clocks):
        for _ in range(clocks):
            await self.clock(level)

    async def start(self):
        for _ in range(3):
            await self.clock(rxd=0, reset=1)
        await self.hold(1, 5)

    async def send(self, value, stop=1, bit_clocks=16):
        await self.hold(0, bit_clocks)
        for index in range(8):
            await self.hold((value >> index) & 1, bit_clocks)
        await self.hold(stop, bit_clocks)


def received(bench, expected):
    assert bench.bytes == expected, f"cycle={bench.cycle} bytes: expected {expected} got {bench.bytes}"


@cocotb.test()
async def bytes_with_and_without_gaps(dut):
    bench = Bench(dut)
    await bench.start()
    values = [0x55, 0xAA, 0x01, 0x80, 0x00, 0xFF]
    for index, value in enumerate(values):
        await bench.send(value)
        await bench.hold(1, 7 * (index % 2))
    await bench.hold(1, 20)
    received(bench, values)


@cocotb.test()
async def false_starts_are_ignored(dut):
    bench = Bench(dut)
    await bench.start()
    for low in (1, 3, 7, 8):
        await bench.hold(0, low)
        await bench.hold(1, 20)
    received(bench, [])
    await bench.hold(0, 4)
    await bench.hold(1, 12)
    await bench.send(0xC3)
    await bench.hold(1, 10)
    received(bench, [0xC3])
    await bench.hold(0, 9)
    await bench.hold(1, 160)
    received(bench, [0xC3, 0xFF])


@cocotb.test()
async def framing_error_keeps_data_and_waits_for_the_line(dut):
    bench = Bench(dut)
    await bench.start()
    await bench.send(0x3C)
    await bench.send(0x99, stop=0)
    await bench.hold(0, 200)
    await bench.hold(1, 1)
    await bench.send(0x5A)
    await bench.hold(1, 12)
    received(bench, [0x3C, 0x5A])
    assert bench.errors == 1, f"cycle={bench.cycle} framing errors: expected 1 got {bench.errors}"


@cocotb.test()
async def reset_in_the_middle_of_a_frame(dut):
    bench = Bench(dut)
    await bench.start()
    await bench.send(0xE7)
    for cut in (4, 30, 100, 150):
        for clock in range(cut):
            await bench.clock(rxd=(clock // 16) % 2)
        await bench.clock(rxd=0, reset=1)
        await bench.hold(1, 12)
        await bench.send(cut)
        await bench.hold(1, 5)
    await bench.send(0x42, stop=0)
    await bench.clock(rxd=0, reset=1)
    await bench.hold(1, 3)
    await bench.send(0x24)
    await bench.hold(1, 3)


@cocotb.test()
async def random_bytes_at_slightly_wrong_rates(dut):
    source = random.Random(16)
    bench = Bench(dut)
    await bench.start()
    for _ in range(6):
        await bench.send(source.getrandbits(8), bit_clocks=source.choice((16, 16, 17)))
        await bench.hold(1, source.randrange(12))
    for _ in range(40):
        await bench.hold(source.randrange(2), source.randrange(1, 24))
