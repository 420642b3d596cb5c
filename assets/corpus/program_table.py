"""ProgramTable: a corpus's rows by the program of their last answer, without the programs' texts.

What cleaning keeps of a row while it goes through a corpus of any size: its name, and of each distinct program a
signature of half a kilobyte and its fingerprint's keys.
"""

import hashlib
from array import array
from collections.abc import Collection


class ProgramTable:
    """Programs are numbered as they come. `first` is the smallest name of a program's rows, `rows` how many it has,
    `forms` the keys of its fingerprint under that row's task, `signatures` one after the other."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.program_of = array("I")
        self.first: list[str] = []
        self.rows = array("I")
        self.forms: dict[int, tuple[str, ...]] = {}
        self.signatures = bytearray()
        self._places: dict[bytes, int] = {}

    def add(self, name: str, code: str, forms: Collection[str] = ()) -> bool:
        """Whether the program is new: `read` has to be called for it then, in the same order."""
        digest = hashlib.blake2b(code.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        place = self._places.setdefault(digest, len(self.first))
        is_new = place == len(self.first)
        self.names.append(name)
        self.program_of.append(place)
        if is_new:
            self.first.append(name)
            self.rows.append(0)
        self.rows[place] += 1
        if is_new or name < self.first[place]:
            self.first[place] = name
            self._take_forms(place, forms)
        return is_new

    def read(self, signature: bytes) -> None:
        self.signatures += signature

    def _take_forms(self, place: int, forms: Collection[str]) -> None:
        self.forms.pop(place, None)
        if forms:
            self.forms[place] = tuple(forms)
