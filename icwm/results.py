"""What the calls of `icwm` answer where no record of the project says it already."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Imported:
    """What came of reading a public set: its domain, the ids of the tasks that are in the home now, those of them that
    wait for a licence to be allowed or lack something here (by id, with the reason), and what could not be read."""

    domain: str
    tasks: tuple[str, ...]
    unusable: dict[str, str]
    problems: tuple[str, ...]
