"""Rejection from many threads at once: what one thread may not do, none may."""

from concurrent.futures import ThreadPoolExecutor

from resources.domains.gpu_kernels.execution.rejection.triton import reject
from resources.domains.toolkit.python_syntax import parse_python

NESTED = "x = " + "-" * 3000 + "1\n"
FORBIDDEN = "import torch\nimport os\n" + "\n".join(f"a{i} = [({i}, [{i}])]" for i in range(300))


def test_a_forbidden_import_is_found_whatever_other_threads_parse() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda number: reject(NESTED if number % 3 else FORBIDDEN), range(240)))
    assert all([finding.what for finding in findings] == ["import of os"] for findings in found[::3])


def test_texts_parsed_at_once_give_their_own_trees() -> None:
    with ThreadPoolExecutor(8) as pool:
        lengths = list(pool.map(lambda number: len(parse_python("a = [1]\n" * number).body), range(1, 200)))
    assert lengths == list(range(1, 200))


def test_what_is_too_deep_to_judge_is_not_let_through() -> None:
    deep = "x = " + "-" * 300_000 + "1\n"
    assert [finding.what for finding in reject(deep)] == ["a source that nests too deeply"]
