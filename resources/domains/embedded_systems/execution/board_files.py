"""The board's own files: header, start-up code, linker script, notes. The same text goes into every bundle.

How large a task's memories are is its own: `memory_script`.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from resources.domains.embedded_systems.language.headers import HEADER

STARTUP = "startup.c"
LINKER_SCRIPT = "board.ld"
GUARD = "qemu_guard.S"
NOTES = "board.md"
MEMORY_SCRIPT = "memory.ld"
BOARD_FOLDER = Path(__file__).parent / "board"
MODEL_FOLDER = Path(__file__).parent / "mcu"
"""The model of the microcontroller: it runs inside the sandbox, outside this package."""


@cache
def board_files() -> Mapping[str, str]:
    """File name → text."""
    return {
        name: (BOARD_FOLDER / name).read_text(encoding="utf-8")
        for name in (HEADER, STARTUP, LINKER_SCRIPT, GUARD, NOTES)
    }


def memory_script(flash_bytes: int, ram_bytes: int, stack_bytes: int) -> str:
    """memory.ld: the regions that the linker may fill, and how much of the RAM is the stack's."""
    return (
        "MEMORY\n{\n"
        f"    FLASH (rx) : ORIGIN = 0x08000000, LENGTH = {flash_bytes}\n"
        f"    RAM (rwx) : ORIGIN = 0x20000000, LENGTH = {ram_bytes}\n"
        f"}}\n_stack_bytes = {stack_bytes};\n"
    )
