"""The images that tasks build on, as a folder: `tools` for agents, `judge` for verifiers, built once for all tasks.

An agent's image has the tools and not this project, whose built-in tasks hold benches and references. The judge's has
the project without its tasks, answers and world model: nothing there is worth a link from an answer.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("icwm", "orchestration", "assets", "resources", "infra/wheel")
_FILES = ("pyproject.toml", "README.md", "LICENSE")
_LOCKS = ("requirements.lock", "requirements-torch.txt")
_SYSTEM = "infra/setup/packages.txt"
_FOR_A_BROWSER = frozenset({"chromium", "chromium-driver"})
_LEFT_OUT = ("tasks/builtin", "tasks/answers", "tasks/programs", "world_model/champion", "__pycache__")
_TOOLS = """\
FROM debian:bookworm-slim
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \\
      ca-certificates python3 python3-venv {packages} \\
    && rm -rf /var/lib/apt/lists/*
COPY requirements.lock requirements-torch.txt /opt/
RUN python3 -m venv /opt/venv \\
    && /opt/venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r /opt/requirements.lock \\
    && /opt/venv/bin/pip install --no-cache-dir -r /opt/requirements-torch.txt
ENV PATH=/opt/venv/bin:/usr/local/bin:/usr/bin:/bin
"""
_JUDGE = """\
FROM {tools}
COPY icwm /opt/icwm
RUN pip install --no-cache-dir --no-deps --editable /opt/icwm && icwm judge --help
"""
_BUILD = """\
#!/usr/bin/env bash
# Builds the two images that all tasks of this export begin with.
set -euo pipefail
cd "$(dirname "${{BASH_SOURCE[0]}}")"
docker build -t {tools} tools
docker build -t {judge} judge
"""


class NoSource(Exception):
    """This installation lacks a file that the images are made from. The message says what to do."""


@dataclass(frozen=True)
class Images:
    """The names that tasks' Dockerfiles begin with; the tag names the content."""

    tools: str
    judge: str


@dataclass(frozen=True)
class ImageFolder:
    images: Images
    files: dict[str, bytes]
    """By path in the folder."""


def image_folder(project: Path, registry: str) -> ImageFolder:
    """`registry` stands before the images' names, as "registry.example/team/". Raises NoSource."""
    files = {
        **{f"tools/{name}": _read(project / name) for name in _LOCKS},
        **{f"judge/icwm/{name}": _read(project / name) for name in _FILES},
        **{f"judge/icwm/{path.relative_to(project)}": path.read_bytes() for path in _source(project)},
    }
    tools = _TOOLS.format(packages=" ".join(_system_packages(project)))
    tag = _tag({**files, "tools/Dockerfile": tools.encode()})
    images = Images(f"{registry}icwm-tools:{tag}", f"{registry}icwm-judge:{tag}")
    files["tools/Dockerfile"] = tools.encode()
    files["judge/Dockerfile"] = _JUDGE.format(tools=images.tools).encode()
    files["build.sh"] = _BUILD.format(tools=images.tools, judge=images.judge).encode()
    return ImageFolder(images, files)


def _system_packages(project: Path) -> list[str]:
    lines = _read(project / _SYSTEM).decode().splitlines()
    names = [line.split()[0] for line in lines if line.strip() and not line.startswith("#")]
    return [name for name in names if name not in _FOR_A_BROWSER]


def _source(project: Path) -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((project / package).rglob("*")):
            inside = f"{path.relative_to(project).as_posix()}/"
            if path.is_file() and not any(f"/{part}/" in inside for part in _LEFT_OUT):
                yield path


def _tag(files: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:12]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoSource(
            f"{path} cannot be read ({error.strerror}); run the export from a checkout of the project"
        ) from error
