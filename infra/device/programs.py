"""Programs: what is held against the device, by population, as JSON lines beside the tasks that they answer."""

import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from resources.domains.seed import TaskSeed
from resources.execution.bundle import EnvironmentBundle, Limits

PROGRAMS, TASKS = "programs.jsonl", "tasks.json"
_SEED = 20
_FIRST_DRAWING = 700000
_DRAWINGS = 60
_PLACES = 2
"""Places of each kind of fault, of different tasks where there are any."""
_READ_ONLY = frozenset({"syntax", "names and compile-time structure"})
"""Faults that a compiler sees; one place each is enough."""
_CHEATS = (
    "constant one_zero nan_outputs copied_input changed_inputs kept_memory small_sizes_only volatile_race "
    "another_allocation host_variable_in_a_kernel device_variable_on_the_host"
).split()
"""Those of the suite that are about values and memory. The others aim at a judge that is not there."""
_MOST_CHEATS = 48


@dataclass(frozen=True)
class Program:
    """One candidate. `task` is its bundle's hash, `kind` the fault, the author or the cheat, `inputs` the number of the
    set of inputs that the backend gives it."""

    name: str
    population: str
    kind: str
    seed_id: str
    task: str
    inputs: int
    code: str


def read_programs(folder: Path) -> list[Program]:
    return [Program(**json.loads(line)) for line in (folder / PROGRAMS).read_text().splitlines()]


def read_tasks(folder: Path) -> Mapping[str, EnvironmentBundle]:
    """By hash, which is that of the packed bundle: its reference is kept where the device needs it."""
    described = json.loads((folder / TASKS).read_text())
    return {name: EnvironmentBundle(**{**one, "limits": Limits(**one["limits"])}) for name, one in described.items()}


class Packing:
    """Collects programs. Needs the whole project; `programs` and `tasks` are what is written."""

    def __init__(self) -> None:
        from resources.domains.registry import get_domain, load_domains

        load_domains()
        self._domain = get_domain("gpu_kernels")
        self._random = random.Random(_SEED)
        self.programs: list[Program] = []
        self.tasks: dict[str, EnvironmentBundle] = {}
        self._bundles: dict[str, EnvironmentBundle] = {}
        for seed in self._domain.builtin_seeds():
            self._know(seed)

    def add_own(self) -> None:
        """References, kept answers, drawings of the families, faults, rewrites and cheats."""
        builtin = [bundle for name, bundle in self._bundles.items() if name.startswith("builtin/")]
        families = self._domain.families
        drawn = [self._know(families[n % len(families)].draw(_FIRST_DRAWING + n)) for n in range(_DRAWINGS)]
        for bundle in builtin:
            self._add("reference", "", bundle, bundle.reference)
        for answer in self._domain.recorded_answers():
            if (bundle := self._task(answer.seed_id)) is not None:
                self._add("answer", answer.author, bundle, answer.texts[-1])
        for bundle in drawn:
            self._add("family", bundle.seed_id.split("/")[1].rpartition("-")[0], bundle, bundle.reference)
        self._add_faults([*builtin, *drawn])
        self._add_cheats(builtin)

    def add_answers(self, file: Path) -> None:
        """Recorded answers as `icwm` reads them; the file's name is the population's."""
        from resources.generation.recorded.samples import read_every_sample

        for answer in read_every_sample(file):
            bundle = self._task(answer.seed_id)
            code = _program_of(answer.texts[-1], answer.whole_reply)
            if bundle is not None and code:
                self._add(file.stem, answer.author, bundle, code)

    def add_set(self, importer: str, folder: Path) -> None:
        """The usable tasks of a public set, whose references are not programs to judge but what they are judged by."""
        from resources.domains.gpu_kernels.tasks.importers import IMPORTERS

        found = next(one for one in IMPORTERS if one.name == importer).read(folder)
        for seed in found.seeds:
            if not seed.unusable:
                self._know(seed)
                self._add("public", "", self._bundles[seed.seed_id], seed.reference)

    def write(self, folder: Path) -> None:
        """In an order of chance within priorities, so that what is cut short is a sample."""
        folder.mkdir(parents=True, exist_ok=True)
        self._random.shuffle(self.programs)
        first = ("reference", "public")
        ordered = sorted(self.programs, key=lambda program: program.population not in first)
        (folder / PROGRAMS).write_text("".join(json.dumps(asdict(one)) + "\n" for one in ordered))
        tasks = {name: asdict(bundle) for name, bundle in self.tasks.items()}
        (folder / TASKS).write_text(json.dumps(tasks, ensure_ascii=True))

    def _know(self, seed: TaskSeed) -> EnvironmentBundle:
        from assets.bundles.build import bundle_from_seed

        bundle = bundle_from_seed(seed)
        self._bundles[bundle.seed_id] = bundle
        return bundle

    def _task(self, seed_id: str) -> EnvironmentBundle | None:
        if seed_id not in self._bundles and seed_id.startswith("families/"):
            name, _, number = seed_id.removeprefix("families/").rpartition("-")
            self._know(next(one for one in self._domain.families if one.name == name).draw(int(number)))
        return self._bundles.get(seed_id)

    def _add(self, population: str, kind: str, bundle: EnvironmentBundle, code: str) -> None:
        from resources.domains.gpu_kernels.execution.oracle import set_of
        from resources.execution.bundle import Candidate

        self.tasks[bundle.hash] = bundle
        name = f"{len(self.programs):05}"
        inputs = set_of(bundle, Candidate(code))
        self.programs.append(Program(name, population, kind, bundle.seed_id, bundle.hash, inputs, code))

    def _add_faults(self, bundles: Sequence[EnvironmentBundle]) -> None:
        from resources.domains.faults import apply_edits

        injector = self._domain.fault_injector()
        kinds = {kind.name: kind for kind in injector.kinds}
        places: defaultdict[str, list[tuple[EnvironmentBundle, str]]] = defaultdict(list)
        for bundle in bundles:
            for edit in injector.edits(bundle.reference):
                places[edit.kind].append((bundle, apply_edits(bundle.reference, [edit])))
        for name in sorted(places):
            self._random.shuffle(places[name])
            wanted = 1 if kinds[name].category in _READ_ONLY or not kinds[name].is_fault else _PLACES
            for bundle, code in _of_different_tasks(places[name])[:wanted]:
                self._add("fault" if kinds[name].is_fault else "rewrite", name, bundle, code)

    def _add_cheats(self, bundles: Sequence[EnvironmentBundle]) -> None:
        all_cheats = [(bundle, cheat) for bundle in bundles for cheat in self._domain.cheats(bundle)]
        chosen = [(bundle, cheat) for bundle, cheat in all_cheats if cheat.name in _CHEATS]
        for bundle, cheat in self._random.sample(chosen, min(_MOST_CHEATS, len(chosen))):
            self._add("cheat", cheat.name, bundle, cheat.candidate.code)


def _program_of(text: str, whole_reply: bool) -> str:
    """Of a model's whole reply the longest fenced block; the text itself where there is none."""
    from resources.generation.endpoint.fences import fenced_blocks

    blocks = [block.text for block in fenced_blocks(text)] if whole_reply else []
    return max(blocks, key=len) if blocks else text.replace("\r\n", "\n").rstrip() + "\n"


def _of_different_tasks(places: Sequence[tuple[EnvironmentBundle, str]]) -> list[tuple[EnvironmentBundle, str]]:
    """The first of each task first."""
    seen: set[str] = set()
    first: list[tuple[EnvironmentBundle, str]] = []
    later: list[tuple[EnvironmentBundle, str]] = []
    for bundle, code in places:
        (later if bundle.seed_id in seen else first).append((bundle, code))
        seen.add(bundle.seed_id)
    return [*first, *later]
