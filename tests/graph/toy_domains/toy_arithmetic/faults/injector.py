"""Wrong operators and constants, lost parentheses, and spaces that change nothing."""

import re
from collections.abc import Sequence

from resources.domains.faults import Change, Edit, FaultInjector, FaultKind


def fault_injector() -> FaultInjector:
    return ToyInjector()


class ToyInjector:
    """Operators and constants go wrong; operands commute."""

    kinds: Sequence[FaultKind] = (
        FaultKind("wrong_operator", "semantics", "one operator for another"),
        FaultKind("wrong_constant", "semantics", "a constant off by one"),
        FaultKind("lost_parenthesis", "syntax", "a parenthesis is missing"),
        FaultKind("spaces", "equivalent", "spaces around an operator"),
    )

    version = "1"

    def edits(self, code: str) -> Sequence[Edit]:
        return [*self._operators(code), *self._constants(code), *self._parentheses(code)]

    def _operators(self, code: str) -> list[Edit]:
        found = []
        for match in re.finditer(r"[+*-]", code):
            for other in "+-*".replace(match[0], ""):
                found.append(self._edit("wrong_operator", match, other))
            found.append(self._edit("spaces", match, f"  {match[0]}  "))
        return found

    def _constants(self, code: str) -> list[Edit]:
        changed = [(match, int(match[0]) + step) for match in re.finditer(r"\d+", code) for step in (1, 2, 3)]
        return [self._edit("wrong_constant", match, str(value)) for match, value in changed]

    def _parentheses(self, code: str) -> list[Edit]:
        return [self._edit("lost_parenthesis", match, "") for match in re.finditer(r"\)", code)]

    def _edit(self, kind: str, match: re.Match[str], replacement: str) -> Edit:
        return Edit(kind, (Change(match.start(), match.end(), match[0], replacement),), 1, "the expression")
