"""Host code and kernels of a CUDA program, statement by statement: a mask says which threads a statement is for."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.functions import (
    atomic,
    call_function,
    constant_of,
    host,
    index_of,
)
from resources.domains.gpu_kernels.interpretation.cuda.memory import DeviceMemory, Threads
from resources.domains.gpu_kernels.interpretation.cuda.syntax import VECTORS, CType, Node, Parser, Routine
from resources.domains.gpu_kernels.interpretation.cuda.values import (
    Address,
    Value,
    binary,
    cast,
    chosen,
    of_number,
    unary,
)
from resources.domains.gpu_kernels.interpretation.endings import (
    Budget,
    Ending,
    PathEndedError,
    raised,
    refused,
    unknown,
)
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, INT32, UINT32, UINT64, Array, Kind

_DEEPEST = 16
_MOST_THREADS, _MOST_STATIC, _MOST_DYNAMIC = 1024, 48 << 10, 227 << 10
"""Of a block: threads, and bytes of shared memory that are declared and that are asked for."""
_HOST = np.ones(1, bool)


@dataclass(eq=False)
class Variable:
    """Its value, and the type that everything it is given becomes."""

    value: Value
    kind: Kind | Address | str


@dataclass
class Call:
    """A function under way: names by scope, which threads have returned, and what."""

    scopes: list[dict[str, Any]]
    returned: Array
    result: Value | None = None
    broken: list[Array] = field(default_factory=list)
    skipped: list[Array] = field(default_factory=list)


@dataclass(frozen=True)
class Place:
    """What can be assigned to: a variable, or memory at an address; and the field of a struct there."""

    variable: Variable | None
    address: Value | None
    field: str = ""


class Machine:
    """One program, one case. See `builtins` for what it calls beside its own functions."""

    def __init__(self, program: Parser, budget: Budget) -> None:
        self.program, self.budget = program, budget
        self.memory = DeviceMemory()
        self.threads: Threads | None = None
        self.exited = np.zeros(1, bool)
        self.launches = 0
        self._depth = 0
        self._globals: dict[str, Any] = {}
        self._shared: dict[Node, Value] = {}
        self._dynamic = self._static = 0
        self._statements: dict[str, Callable[[Node, Call, Array], Array]] = {
            "block": self._block,
            "expression": self._expression,
            "declare": self._declare,
            "if": self._if,
            "for": self._for,
            "while": self._while,
            "do": self._do,
            "return": self._return,
            "break": self._break,
            "continue": self._continue,
        }
        self._values: dict[str, Callable[[Node, Call, Array], Value]] = {
            "number": lambda node, _, __: of_number(node.parts[0]),
            "name": self._name,
            "binary": self._binary,
            "unary": self._unary,
            "ternary": self._ternary,
            "assign": self._assign,
            "step": self._step,
            "index": self._load,
            "field": self._field,
            "cast": self._cast,
            "call": self._call,
            "make": self._make,
            "size": self._size,
            "comma": self._comma,
            "launch": self._launch,
        }
        self.call = Call([self._globals], np.zeros(1, bool))
        for node in program.constants:
            self._declare(node, self.call, _HOST)

    def lanes(self, mask: Array) -> Array:
        """The numbers of the threads that are on."""
        return np.flatnonzero(mask)

    def run(self, name: str, arguments: list[Value]) -> None:
        """The host function."""
        routine = self.program.routines.get(name)
        if routine is None or routine.is_kernel:
            raise PathEndedError(Ending.ENTRY, name)
        self.invoke(routine, arguments, _HOST)

    def invoke(self, routine: Routine, arguments: list[Value], mask: Array) -> Value:
        if len(arguments) != len(routine.parameters):
            raise refused("another number of arguments")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise unknown("deep calls")
        names: dict[str, Any] = {}
        for (given, name), value in zip(routine.parameters, arguments, strict=True):
            wanted = self.resolved(given)
            names[name] = Variable(cast(value, wanted), wanted)
        call = Call([self._globals, names], np.zeros(mask.shape, bool))
        self._parts(routine.body, call, mask)
        self._depth -= 1
        kind = self.resolved(routine.result)
        if call.result is None:
            return Value(np.int32(0), "void")
        return cast(call.result, kind) if kind != "void" else call.result

    def resolved(self, kind: CType) -> Kind | Address | str:
        if kind.is_reference:
            raise unknown("a reference")
        if kind.pointers > 1:
            raise unknown("an address of addresses")
        if kind.pointers and kind.base in VECTORS:
            return Address(VECTORS[str(kind.base)][0], (VECTORS[str(kind.base)][1],), str(kind.base))
        return Address(kind.base) if kind.pointers else kind.base

    def execute(self, node: Node, call: Call, mask: Array) -> Array:
        """The threads that go on behind the statement."""
        self.budget.take()
        return self._statements[node.what](node, call, mask)

    def value(self, node: Node, call: Call, mask: Array) -> Value:
        self.budget.take(1 + mask.size // 512)
        case = self._values.get(node.what)
        if case is None:
            raise unknown(node.what)
        return case(node, call, mask)

    def test(self, node: Node, call: Call, mask: Array) -> Array:
        """The threads of `mask` for which a condition holds."""
        data = cast(self.value(node, call, mask), BOOL).data
        held: Array = mask & data
        return held

    def _block(self, node: Node, call: Call, mask: Array) -> Array:
        call.scopes.append({})
        mask = self._parts(node, call, mask)
        call.scopes.pop()
        return mask

    def _parts(self, node: Node, call: Call, mask: Array) -> Array:
        for part in node.parts:
            if not mask.any():
                break
            mask = self.execute(part, call, mask)
        return mask

    def _expression(self, node: Node, call: Call, mask: Array) -> Array:
        self.value(node.parts[0], call, mask)
        return mask

    def _if(self, node: Node, call: Call, mask: Array) -> Array:
        test, body, other = node.parts
        on = self.test(test, call, mask)
        off = mask & ~on
        after = self.execute(body, call, on) if on.any() else on
        rest = self.execute(other, call, off) if off.any() and other.parts else off
        return after | rest

    def _loop(self, call: Call, mask: Array, test: Any, body: Node, step: Any, *, first: bool = True) -> Array:
        call.broken.append(np.zeros(mask.shape, bool))
        going, left = mask, np.zeros(mask.shape, bool)
        self.budget.waiting += 1
        while going.any():
            if first and test is not None:
                on = self.test(test, call, going)
                left, going = left | (going & ~on), on
                if not going.any():
                    break
            first = True
            call.skipped.append(np.zeros(mask.shape, bool))
            going = self.execute(body, call, going) | call.skipped.pop()
            if going.any():
                step(going)
        self.budget.waiting -= 1
        return left | call.broken.pop()

    def _for(self, node: Node, call: Call, mask: Array) -> Array:
        start, test, steps, body = node.parts
        call.scopes.append({})
        mask = self.execute(start, call, mask) if start.what != "block" else mask

        def step(going: Array) -> None:
            for part in steps:
                self.value(part, call, going)

        after = self._loop(call, mask, test, body, step)
        call.scopes.pop()
        return after

    def _while(self, node: Node, call: Call, mask: Array) -> Array:
        return self._loop(call, mask, node.parts[0], node.parts[1], lambda _: None)

    def _do(self, node: Node, call: Call, mask: Array) -> Array:
        return self._loop(call, mask, node.parts[1], node.parts[0], lambda _: None, first=False)

    def _return(self, node: Node, call: Call, mask: Array) -> Array:
        if node.parts[0] is not None:
            value = self.value(node.parts[0], call, mask)
            call.result = value if call.result is None else chosen(mask, value, call.result)
        call.returned = call.returned | mask
        if self._depth == 1 and self.threads is not None:
            self.exited = self.exited | mask
        return np.zeros(mask.shape, bool)

    def _break(self, _: Node, call: Call, mask: Array) -> Array:
        call.broken[-1] = call.broken[-1] | mask
        return np.zeros(mask.shape, bool)

    def _continue(self, _: Node, call: Call, mask: Array) -> Array:
        call.skipped[-1] = call.skipped[-1] | mask
        return np.zeros(mask.shape, bool)

    def _declare(self, node: Node, call: Call, mask: Array) -> Array:
        for part in node.parts:
            base, name, sizes, given, space = part.parts
            kind = self.resolved(base)
            if name in call.scopes[-1]:
                raise refused(f"{name} is declared twice")
            call.scopes[-1][name] = self._declared(part, kind, sizes, given, space, call, mask)
        return mask

    def _declared(self, node: Node, kind: Any, sizes: Any, given: Any, space: str, call: Call, mask: Array) -> Variable:
        if sizes or space == "shared":
            return self._array(node, kind, sizes, given, space, call, mask)
        if given is None:
            return Variable(self.unset(kind), kind) if kind != "dim3" else Variable(_dim3([]), "dim3")
        if given.what == "list" and (kind == "dim3" or kind in self.program.structs or kind in VECTORS):
            return Variable(self._built(kind, given.parts, call, mask), kind)
        if given.what == "list":
            if len(given.parts) != 1:
                raise unknown("a list")
            given = given.parts[0]
        value = self.value(given, call, mask)
        if kind == "auto":
            return Variable(value, value.kind)
        if kind == "dim3":
            return Variable(value if value.kind == "dim3" else _dim3([value]), "dim3")
        return Variable(cast(value, kind), kind)

    def _array(self, node: Node, kind: Any, sizes: Any, given: Any, space: str, call: Call, mask: Array) -> Variable:
        if space == "shared" and node in self._shared:
            return Variable(self._shared[node], self._shared[node].kind)
        counts = [
            self._dynamic // self.bytes_of(kind) if size is None else self.constant(size, call, mask) for size in sizes
        ]
        total = math.prod(counts) if counts else 1
        if any(count < 0 for count in counts) or isinstance(kind, Address):
            raise refused("an array")
        if space == "shared":
            self._static += total * self.bytes_of(kind) if None not in sizes else 0
            if self._static > _MOST_STATIC:
                raise PathEndedError(Ending.RESOURCES, "shared memory")
        room = self.memory.allocate(self.fields(kind), total, "shared" if space == "shared" else "local")
        value = Value(np.int64(room), Address(kind, tuple(counts[1:])))
        if space == "shared":
            self._shared[node] = value
        if given is not None:
            lanes = self.lanes(mask)
            for place in range(total):
                item = self.value(given.parts[place], call, mask) if place < len(given.parts) else self.empty(kind)
                data = cast(item, kind).data
                self.memory.store(np.int64(room + place), "", lanes, data[mask] if np.ndim(data) else data)
        if not counts:
            return Variable(value, "pointed")
        return Variable(value, value.kind)

    def constant(self, node: Node, call: Call, mask: Array) -> int:
        value = self.value(node, call, mask)
        if np.ndim(value.data) or value.plain.is_float:
            raise refused("no whole number")
        return int(value.data)

    def fields(self, kind: Kind | Address | str) -> dict[str, Kind]:
        """What an element of memory is made of."""
        if isinstance(kind, Kind):
            return {"": kind}
        if isinstance(kind, str) and kind in VECTORS:
            return dict.fromkeys("xyzw"[: VECTORS[kind][1]], VECTORS[kind][0])
        if isinstance(kind, str) and kind in self.program.structs:
            found = {name: self.resolved(part) for part, name in self.program.structs[kind]}
            if all(isinstance(part, Kind) for part in found.values()):
                return found  # type: ignore[return-value]
        raise unknown("memory of another type")

    def bytes_of(self, kind: Kind | Address | str) -> int:
        if isinstance(kind, Address):
            return 8
        return sum(max(part.bits // 8, 1) for part in self.fields(kind).values())

    def empty(self, kind: Kind | Address | str) -> Value:
        if isinstance(kind, Kind):
            return Value(kind.numpy(0), kind)
        if isinstance(kind, Address):
            return Value(np.int64(0), kind)
        return Value({name: self.empty(part) for name, part in self.fields(kind).items()}, kind)

    def unset(self, kind: Kind | Address | str) -> Value:
        """What a variable holds that nobody has set: the emulator's own pattern."""
        if isinstance(kind, Kind) and kind != BOOL:
            if kind.is_float:
                return Value(kind.numpy(3.3e38 if kind.bits > 16 else 3e4), kind)
            return Value(kind.numpy(int("7F" * (kind.bits // 8), 16)), kind)
        return self.empty(kind)

    def found(self, name: str, call: Call) -> Variable | None:
        for scope in reversed(call.scopes):
            if name in scope:
                return scope[name]  # type: ignore[no-any-return]
        return None

    def _name(self, node: Node, call: Call, mask: Array) -> Value:
        name = node.parts[0]
        variable = self.found(name, call)
        if variable is not None:
            if variable.kind == "pointed":
                return self.load(Place(None, variable.value), mask)
            return variable.value
        constant = constant_of(self, name)
        if constant is not None:
            return constant
        raise unknown(name) if self.program.has_macros else refused(f"no name {name}")

    def _binary(self, node: Node, call: Call, mask: Array) -> Value:
        sign, left, right = node.parts
        if sign in ("&&", "||"):
            first = self.test(left, call, mask)
            rest = first if sign == "&&" else mask & ~first
            second = self.test(right, call, rest) if rest.any() else rest
            result = second if sign == "&&" else first | second
            return Value(result if mask.size > 1 else np.bool_(result[0]), BOOL)
        return binary(sign, self.value(left, call, mask), self.value(right, call, mask))

    def _unary(self, node: Node, call: Call, mask: Array) -> Value:
        sign, inner = node.parts
        if sign == "*":
            return self.load(self.place(node, call, mask), mask)
        if sign == "&":
            place = self.place(inner, call, mask)
            if place.address is None or place.field:
                raise unknown("the address of a variable")
            return place.address
        return unary(sign, self.value(inner, call, mask))

    def _ternary(self, node: Node, call: Call, mask: Array) -> Value:
        on = self.test(node.parts[0], call, mask)
        off = mask & ~on
        if not off.any():
            return self.value(node.parts[1], call, on)
        if not on.any():
            return self.value(node.parts[2], call, off)
        return chosen(on, self.value(node.parts[1], call, on), self.value(node.parts[2], call, off))

    def _load(self, node: Node, call: Call, mask: Array) -> Value:
        place = self.place(node, call, mask)
        assert place.address is not None
        if isinstance(place.address.kind, Address) and place.address.kind.inner and not place.address.kind.vector:
            inner = place.address.kind.inner
            return Value(place.address.data, Address(place.address.kind.of, inner[1:]))
        return self.load(place, mask)

    def place(self, node: Node, call: Call, mask: Array) -> Place:
        """Where an expression stands."""
        if node.what == "name":
            variable = self.found(node.parts[0], call)
            if variable is None:
                raise refused(f"no name {node.parts[0]}")
            return Place(None, variable.value) if variable.kind == "pointed" else Place(variable, None)
        if node.what == "index":
            base = self.value(node.parts[0], call, mask)
            if not isinstance(base.kind, Address):
                raise refused("an index into no array")
            return Place(None, binary("+", base, self.value(node.parts[1], call, mask)))
        if node.what == "unary" and node.parts[0] == "*":
            base = self.value(node.parts[1], call, mask)
            if not isinstance(base.kind, Address):
                raise refused("* of no address")
            return Place(None, base)
        if node.what == "field":
            inner = self.place(node.parts[0], call, mask)
            if inner.field:
                raise unknown("a field of a field")
            return Place(inner.variable, inner.address, node.parts[1])
        raise refused("what cannot be assigned to")

    def load(self, place: Place, mask: Array) -> Value:
        if place.variable is not None:
            value = place.variable.value
            return _part(value, place.field) if place.field else value
        assert place.address is not None
        assert isinstance(place.address.kind, Address)
        if place.address.kind.vector:
            return self._vector(place, place.address.kind.vector, mask)
        fields = self.fields(place.address.kind.of)
        if place.field:
            if place.field not in fields:
                raise refused("no such field")
            return self._loaded(place.address, place.field, fields[place.field], mask)
        if "" in fields:
            return self._loaded(place.address, "", fields[""], mask)
        parts = {name: self._loaded(place.address, name, kind, mask) for name, kind in fields.items()}
        return Value(parts, place.address.kind.of)

    def _vector(self, place: Place, name: str, mask: Array) -> Value:
        assert place.address is not None
        parts = {
            part: self._loaded(Value(place.address.data + at, Address(kind)), "", kind, mask)
            for at, (part, kind) in enumerate(self.fields(name).items())
        }
        return parts[place.field] if place.field in parts else Value(parts, name)

    def _loaded(self, address: Value, name: str, kind: Kind, mask: Array) -> Value:
        self.budget.take(6)
        if self.threads is None:
            raise raised("device memory in host code")
        lanes = self.lanes(mask)
        at = address.data[mask] if np.ndim(address.data) else np.broadcast_to(address.data, lanes.shape)
        data = self.memory.load(at, name, lanes)
        if lanes.size == mask.size:
            return Value(data, kind)
        whole = np.zeros(mask.shape, kind.numpy)
        whole[mask] = data
        return Value(whole, kind)

    def assign(self, place: Place, value: Value, mask: Array) -> None:
        if place.variable is not None:
            self._assign_variable(place.variable, place.field, value, mask)
            return
        assert place.address is not None
        assert isinstance(place.address.kind, Address)
        if place.address.kind.vector:
            if place.field:
                raise unknown("a field of a vector in memory")
            given = cast(value, place.address.kind.vector).data
            for number, field_name in enumerate(self.fields(place.address.kind.vector)):
                one = Value(place.address.data + number, Address(place.address.kind.of))
                self.assign(Place(None, one), given[field_name], mask)
            return
        self.budget.take(6)
        if self.threads is None:
            raise raised("device memory in host code")
        lanes, fields, data = self.lanes(mask), self.fields(place.address.kind.of), place.address.data
        at = data[mask] if np.ndim(data) else np.broadcast_to(data, lanes.shape)
        if place.field or "" in fields:
            parts = {place.field: cast(value, fields[place.field])}
        else:
            parts = cast(value, place.address.kind.of).data
        for name, part in parts.items():
            self.memory.store(at, name, lanes, part.data[mask] if np.ndim(part.data) else part.data)

    def _assign_variable(self, variable: Variable, name: str, value: Value, mask: Array) -> None:
        if name:
            inner = Variable(_part(variable.value, name), _part(variable.value, name).kind)
            self._assign_variable(inner, "", value, mask)
            variable.value = Value({**variable.value.data, name: inner.value}, variable.value.kind)
            return
        new = cast(value, variable.kind)
        variable.value = new if mask.all() else chosen(mask, new, variable.value)

    def _assign(self, node: Node, call: Call, mask: Array) -> Value:
        sign, target, given = node.parts
        place = self.place(target, call, mask)
        if given.what == "list":
            kind = place.variable.kind if place.variable is not None else place.address.kind.of  # type: ignore[union-attr]
            value = self._built(kind, given.parts, call, mask)
        else:
            value = self.value(given, call, mask)
        if sign:
            value = binary(sign, self.load(place, mask), value)
        self.assign(place, value, mask)
        return value

    def _step(self, node: Node, call: Call, mask: Array) -> Value:
        sign, target, is_before = node.parts
        place = self.place(target, call, mask)
        old = self.load(place, mask)
        new = binary(sign, old, Value(np.int32(1), INT32))
        self.assign(place, new, mask)
        return new if is_before else old

    def _field(self, node: Node, call: Call, mask: Array) -> Value:
        owner, name = node.parts
        if owner.what == "name" and self.found(owner.parts[0], call) is None:
            found = index_of(self, owner.parts[0], name)
            if found is None:
                raise refused(f"no name {owner.parts[0]}")
            return found
        if owner.what in ("name", "index", "unary", "field"):
            return self.load(self.place(node, call, mask), mask)
        return _part(self.value(owner, call, mask), name)

    def _cast(self, node: Node, call: Call, mask: Array) -> Value:
        return cast(self.value(node.parts[1], call, mask), self.resolved(node.parts[0]))

    def _make(self, node: Node, call: Call, mask: Array) -> Value:
        kind = self.resolved(node.parts[0])
        if isinstance(kind, Kind) and len(node.parts[1]) == 1:
            return cast(self.value(node.parts[1][0], call, mask), kind)
        return self._built(kind, node.parts[1], call, mask)

    def _built(self, kind: Any, given: Any, call: Call, mask: Array) -> Value:
        """A struct of a list of its fields."""
        values = [self.value(part, call, mask) for part in given]
        if kind == "dim3":
            return _dim3(values)
        fields = list(self.fields(kind).items())
        if len(values) > len(fields):
            raise refused("too many values")
        values += [self.empty(part) for _, part in fields[len(values) :]]
        return Value({name: cast(value, part) for (name, part), value in zip(fields, values, strict=True)}, kind)

    def _size(self, node: Node, call: Call, mask: Array) -> Value:
        if not isinstance(node.parts[0], CType):
            raise unknown("sizeof of a value")
        return Value(np.uint64(self.bytes_of(self.resolved(node.parts[0]))), UINT64)

    def _comma(self, node: Node, call: Call, mask: Array) -> Value:
        self.value(node.parts[0], call, mask)
        return self.value(node.parts[1], call, mask)

    def _call(self, node: Node, call: Call, mask: Array) -> Value:
        called, given = node.parts
        if called.what != "name":
            raise unknown("a call")
        name = called.parts[0]
        if name.startswith("cuda"):
            return host(self, name, given, call, mask)
        if name.startswith("atomic"):
            return atomic(self, name, given, call, mask)
        if name.removeprefix("make_") in VECTORS and name not in VECTORS:
            return self._built(name.removeprefix("make_"), given, call, mask)
        arguments = [self.value(part, call, mask) for part in given]
        routine = self.program.routines.get(name)
        if routine is not None:
            if routine.is_kernel or ("host" if self.threads is None else "device") not in routine.places:
                raise refused("a function of another place")
            return self.invoke(routine, arguments, mask)
        return call_function(self, name, arguments, mask)

    def _launch(self, node: Node, call: Call, mask: Array) -> Value:
        called, settings, given = node.parts
        routine = self.program.routines.get(called.parts[0]) if called.what == "name" else None
        if self.threads is not None or routine is None or not routine.is_kernel or not 2 <= len(settings) <= 4:
            raise refused("a launch")
        shape = [self._sizes(self.value(part, call, mask)) for part in settings[:2]]
        self._dynamic = self.constant(settings[2], call, mask) if len(settings) > 2 else 0
        arguments = [self.value(part, call, mask) for part in given]
        if math.prod(shape[1]) > _MOST_THREADS or self._dynamic > _MOST_DYNAMIC:
            raise PathEndedError(Ending.RESOURCES, "threads or shared memory")
        if min(*shape[0], *shape[1]) < 1:
            raise PathEndedError(Ending.LAUNCH, "a configuration")
        if math.prod(shape[0]) * math.prod(shape[1]) > 1 << 15:
            raise unknown("many threads")
        self._start(routine, arguments, Threads(shape[0], shape[1]))
        return Value(np.int32(0), "void")

    def _start(self, routine: Routine, arguments: list[Value], threads: Threads) -> None:
        self.launches += 1
        self.threads, depth = threads, self._depth
        self._depth, self._shared, self._static = 0, {}, 0
        self.exited = np.zeros(threads.count, bool)
        self.memory.begin(threads)
        self.invoke(routine, arguments, np.ones(threads.count, bool))
        self.threads = self.memory.threads = None
        self._depth = depth

    def _sizes(self, value: Value) -> tuple[int, int, int]:
        parts = _dim3([value]) if value.kind != "dim3" else value
        found = [int(parts.data[name].data) for name in "xyz"]
        return found[0], found[1], found[2]


def _part(value: Value, name: str) -> Value:
    if not isinstance(value.data, dict) or name not in value.data:
        raise refused("no such field")
    found: Value = value.data[name]
    return found


def _dim3(values: list[Value]) -> Value:
    parts = [cast(value, UINT32) for value in values] + [Value(np.uint32(1), UINT32)] * (3 - len(values))
    if len(parts) != 3:
        raise refused("a dim3 of many")
    return Value(dict(zip("xyz", parts, strict=True)), "dim3")
