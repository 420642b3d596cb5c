"""Typical mistakes at the command line, each with the one line that answers it, and its status."""

import json
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from assets.bundles.build import bundle_from_seed
from assets.home import Home
from assets.seeds.imports import store_import
from orchestration.candidate_file import require_language
from orchestration.command_line import app
from orchestration.mistakes import status_of
from orchestration.run_lock import only_run
from resources.domains.importing import ImportResult
from resources.domains.registry import get_domain, load_domains
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.storage.lake import Lake
from tests.trajectory_lake import write_trajectories

SEED = TaskSeed("mine/a", "chip_design", "a", "p", "i", "a.v", "r", SeedOrigin("mine", "abc", "MIT", "a.v"))
VERILOG_TASK = "builtin/barrel_shifter_8"
PYTHON_FOR_VERILOG = f"is Python, and {VERILOG_TASK} is answered in Verilog"
_CLASS_NAME = re.compile(r"[A-Z]\w*: ")
"""What a traceback ends with says nothing to who typed a command."""


@dataclass(frozen=True)
class Scene:
    """A home with one table, a folder of the caller's, and a port that somebody listens on."""

    home: Path
    folder: Path
    port: int
    stack: ExitStack
    monkeypatch: pytest.MonkeyPatch


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    home, folder = tmp_path / "home", tmp_path / "own"
    home.mkdir()
    folder.mkdir()
    monkeypatch.setenv("ICWM_HOME", str(home))
    # `run` sets both for what it starts; they go back to what they were.
    monkeypatch.setenv("ICWM_PROFILE", "quick")
    monkeypatch.setenv("ICWM_GENERATORS", "")
    monkeypatch.chdir(folder)
    with ExitStack() as stack, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield Scene(home, folder, taken.getsockname()[1], stack, monkeypatch)


def a_table(scene: Scene) -> None:
    store_import(Lake(scene.home / "lake"), get_domain("chip_design"), "mine", ImportResult((SEED,), ()))


def a_trajectory(scene: Scene) -> None:
    write_trajectories(Lake(scene.home / "lake"))


def a_home_that_is_a_file(scene: Scene) -> None:
    (scene.folder / "file").write_text("")
    scene.monkeypatch.setenv("ICWM_HOME", str(scene.folder / "file" / "home"))


def a_busy_home(scene: Scene) -> None:
    scene.stack.enter_context(only_run(Home(scene.home)))


def workers(scene: Scene) -> None:
    scene.monkeypatch.setenv("ICWM_WORKERS", "many")


def keep_hours(scene: Scene) -> None:
    scene.monkeypatch.setenv("ICWM_LAKE_KEEP_HOURS", "0")


def generators(scene: Scene) -> None:
    (scene.folder / "generators.yaml").write_text("generators: [{kind: oracle}]\n")
    (scene.folder / "tab.yaml").write_text("generators:\n\t- kind: oracle\n")
    (scene.folder / "fields.yaml").write_text("generators: [{knd: endpoint, shre: 1}]\n")


def programs(scene: Scene) -> None:
    (scene.folder / "shifter.py").write_text("print(1)\n")
    (scene.folder / "empty.v").write_text("\n")
    (scene.folder / "bytes.v").write_bytes(b"\xff\xfe")
    (scene.folder / "bundle.json").write_text(json.dumps({"no": "bundle"}))


def a_lake_of_no_known_store(scene: Scene) -> None:
    scene.monkeypatch.setenv("ICWM_LAKE", "s4://bucket/lake")


def profiles_that_are_none(scene: Scene) -> None:
    scene.monkeypatch.setenv("ICWM_PROFILES", str(scene.folder))
    (scene.folder / "tab.yaml").write_text("a:\n\tb: 1\n")
    (scene.folder / "empty.yaml").write_text("")


def a_large_program(scene: Scene) -> None:
    (scene.folder / "large.v").write_text("// " + "x" * (1 << 20))


def a_binary_file(scene: Scene) -> None:
    (scene.folder / "bytes").write_bytes(bytes(range(256)))


def a_list_of_licences_that_is_no_text(scene: Scene) -> None:
    Home(scene.home).allowances.write_bytes(b"\xff\xfe")


def a_database_that_is_none(scene: Scene) -> None:
    database = Home(scene.home).dagster / "history" / "runs.db"
    database.parent.mkdir(parents=True)
    database.write_text("not a database")


def a_configuration_that_is_no_yaml(scene: Scene) -> None:
    Home(scene.home).dagster.mkdir()
    (Home(scene.home).dagster / "dagster.yaml").write_text("a:\n\tb: 1\n")


def answers(scene: Scene) -> None:
    (scene.folder / "answers.jsonl").write_text("not JSON\n")


def a_folder_with_work(scene: Scene) -> None:
    (scene.folder / "out").mkdir()
    (scene.folder / "out" / "thesis.tex").write_text("years of work")


def nothing(_: Scene) -> None:
    pass


ON_A_HOME = [
    ["status"],
    ["query", "select 1"],
    ["show", "0123456789"],
    ["trace", "0123456789"],
    ["view"],
    ["ui"],
    ["import", "embed-c"],
    ["eval", "rtllm"],
    ["predict", VERILOG_TASK, "a.v"],
    ["champion", "export", "out"],
    ["export", "huggingface", "out"],
    ["export", "harbor", "out"],
    ["compact"],
    ["vacuum"],
    ["learning"],
]
"""Each command that reads or writes one."""


Prepare = Callable[[Scene], None]
# What was typed; the status; what the line says; what was there before.
MISTAKES: list[tuple[list[str], int, str, Prepare]] = [
    (["statsu"], 2, "No such command 'statsu'. Did you mean 'status'?", nothing),
    (["exprt", "huggingface", "out"], 2, "'exprt'. Did you mean 'export'? See `icwm --help`", nothing),
    (["query"], 2, "Missing argument 'SQL'. See `icwm query --help`", nothing),
    (["run", "--profil", "quick"], 2, "No such option '--profil'. Did you mean '--profile'?", nothing),
    (["run", "--domain", "cooking"], 2, "no domain cooking; there are: cad_modeling, chip_design", nothing),
    (["run", "--profile", "enormous"], 2, "enormous", nothing),
    (["run", "--generators", "nowhere.yaml"], 2, "nowhere.yaml", nothing),
    (["run", "--generators", "generators.yaml"], 2, "generators.yaml", generators),
    (["run"], 2, "ICWM_WORKERS is 'many'; it is a number", workers),
    (["compact"], 2, "ICWM_LAKE_KEEP_HOURS is '0'; it is a number of hours, at least 1", keep_hours),
    (["run"], 1, "own/file is a file and no folder: let ICWM_HOME name a folder", a_home_that_is_a_file),
    (["run"], 1, "already; wait for it, or give this run a home of its own (ICWM_HOME)", a_busy_home),
    (["allow", "MIT"], 1, "is a file and no folder", a_home_that_is_a_file),
    (["rollback"], 1, "is a file and no folder", a_home_that_is_a_file),
    (["learning"], 1, "is a file and no folder", a_home_that_is_a_file),
    (["certify", VERILOG_TASK], 1, "is a file and no folder", a_home_that_is_a_file),
    (["eval", "train-chip_design"], 1, "already; wait for it", a_busy_home),
    (["allow", "nobody"], 2, "'nobody' is neither an SPDX licence nor a source of tasks; sources are", nothing),
    (["allow", "verilog-evil"], 2, "did you mean verilog-eval or verilog-repair?", nothing),
    (["allow", "verilog-eval"], 1, "import the set first", nothing),
    (["allow", "MIT", "--withdraw"], 2, "'MIT' is not allowed in this home; allowed are: none", nothing),
    (["query", "select 1"], 1, "(`icwm run` does) first", nothing),
    (["query", "from imported_seed"], 2, "no table imported_seed; did you mean imported_seeds? `icwm query", a_table),
    (
        ["query", "from outcome_mix"],
        1,
        "not done: outcome_mix is not made in this home yet: `icwm run` makes it",
        a_table,
    ),
    (["query", "selec 1"], 2, 'called wrongly: Parser Error: syntax error at or near "selec"', a_table),
    (["query", "select sed_id from imported_seeds"], 2, 'Candidate bindings: "seed_id"', a_table),
    (["query", "drop table imported_seeds"], 2, "read-only", a_table),
    (
        ["query", "from '/etc/passwd'"],
        2,
        "there is no table /etc/passwd; `icwm query 'show",
        a_table,
    ),
    (["query", "select 1", "--json", "--csv"], 2, "--json and --csv at once; choose one. See `icwm query", nothing),
    (["query", "select 1; select 2"], 2, "called wrongly: 2 queries in one; ask them one after the other", a_table),
    (["query", ""], 2, "called wrongly: the query has no result; try `icwm query 'show tables'`", a_table),
    (["query", "select 1", "--format", "xml"], 2, "'xml' is not one of 'table', 'csv', 'json'", nothing),
    (["import", "verilog-evil", "."], 2, "no importer 'verilog-evil'; did you mean verilog-eval", nothing),
    (["export", "tokens", "out", "--tokenizer", "a/b/c"], 2, "a/b/c is neither a file nor a folder here", nothing),
    (["run", "--generators", "fields.yaml"], 2, "knd: there is none; did you mean kind? There are: kind", generators),
    (["run", "--domain", "chip_desing"], 2, "no domain chip_desing; did you mean chip_design? There are:", nothing),
    (["run", "--profile", "standart"], 2, "did you mean standard? There are: ", nothing),
    (["import", "verilog-eval", "nowhere"], 2, "nowhere", nothing),
    (["import", "verilog-eval", ""], 2, "PATH is empty", nothing),
    (["import", "c-pairs", "a.csv", "--licence", "free"], 2, "'free' is no SPDX licence expression", nothing),
    (["predict", "builtin/no_such_task", "shifter.py"], 2, "no bundle or seed 'builtin/no_such_task'", programs),
    (["predict", VERILOG_TASK, "nowhere.v"], 2, "the candidate cannot be read", nothing),
    (["predict", VERILOG_TASK, "bytes.v"], 2, "the candidate cannot be read", programs),
    (["predict", VERILOG_TASK, "empty.v"], 2, "the candidate is empty", programs),
    (
        ["predict", VERILOG_TASK, "shifter.py"],
        2,
        PYTHON_FOR_VERILOG,
        programs,
    ),
    (
        ["judge", VERILOG_TASK, "shifter.py"],
        2,
        PYTHON_FOR_VERILOG,
        programs,
    ),
    (["judge", "families/flange-12", "nowhere.py"], 2, "nowhere.py cannot be opened (No such file", nothing),
    (["judge", VERILOG_TASK, "bytes.v"], 2, "bytes.v is no UTF-8 text", programs),
    (["judge", VERILOG_TASK, "."], 2, "is no ordinary file", nothing),
    (["judge", VERILOG_TASK, "large.v"], 2, "large.v has more than 1048576 bytes", a_large_program),
    (["judge", VERILOG_TASK, "x" * 300], 2, "cannot be opened (File name too long)", nothing),
    (["judge", "x" * 300, "empty.v"], 2, "no file system takes a name that long", programs),
    (["judge", ".", "empty.v"], 2, ". is no ordinary file; name a bundle.json", programs),
    (["judge", "bytes.v", "empty.v"], 2, "bytes.v is no bundle as `icwm export harbor` writes it", programs),
    (["judge", VERILOG_TASK, "empty.v", "--reward", "."], 2, ". is a folder; name a file", programs),
    (["judge", VERILOG_TASK, "empty.v", "--reward", "no/reward"], 2, "there is no folder no to write reward", programs),
    (["predict", VERILOG_TASK, "."], 2, "Is a directory", nothing),
    (["predict", VERILOG_TASK, "large.v"], 2, "the candidate has more than 1048576 bytes", a_large_program),
    (["measure", "."], 2, ".: is no file", nothing),
    (["measure", "bytes"], 2, "bytes:1: is no JSON", a_binary_file),
    (["measure", "answers.jsonl", "--rows", "no/rows"], 2, "make it first", answers),
    (["eval", "rtllm", "--samples", "bytes"], 2, "bytes:1: is no JSON", a_binary_file),
    (["eval", "rtllm", "-k", "0"], 2, "'0' is no list of numbers above 0", nothing),
    (["eval", "rtllm", "nonsense"], 2, "no set 'nonsense'; there are:", nothing),
    (["status"], 2, "ICWM_LAKE is 's4://bucket/lake', and nothing here reads s4", a_lake_of_no_known_store),
    (["run", "--profile", "tab"], 2, "tab.yaml is not a profile: while scanning", profiles_that_are_none),
    (["run", "--profile", "empty"], 2, "it holds no names with values, as quick.yaml does", profiles_that_are_none),
    (["run", "--generators", "tab.yaml"], 2, "tab.yaml is not YAML: while scanning", generators),
    (["allow", "MIT"], 1, "is no list of licences", a_list_of_licences_that_is_no_text),
    (["eval", "train-chip_design"], 1, "runs.db is no database any more; delete it", a_database_that_is_none),
    (["eval", "train-chip_design"], 1, "dagster.yaml cannot be used", a_configuration_that_is_no_yaml),
    (["judge", "bundle.json", "empty.v"], 2, "is no bundle as `icwm export harbor` writes it", programs),
    (["measure", "nowhere.jsonl"], 2, "nowhere.jsonl: is no file", nothing),
    (["measure", "answers.jsonl"], 2, "answers.jsonl:1: is no JSON", answers),
    (["eval", "families"], 1, "set exam_seeds_per_domain there, and name it (ICWM_PROFILES)", nothing),
    (["train", "--base", "."], 2, "holds no tokenizer that transformers can read", nothing),
    (["eval", "families-cooking"], 2, "did you mean families-cad_modeling? There are: builtin, families", nothing),
    (["eval", "verilog-eval"], 1, "has no task here: `icwm import verilog-eval PATH` brings the set", nothing),
    (["eval", "rtllm", "--samples", "nowhere.jsonl"], 2, "is no file", nothing),
    (
        ["eval", "builtin-code_optimization", "--endpoint", "http://127.0.0.1:1/v1", "--model", "m"],
        1,
        "no exam: none of 4 built-in tasks of code_optimization in profile quick is drawn for the test split",
        nothing,
    ),
    (["families", "draw", "cad_modeling", "flange", "-3"], 2, "-3 is not in the range x>=0", nothing),
    (
        ["families", "draw", "cad_modeling", "flnge", "3"],
        2,
        "no family flnge; did you mean flange? There are:",
        nothing,
    ),
    (["families", "draw", "cooking", "flange", "3"], 2, "cooking", nothing),
    (["families", "certify", "cooking", "-n", "3"], 2, "cooking", nothing),
    (["certify", "no-such-set"], 2, "no bundle or seed 'no-such-set'", nothing),
    (["trace", "abc"], 2, "too short for an id", nothing),
    (["trace", "0123456789"], 1, "lake has no corpus yet: `icwm run` makes one", nothing),
    (["show", "abc"], 2, "too short for an id", nothing),
    (["show", "0123456789:2"], 1, "lake has no trajectory yet: `icwm run` makes some", nothing),
    (["show", "0123456789:2"], 2, "no trajectory '0123456789'", a_trajectory),
    (["view", "0123456789"], 1, "lake has no trajectory yet: `icwm run` makes some", nothing),
    (["view", "0123456789", "--port", "PORT"], 2, "no trajectory '0123456789'", a_trajectory),
    (["champion", "export", "out"], 1, "there is no world model yet: `icwm run` trains one", nothing),
    (["export", "huggingface", "out"], 1, "not exported", a_folder_with_work),
    (["export", "harbor", "out"], 1, "not exported", nothing),
    (["export", "harbor", "out", "--domain", "cooking"], 2, "no domain cooking; there are:", nothing),
    (["doctor", "--domain", "cooking"], 2, "no domain cooking; there are:", nothing),
    (["learning", "--domain", "cooking"], 2, "no domain cooking; there are:", nothing),
    (["learning", "--rounds", "0"], 2, "0 is not in the range x>=1", nothing),
    (["ui", "--port", "99999"], 2, "99999 is not in the range 1<=x<=65535", nothing),
    (["ui", "--port", "PORT"], 1, "is in use: end what listens there, or name another with --port", nothing),
    (["ui", "--port", "half"], 2, "'half' is not a valid integer", nothing),
]


@pytest.mark.parametrize(
    ("typed", "status", "said", "prepare"),
    MISTAKES,
    ids=[f"{' '.join(each[0])} {each[3].__name__}" for each in MISTAKES],
)
def test_a_typical_mistake_is_one_line(
    scene: Scene,
    capsys: pytest.CaptureFixture[str],
    typed: list[str],
    status: int,
    said: str,
    prepare: Prepare,
) -> None:
    prepare(scene)
    arguments = [str(scene.port) if word == "PORT" else word for word in typed]
    capsys.readouterr()
    code = status_of(lambda: app(arguments, prog_name="icwm", standalone_mode=False))
    answer = capsys.readouterr()
    assert said in answer.err
    assert code == status
    assert len(answer.err.strip().splitlines()) == 1
    assert answer.err.count("Did you mean") <= 1
    assert not _CLASS_NAME.match(answer.err)
    assert answer.out == ""


@pytest.mark.parametrize("typed", ON_A_HOME, ids=" ".join)
@pytest.mark.parametrize("inside", [False, True])
def test_every_command_says_the_same_of_a_home_that_is_a_file(
    scene: Scene, capsys: pytest.CaptureFixture[str], typed: list[str], inside: bool
) -> None:
    file = scene.folder / "file"
    file.write_text("")
    scene.monkeypatch.setenv("ICWM_HOME", str(file / "home" if inside else file))
    capsys.readouterr()
    assert status_of(lambda: app(typed, prog_name="icwm", standalone_mode=False)) == 1
    told = capsys.readouterr().err
    assert told == f"not done: {file} is a file and no folder: let ICWM_HOME name a folder\n"


def test_a_folder_with_somebodys_work_is_left_alone(scene: Scene) -> None:
    a_folder_with_work(scene)
    a_table(scene)
    status_of(lambda: app(["export", "huggingface", "out"], prog_name="icwm", standalone_mode=False))
    assert (scene.folder / "out" / "thesis.tex").read_text() == "years of work"


def test_every_built_in_reference_may_be_given_under_its_own_name() -> None:
    for domain in load_domains().values():
        for seed in domain.builtin_seeds():
            require_language(bundle_from_seed(seed), f"answers/{seed.candidate_file}")
