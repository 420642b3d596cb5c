"""Parsing Python text from several threads. What the tree means is each caller's."""

import ast
import threading

_ONE_AT_A_TIME = threading.Lock()


def parse_python(source: str | bytes) -> ast.Module:
    """`ast.parse`, one thread at a time.

    CPython 3.11 keeps the depth of the tree that is being made in one place for all threads: two that parse at once
    now and then meet a RecursionError or SystemError that neither text deserves. Raises what `ast.parse` raises.
    """
    with _ONE_AT_A_TIME:
        return ast.parse(source)
