"""A follower of test scripts that knows where in the program's text it is; see `interpretation.witness`."""

import ast
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import Budget
from resources.domains.gpu_kernels.interpretation.scripts.cutting import Part, ScriptFollower
from resources.domains.gpu_kernels.interpretation.values import Frame
from resources.domains.gpu_kernels.interpretation.witness import Witness


class ScriptWitness(Witness, ScriptFollower):
    """Calls of the script's own functions are no levels: a trace shows the program's file alone."""

    def __init__(self, budget: Budget, part: Part) -> None:
        super().__init__(budget)
        self.limit(part)

    def result_of(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> Any:
        if frame.around is self.of_script:
            return ScriptFollower.result_of(self, node, frame)
        return super().result_of(node, frame)
