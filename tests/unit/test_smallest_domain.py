"""The page about adding a domain holds a whole one: the toy domain's files, as `tests/graph/test_sixth_domain.py` runs
them."""

import re

from tests.home import PROJECT

TOY = PROJECT / "tests" / "graph" / "toy_domains" / "toy_arithmetic"
PAGE = PROJECT / "docs" / "adding-a-domain.md"
_FILE = re.compile(r"^`([\w/]+\.py)`: [^\n]+\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_quotes_every_file_of_the_toy_domain_as_it_is() -> None:
    quoted = dict(_FILE.findall(PAGE.read_text(encoding="utf-8")))
    files = {str(path.relative_to(TOY)): path for path in TOY.rglob("*.py") if path.name != "__init__.py"}
    assert quoted.keys() == files.keys()
    for name, path in files.items():
        assert quoted[name] == path.read_text(encoding="utf-8"), f"copy {path} into {PAGE}"


def test_each_folder_of_it_is_a_package_that_says_what_it_holds() -> None:
    for folder in {path.parent for path in TOY.rglob("*.py")}:
        assert (folder / "__init__.py").read_text(encoding="utf-8").startswith('"""')
