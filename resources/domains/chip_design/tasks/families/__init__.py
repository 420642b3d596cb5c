"""Families of chip design: one file each. `design` is what they draw, `task` what is made of it."""

from resources.domains.chip_design.tasks.families.alus import ALUS
from resources.domains.chip_design.tasks.families.arbiters import ARBITERS
from resources.domains.chip_design.tasks.families.checksums import CHECKSUMS
from resources.domains.chip_design.tasks.families.counters import COUNTERS
from resources.domains.chip_design.tasks.families.detectors import DETECTORS
from resources.domains.chip_design.tasks.families.encoders import ENCODERS
from resources.domains.chip_design.tasks.families.fifos import FIFOS
from resources.domains.chip_design.tasks.families.fixed_points import FIXED_POINTS
from resources.domains.chip_design.tasks.families.memories import MEMORIES
from resources.domains.chip_design.tasks.families.pipelines import PIPELINES
from resources.domains.chip_design.tasks.families.register_blocks import REGISTER_BLOCKS
from resources.domains.chip_design.tasks.families.serial_links import SERIAL_LINKS
from resources.domains.chip_design.tasks.families.state_machines import STATE_MACHINES
from resources.domains.chip_design.tasks.families.streams import STREAMS

FAMILIES = (
    ALUS,
    ARBITERS,
    CHECKSUMS,
    COUNTERS,
    DETECTORS,
    ENCODERS,
    FIFOS,
    FIXED_POINTS,
    MEMORIES,
    PIPELINES,
    REGISTER_BLOCKS,
    SERIAL_LINKS,
    STATE_MACHINES,
    STREAMS,
)
