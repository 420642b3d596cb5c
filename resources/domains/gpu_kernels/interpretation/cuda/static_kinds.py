"""Which number type an expression of a CUDA program has, told without evaluating it: for the branch that no thread
takes.
"""

from resources.domains.gpu_kernels.interpretation.cuda.literals import of_number
from resources.domains.gpu_kernels.interpretation.cuda.places import Call, Places
from resources.domains.gpu_kernels.interpretation.cuda.tokens import Node
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, promoted
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, Kind, joined

_TRUTHS = frozenset("== != < > <= >= && ||".split())


def kind_of(machine: Places, node: Node, call: Call) -> Kind | None:
    """None where it takes more than names, numbers and operators to tell, or is no number."""
    found = _kind(machine, node, call)
    return found if isinstance(found, Kind) else None


def _kind(machine: Places, node: Node, call: Call) -> Kind | Address | str | None:
    match node.what:
        case "number":
            return of_number(node.parts[0]).kind
        case "name":
            variable = machine.found(node.parts[0], call)
            return None if variable is None or variable.kind == "pointed" else variable.kind
        case "cast":
            return machine.resolved(node.parts[0])
        case "index":
            base = _kind(machine, node.parts[0], call)
            return base.of if isinstance(base, Address) and not base.inner and not base.vector else None
        case "unary" if node.parts[0] in ("-", "+", "~"):
            inner = kind_of(machine, node.parts[1], call)
            return None if inner is None else promoted(inner)
        case "binary":
            return _of_two(machine, node, call)
    return None


def _of_two(machine: Places, node: Node, call: Call) -> Kind | None:
    sign, left, right = node.parts
    if sign in _TRUTHS:
        return BOOL
    one, other = kind_of(machine, left, call), kind_of(machine, right, call)
    if one is None or other is None:
        return None
    return promoted(one) if sign in ("<<", ">>") else joined(promoted(one), promoted(other))
