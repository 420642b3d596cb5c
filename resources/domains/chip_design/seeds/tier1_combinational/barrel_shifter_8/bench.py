"""Every mode and amount on walking, boundary and random operands; the model moves a list of bits one place at a time."""

import random

import cocotb
from cocotb.triggers import Timer


def model(data, amount, mode):
    bits = [(data >> index) & 1 for index in range(8)]
    lost = 0
    for _ in range(amount):
        if mode == 0:
            leaving, bits = bits[7], [0, *bits[:7]]
        elif mode == 1:
            leaving, bits = bits[0], [*bits[1:], 0]
        elif mode == 2:
            leaving, bits = bits[0], [*bits[1:], bits[7]]
        else:
            leaving, bits = 0, [bits[7], *bits[:7]]
        lost |= leaving
    return sum(bit << index for index, bit in enumerate(bits)), lost


def show(value):
    return f"{int(value):#x}" if value.is_resolvable else str(value)


async def compare(dut, mode, operands):
    cycle = 0
    for data in operands:
        for amount in range(8):
            dut.data.value, dut.amount.value, dut.mode.value = data, amount, mode
            await Timer(1, unit="ns")
            result, lost = model(data, amount, mode)
            for name, expected in (("result", result), ("lost", lost)):
                got = getattr(dut, name).value
                assert got.is_resolvable and int(got) == expected, (
                    f"cycle={cycle} data={data:#04x} amount={amount} mode={mode} {name}: "
                    f"expected {expected:#x} got {show(got)}"
                )
            cycle += 1


def operands():
    walking = [1 << index for index in range(8)]
    return [*walking, *(0xFF ^ value for value in walking), 0, 0xFF, 0xA5, 0x5A, 0x80, 0x7F]


@cocotb.test()
async def shift_left(dut):
    await compare(dut, 0, operands())


@cocotb.test()
async def logical_shift_right(dut):
    await compare(dut, 1, operands())


@cocotb.test()
async def arithmetic_shift_right(dut):
    await compare(dut, 2, operands())


@cocotb.test()
async def rotate_left(dut):
    await compare(dut, 3, operands())


@cocotb.test()
async def random_operands(dut):
    source = random.Random(8)
    for _ in range(60):
        await compare(dut, source.randrange(4), [source.getrandbits(8)])
