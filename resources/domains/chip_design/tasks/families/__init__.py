"""Families of chip design: one file each. `design` is what they draw, `task` what is made of it."""

from resources.domains.chip_design.tasks.families.state_machines import STATE_MACHINES

FAMILIES = (STATE_MACHINES,)
