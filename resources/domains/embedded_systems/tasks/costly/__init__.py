"""Costly families of firmware: one execution takes ten CPU seconds or more, since scenarios last minutes."""

from resources.domains.embedded_systems.tasks.costly.data_loggers import DATA_LOGGERS
from resources.domains.embedded_systems.tasks.families.firmware import lazy_answers_of
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

COSTLY_FIRMWARE_FAMILIES = (DATA_LOGGERS,)
COSTLY_FAMILIES = tuple(drawn.family for drawn in COSTLY_FIRMWARE_FAMILIES)


def costly_lazy_answers(seed_id: str) -> tuple[LazyAnswer, ...]:
    """Those of a costly task; none of another."""
    return lazy_answers_of(COSTLY_FIRMWARE_FAMILIES, seed_id)
