"""Reading switch: which statement each value enters at."""

from __future__ import annotations

from resources.domains.embedded_systems.interpretation.control import Control
from resources.domains.embedded_systems.interpretation.kinds import Integer, fits, promoted
from resources.domains.embedded_systems.interpretation.steps import BREAK, Statement, branch
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed


class Switches(Control):
    """From behind the word on."""

    def _switch(self) -> Statement:
        test, cost = self._test()
        kind = promoted(test.kind)
        self.expect("{")
        before, self.leaves = self.leaves, self.leaves | {BREAK}
        with self.scope():
            entries, found = self._cases(kind)
        self.leaves = before
        other = entries.pop(None, -1)
        values = {value: place for value, place in entries.items() if value is not None}
        return branch(self.machine, test.run, cost, values, other, found)

    def _cases(self, kind: Integer) -> tuple[dict[int | None, int], list[Statement]]:
        """At which statement each value enters, in the type of what is asked; None is the default's."""
        entries: dict[int | None, int] = {}
        found: list[Statement] = []
        while not self.accept("}"):
            if self.token not in ("case", "default"):
                found += self._item()
                continue
            value = fits(kind, self.constant_value()) if self.take() == "case" else None
            self.expect(":")
            if value in entries:
                raise Unfollowed("a second case of a value")
            entries[value] = len(found)
        return entries, found
