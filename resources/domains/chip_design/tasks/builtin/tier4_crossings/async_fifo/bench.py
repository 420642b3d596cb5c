"""Makes each clock edge by hand, in regular and random order, and compares with a model that counts bytes."""

import random

import cocotb
from cocotb.triggers import Timer


def number(handle):
    """The port's value, or its bits as text where some are X or Z."""
    try:
        return int(handle.value)
    except ValueError:
        return str(handle.value)


def gray(count):
    return count % 16 ^ count % 16 >> 1


class Bench:
    """Counts are plain integers; what a side knows of the other is the other's count two own edges ago."""

    def __init__(self, dut):
        self.dut, self.events, self.generator = dut, 0, random.Random(1)
        for name in ("write_clk", "write_rst", "write_enable", "write_data", "read_clk", "read_rst", "read_enable"):
            getattr(dut, name).value = 0
        self.clear()

    def clear(self):
        self.bytes, self.written, self.removed = [], 0, 0
        self.seen_removed, self.seen_written = [0, 0], [0, 0]

    def compare(self, doing):
        full = self.written - self.seen_removed[0] == 8
        empty = self.removed == self.seen_written[0]
        expected = {"full": full, "empty": empty}
        expected |= {"write_pointer_gray": gray(self.written), "read_pointer_gray": gray(self.removed)}
        if not empty:
            expected["read_data"] = self.bytes[self.removed]
        for name, value in expected.items():
            got = number(getattr(self.dut, name))
            assert got == value, (
                f"MISMATCH event={self.events} {doing} (written {self.written}, read {self.removed}) "
                f"{name}: expected {int(value)} got {got}"
            )
        return full, empty

    async def edge(self, side, enable, check=True):
        """One edge of one clock; the other side's inputs move too, and must not matter."""
        data = self.generator.randrange(256)
        self.dut.write_data.value = data
        self.dut.write_enable.value = enable if side == "write" else self.generator.randrange(2)
        self.dut.read_enable.value = enable if side == "read" else self.generator.randrange(2)
        await Timer(2, unit="ns")
        if check:
            full, empty = self.compare(f"before a {side} edge")
        clock = self.dut.write_clk if side == "write" else self.dut.read_clk
        clock.value = 1
        await Timer(2, unit="ns")
        if check:
            self.step(side, enable, data, full, empty)
            self.compare(f"after a {side} edge with enable {enable}")
        clock.value = 0
        await Timer(1, unit="ns")
        self.events += 1

    def step(self, side, enable, data, full, empty):
        if side == "write":
            self.seen_removed = [self.seen_removed[1], self.removed]
            if enable and not full:
                self.bytes.append(data)
                self.written += 1
        else:
            self.seen_written = [self.seen_written[1], self.written]
            if enable and not empty:
                self.removed += 1

    async def reset(self):
        self.dut.write_rst.value = self.dut.read_rst.value = 1
        for _ in range(4):
            await self.edge("write", 1, check=False)
            await self.edge("read", 1, check=False)
        self.dut.write_rst.value = self.dut.read_rst.value = 0
        self.clear()


async def start(dut):
    bench = Bench(dut)
    await bench.reset()
    return bench


@cocotb.test()
async def fills_and_drains(dut):
    """To full and beyond, then to empty and beyond, from every position of the pointers."""
    bench = await start(dut)
    for _ in range(6):
        for _ in range(11):
            await bench.edge("write", 1)
        for _ in range(3):
            await bench.edge("read", 0)
        for _ in range(12):
            await bench.edge("read", 1)
        for _ in range(3):
            await bench.edge("write", 0)
        for side, enable in (("write", 1), ("read", 1), ("read", 1), ("read", 1), ("write", 0), ("write", 0)):
            await bench.edge(side, enable)


@cocotb.test()
async def single_bytes(dut):
    """Latency of both flags for one byte at a time, and a reset with bytes stored."""
    bench = await start(dut)
    for _ in range(18):
        for side, enable in (("write", 1), ("read", 0), ("read", 1), ("read", 1), ("write", 0)):
            await bench.edge(side, enable)
    for count in (3, 8, 5):
        for _ in range(count):
            await bench.edge("write", 1)
            await bench.edge("read", 0)
        await bench.reset()
        for _ in range(3):
            await bench.edge("read", 1)
            await bench.edge("write", 0)


@cocotb.test()
async def unrelated_clocks(dut):
    """Fast writer, fast reader, equal clocks and no order at all, with random enables."""
    bench = await start(dut)
    for write_share in (0.8, 0.2, 0.5, 0.65, 0.35):
        for write_rate, read_rate in ((1.0, 1.0), (0.9, 0.4), (0.4, 0.9)):
            for _ in range(60):
                if bench.generator.random() < write_share:
                    await bench.edge("write", int(bench.generator.random() < write_rate))
                else:
                    await bench.edge("read", int(bench.generator.random() < read_rate))
