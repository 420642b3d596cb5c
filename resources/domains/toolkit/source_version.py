"""The version of rules that are code: a hash over every source file that decides what they do.

That is the package of the rules, whole, and all modules of this project that it imports, directly or not.
"""

import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([\w.]+))", re.MULTILINE
)


_ABOVE = __name__.partition("resources")[0]
"""What stands before this project's names where it is installed as one package: "icwm.", or nothing."""


def ours(above: str) -> re.Pattern[bytes]:
    """What an import in a wheel has before the name of a package of the repository's root."""
    return re.compile(rb"\b" + re.escape(above.encode()) + rb"(?=(?:assets|orchestration|resources)\b)")


_OURS = ours(_ABOVE)


def source_text(path: Path) -> bytes:
    """A file for a hash: the same in the repository and in a wheel, whose imports have one name more."""
    text = path.read_bytes()
    return _OURS.sub(b"", text) if _ABOVE and path.suffix == ".py" else text


@cache
def source_version(package: str, *, imported: bool = True) -> str:
    """Twelve hexadecimal digits that change with any edit of the package or, with `imported`, of what it imports."""
    digest = hashlib.sha256()
    files = _closure(package) if imported else {name: path for name in _modules(package) if (path := _file(name))}
    for name, path in sorted(files.items()):
        digest.update(name.removeprefix(_ABOVE).encode() + b"\0" + source_text(path) + b"\0")
    return digest.hexdigest()[:12]


def _closure(package: str) -> dict[str, Path]:
    """Module → file, for the package's own modules and those they lead to."""
    project = _layer(package)
    files: dict[str, Path] = {}
    waiting = list(_modules(package))
    while waiting:
        name = waiting.pop()
        path = None if name in files else _file(name)
        if path is not None:
            files[name] = path
            waiting += [other for other in _imported(path.read_text("utf-8")) if _layer(other) == project]
    return files


def _layer(module: str) -> str:
    """The package of the repository's root that a module is in."""
    return module.removeprefix(_ABOVE).partition(".")[0]


def _modules(package: str) -> Iterator[str]:
    """The package and every module below it; a module that is no package is itself."""
    yield package
    path = _file(package)
    if path is not None and path.name == "__init__.py":
        for file in sorted(path.parent.rglob("*.py")):
            parts = file.relative_to(path.parent).with_suffix("").parts
            yield ".".join((package, *(parts[:-1] if parts[-1] == "__init__" else parts)))


def _imported(text: str) -> Iterator[str]:
    """Names in import statements, anywhere in the text; what is imported from a package may be a module of it."""
    for match in _IMPORT.finditer(text):
        origin, names, module = match.groups()
        if module:
            yield module
            continue
        yield origin
        yield from (f"{origin}.{name}" for name in re.findall(r"(?:^|[(,])\s*(\w+)", names))


def _file(module: str) -> Path | None:
    """The module's source, found without importing it; None where there is none, as for a class of a module."""
    names = module.split(".")
    known = max(place for place in range(1, len(names) + 1) if ".".join(names[:place]) in sys.modules)
    package = sys.modules[".".join(names[:known])]
    if known == len(names):
        return Path(package.__file__) if package.__file__ else None
    for folder in getattr(package, "__path__", ()):
        path = Path(folder, *names[known:])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None
