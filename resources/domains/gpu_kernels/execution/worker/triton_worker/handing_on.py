"""Functions of the checker's that only hand a call on: what is raised in them is the called one's, and says nothing
against the checker. What any other function of the checker's raises is the checker's own failure (`errors`).
"""

from collections.abc import Callable
from types import CodeType
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

_CODE: set[CodeType] = set()


def hands_on(function: Function) -> Function:
    """Marks a function with its comprehensions, also one that is made anew with each call of another."""
    code: CodeType = function.__code__
    inner = (part for part in code.co_consts if isinstance(part, CodeType) and part.co_name.startswith("<"))
    _CODE.update({code, *inner})
    return function


def is_handing_on(code: CodeType) -> bool:
    return code in _CODE
