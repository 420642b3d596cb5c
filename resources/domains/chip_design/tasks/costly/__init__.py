"""Costly families of chip design: one execution takes ten CPU seconds or more, since designs run for long."""

from resources.domains.chip_design.tasks.costly.processors import PROCESSORS

COSTLY_FAMILIES = (PROCESSORS,)
