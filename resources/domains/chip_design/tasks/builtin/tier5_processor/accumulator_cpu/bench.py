"""Steps an instruction-set model beside the CPU and compares every output in every cycle."""

import random

import cocotb
from cocotb.triggers import Timer

OUTPUTS = ("pc", "accumulator", "halted", "out_port", "out_strobe")
INPUTS = ("rst", "load_enable", "load_address", "load_data", "run", "in_port")
NAMES = "NOP LDI LDA STA ADD SUB AND XOR ADI SHL JMP JZ JC IN OUT HLT".split()


def number(handle):
    """The port's value, or its bits as text where some are X or Z."""
    try:
        return int(handle.value)
    except ValueError:
        return str(handle.value)


class Machine:
    """The instruction set, executed on Python integers."""

    def __init__(self):
        self.program = [0] * 16
        self.reset()

    def reset(self):
        self.pc = self.accumulator = self.carry = self.halted = self.out_port = self.out_strobe = 0
        self.data = [0] * 16

    def edge(self, rst=0, load_enable=0, load_address=0, load_data=0, run=0, in_port=0):
        if rst:
            self.reset()
            return
        self.out_strobe = 0
        if load_enable:
            self.program[load_address] = load_data
        elif run and not self.halted:
            self.execute(in_port)

    def execute(self, in_port):
        name, operand = NAMES[self.program[self.pc] >> 4], self.program[self.pc] & 15
        value, following = self.data[operand], (self.pc + 1) % 16
        if name in ("ADD", "ADI"):
            total = self.accumulator + (value if name == "ADD" else operand)
            self.accumulator, self.carry = total % 256, int(total > 255)
        elif name == "SUB":
            self.accumulator, self.carry = (self.accumulator - value) % 256, int(self.accumulator < value)
        elif name == "SHL":
            self.accumulator, self.carry = self.accumulator * 2 % 256, self.accumulator // 128
        elif name == "STA":
            self.data[operand] = self.accumulator
        elif name == "OUT":
            self.out_port, self.out_strobe = self.accumulator, 1
        elif name == "HLT":
            self.halted, following = 1, self.pc
        elif name == "JMP" or (name == "JZ" and not self.accumulator) or (name == "JC" and self.carry):
            following = operand
        elif name in ("LDI", "LDA", "AND", "XOR", "IN"):
            results = {"LDI": operand, "LDA": value, "IN": in_port}
            results |= {"AND": self.accumulator & value, "XOR": self.accumulator ^ value}
            self.accumulator = results[name]
        self.pc = following


class Bench:
    def __init__(self, dut):
        self.dut, self.machine, self.cycle = dut, Machine(), 0

    async def tick(self, **inputs):
        """One clock cycle with these inputs; inputs that are not named are 0."""
        before = self.machine.pc
        for name in INPUTS:
            getattr(self.dut, name).value = inputs.get(name, 0)
        self.dut.clk.value = 0
        await Timer(5, unit="ns")
        self.dut.clk.value = 1
        await Timer(5, unit="ns")
        executed = self.machine.program[before]
        self.machine.edge(**inputs)
        self.cycle += 1
        for name in OUTPUTS:
            expected, got = getattr(self.machine, name), number(getattr(self.dut, name))
            assert got == expected, (
                f"MISMATCH cycle={self.cycle} after {NAMES[executed >> 4]} {executed & 15} at pc={before} "
                f"(inputs {inputs}) {name}: expected {expected} got {got}"
            )

    async def load(self, program):
        for address, instruction in enumerate(program):
            await self.tick(load_enable=1, load_address=address, load_data=instruction, run=1)


def assemble(text):
    """Instructions such as "LDI 5; STA 0"; the rest of the memory is HLT."""
    words = [line.split() for line in text.split(";")]
    program = [NAMES.index(word[0]) << 4 | int(word[1] if len(word) > 1 else 0) for word in words]
    return program + [0xF0] * (16 - len(program))


async def start(dut):
    bench = Bench(dut)
    await bench.tick(rst=1, run=1)
    await bench.load([0] * 16)
    await bench.tick(rst=1)
    return bench


@cocotb.test()
async def counts_down_and_halts(dut):
    """A loop with SUB, JZ and OUT; then halted it must stay, loads included, until reset."""
    bench = await start(dut)
    await bench.load(assemble("LDI 1; STA 15; LDI 5; STA 1; OUT; LDA 1; SUB 15; JZ 9; JMP 3; OUT; HLT"))
    for _ in range(50):
        await bench.tick(run=1)
    assert bench.machine.halted == 1, "the bench's program does not end"
    await bench.tick(run=1, load_enable=1, load_address=10, load_data=0)
    await bench.tick(run=1)
    await bench.tick(rst=1, run=1, load_enable=1, load_address=0, load_data=0x1F)
    for _ in range(12):
        await bench.tick(run=1)


@cocotb.test()
async def carries_and_borrows(dut):
    """Every carry source at its edge, each seen through JC, and carry kept by all else."""
    bench = await start(dut)
    for first, second in ((0xFF, 0x01), (0xFE, 0x01), (0x80, 0x80), (0, 0), (5, 5), (4, 5), (0x7F, 0x80)):
        for operation in ("ADD 1", "SUB 1", "ADI 1", "ADI 15", "SHL", "AND 1", "XOR 1"):
            await bench.tick(rst=1)
            await bench.load(assemble(f"IN; STA 1; IN; {operation}; STA 2; LDI 0; JC 9; OUT; HLT; LDA 2; OUT"))
            for value in (second, 0, first):
                await bench.tick(run=1, in_port=value)
            for _ in range(8):
                await bench.tick(run=1, in_port=0xAA)


@cocotb.test()
async def random_programs(dut):
    """Random programs with pauses, self-made loads in between, and a reset in the middle of each."""
    generator = random.Random(1)
    bench = await start(dut)
    for number_of_program in range(24):
        await bench.load([generator.randrange(0xF0) for _ in range(16)])
        await bench.tick(rst=1)
        for step in range(60):
            inputs = {"run": int(generator.random() < 0.85), "in_port": generator.randrange(256)}
            if generator.random() < 0.05:
                inputs |= {"load_enable": 1, "load_data": generator.randrange(256)}
                inputs["load_address"] = generator.randrange(16)
            if step == 40 and number_of_program % 2:
                inputs["rst"] = 1
            await bench.tick(**inputs)


@cocotb.test()
async def data_memory_and_wrap(dut):
    """All data bytes are separate and cleared by reset; pc wraps from 15 to 0."""
    bench = await start(dut)
    for base in (0, 8):
        program = [word for i in range(8) for word in (0xD0, 0x30 | base + i)]
        await bench.load(program)
        for step in range(16):
            await bench.tick(run=1, in_port=(17 * step + base + 1) % 256)
    await bench.load([0x20 | i for i in range(16)])
    for _ in range(18):
        await bench.tick(run=1)
    await bench.tick(rst=1)
    for _ in range(18):
        await bench.tick(run=1)
