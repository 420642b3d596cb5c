"""Where a set is from: git read as data, licences by their whole texts, files bounded."""

import os
import subprocess
from pathlib import Path

import pytest

from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.licence_files import detect_licence, licence_files
from resources.domains.toolkit.licence_texts import licence_identifier
from resources.domains.toolkit.set_origin import detect_commit
from resources.domains.toolkit.source_tree import MAXIMUM_STREAM_BYTES, SourceTree, UnreadableError, finished

MIT = """MIT License

Copyright (c) 2024 Some Body
University of Nowhere, Department of Things

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""

MIT_0 = MIT.replace(
    """, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.
""",
    ".\n",
)


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    done = subprocess.run(["git", "-C", str(folder), *identity, *arguments], capture_output=True, check=True, text=True)
    return done.stdout.strip()


def checkout(folder: Path, *names: str) -> str:
    """A repository with these files; returns its HEAD."""
    git(folder, "init", "-q")
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(MIT if name == "LICENSE" else name)
    git(folder, "add", *names)
    git(folder, "commit", "-qm", "all")
    return git(folder, "rev-parse", "HEAD")


@pytest.mark.parametrize("packed", [False, True])
def test_head_of_a_checkout_is_the_commit(tmp_path: Path, packed: bool) -> None:
    head = checkout(tmp_path, "set/a.v")
    if packed:
        git(tmp_path, "pack-refs", "--all")
    file = tmp_path / "set" / "a.v"
    assert detect_commit(SourceTree(tmp_path / "set"), [file]) == head


def test_files_that_git_does_not_track_have_a_hash(tmp_path: Path) -> None:
    checkout(tmp_path, "other.txt")
    (tmp_path / "a.v").write_text("a")
    assert detect_commit(SourceTree(tmp_path), [tmp_path / "a.v"]).startswith("sha256:")


@pytest.mark.parametrize(
    "key", ["core.fsmonitor", "core.hooksPath", "core.sshCommand", "filter.x.clean", "alias.ls-files"]
)
def test_no_program_of_a_set_runs(tmp_path: Path, key: str) -> None:
    """Its configuration, attributes and hooks name a program; nothing may start it."""
    checkout(tmp_path, "a.v", ".gitattributes")
    trace = tmp_path / "ran"
    program = tmp_path / ".git" / "program"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n")
    program.chmod(0o755)
    git(tmp_path, "config", key, str(program))
    (tmp_path / ".gitattributes").write_text("* filter=x\n")
    for hook in ("post-index-change", "pre-commit", "fsmonitor-watchman"):
        (tmp_path / ".git" / "hooks" / hook).write_bytes(program.read_bytes())
        (tmp_path / ".git" / "hooks" / hook).chmod(0o755)
    assert len(detect_commit(SourceTree(tmp_path), [tmp_path / "a.v"])) == 40
    detect_licence(tmp_path)
    assert not trace.exists()


@pytest.mark.parametrize("name", ["index", "HEAD", "packed-refs"])
@pytest.mark.parametrize("content", [b"", b"\xff" * 64, b"DIRC" + b"\xff" * 64, b"ref: ../../../etc/passwd"])
def test_a_broken_repository_is_none(tmp_path: Path, name: str, content: bytes) -> None:
    head = checkout(tmp_path, "a.v")
    (tmp_path / ".git" / name).write_bytes(content)
    commit = detect_commit(SourceTree(tmp_path), [tmp_path / "a.v"])
    assert commit == head if name == "packed-refs" else commit.startswith("sha256:")


def test_a_licence_counts_within_its_own_project_only(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text(MIT)
    (tmp_path / "data" / "set").mkdir(parents=True)
    assert detect_licence(tmp_path) == "MIT"
    assert detect_licence(tmp_path / "data" / "set") == ""


def test_a_checkouts_licence_counts_for_what_it_tracks(tmp_path: Path) -> None:
    checkout(tmp_path, "LICENSE", "sets/one/a.v")
    (tmp_path / "sets" / "other").mkdir()
    assert detect_licence(tmp_path / "sets" / "one") == "MIT"
    assert detect_licence(tmp_path / "sets" / "other") == ""


@pytest.mark.parametrize(
    "text",
    [
        MIT + "\nThe Software may not be used for commercial purposes.\n",
        MIT.replace("deal in", "deal non-commercially in"),
        MIT.replace("Software without restriction", "Software for academic use only"),
        '"Commons Clause" License Condition v1.0\n\n' + MIT,
        MIT.replace("2024 Some Body", "2024 Some Body. Not for commercial use"),
        "Business Source License 1.1\n" + MIT,
        "Elastic License 2.0\n" + MIT,
        "GNU General Public License version 3. The Apache License, Version 2.0 is compatible with it.",
        "Permission is hereby granted, free of charge, for academic use only.",
        "Apache License\nVersion 2.0, January 2004",
        "",
    ],
)
def test_what_says_more_or_less_than_a_licence_is_unknown(text: str) -> None:
    assert licence_identifier(text) == ""


def test_titles_wrapping_and_holders_do_not_matter() -> None:
    body = MIT.partition("\n\n")[2].partition("\n\n")[2]
    for text in (
        MIT,
        "Copyright © 2020-2024 A, B & C. All rights reserved.\n\n" + body,
        " ".join(body.split()),
        body.upper(),
    ):
        assert licence_identifier(text) == "MIT"


def test_a_sparse_file_is_refused_at_once(tmp_path: Path) -> None:
    with (tmp_path / "rows.jsonl").open("wb") as file:
        file.truncate(MAXIMUM_STREAM_BYTES + 1)
    tree = SourceTree(tmp_path)
    with pytest.raises(UnreadableError, match="more than"):
        tree.check(tmp_path / "rows.jsonl", "file")
    assert detect_commit(tree, [tmp_path / "rows.jsonl"]).startswith("sha256:")


def test_a_seed_whose_name_is_no_utf8_is_a_problem_and_the_rest_goes_on() -> None:
    names = ("good", os.fsdecode(b"bad\xff"))
    seeds = [
        TaskSeed(f"set/{name}", "chip_design", name, "p", "i", "a.v", "r", SeedOrigin("set", "", "MIT", f"{name}.v"))
        for name in names
    ]
    result = finished(seeds, [], commit="abc")
    assert [seed.seed_id for seed in result.seeds] == ["set/good"]
    assert [str(problem) for problem in result.problems] == ["bad?.v: name: not UTF-8"]


def test_a_name_that_is_no_utf8_is_an_origin_like_any_other(tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.v"))
    file.write_text("a")
    assert SourceTree(tmp_path).name(file) == "?.v"
    assert detect_commit(SourceTree(tmp_path), [file]).startswith("sha256:")


@pytest.mark.parametrize(
    "name",
    [
        "LICENSE-DATA",
        "LICENSE.data",
        "DATA_LICENSE",
        "LICENSE-DATASET.md",
        "LICENSES/CC-BY-NC-4.0.txt",
        "LICENSE_NONCOMMERCIAL",
        "license.txt",
        "data/LICENSE",
        "data/deep/COPYING.LESSER",
    ],
)
def test_a_second_licence_counts_wherever_it_lies(tmp_path: Path, name: str) -> None:
    (tmp_path / "LICENSE").write_text(MIT)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("Data for academic use only.")
    assert detect_licence(tmp_path) == ""
    assert sorted(file.licence for file in licence_files(tmp_path)) == ["", "MIT"]
    (tmp_path / name).write_text(MIT)
    assert detect_licence(tmp_path) == "MIT"


def test_a_set_is_under_all_its_licences(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text(MIT)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "LICENSE").write_text(MIT_0)
    assert detect_licence(tmp_path) == "MIT AND MIT-0"


def test_what_only_sounds_like_a_licence_is_none(tmp_path: Path) -> None:
    (tmp_path / "LICENSE").write_text(MIT)
    for name in ("license_checker.v", "licence.py", "relicense.json", "my_license.png"):
        (tmp_path / name).write_text("module m; endmodule")
    assert detect_licence(tmp_path) == "MIT"


def test_a_licence_that_is_a_link_or_too_long_is_told(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text(MIT)
    folder = tmp_path / "set"
    (folder / "sub").mkdir(parents=True)
    (folder / "LICENSE").symlink_to(tmp_path / "elsewhere")
    (folder / "COPYING").write_bytes(b"a" * (1 << 17))
    os.mkfifo(folder / "sub" / "LICENSE")
    assert all(file.problem for file in licence_files(folder))
    assert {file.name for file in licence_files(folder)} == {"LICENSE", "COPYING", "sub/LICENSE"}
    (folder / "LICENSE").unlink()
    (folder / "COPYING").write_text(MIT)
    (folder / "sub" / "LICENSE").unlink()
    (folder / "sub" / "LICENSE").symlink_to(folder / "COPYING")
    assert detect_licence(folder) == "MIT"
