"""What nvcc would say of a CUDA candidate that it refuses: names that nothing declares, and launches with other
arguments than the kernel has."""

from resources.domains.gpu_kernels.interpretation.cuda.names import Reader
from resources.domains.gpu_kernels.interpretation.cuda.placed import PlacedParser
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value
from resources.domains.gpu_kernels.interpretation.cuda.witness import CudaWitness
from resources.domains.gpu_kernels.nvcc_words import Error, shown, undeclared

_COUNT = "another number of arguments"


def refusal(code: str, program: PlacedParser, witness: CudaWitness | None, why: str) -> str:
    """ "" where it is not known."""
    wrong = [node for routine in program.routines.values() for node in Reader(program, routine).wrong]
    names = [node for node in wrong if node.parts[0] not in program.routines]
    if names:
        return shown(
            code, [Error(program.lines[node], undeclared(node.parts[0]), program.starts[node]) for node in names]
        )
    if wrong or witness is None or witness.called is None:
        return ""
    if why == _COUNT and witness.called.is_kernel:
        pairs = zip(witness.called.parameters, witness.arguments, strict=False)
        strange = [value for (kind, _), value in pairs if _differs(witness.resolved(kind), value)]
        line = witness.launch_line
        count = "few" if len(witness.arguments) < len(witness.called.parameters) else "many"
        said = (
            [Error(line, 'argument of type "int" is incompatible with parameter of type "float *"')] if strange else []
        )
        return shown(code, [*said, Error(line, f"too {count} arguments in function call")])
    return ""


def _differs(kind: object, value: Value) -> bool:
    return isinstance(kind, Address) != isinstance(value.kind, Address) or (
        isinstance(kind, Address) and isinstance(value.kind, Address) and kind.of != value.kind.of
    )
