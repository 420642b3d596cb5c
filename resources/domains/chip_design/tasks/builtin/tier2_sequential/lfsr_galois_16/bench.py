"""The model multiplies by x^-1 bit by bit over the polynomial's exponents; the state is compared every cycle."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

START = 0xACE1
EXPONENTS = (16, 14, 13, 11)


def advance(state):
    bits = [(state >> index) & 1 for index in range(16)]
    leaving = bits[0]
    shifted = [*bits[1:], 0]
    for exponent in EXPONENTS:
        shifted[exponent - 1] ^= leaving
    return sum(bit << index for index, bit in enumerate(shifted))


class Checker:
    """Drives at the falling edge and compares after the following rising edge."""

    def __init__(self, dut):
        self.dut = dut
        self.model = START
        self.cycle = 0

    def compare(self):
        for name, expected in (("state", self.model), ("bit_out", self.model & 1)):
            got = getattr(self.dut, name).value
            shown = hex(int(got)) if got.is_resolvable else str(got)
            assert got.is_resolvable and int(got) == expected, (
                f"cycle={self.cycle} {name}: expected {expected:#x} got {shown}"
            )

    async def start(self):
        dut = self.dut
        dut.enable.value, dut.load.value, dut.seed.value, dut.reset_n.value = 0, 0, 0, 0
        cocotb.start_soon(Clock(dut.clk, 10, unit="ns").start())
        await FallingEdge(dut.clk)
        self.compare()
        dut.reset_n.value = 1

    async def step(self, enable=0, load=0, seed=0):
        dut = self.dut
        dut.enable.value, dut.load.value, dut.seed.value = enable, load, seed
        await FallingEdge(dut.clk)
        self.cycle += 1
        if load:
            self.model = seed or START
        elif enable:
            self.model = advance(self.model)
        self.compare()


@cocotb.test()
async def free_run_and_hold(dut):
    checker = Checker(dut)
    await checker.start()
    for _ in range(300):
        await checker.step(enable=1)
    for _ in range(5):
        await checker.step(seed=0x1234)


@cocotb.test()
async def load_has_priority_and_zero_is_refused(dut):
    checker = Checker(dut)
    await checker.start()
    for seed in (0x0001, 0x8000, 0x0000, 0xFFFF, 0x0000, 0x0100):
        await checker.step(enable=1, load=1, seed=seed)
        await checker.step(enable=1)
        await checker.step(load=1, seed=seed)
        await checker.step()
    for index in range(16):
        await checker.step(load=1, seed=1 << index)
        await checker.step(enable=1, seed=0xBEEF)


@cocotb.test()
async def reset_is_asynchronous_and_wins(dut):
    checker = Checker(dut)
    await checker.start()
    for _ in range(7):
        await checker.step(enable=1)
    await Timer(2, unit="ns")
    dut.reset_n.value = 0
    await Timer(1, unit="ns")
    checker.model = START
    checker.compare()
    dut.load.value, dut.seed.value, dut.enable.value = 1, 0x1111, 1
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    checker.compare()
    dut.reset_n.value = 1
    await checker.step(enable=1)


@cocotb.test()
async def random_traffic(dut):
    source = random.Random(20)
    checker = Checker(dut)
    await checker.start()
    for _ in range(400):
        seed = source.choice((0, source.getrandbits(16)))
        await checker.step(enable=source.randrange(4) > 0, load=source.randrange(8) == 0, seed=seed)
