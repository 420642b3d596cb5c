"""What a memory keeps, and what it makes again."""

import pytest

from resources.domains.toolkit.memory import Memory


def test_the_last_few_that_were_asked_for_are_kept() -> None:
    made: list[str] = []
    memory: Memory[str, str] = Memory(2)

    def ask(key: str) -> str:
        return memory.of(key, lambda: made.append(key) or key.upper())  # type: ignore[func-returns-value]

    assert [ask(key) for key in "abacb"] == list("ABACB")
    assert made == ["a", "b", "c", "b"]


def test_what_could_not_be_made_is_tried_again() -> None:
    memory: Memory[str, int] = Memory(2)
    with pytest.raises(ZeroDivisionError):
        memory.of("a", lambda: 1 // 0)
    assert memory.of("a", lambda: 1) == 1
