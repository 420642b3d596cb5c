"""Limits of imported tasks: their tests were written for a GPU, and torch modules take memory of their own."""

from resources.execution.bundle import Limits

IMPORTED_LIMITS = Limits(wall_s=120.0, cpu_s=40, memory_bytes=3 << 30)
