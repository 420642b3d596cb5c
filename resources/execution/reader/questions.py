"""A question to a reader: which function is called with what. Bundles are sent once and named by their hash afterwards.

Questions are pickled: they come from the process that is trusted. Answers are not (`wire`).
"""

import io
import pickle
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from resources.execution.bundle import EnvironmentBundle

KEPT_BUNDLES = 128


class Shelf:
    """The bundles that a reader holds. Both sides keep one, and put the same bundles on it in the same order."""

    def __init__(self) -> None:
        self._bundles: OrderedDict[str, EnvironmentBundle] = OrderedDict()

    def put(self, bundle: EnvironmentBundle) -> bool:
        """True for a bundle that was not on it."""
        is_new = bundle.hash not in self._bundles
        self._bundles[bundle.hash] = bundle
        self._bundles.move_to_end(bundle.hash)
        if len(self._bundles) > KEPT_BUNDLES:
            self._bundles.popitem(last=False)
        return is_new

    def get(self, name: str) -> EnvironmentBundle:
        self._bundles.move_to_end(name)
        return self._bundles[name]


@dataclass(frozen=True)
class Question:
    """`function` is "module:qualified name"; `cpu_s` the CPU seconds that its answer may take,
    `folders` what it may read beside the program."""

    function: str
    cpu_s: int
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]
    folders: tuple[str, ...] = ()


def packed(question: Question, shelf: Shelf) -> bytes:
    """For a reader whose bundles `shelf` knows."""
    file = io.BytesIO()
    _Pickler(file, shelf).dump((question.function, question.cpu_s, question.arguments, dict(question.named)))
    return file.getvalue()


def unpacked(raw: bytes, shelf: Shelf) -> Question:
    return Question(*_Unpickler(io.BytesIO(raw), shelf).load())


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shelf: Shelf) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._shelf = shelf

    def persistent_id(self, obj: Any) -> Any:
        if type(obj) is not EnvironmentBundle:
            return None
        name = obj.hash
        return (name, pickle.dumps(obj, pickle.HIGHEST_PROTOCOL) if self._shelf.put(obj) else None)


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, shelf: Shelf) -> None:
        super().__init__(file)
        self._shelf = shelf

    def persistent_load(self, pid: Any) -> EnvironmentBundle:
        name, content = pid
        if content is not None:
            self._shelf.put(pickle.loads(content))
        return self._shelf.get(name)
