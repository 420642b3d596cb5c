"""A set's own test script, run as a trial: what its calls leave in their arguments counts, beside what it keeps.

The same here and in the oracle's process: the script is bound to proxies of the program's names, which see every call.
A script alone judges badly: some keep shapes only, and none looks at its inputs again. So a trial says which arguments
the reference left as they were, and, where the script keeps nothing that tells, calls' results and gradients count too.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import torch

from .handing_on import hands_on

_PLAIN = (torch.Tensor, bool, int, float, complex, str, bytes, type(None), torch.dtype, torch.device, torch.Size)
_SPREAD = 0.5
"""Varied arguments are multiplied by factors in a range of this width around one."""


@dataclass(frozen=True)
class Watched:
    """How what torch does is watched: `quiet` around what the harness itself computes, which is not the candidate's
    work, and `calling` around a call of the program."""

    quiet: Callable[[], AbstractContextManager[None]] = nullcontext
    calling: Callable[[], AbstractContextManager[None]] = nullcontext


UNWATCHED = Watched()


@dataclass(frozen=True)
class Trial:
    """How a script is run once: its seed, whether its constant inputs are varied too, whether calls' results count,
    and which tensor arguments, numbered over all calls, must be as they were."""

    seed: int
    varied: bool = False
    with_calls: bool = False
    kept_inputs: tuple[int, ...] = ()


@dataclass
class Calls:
    """What was seen of one run's calls. `changed` are the tensor arguments that were not as before."""

    trial: Trial
    watched: Watched
    passed: int = 0
    changed: list[int] = field(default_factory=list)
    results: list[torch.Tensor] = field(default_factory=list)
    slopes: dict[tuple[int, int], torch.Tensor] = field(default_factory=dict)
    random: torch.Generator = field(default_factory=torch.Generator)

    def __post_init__(self) -> None:
        self.random.manual_seed(self.trial.seed)

    def begin(self, arguments: list[torch.Tensor]) -> list[torch.Tensor]:
        """Varies the arguments where the trial says so; their contents before the call."""
        for number, tensor in enumerate(arguments):
            if self.trial.varied:
                self._vary(tensor)
            if self.trial.with_calls and tensor.requires_grad and tensor.is_leaf:
                self._watch_slope(tensor, self.passed + number)
        return [tensor.detach().clone() for tensor in arguments]

    def end(self, arguments: list[torch.Tensor], before: list[torch.Tensor], result: Any) -> None:
        for tensor, old in zip(arguments, before, strict=True):
            if not _same(tensor.detach(), old):
                self.changed.append(self.passed)
                if self.trial.with_calls and self.passed not in self.trial.kept_inputs:
                    self.results.append(tensor.detach().clone())
            self.passed += 1
        if self.trial.with_calls:
            self.results += [tensor.detach().clone() for tensor in tensors_of(result)]

    def _vary(self, tensor: torch.Tensor) -> None:
        """Each element times a factor of its own: zeros, infinities and integers stay."""
        if not tensor.is_floating_point() or tensor.requires_grad or tensor.numel() == 0 or tensor.itemsize < 2:
            return
        factor = 1 + _SPREAD * (torch.rand(tensor.shape, generator=self.random) - 0.5)
        new = (tensor.double() * factor).to(tensor.dtype)
        tensor.copy_(torch.where(torch.isfinite(tensor), new, tensor))

    def _watch_slope(self, tensor: torch.Tensor, number: int) -> None:
        def seen(slope: torch.Tensor) -> None:
            times = sum(1 for known, _ in self.slopes if known == number)
            self.slopes[number, times] = slope.detach().clone()

        tensor.register_hook(seen)  # type: ignore[no-untyped-call]

    def observed(self) -> list[torch.Tensor]:
        return [*self.results, *(self.slopes[key] for key in sorted(self.slopes))]


class Proxy:
    """A name of the program as the script sees it: calls are seen, everything else is handed on."""

    def __init__(self, target: Any, calls: Calls) -> None:
        object.__setattr__(self, "_target", target)
        object.__setattr__(self, "_calls", calls)

    @hands_on
    def __call__(self, *arguments: Any, **options: Any) -> Any:
        calls: Calls = object.__getattribute__(self, "_calls")
        tensors = list(tensors_of([arguments, options]))
        with calls.watched.quiet(), torch.no_grad():
            before = calls.begin(tensors)
        with calls.watched.calling():
            result = object.__getattribute__(self, "_target")(*arguments, **options)
        with calls.watched.quiet(), torch.no_grad():
            calls.end(tensors, before, result)
        return _seen(result, calls)

    @hands_on
    def __getattr__(self, name: str) -> Any:
        return _seen(getattr(object.__getattribute__(self, "_target"), name), object.__getattribute__(self, "_calls"))

    @hands_on
    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "_target"), name, value)

    @hands_on
    def __getitem__(self, key: Any) -> Any:
        return _seen(object.__getattribute__(self, "_target")[key], object.__getattribute__(self, "_calls"))

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[Any, ...]:
        return (object.__getattribute__(self, "_target"),)


def _seen(value: Any, calls: Calls) -> Any:
    """A proxy for what can be called; the script's own containers, tensors and numbers as they are."""
    return Proxy(value, calls) if callable(value) and not isinstance(value, _PLAIN) else value


def tensors_of(value: Any) -> Iterator[torch.Tensor]:
    """The tensors in lists, tuples and mappings, in order."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from tensors_of(part)
    elif isinstance(value, list | tuple) and not isinstance(value, torch.Size):
        for part in value:
            yield from tensors_of(part)


def _same(new: torch.Tensor, old: torch.Tensor) -> bool:
    """NaN equals itself. A tensor that the call gave another shape is another one."""
    if new.shape != old.shape:
        return False
    if new.is_floating_point() or new.is_complex():
        return bool(torch.equal(new.isnan(), old.isnan()) and torch.equal(new.nan_to_num(), old.nan_to_num()))
    return torch.equal(new, old)


class Script:
    """A driver bound to one program. Raises AttributeError, as the program's own, where it lacks a name."""

    @hands_on
    def __init__(self, driver: ModuleType, module: ModuleType, watched: Watched) -> None:
        self._driver, self._watched = driver, watched
        self._offered = {name: getattr(module, name) for name in driver.NAMES}
        self.changed: list[int] = []
        """Inputs that the last run changed although the reference does not."""

    @hands_on
    def __call__(self, seed: int, how: Mapping[str, Any]) -> list[Any]:
        trial = Trial(seed, **how)
        kept, calls = self.run(trial)
        self.changed = [number for number in calls.changed if number in trial.kept_inputs]
        return [*kept, *calls.observed()]

    @hands_on
    def run(self, trial: Trial) -> tuple[list[Any], Calls]:
        """What the script kept, and what was seen of its calls."""
        calls = Calls(trial, self._watched)
        names = {name: _seen(value, calls) for name, value in self._offered.items()}
        run = self._driver.bind(SimpleNamespace(**names))
        with _seeded(trial.seed):
            return run(trial.seed), calls


@dataclass(frozen=True)
class Expected:
    """A trial that can judge candidates, and what the reference makes of it."""

    trial: Trial
    results: Sequence[Any]


def expected_of(reference: Script, seed: int, *, varied: bool) -> Expected:
    """The trial with this seed: varied where the reference bears it and its results still tell."""
    try:
        kept, calls = reference.run(Trial(seed, varied, with_calls=True))
    except Exception:
        if not varied:
            raise
        return expected_of(reference, seed, varied=False)
    results = kept if telling(kept) else [*kept, *calls.observed()]
    if varied and not telling(results):
        return expected_of(reference, seed, varied=False)
    unchanged = sorted(set(range(calls.passed)) - set(calls.changed))
    return Expected(Trial(seed, varied, results is not kept, tuple(unchanged)), results)


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Every source of chance follows the trial's seed, also where the script sets one of its own."""
    sources: tuple[tuple[Any, str], ...] = ((torch, "manual_seed"), (np.random, "seed"), (random, "seed"))
    before = [getattr(owner, name) for owner, name in sources]
    try:
        for (owner, name), original in zip(sources, before, strict=True):
            setattr(owner, name, _mixing(original, seed))
            getattr(owner, name)(0)
        yield
    finally:
        for (owner, name), original in zip(sources, before, strict=True):
            setattr(owner, name, original)


def _mixing(original: Callable[[int], Any], seed: int) -> Callable[..., Any]:
    return hands_on(lambda value=0: original((int(value) ^ seed) % (1 << 32)))


def telling(parts: Sequence[Any]) -> bool:
    """Whether some tensor is neither empty, nor NaN, nor the same number everywhere: what a wrong answer must miss."""
    return any(_tells(part) for part in parts if isinstance(part, torch.Tensor))


def _tells(part: torch.Tensor) -> bool:
    values = part.detach().to(torch.complex128 if part.is_complex() else torch.float64)
    finite = values[torch.isfinite(values)].unique()  # type: ignore[no-untyped-call]
    return finite.numel() > 1 or (part.numel() == 1 and bool((finite != 0).any()))
