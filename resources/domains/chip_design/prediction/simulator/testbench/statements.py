"""Statements of pyslang's elaborated tree, written as lines of Python: one function for each process and subroutine.

Where a statement waits, its function is a generator. Branches, loops and waits are `control_flow`, how values are read
is `expressions`; what system tasks do, `system_tasks`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from resources.domains.chip_design.prediction.simulator.testbench.control_flow import WRITERS
from resources.domains.chip_design.prediction.simulator.testbench.expressions import ExpressionWriter
from resources.domains.chip_design.prediction.simulator.testbench.kernel import BOTH, CHANGE, NEGEDGE, POSEDGE, Watch
from resources.domains.chip_design.prediction.simulator.testbench.places import Place, assigned
from resources.domains.chip_design.prediction.simulator.testbench.signals import Signals
from resources.domains.chip_design.prediction.simulator.testbench.system_tasks import SystemTasks
from resources.domains.chip_design.prediction.simulator.testbench.values import Value
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_WAITING = {"TimedStatement", "WaitStatement", "WaitForkStatement", "WaitOrderStatement"}
_EDGES = {"PosEdge": POSEDGE, "NegEdge": NEGEDGE, "BothEdges": BOTH}


@dataclass
class Program:
    """What all functions of a bench share. `watches` are tuples that generated code waits for, by name; `lines` are the
    functions written so far; `waiting` says of each subroutine whether it waits, None while that is being found out."""

    signals: Signals
    system: SystemTasks
    constants: dict[str, Value] = field(default_factory=dict)
    watches: dict[str, tuple[Watch, ...]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    names: dict[Any, str] = field(default_factory=dict)
    waiting: dict[Any, bool | None] = field(default_factory=dict)
    disabled: dict[Any, str] = field(default_factory=dict)
    """The exception by which a named block is left."""
    unit: int = 1
    """Of the module being written, in the kernel's unit of time."""
    count: int = 0

    def forget(self) -> None:
        """Lets go of all of pyslang's objects: one that outlives its compilation would be taken for another's."""
        self.signals.forget()
        for known in (self.names, self.waiting, self.disabled):
            known.clear()

    def fresh(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def waits(self, routine: Any) -> bool:
        """Whether a call may take time. A subroutine that is being asked already is taken not to."""
        if routine not in self.waiting:
            self.waiting[routine] = None
            self.waiting[routine] = waits(self, routine.body)
        return bool(self.waiting[routine])

    def subroutine(self, routine: Any) -> str:
        """The name of a task's or function's own function, written at its first call."""
        if routine in self.names:
            if not self.names[routine]:
                raise UnsupportedConstruct("a subroutine that calls itself")
            return self.names[routine]
        self.names[routine] = ""
        result = routine.returnValVar
        has_result = result is not None and not result.type.isVoid
        writer = StatementWriter(self, self.signals.slot(result) if has_result else None)
        for place, formal in enumerate(routine.arguments):
            if formal.direction.name != "Out":
                writer.emit(f"put({self.signals.slot(formal)}, a{place})")
        writer.statement(routine.body)
        name, arguments = self.fresh("f"), ", ".join(f"a{place}" for place in range(len(routine.arguments)))
        tail = " return" if writer.result is None else f" return v[{writer.result}]"
        self.lines += [f"def {name}({arguments}):", " step()", *writer.lines, tail, *self._ending(routine)]
        self.names[routine] = name
        return name

    def _ending(self, routine: Any) -> list[str]:
        """What makes a generator of a function, whatever stands in it."""
        return [" yield"] if self.waits(routine) else []

    def reads_of_statement(self, node: Any) -> set[int]:
        writer = StatementWriter(self)
        writer.statement(node)
        return writer.expressions.reads


@dataclass
class StatementWriter:
    """Writes one function. `result` is the slot that `return` sets, `depth` the indentation."""

    program: Program
    result: int | None = None
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    cost: int = 1
    written: set[int] = field(default_factory=set)
    _steps: list[list[str]] = field(default_factory=list)
    """Lines that `continue` has to run in the loops around."""

    def __post_init__(self) -> None:
        program = self.program
        self.expressions = ExpressionWriter(program.signals, self._called, program.constants)

    def emit(self, line: str) -> None:
        self.lines.append(f"{' ' * self.depth}{line}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.emit(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1

    def statement(self, node: Any) -> None:
        """Raises UnsupportedConstruct."""
        kind = type(node).__name__
        write = WRITERS.get(kind)
        if write is None:
            raise UnsupportedConstruct(f"a statement of kind {kind}")
        write(self, node)

    def expression(self, node: Any) -> str:
        return self.expressions.text(node)

    def assign(self, node: Any) -> None:
        """A blocking or nonblocking assignment, with or without a delay inside."""
        value = self.expression_with_target(node)
        if node.timingControl is not None:
            name = self.program.fresh("t")
            self.emit(f"{name} = {value}")
            value = name
        if node.isNonBlocking:
            self._postpone(node, value)
            return
        if node.timingControl is not None:
            self.wait(node.timingControl)
        self.store(node.left, value)

    def expression_with_target(self, node: Any) -> str:
        if not node.isCompound:
            return self.expression(node.right)
        self.expressions.target = self.expression(node.left)
        value = self.expression(node.right)
        self.expressions.target = None
        return value

    def _postpone(self, node: Any, value: str) -> None:
        delay = ""
        if node.timingControl is not None:
            if type(node.timingControl).__name__ != "DelayControl":
                raise UnsupportedConstruct("a nonblocking assignment that waits for an event")
            delay = self.delay(node.timingControl.expr)
        for function, arguments in self.stores(node.left, value):
            call = f"{function}, ({arguments},)"
            self.emit(f"k.after({delay}, {call})" if delay else f"k.postponed.append(({call}))")

    def store(self, left: Any, value: str) -> None:
        for function, arguments in self.stores(left, value):
            self.emit(f"{function}({arguments})")

    def stores(self, left: Any, value: str) -> list[tuple[str, str]]:
        """Functions and arguments that put a value where `left` says; of a concatenation, one for each part."""
        if type(left).__name__ == "ConcatenationExpression":
            name, low, pairs = self.program.fresh("c"), 0, []
            self.emit(f"{name} = {value}")
            for item in reversed(list(left.operands)):
                width = int(item.type.bitWidth)
                pairs += self.stores(item, f"({name} >> {low} & {(1 << width) - 1})")
                low += width
            return pairs
        place = self.expressions.places.place(left)
        if place is None:
            raise UnsupportedConstruct("an assignment to what is no place")
        self.written.add(place.slot)
        return [self._put(place, value)]

    def _put(self, place: Place, value: str) -> tuple[str, str]:
        if place.stride > 1:
            raise UnsupportedConstruct("a whole array assigned")
        if place.is_whole:
            return "put", f"{place.slot}, {value}"
        mask = (1 << place.width) - 1
        if place.low is None:
            return "put_element", f"{place.slot}, {place.index}, {value}"
        if place.index is None:
            return "put_part", f"{place.slot}, {place.low}, {mask}, {value}, {place.shape.mask}"
        return "put_element_part", f"{place.slot}, {place.index}, {place.low}, {mask}, {value}, {place.shape.mask}"

    def wait(self, timing: Any) -> None:
        kind = type(timing).__name__
        if kind == "DelayControl":
            self.emit(f"yield {self.delay(timing.expr)}")
            return
        if kind == "RepeatedEventControl":
            with self.block(f"for _ in range(known({self.expression(timing.expr)})):"):
                self.wait(timing.event)
            return
        self.emit(f"yield {self.watched(self.watches(timing))}")

    def delay(self, node: Any) -> str:
        value = self.expression(node)
        unit = self.program.unit
        if node.type.isFloating:
            return f"int({value} * {unit} + 0.5)"
        return f"known({value}) * {unit}"

    def watched(self, watches: tuple[Watch, ...]) -> str:
        name = self.program.fresh("w")
        self.program.watches[name] = watches
        return name

    def watches(self, timing: Any) -> tuple[Watch, ...]:
        kind = type(timing).__name__
        events = list(timing.events) if kind == "EventListControl" else [timing]
        if any(type(event).__name__ != "SignalEventControl" or event.iffCondition is not None for event in events):
            raise UnsupportedConstruct("an event of another kind")
        return tuple(watch for event in events for watch in self._watch(event))

    def _watch(self, event: Any) -> list[Watch]:
        place = self.expressions.places.place(event.expr)
        kind = _EDGES.get(str(event.edge.name), CHANGE)
        if place is None or (kind != CHANGE and place.index is not None):
            if kind != CHANGE:
                raise UnsupportedConstruct("an edge of an expression")
            return [Watch(slot) for slot in sorted(self.reads_of(event.expr))]
        if kind == CHANGE:
            return [Watch(place.slot)]
        if place.low is not None and not place.low.isdigit():
            raise UnsupportedConstruct("an edge of a bit that moves")
        return [Watch(place.slot, kind, int(place.low or 0))]

    def reads_of(self, node: Any) -> set[int]:
        writer = StatementWriter(self.program)
        writer.expression(node)
        return writer.expressions.reads

    def _called(self, writer: ExpressionWriter, node: Any) -> str:
        if node.isSystemCall:
            return self.program.system.function(writer, node, self.program.unit)
        if self.program.waits(node.subroutine):
            raise UnsupportedConstruct("a task in an expression")
        return f"{self.program.subroutine(node.subroutine)}({', '.join(map(writer.text, node.arguments))})"

    def call(self, node: Any) -> None:
        """A task, or a function whose value nobody reads."""
        routine = node.subroutine
        name, waits = self.program.subroutine(routine), self.program.waits(routine)
        formals = list(routine.arguments)
        inputs = [
            self.expression(item)
            if formal.direction.name == "In"
            else self.expression(assigned(item))
            if formal.direction.name == "InOut"
            else "None"
            for item, formal in zip(node.arguments, formals, strict=True)
        ]
        self.emit(f"{'yield from ' if waits else ''}{name}({', '.join(inputs)})")
        for item, formal in zip(node.arguments, formals, strict=True):
            if formal.direction.name in ("Out", "InOut"):
                target = assigned(item)
                width, size = int(formal.type.bitWidth), int(target.type.bitWidth)
                value = f"v[{self.program.signals.slot(formal)}]"
                if size > width and formal.type.isSigned:
                    value = f"extended({value}, {width}, {(1 << size) - 1})"
                self.store(target, f"({value} & {(1 << size) - 1})")

    @contextmanager
    def loop(self, head: str, steps: list[str]) -> Iterator[None]:
        with self.block(head):
            self.emit("step()")
            self._steps.append(steps)
            yield
            self._steps.pop()

    def captured(self, write: Callable[[], None]) -> list[str]:
        """The lines that `write` emits, without indentation."""
        lines, depth, self.lines, self.depth = self.lines, self.depth, [], 0
        write()
        captured, self.lines, self.depth = self.lines, lines, depth
        return captured

    def leave(self, word: str) -> None:
        for line in self._steps[-1] if word == "continue" else ():
            self.emit(line)
        self.emit(word)

    def in_block(self, node: Any) -> None:
        symbol = node.blockSymbol
        if str(node.blockKind.name) != "Sequential":
            self._fork(node)
            return
        if symbol is None or not symbol.name:
            self.statement(node.body)
            return
        name = self.program.disabled.setdefault(symbol, self.program.fresh("Disabled"))
        self.program.lines.append(f"class {name}(Exception): pass")
        with self.block("try:"):
            self.statement(node.body)
        with self.block(f"except {name}:"):
            pass

    def _fork(self, node: Any) -> None:
        if str(node.blockKind.name) not in ("JoinAll", "JoinNone"):
            raise UnsupportedConstruct("a fork that joins any")
        body = node.body
        branches = list(body.list) if type(body).__name__ == "StatementList" else [body]
        names = []
        for branch in branches:
            name = self.program.fresh("branch")
            writer = StatementWriter(self.program)
            writer.statement(branch)
            self.program.lines += [f"def {name}():", *writer.lines, " return", " yield"]
            names.append(name)
        joined = str(node.blockKind.name) == "JoinAll"
        listed = f"[{', '.join(f'{name}()' for name in names)}]"
        self.emit(f"yield from k.join({listed})" if joined else f"k.fork({listed})")

    def disable(self, node: Any) -> None:
        symbol = node.target.getSymbolReference() if hasattr(node.target, "getSymbolReference") else None
        if symbol not in self.program.disabled:
            raise UnsupportedConstruct("a block that is disabled from outside")
        self.emit(f"raise {self.program.disabled[symbol]}")

    def returned(self, node: Any) -> None:
        if node.expr is not None and self.result is not None:
            self.emit(f"v[{self.result}] = {self.expression(node.expr)}")
        self.emit("return" if self.result is None else f"return v[{self.result}]")


def waits(program: Program, node: Any) -> bool:
    """Whether a statement may take time. A subroutine that is being asked already is taken not to."""
    waiting: list[bool] = []

    def visit(item: Any) -> None:
        kind = type(item).__name__
        if (
            kind in _WAITING
            or (kind == "AssignmentExpression" and item.timingControl and not item.isNonBlocking)
            or (kind == "BlockStatement" and str(item.blockKind.name) != "Sequential")
            or (kind == "CallExpression" and not item.isSystemCall and program.waits(item.subroutine))
        ):
            waiting.append(True)

    node.visit(visit)
    return bool(waiting)
