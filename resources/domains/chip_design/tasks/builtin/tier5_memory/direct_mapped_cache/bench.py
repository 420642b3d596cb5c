"""Drives requests, plays the memory with random wait states, and checks each cycle against a dictionary model."""

import random

import cocotb
from cocotb.triggers import Timer


def number(handle):
    """The port's value, or its bits as text where some are X or Z."""
    try:
        return int(handle.value)
    except ValueError:
        return str(handle.value)


class Bench:
    def __init__(self, dut):
        self.dut, self.cycle, self.generator = dut, 0, random.Random(1)
        self.memory = {address: (address * 259 + 7) & 0xFFFF for address in range(256)}
        self.lines = {}  # line number -> [address, word, dirty]

    async def tick(self, doing, expected, **inputs):
        """One cycle: inputs that are not named are random where they must be ignored, else 0."""
        noise = self.generator.randrange
        values = {"rst": 0, "request_valid": noise(2), "request_write": noise(2), "memory_ready": noise(2)}
        values |= {"request_address": noise(256), "request_data": noise(65536), "memory_read_data": noise(65536)}
        for name, value in (values | inputs).items():
            getattr(self.dut, name).value = value
        self.dut.clk.value = 0
        await Timer(5, unit="ns")
        for name, value in expected.items():
            got = number(getattr(self.dut, name))
            shown = f"{got:#x}" if isinstance(got, int) else got
            assert got == value, f"MISMATCH cycle={self.cycle} {doing} {name}: expected {value:#x} got {shown}"
        self.dut.clk.value = 1
        await Timer(5, unit="ns")
        self.cycle += 1

    async def idle(self):
        quiet = {"request_ready": 1, "response_valid": 0, "memory_valid": 0}
        await self.tick("idle", quiet, request_valid=0)

    async def reset(self, expected=None):
        await self.tick("reset", expected or {}, rst=1)
        self.lines = {}

    async def transfer(self, doing, expected, read_data=None):
        """A write-back or fill with zero to three wait states."""
        busy = {"request_ready": 0, "response_valid": 0, "memory_valid": 1, **expected}
        for _ in range(self.generator.choice((0, 0, 1, 3))):
            await self.tick(doing, busy, memory_ready=0)
        extra = {} if read_data is None else {"memory_read_data": read_data}
        await self.tick(doing, busy, memory_ready=1, **extra)

    async def access(self, write, address, data=0, stop_before=""):
        """One request up to its response; `stop_before` names a phase in front of which it is left."""
        doing = f"{'write' if write else 'read'} {address:#04x}"
        offer = {"request_valid": 1, "request_write": write, "request_address": address, "request_data": data}
        await self.tick(f"{doing} offered", {"request_ready": 1, "response_valid": 0, "memory_valid": 0}, **offer)
        waiting = {"request_ready": 0, "response_valid": 0, "memory_valid": 0}
        line = self.lines.get(address % 8)
        hit = line is not None and line[0] == address
        if stop_before == "lookup":
            return
        if not hit and line is not None and line[2]:
            await self.tick(f"{doing} look-up", waiting)
            if stop_before == "write_back":
                return
            old = {"memory_write": 1, "memory_address": line[0], "memory_write_data": line[1]}
            await self.transfer(f"{doing} write-back", old)
            self.memory[line[0]] = line[1]
        if not hit and not write:
            await self.tick(f"{doing} look-up", waiting)
            if stop_before == "fill":
                return
            fill = {"memory_write": 0, "memory_address": address}
            await self.transfer(f"{doing} fill", fill, self.memory[address])
            self.lines[address % 8] = line = [address, self.memory[address], False]
        done = {"request_ready": 0, "response_valid": 1, "memory_valid": 0, "response_hit": int(hit)}
        if write:
            self.lines[address % 8] = [address, data, True]
        else:
            done["response_data"] = line[1]
        await self.tick(f"{doing} response", done)


async def start(dut):
    bench = Bench(dut)
    await bench.reset()
    await bench.idle()
    return bench


@cocotb.test()
async def every_line_and_tag_bit(dut):
    """Fills all lines, hits them, and misses on each single tag bit."""
    bench = await start(dut)
    for address in list(range(8)) * 2:
        await bench.access(0, address)
    for bit in range(3, 8):
        await bench.access(0, 5 | 1 << bit)
        await bench.access(0, 5)
    await bench.idle()


@cocotb.test()
async def write_back_only_when_dirty(dut):
    """Write hit, write miss on an empty, a clean and a dirty line, and read misses on each."""
    bench = await start(dut)
    steps = ((1, 0x12), (0, 0x12), (0, 0x1A), (0, 0x12), (1, 0x12), (1, 0x22), (0, 0x22), (0, 0x12), (0, 0x22))
    for count, (write, address) in enumerate(steps):
        await bench.access(write, address, 0xA000 + count)
    for address in range(0x30, 0x38):
        await bench.access(1, address, 0x5500 + address)
    for address in range(0xF0, 0xF8):
        await bench.access(0, address)
    for address in range(0x30, 0x38):
        await bench.access(0, address)


@cocotb.test()
async def reset_in_every_state(dut):
    """A reset drops the request, the transfer and the dirty words."""
    bench = await start(dut)
    for stop_before in ("lookup", "write_back", "fill"):
        for address in range(8):
            await bench.access(address % 2, address, 0x1230 + address)
        await bench.access(0, 0x41 if stop_before != "fill" else 0x42, stop_before=stop_before)
        await bench.reset({"request_ready": 0})
        await bench.idle()
        for address in range(8):
            await bench.access(0, address)
    await bench.reset({"request_ready": 1, "response_valid": 0, "memory_valid": 0})
    for address in (3, 3, 11):
        await bench.access(1, address, address)


@cocotb.test()
async def random_traffic(dut):
    """Few tags, so that hits, clean and dirty misses all come often."""
    bench = await start(dut)
    for _ in range(350):
        address = bench.generator.choice((0x00, 0x08, 0x88, 0xF8)) + bench.generator.randrange(8)
        await bench.access(bench.generator.randrange(2), address, bench.generator.randrange(65536))
        if bench.generator.random() < 0.2:
            await bench.idle()
