"""The text of a task: what is asked, the C program, and the shown tests. Held-back tests never enter it."""

from collections.abc import Iterable

from resources.domains.code_optimization.test_suite import ProgramTest

_SHOWN_TESTS = 2
_SHOWN_CHARACTERS = 300


def task_prompt(words: str, program: str, tests: Iterable[ProgramTest]) -> str:
    """`words` describe the task, before the C program and up to two short tests."""
    parts = [words.strip(), fenced("c", program)]
    shown = [test for test in tests if test.shown and len(test.stdin) + len(test.stdout) <= _SHOWN_CHARACTERS]
    for test in shown[:_SHOWN_TESTS]:
        parts.append(f"Given on stdin:\n\n{fenced('', test.stdin)}\n\nthe program prints:\n\n{fenced('', test.stdout)}")
    return "\n\n".join(parts) + "\n"


def fenced(language: str, text: str) -> str:
    """A code block whose fence is longer than any in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
