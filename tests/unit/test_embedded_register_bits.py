"""Every bit of every register of the MCU model has a fate, and one that the model lacks is never written in silence."""

import pytest

from resources.domains.embedded_systems.execution.mcu.core_peripherals import SYSTEM_NAMES
from resources.domains.embedded_systems.execution.mcu.findings import EnvironmentGap
from resources.domains.embedded_systems.execution.mcu.peripheral import WORD, Peripheral
from resources.domains.embedded_systems.execution.mcu.scenario import Scenario
from resources.domains.embedded_systems.prediction.simulator.machine import Machine


def board() -> Machine:
    machine = Machine(8192, lambda vector: lambda: None)
    machine.start(Scenario("one", 1_000_000, 8192, (), (), (), 0), 1_000_000)
    return machine


BLOCKS = sorted(board().blocks)


def registers(peripheral: Peripheral) -> list[int]:
    return sorted(SYSTEM_NAMES if peripheral.name == "SCB" else peripheral.names)


@pytest.mark.parametrize("name", BLOCKS)
def test_each_bit_has_one_fate(name: str) -> None:
    peripheral = board().blocks[name]
    for offset in registers(peripheral):
        bits = peripheral.bits_of(offset)
        assert bits is not None, peripheral.register(offset)
        fates = bits.fates()
        assert sum(fates) == WORD, (peripheral.register(offset), hex(sum(fates) ^ WORD))
        assert not any(one & other for at, one in enumerate(fates) for other in fates[:at])


@pytest.mark.parametrize("name", BLOCKS)
def test_a_bit_that_the_model_lacks_is_a_gap_by_its_name(name: str) -> None:
    machine = board()
    peripheral = machine.blocks[name]
    for offset in registers(peripheral):
        bits = peripheral.bits_of(offset)
        for bit in [bit for bit in range(32) if bits is not None and bits.gap_mask >> bit & 1]:
            with pytest.raises(EnvironmentGap) as gap:
                peripheral.put(offset, peripheral.reset_values.get(offset, 0) ^ 1 << bit)
            assert peripheral.register(offset) in str(gap.value)
            assert f"bit {bit})" in str(gap.value)


@pytest.mark.parametrize("name", BLOCKS)
def test_what_a_register_holds_after_reset_is_no_gap(name: str) -> None:
    machine = board()
    peripheral = machine.blocks[name]
    for offset in registers(peripheral):
        peripheral.put(offset, peripheral.reset_values.get(offset, 0))
