"""The model divides with Python's divmod and counts edges; every output is compared at every clock."""

import random

import cocotb
from cocotb.triggers import Timer

OUTPUTS = ("busy", "done", "quotient", "remainder", "divide_by_zero")


class Bench:
    """Drives the clock itself: inputs change while it is low, outputs are compared after each edge."""

    def __init__(self, dut):
        self.dut = dut
        self.cycle = 0
        self.expected = dict.fromkeys(OUTPUTS, 0)
        self.operands = (0, 0)
        self.remaining = 0

    def edge(self, reset, start, dividend, divisor):
        expected = self.expected
        expected["done"] = 0
        if reset:
            self.expected = dict.fromkeys(OUTPUTS, 0)
            self.remaining = 0
        elif self.remaining:
            self.remaining -= 1
            if self.remaining == 0:
                self.finish()
        elif start:
            self.operands, self.remaining, expected["busy"] = (dividend, divisor), 8, 1

    def finish(self):
        dividend, divisor = self.operands
        quotient, remainder = divmod(dividend, divisor) if divisor else (255, dividend)
        values = (0, 1, quotient, remainder, int(divisor == 0))
        self.expected = dict(zip(OUTPUTS, values))

    async def clock(self, start=0, dividend=0xEE, divisor=0x11, reset=0):
        dut = self.dut
        dut.start.value, dut.reset.value, dut.clk.value = start, reset, 0
        dut.dividend.value, dut.divisor.value = dividend, divisor
        await Timer(5, unit="ns")
        dut.clk.value = 1
        await Timer(5, unit="ns")
        self.cycle += 1
        self.edge(reset, start, dividend, divisor)
        for name, expected in self.expected.items():
            got = getattr(dut, name).value
            assert got.is_resolvable and int(got) == expected, (
                f"cycle={self.cycle} {self.operands[0]}/{self.operands[1]} {name}: "
                f"expected {expected} got {int(got) if got.is_resolvable else got}"
            )

    async def divide(self, dividend, divisor, idle=0):
        await self.clock(1, dividend, divisor)
        for _ in range(8 + idle):
            await self.clock(0)


async def started(dut):
    bench = Bench(dut)
    await bench.clock(start=1, reset=1)
    await bench.clock()
    return bench


@cocotb.test()
async def boundary_operands(dut):
    bench = await started(dut)
    for dividend in (0, 1, 127, 128, 254, 255):
        for divisor in (0, 1, 2, 127, 128, 129, 255):
            await bench.divide(dividend, divisor)


@cocotb.test()
async def results_are_kept_while_idle_and_busy(dut):
    bench = await started(dut)
    await bench.divide(200, 7, idle=4)
    await bench.divide(9, 0, idle=4)
    await bench.divide(250, 16, idle=1)


@cocotb.test()
async def constant_start_runs_back_to_back(dut):
    bench = await started(dut)
    source = random.Random(3)
    for _ in range(120):
        await bench.clock(1, source.getrandbits(8), source.getrandbits(5))


@cocotb.test()
async def reset_during_and_after_a_division(dut):
    bench = await started(dut)
    await bench.divide(77, 0)
    await bench.clock(reset=1)
    for delay in range(9):
        await bench.divide(99, 10)
        await bench.clock(1, 201, 3)
        for _ in range(delay):
            await bench.clock()
        await bench.clock(start=1, reset=1)
        for _ in range(3):
            await bench.clock()


@cocotb.test()
async def random_operands(dut):
    bench = await started(dut)
    source = random.Random(5)
    for _ in range(60):
        await bench.divide(source.getrandbits(8), source.getrandbits(source.randrange(1, 9)), source.randrange(2))
