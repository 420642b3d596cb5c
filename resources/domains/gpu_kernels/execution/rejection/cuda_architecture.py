"""Where a CUDA text may ask for `__CUDA_ARCH__`: in the body of a function that runs on the device alone.

There host code's compiler sees nothing of it. Anywhere else the text would be one program for the device and another
for the host, of which only one is judged.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from resources.domains.gpu_kernels.language.cuda_source import Token
from resources.domains.gpu_kernels.language.cuda_vocabulary import CONDITIONS

ARCHITECTURE = "__CUDA_ARCH__"
_ENDS = frozenset({"else", "elif", "elifdef", "elifndef", "endif"})
_SCOPE, _DEVICE, _OTHER = "scope", "device", "other"


class _Unclear(Exception):
    """Braces that hang on conditions or macros: nobody can say which function a place is in."""


def conditions_of_device(words: Sequence[Token]) -> frozenset[int]:
    """The indexes of the names that may stand where they stand; none where the text's braces do not tell."""
    try:
        return frozenset(_Walk(words).allowed())
    except _Unclear:
        return frozenset()


@dataclass
class _Walk:
    words: Sequence[Token]
    opened: list[str] = field(default_factory=list)
    """What each open brace belongs to."""
    head: list[str] = field(default_factory=list)
    """Words of the declaration before a brace, those in parentheses left out."""
    parentheses: int = 0
    conditions: list[tuple[int, int]] = field(default_factory=list)

    def allowed(self) -> list[int]:
        found = []
        for index, token in enumerate(self.words):
            if token.directive:
                self._direct(index, token)
                if token.text == ARCHITECTURE and token.directive in CONDITIONS and _DEVICE in self.opened:
                    found.append(index)
            elif token.kind == "mark":
                self._mark(token.text)
            elif not self.parentheses:
                self.head.append(token.text)
        if self.opened or self.parentheses or self.conditions:
            raise _Unclear
        return found

    def _direct(self, index: int, token: Token) -> None:
        if token.text == "define" and token.directive == "define":
            marks = [word.text for word in self._rest(index)]
            if any(marks.count(one) != marks.count(other) for one, other in ("{}", "()")):
                raise _Unclear
        if index == 0 or self.words[index - 1].text != "#" or token.text != token.directive:
            return
        here = (len(self.opened), self.parentheses)
        if token.text in _ENDS and (not self.conditions or self.conditions[-1] != here):
            raise _Unclear
        if token.text == "endif":
            self.conditions.pop()
        elif token.text in ("if", "ifdef", "ifndef"):
            self.conditions.append(here)

    def _rest(self, index: int) -> Iterator[Token]:
        for token in self.words[index + 1 :]:
            if not token.directive or token.directive == "#":
                return
            yield token

    def _mark(self, mark: str) -> None:
        if mark in "()":
            self.parentheses += 1 if mark == "(" else -1
        elif mark == "{":
            self.opened.append(self._kind() if not self.parentheses else _OTHER)
            self.head = []
        elif mark == "}":
            if not self.opened:
                raise _Unclear
            self.opened.pop()
            self.head = []
        elif mark == ";" and not self.parentheses:
            self.head = []
        if self.parentheses < 0:
            raise _Unclear

    def _kind(self) -> str:
        words = set(self.head)
        if any(kind != _SCOPE for kind in self.opened):
            return _OTHER
        if "namespace" in words or self.head == ["extern", '"C"']:
            return _SCOPE
        classes = words & {"struct", "class", "union", "enum"}
        device = bool(words & {"__global__", "__device__"}) and "__host__" not in words and not classes
        return _DEVICE if device else _OTHER
