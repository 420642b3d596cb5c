"""In the repository, where `resources` is a package of its own: `icwm.resources` is the same package.

A domain of another distribution, and a notebook, so write one name for both. In the wheel there is nothing to lend.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

LENT = ("assets", "orchestration", "resources")
_PREFIX = f"{__name__.partition('.')[0]}."


class _SameModule(Loader):
    """Hands out a module that is imported already, as it was."""

    def __init__(self, module: ModuleType) -> None:
        self._module, self._spec = module, module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec


class _Lender(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        name = fullname.removeprefix(_PREFIX)
        if name == fullname or name.partition(".")[0] not in LENT:
            return None
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name == name:
                return None
            raise
        return ModuleSpec(fullname, _SameModule(module), is_package=hasattr(module, "__path__"))


def lend_names() -> None:
    """Once, and only where this package lies beside those that it lends."""
    folder = Path(__file__).resolve().parent
    is_repository = not (folder / LENT[0]).exists() and all((folder.parent / name).is_dir() for name in LENT)
    if is_repository and not any(type(finder).__name__ == _Lender.__name__ for finder in sys.meta_path):
        # First: through a lent package's path the usual finder would load each of its modules a second time.
        sys.meta_path.insert(0, _Lender())
