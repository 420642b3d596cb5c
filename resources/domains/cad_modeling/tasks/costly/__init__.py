"""Costly families of parts: one execution takes ten CPU seconds or more, since hundreds of bodies are cut or joined."""

from dataclasses import replace

from resources.domains.cad_modeling.tasks.costly import perforations
from resources.domains.cad_modeling.tasks.families.part import made_task
from resources.domains.cad_modeling.tasks.library import LIMITS
from resources.domains.families import TaskFamily

_LIMITS = replace(LIMITS, wall_s=120.0, cpu_s=60)

COSTLY_FAMILIES = (
    TaskFamily(
        "cad_modeling",
        "perforation",
        "2",
        "plates with hundreds of holes or pins, at the places of a grid where a rule holds",
        lambda rng: made_task(perforations.draw_part(rng), _LIMITS),
    ),
)
