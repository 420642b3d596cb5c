"""A function's parameters: which value each has in a call."""

from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import raised, refused
from resources.domains.gpu_kernels.interpretation.values import Function


def bound_parameters(
    function: Function, arguments: list[Any], options: dict[str, Any], *, in_kernel: bool
) -> dict[str, Any]:
    """Values by name. Raises PathEndedError where the arguments do not fit."""
    given, wrong = function.node.args, refused if in_kernel else raised
    names = [item.arg for item in (*given.posonlyargs, *given.args)]
    bound: dict[str, Any] = dict(zip(names, arguments, strict=False))
    if given.vararg is not None:
        bound[given.vararg.arg] = tuple(arguments[len(names) :])
    elif len(arguments) > len(names):
        raise wrong("too many arguments")
    names += [item.arg for item in given.kwonlyargs]
    for name, value in options.items():
        if name in bound or (name not in names and given.kwarg is None):
            raise wrong(f"an unexpected argument {name}")
        bound[name] = value
    if given.kwarg is not None:
        bound[given.kwarg.arg] = {name: bound.pop(name) for name in options if name not in names}
    for name in names:
        if name not in bound:
            if name not in function.defaults:
                raise wrong(f"no argument {name}")
            bound[name] = function.defaults[name]
    return bound
