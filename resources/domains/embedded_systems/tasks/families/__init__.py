"""Families of firmware: one file each. `firmware` is what they draw, `prompt` how it is told, `board_code` shared C."""

from resources.domains.embedded_systems.tasks.families.analog_monitors import ANALOG_MONITORS
from resources.domains.embedded_systems.tasks.families.button_gestures import BUTTON_GESTURES
from resources.domains.embedded_systems.tasks.families.capture_meters import CAPTURE_METERS
from resources.domains.embedded_systems.tasks.families.command_lines import COMMAND_LINES
from resources.domains.embedded_systems.tasks.families.firmware import lazy_answers_of
from resources.domains.embedded_systems.tasks.families.memory_transfers import MEMORY_TRANSFERS
from resources.domains.embedded_systems.tasks.families.pin_machines import PIN_MACHINES
from resources.domains.embedded_systems.tasks.families.pin_patterns import PIN_PATTERNS
from resources.domains.embedded_systems.tasks.families.serial_frames import SERIAL_FRAMES
from resources.domains.embedded_systems.tasks.families.spi_drivers import SPI_DRIVERS
from resources.domains.embedded_systems.tasks.families.task_schedules import TASK_SCHEDULES
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

FIRMWARE_FAMILIES = (
    ANALOG_MONITORS,
    BUTTON_GESTURES,
    CAPTURE_METERS,
    COMMAND_LINES,
    MEMORY_TRANSFERS,
    PIN_MACHINES,
    PIN_PATTERNS,
    SERIAL_FRAMES,
    SPI_DRIVERS,
    TASK_SCHEDULES,
)
FAMILIES = tuple(drawn.family for drawn in FIRMWARE_FAMILIES)


def made_lazy_answers(seed_id: str) -> tuple[LazyAnswer, ...]:
    """Those of a made task; none of another."""
    return lazy_answers_of(FIRMWARE_FAMILIES, seed_id)
