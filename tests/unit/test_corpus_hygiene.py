"""Near duplicates are clustered and capped, benchmarks are found in rows, and a task's rows stay in one split."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.corpus.code_tokens import code_tokens, shingles
from assets.corpus.contamination import CommonOrder, Contamination, HeldOut
from assets.corpus.hygiene import Answered, Hygiene, Placement, capped, held_out_texts, readings
from assets.corpus.near_duplicates import Likeness, Program, clusters, signature_of
from assets.corpus.program_table import ProgramTable
from assets.corpus.splits import CorpusSplit
from resources.domains.registry import load_domains

COUNTER = """module counter(input clk, input reset, output reg [3:0] q, output wrap);
    // counts
    wire [3:0] next = q + 4'd1;
    assign wrap = q == 4'd15;
    always @(posedge clk) begin
        if (reset) q <= 4'd0;
        else q <= next;
    end
endmodule
"""
RENAMED = re.sub(r"//.*", "", COUNTER).replace("next", "succeeding").replace(" q", " state").replace("    ", "\t")
OTHER = """module parity(input [7:0] data, output even, output odd);
    assign even = ~^data;
    assign odd = ^data;
endmodule
"""
WHOLE = {name: [seed for seed in domain.builtin_seeds() if seed.reference] for name, domain in load_domains().items()}


def test_tokens_forget_names_comments_and_layout() -> None:
    assert code_tokens(COUNTER, "verilog") == code_tokens(RENAMED, "verilog")
    assert code_tokens(COUNTER, "verilog") != code_tokens(OTHER, "verilog")


@pytest.mark.parametrize(
    ("language", "one", "other", "same"),
    [
        ("python", "r = cq.Workplane('XY').box(1, 2, 3)", "part = cq.Workplane('XZ').box(1, 2, 3)", True),
        ("python", "r = cq.Workplane('XY').box(1, 2, 3)", "r = cq.Workplane('XY').cylinder(1, 2, 3)", False),
        ("asm", "f:\n movq %rdi, %rax # x\n jmp .L1", "g:\n movq %rdi, %rax\n jmp .L9", True),
        ("asm", "movq %rdi, %rax", "movq %rsi, %rax", False),
        ("c", "int total = a + 1; /* x */", "int sum = b + 1;", True),
    ],
)
def test_what_is_an_authors_and_what_is_the_languages(language: str, one: str, other: str, same: bool) -> None:
    assert (code_tokens(one, language) == code_tokens(other, language)) is same


@given(st.text(max_size=400), st.sampled_from(["verilog", "python", "cuda", "c", "asm", "other"]))
def test_any_text_has_tokens(text: str, language: str) -> None:
    tokens = code_tokens(text, language)
    assert all(token.strip() == token and token for token in tokens)
    assert len(shingles(tokens, 5)) <= max(1, len(tokens))


def joined(texts: dict[str, str], keys: dict[str, tuple[str, ...]] | None = None) -> dict[str, tuple[str, Any]]:
    """Each row's cluster, and what joins it to others."""
    table = ProgramTable()
    for name, text in texts.items():
        if table.add(name, text, (keys or {}).get(name, ())):
            table.read(signature_of(code_tokens(text, "verilog")))
    found = clusters(table)
    rows = zip(table.names, table.program_of, strict=True)
    return {name: (found.names[place], found.alike_by(place)) for name, place in rows}


def test_near_duplicates_share_a_cluster_whatever_their_order() -> None:
    texts = {"c": COUNTER, "a": RENAMED, "b": OTHER, "d": COUNTER}
    found = joined(texts)
    assert found == joined(dict(reversed(texts.items())))
    assert found == {
        "a": ("a", (Likeness.MINHASH,)),
        "b": ("b", ()),
        "c": ("a", (Likeness.EXACT, Likeness.MINHASH)),
        "d": ("a", (Likeness.EXACT, Likeness.MINHASH)),
    }


def test_programs_of_one_fingerprint_share_a_cluster_and_so_do_copies_of_them() -> None:
    """A program's fingerprint is that of the smallest of its rows, whichever comes first."""
    texts, keys = {"a": OTHER, "b": COUNTER, "c": COUNTER}, {"a": ("x", "y"), "b": ("y",)}
    for order in (texts, dict(reversed(texts.items()))):
        found = joined(order, keys)
        assert {cluster for cluster, _ in found.values()} == {"a"}
        assert found["c"][1] == (Likeness.EXACT, Likeness.SEMANTIC)
        assert found["a"][1] == (Likeness.SEMANTIC,)


def test_a_cluster_is_capped_and_a_small_one_is_not() -> None:
    def kept(names: list[str]) -> set[str]:
        table = ProgramTable()
        for name in names:
            table.add(name, name)
        clusters_of = ["small" if name == "x" else "big" for name in names]
        return {table.names[row] for row in capped(table, clusters_of, 16)}

    names = [*(f"{number:03}" for number in range(100)), "x"]
    assert len(kept(names)) == 17
    assert "x" in kept(names)
    assert kept(names) == kept(names[::-1])


def test_programs_are_read_alike_in_one_process_and_in_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, and no more of them are taken than processes have to do."""
    asked = Contamination([HeldOut("bench/counter", COUNTER, "verilog")])
    programs = [Program(f"{text}// {number}", "verilog") for number in range(6) for text in (COUNTER, OTHER)]
    taken: list[int] = []

    def noted() -> Iterator[Program]:
        for number, program in enumerate(programs):
            taken.append(number)
            yield program

    alone = list(readings(programs, asked))
    assert [reading.held for reading in alone] == ["bench/counter", ""] * 6
    monkeypatch.setattr("assets.corpus.hygiene._FEW", 1)
    monkeypatch.setattr("assets.corpus.hygiene._BATCH", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    together = readings(noted(), asked)
    first = next(together)
    assert len(taken) <= 6
    assert [first, *together] == alone


@pytest.mark.parametrize("name", list(WHOLE))
def test_a_planted_solution_is_found_renamed_and_reformatted(name: str) -> None:
    """Half of a domain's references are held out: each is found in a copy with other names and layout."""
    language = load_domains()[name].language
    held = [seed for seed in WHOLE[name] if len(shingles(code_tokens(seed.reference, language), 10)) >= 12][::2]
    asked = Contamination([HeldOut(seed.seed_id, seed.reference, language) for seed in held])
    found = [asked.of_code(_disguised(seed.reference, language), language) for seed in held]
    assert sum(map(bool, found)) >= 0.97 * len(held)


def _disguised(code: str, language: str) -> str:
    """Other indentation, no comments of a line, a name at the end of each line of assembly's labels."""
    comment = {"python": "#", "asm": "#"}.get(language, "//")
    lines = [line.split(comment)[0].rstrip() for line in code.splitlines()]
    return "\n".join(re.sub(r"^ +", lambda match: match[0] * 2, line) for line in lines if line.strip())


def test_other_tasks_are_not_contaminated() -> None:
    asked = Contamination([HeldOut("bench/counter", COUNTER, "verilog"), HeldOut("bench/counter", "Write a counter.")])
    assert asked.of_code(OTHER, "verilog") == ""
    assert asked.of_code(RENAMED + OTHER, "verilog") == "bench/counter"
    assert asked.of_prose("Write a parity checker.") == ""


def test_a_program_is_followed_where_every_run_of_it_is_broken() -> None:
    """Each seventh token is another: no run of ten is left, and most of it stands in its order."""
    solution = [f"token{number % 40}" for number in range(120)]
    edited = [f"new{place}" if place % 7 == 0 else token for place, token in enumerate(solution)]
    assert not shingles(solution, 10) & shingles(edited, 10)
    assert CommonOrder({"bench/a": solution}).held(edited) == "bench/a"
    assert CommonOrder({"bench/a": solution}).held(list(reversed(edited))) == ""


def test_a_sibling_shares_no_more_with_a_solution_than_its_nearest_neighbour_does() -> None:
    solution = [f"token{number}" for number in range(100)]
    sibling, other = solution[:85] + ["x"] * 15, solution[:88] + ["y"] * 12
    assert CommonOrder({"bench/a": solution}).held(other) == "bench/a"
    assert CommonOrder({"bench/a": solution}, [sibling]).held(other) == ""
    assert CommonOrder({"bench/a": solution}, [sibling]).held([*solution[:96], "z"]) == "bench/a"


def seed(name: str, reference: str, purpose: str) -> dict[str, Any]:
    return {"seed_id": name, "prompt": f"Write {name}.", "reference": reference, "purpose": purpose}


def cleaned(seeds: list[dict[str, Any]], codes: dict[str, tuple[str, str]], most: int = 16) -> dict[str, Placement]:
    """`codes` maps a conversation's id to its seed and last answer."""
    answered = (Answered(name, own, code) for name, (own, code) in codes.items())
    return Hygiene("verilog", seeds).placements(answered, {}, most)


def test_a_row_that_holds_a_benchmarks_solution_is_the_benchmarks() -> None:
    seeds = [seed("builtin/parity", OTHER, "train"), seed("bench/counter", COUNTER, "evaluate")]
    rows = cleaned(seeds, {"clean": ("builtin/parity", OTHER), "dirty": ("builtin/parity", RENAMED)})
    assert rows["clean"].split != CorpusSplit.BENCHMARK
    assert rows["clean"].contaminated_by is None
    assert (rows["dirty"].split, rows["dirty"].contaminated_by) == ("benchmark", "bench/counter")


def test_a_task_that_is_a_benchmarks_under_another_name_is_the_benchmarks() -> None:
    seeds = [seed("builtin/up", RENAMED, "train"), seed("bench/counter", COUNTER, "evaluate")]
    assert cleaned(seeds, {"row": ("builtin/up", OTHER)})["row"].split == CorpusSplit.BENCHMARK


def test_every_answer_to_a_task_whose_solution_is_held_out_is_the_benchmarks() -> None:
    held_out = [HeldOut("copy.v", RENAMED, "verilog")]
    seeds = [seed("builtin/up", COUNTER, "train"), seed("builtin/parity", OTHER, "train")]
    answered = [Answered("row", "builtin/up", OTHER), Answered("clean", "builtin/parity", OTHER)]
    rows = Hygiene("verilog", seeds, held_out).placements(answered, {}, 16)
    assert (rows["row"].split, rows["row"].contaminated_by) == ("benchmark", "copy.v")
    assert rows["clean"].contaminated_by is None


def test_one_task_under_two_names_is_in_one_split() -> None:
    for number in range(40):
        seeds = [seed(f"builtin/a{number}", COUNTER, "train"), seed(f"mine/b{number}", RENAMED, "train")]
        rows = cleaned(seeds, {"a": (f"builtin/a{number}", OTHER), "b": (f"mine/b{number}", OTHER)})
        assert rows["a"].split == rows["b"].split


def test_a_folder_of_held_out_texts_is_read_as_prose_and_programs(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Write a counter.")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.v").write_bytes(b"module \xff b;")
    assert [(held.name, held.language) for held in held_out_texts(tmp_path, "verilog")] == [
        ("a.md", ""),
        ("sub/b.v", "verilog"),
    ]
    assert held_out_texts(tmp_path / "none", "verilog") == []
