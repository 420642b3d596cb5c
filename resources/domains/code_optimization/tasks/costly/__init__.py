"""Costly families of C functions: one execution takes ten CPU seconds or more, since inputs are large."""

from resources.domains.code_optimization.tasks.costly import pair_scans
from resources.domains.families import TaskFamily

COSTLY_FAMILIES = (
    TaskFamily(
        "code_optimization",
        "pair_scan",
        "1",
        "for each of many elements, how many before it stand in one of six relations to it",
        pair_scans.make,
    ),
)
