"""Families of firmware: one file each. `firmware` is what they draw, `prompt` how it is told, `board_code` shared C."""

from resources.domains.embedded_systems.tasks.families.button_gestures import BUTTON_GESTURES
from resources.domains.embedded_systems.tasks.families.firmware import lazy_answers_of
from resources.domains.embedded_systems.tasks.families.pin_patterns import PIN_PATTERNS
from resources.domains.embedded_systems.tasks.families.serial_frames import SERIAL_FRAMES
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

FIRMWARE_FAMILIES = (BUTTON_GESTURES, PIN_PATTERNS, SERIAL_FRAMES)
FAMILIES = tuple(drawn.family for drawn in FIRMWARE_FAMILIES)


def made_lazy_answers(seed_id: str) -> tuple[LazyAnswer, ...]:
    """Those of a made task; none of another."""
    return lazy_answers_of(FIRMWARE_FAMILIES, seed_id)
