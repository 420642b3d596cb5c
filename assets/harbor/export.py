"""Every certified bundle that may be passed on, as Harbor tasks in folders by split, with the package for verifiers.

A task stands in the split in which its corpus rows stand, so that nobody trains on a benchmark's tasks by pointing a
trainer at `train`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from assets.bundles.schema import ENVIRONMENT_BUNDLES
from assets.corpus.domain_hygiene import domain_hygiene
from assets.harbor.image import Images, image_folder
from assets.harbor.task import HarborTask, task_name
from assets.home import Home
from assets.progress import ProgressReporter
from assets.publication.folder import with_card, written_anew
from assets.publication.published_rows import NothingToPublish
from assets.seeds.licences import licence_problem, read_allowances
from assets.seeds.schema import TASK_SEEDS, seed_from_row
from resources.domains.domain import Domain
from resources.domains.seed import TaskSeed
from resources.execution.bundle import bundle_from_json
from resources.storage.lake import Lake

MARK = "icwm Harbor tasks"
"""In the card: by it an earlier export is known."""
PACKAGE = Path(__file__).parent / "verifiers_package"


@dataclass(frozen=True)
class Source:
    """Where an export is read from. `project` is the checkout that the images are made of."""

    lake: Lake
    home: Home
    domains: Mapping[str, Domain]
    project: Path


@dataclass(frozen=True)
class HarborExport:
    """`left_out` has, by reason, how many certified bundles are not among the tasks."""

    folder: Path
    tasks: tuple[HarborTask, ...]
    left_out: Mapping[str, int]

    def task_folder(self, task: HarborTask) -> Path:
        return self.folder / task.split.value / task.name


def export_harbor(source: Source, folder: Path, registry: str = "") -> HarborExport:
    """Writes `folder` anew. Raises NothingToPublish, NoSource, and FolderTaken where it holds anything else."""
    left_out: Counter[str] = Counter()
    tasks = [task for domain in source.domains.values() for task in _tasks(source, domain, left_out)]
    if not tasks:
        said = "".join(f"; {count} left out: {reason}" for reason, count in left_out.items())
        raise NothingToPublish(f"there is no certified bundle yet that may be published{said}: `icwm run` makes some")
    images = image_folder(source.project, registry)
    export = HarborExport(folder, tuple(_named_apart(tasks)), dict(left_out))
    with written_anew(folder, with_card(MARK)):
        _write_tasks(export, images.images)
        _write(folder / "image", images.files)
        _write(folder / "verifiers", {str(path.relative_to(PACKAGE)): path.read_bytes() for path in _package()})
        (folder / "README.md").write_text(_card(export), encoding="utf-8")
    return export


def _tasks(source: Source, domain: Domain, left_out: Counter[str]) -> list[HarborTask]:
    if source.lake.manifest(ENVIRONMENT_BUNDLES.name, domain.name) is None:
        return []
    seeds = _seeds(source.lake, domain.name)
    rows = list(_permitted(source, domain.name, seeds, left_out))
    bundles = {row["seed_id"]: bundle_from_json(row["canonical"]) for row in rows}
    splits = domain_hygiene(source.lake, domain, source.home).splits(
        {seed: bundle.prompt for seed, bundle in bundles.items()},
        {seed: bundle.reference for seed, bundle in bundles.items()},
    )
    return [
        HarborTask(task_name(domain.name, seed), splits[seed], domain, seeds[seed], bundles[seed], row)
        for row in rows
        for seed in [row["seed_id"]]
    ]


def _seeds(lake: Lake, domain: str) -> dict[str, TaskSeed]:
    return {row["seed_id"]: seed_from_row(row) for row in lake.arrow(TASK_SEEDS.name, [domain]).to_pylist()}


def _permitted(
    source: Source, domain: str, seeds: Mapping[str, TaskSeed], left_out: Counter[str]
) -> Iterator[Mapping[str, Any]]:
    """Rows of certified bundles that may be passed on; of others the reason is counted."""
    allowed = read_allowances(source.home.allowances)
    for row in source.lake.arrow(ENVIRONMENT_BUNDLES.name, [domain]).to_pylist():
        if not row["certified"]:
            continue
        problem = _problem(seeds.get(row["seed_id"]), allowed)
        if problem:
            left_out[problem] += 1
        else:
            yield row


def _problem(seed: TaskSeed | None, allowed: frozenset[str]) -> str:
    return licence_problem(seed, allowed) if seed else "its seed is not in task_seeds any more"


def _named_apart(tasks: Sequence[HarborTask]) -> Iterator[HarborTask]:
    """Seed ids that make one name, as some file systems compare names, get a piece of the bundle's hash as well."""
    taken = Counter(task.name.casefold() for task in tasks)
    for task in sorted(tasks, key=lambda task: (task.bundle.domain, task.bundle.seed_id)):
        name = task.name if taken[task.name.casefold()] == 1 else f"{task.name}-{task.bundle.hash[:8]}"
        yield HarborTask(name, task.split, task.domain, task.seed, task.bundle, task.row)


def _write_tasks(export: HarborExport, images: Images) -> None:
    progress = ProgressReporter("export", "harbor", len(export.tasks), "tasks")
    for task in export.tasks:
        files = {name: text.encode("utf-8") for name, text in task.files(images).items()}
        _write(export.task_folder(task), files)
        progress.advance(note=task.name)


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o755 if name.endswith(".sh") else 0o644)


def _package() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _card(export: HarborExport) -> str:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), undefined=jinja2.StrictUndefined, autoescape=False
    )
    counts = Counter(
        (task.bundle.domain, task.split.value, task.seed.origin.licence or "unknown") for task in export.tasks
    )
    return environment.get_template("card.md.j2").render(
        mark=MARK,
        tasks=len(export.tasks),
        rows=[(*key, count) for key, count in sorted(counts.items())],
        splits=sorted({task.split.value for task in export.tasks}),
        first=export.task_folder(export.tasks[0]).relative_to(export.folder),
    )
