"""A place in a program's tokens, and steps from there. What the tokens mean is not known here."""

from __future__ import annotations

from collections.abc import Sequence

from resources.domains.embedded_systems.interpretation.names import Names
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed


class Cursor:
    """What all readers of a program extend. `names` grows as they read. Raises Unfollowed."""

    def __init__(self, tokens: Sequence[str], names: Names) -> None:
        self.tokens = [*tokens, "", "", ""]
        self.place = 0
        self.names = names

    @property
    def token(self) -> str:
        return self.tokens[self.place]

    def take(self) -> str:
        token = self.tokens[self.place]
        if not token:
            raise Unfollowed("the text ends too early")
        self.place += 1
        return token

    def accept(self, token: str) -> bool:
        found = self.tokens[self.place] == token
        self.place += found
        return found

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise Unfollowed(f"{token} expected, not {self.token}")

    def skip_brackets(self) -> None:
        """Over a bracket and what it holds."""
        depth = 0
        while True:
            token = self.take()
            depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
            if depth == 0:
                return
