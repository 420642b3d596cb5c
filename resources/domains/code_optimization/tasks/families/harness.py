"""The harness of a drawn function: C that makes arguments of what stdin brings, calls it, and folds what it did."""

from resources.domains.code_optimization.tasks.families.function import Array, Function, Scalar, Use

_WORD_AT = """\
static uint32_t word_at(const uint32_t *data, size_t there, size_t index)
{
    return there ? data[index % there] : 0;
}

"""


def harness_text(function: Function) -> str:
    """harness.c, which includes harness.h."""
    reads = "run_text" if function.text else "run_words"
    access = "TO_READ" if function.text is None or function.text.use is Use.READ else "TO_CHANGE"
    more = "" if function.text else "0, "
    return (
        f'#include "harness.h"\n\n{function.prototype};\n\n'
        f"{'' if function.text else _WORD_AT}{_call(function)}\n"
        f"int main(void)\n{{\n    return {reads}(call, {more}{access});\n}}\n"
    )


def _call(function: Function) -> str:
    lines = [*_beginning(function), *(line for one in function.arrays for line in _array(one))]
    called = f"{function.entry}({', '.join(one.name for one in function.arguments)})"
    lines += [f"{function.returns} result = {called};"] if function.returns != "void" else [f"{called};"]
    lines += [f"uint64_t total = {'fold(0, (uint64_t)result)' if function.returns != 'void' else '0'};"]
    lines += [line for one in function.arrays for line in _looked(one)]
    if function.text and function.text.use is not Use.READ:
        lines += _folded(function.text.name, function.text.folded, "there")
    head = "call(char *letters, size_t there)" if function.text else "call(uint32_t *head, size_t count_of_words)"
    body = "".join(f"    {line}\n" for line in [*lines, "return total;"])
    return f"static uint64_t {head}\n{{\n{body}}}\n"


def _beginning(function: Function) -> list[str]:
    numbers = [f"{one.kind} {one.name} = {one.c};" for one in function.arguments if isinstance(one, Scalar)]
    if function.text:
        pointer = f"{function.text.declared} = ({function.text.declared.removesuffix(function.text.name)})letters;"
        return [pointer, *numbers]
    short = [f"if (count_of_words < {function.head})", "    return 0;"] if function.head else []
    there = [f"size_t there = count_of_words - {function.head};", f"const uint32_t *data = head + {function.head};"]
    return [*short, *there, "(void)data;", *numbers]


def _array(array: Array) -> list[str]:
    room = f"ROOM({array.kind.name}, {array.name}, {array.room}, {array.size});"
    if array.use is Use.WRITE:
        return [room]
    return [room, f"for (size_t k = 0; k < {array.size}; k++)", f"    {array.name}[k] = {array.element('k')};"]


def _looked(array: Array) -> list[str]:
    """What is const must be as it was; what is not is folded."""
    if array.use is not Use.READ:
        return _folded(array.name, array.folded, array.size)
    changed = f"is_const_changed |= {array.name}[k] != {array.element('k')};"
    return [f"for (size_t k = 0; k < {array.size}; k++)", f"    {changed}"]


def _folded(name: str, most: str, size: str) -> list[str]:
    """No more elements than there are, whatever a candidate returns."""
    ends = f"k < {size}" if most == size else f"k < {size} && k < (size_t)({most})"
    return [f"for (size_t k = 0; {ends}; k++)", f"    total = fold(total, (uint64_t){name}[k]);"]
