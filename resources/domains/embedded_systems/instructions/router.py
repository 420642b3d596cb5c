"""The prompt router: looks at a bundle and picks the topics whose text goes to the generator.

What a task needs is read from its reference's registers and its prompt. Nothing of the reference enters the text.
"""

import re
from dataclasses import replace
from pathlib import Path

from resources.domains.domain import Instructions
from resources.domains.toolkit.topics import TopicTexts
from resources.execution.bundle import EnvironmentBundle

SHOWN = ("stm32f405.h", "memory.ld")
"""Files that a program is written against. What is checked, and the guard of QEMU, stay hidden. The start-up code is no
secret, but a fifth of the prompt, and says nothing that the header's interrupt numbers and the general text do not."""
ALWAYS = ("general", "clock_gating", "register_order")
_TEXTS = TopicTexts(Path(__file__).parent)
_TOPICS: tuple[tuple[str, str], ...] = (
    ("volatile_and_interrupts", r"\w+_(?:IRQ)?Handler\b"),
    ("interrupt_priorities", r"NVIC_SetPriority|priorit"),
    ("pending_flags", r"\bTIM\d->SR|EXTI->PR|IFCR|ADC1->SR"),
    ("timing", r"\bTIM\d\b|SysTick|\bms\b|\bus\b"),
    ("serial", r"\bUSART\d\b"),
    ("spi_and_i2c", r"\bSPI\d\b|I2C|open-drain"),
    ("dma", r"\bDMA\d\b"),
    ("analog", r"\bADC1?\b"),
    ("watchdog", r"\bIWDG\b"),
    ("memory_layout", r"\bVTOR\b|vector|stack|_aligned|aligned\("),
    ("clock_tree", r"\bPLL|HSE|LATENCY"),
    ("fixed_point", r"fixed.point|Q\d+|>> ?(?:8|10|12|15|16)\b"),
)


def instructions(bundle: EnvironmentBundle) -> Instructions:
    """The topics for one bundle and their text, general ones first, and the board's files that it may read."""
    task = bundle.prompt.partition("# The board")[0]
    told = _TEXTS.instructions(topics(bundle.reference, task))
    return replace(told, files=tuple(name for name in SHOWN if name in bundle.files))


def topics(reference: str, prompt: str) -> tuple[str, ...]:
    """The names of the topics that a task with this reference and prompt needs, in reading order."""
    text = f"{reference}\n{prompt}"
    return (*ALWAYS, *(name for name, pattern in _TOPICS if re.search(pattern, text)))
