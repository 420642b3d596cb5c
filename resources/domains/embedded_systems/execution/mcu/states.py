"""The values that a program stores into a variable, kept as a digest: the model counts them, the checks count along."""

import hashlib


class States:
    """The stores that change a variable, one after the other: how many there were, and a digest of all."""

    def __init__(self) -> None:
        self.count = 0
        self._hash = hashlib.sha256()

    def add(self, offset: int, size: int, value: int) -> None:
        self.count += 1
        self._hash.update(b"%d %d %d;" % (offset, size, value))

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()
