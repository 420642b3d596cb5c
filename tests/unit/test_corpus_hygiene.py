"""Near duplicates are clustered and capped, benchmarks are found in rows, and a task's rows stay in one split."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.corpus.code_tokens import code_tokens, shingles
from assets.corpus.common_order import CommonOrder
from assets.corpus.contamination import Contamination, HeldOut
from assets.corpus.hygiene import Hygiene, held_out_texts
from assets.corpus.near_duplicates import Likeness, Program, capped, clusters
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


def test_near_duplicates_share_a_cluster_whatever_their_order() -> None:
    texts = {"c": COUNTER, "a": RENAMED, "b": OTHER, "d": COUNTER}
    programs = {name: Program(text, "verilog") for name, text in texts.items()}
    found = clusters(programs)
    assert found == clusters(dict(reversed(programs.items())))
    assert found.cluster_of == {"a": "a", "b": "b", "c": "a", "d": "a"}
    assert found.alike_by == {
        "a": (Likeness.MINHASH,),
        "b": (),
        "c": (Likeness.EXACT, Likeness.MINHASH),
        "d": (Likeness.EXACT, Likeness.MINHASH),
    }


def test_programs_of_one_fingerprint_share_a_cluster_and_so_do_copies_of_them() -> None:
    texts = {"a": OTHER, "b": COUNTER, "c": COUNTER}
    found = clusters({name: Program(text, "verilog") for name, text in texts.items()}, {"a": ("x", "y"), "b": ("y",)})
    assert set(found.cluster_of.values()) == {"a"}
    assert found.alike_by["c"] == (Likeness.EXACT, Likeness.SEMANTIC)
    assert found.alike_by["a"] == (Likeness.SEMANTIC,)


def test_a_cluster_is_capped_and_a_small_one_is_not() -> None:
    cluster_of = {f"{number:03}": "big" for number in range(100)} | {"x": "small"}
    kept = capped(cluster_of, 16)
    assert len(kept) == 17
    assert "x" in kept
    assert kept == capped(dict(reversed(cluster_of.items())), 16)


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


def cleaned(seeds: list[dict[str, Any]], codes: dict[str, tuple[str, str]], most: int = 16) -> dict[str, Any]:
    """`codes` maps a conversation's id to its seed and last answer."""
    rows = [{"conversation_id": name, "seed_id": own} for name, (own, _) in codes.items()]
    prompts = {own: "" for own, _ in codes.values()}
    hygiene = Hygiene("verilog", seeds)
    found = hygiene.cleaned(rows, prompts, {name: code for name, (_, code) in codes.items()}, most)
    return {row["conversation_id"]: row for row in found}


def test_a_row_that_holds_a_benchmarks_solution_is_the_benchmarks() -> None:
    seeds = [seed("builtin/parity", OTHER, "train"), seed("bench/counter", COUNTER, "evaluate")]
    rows = cleaned(seeds, {"clean": ("builtin/parity", OTHER), "dirty": ("builtin/parity", RENAMED)})
    assert rows["clean"]["split"] != CorpusSplit.BENCHMARK
    assert rows["clean"]["contaminated_by"] is None
    assert (rows["dirty"]["split"], rows["dirty"]["contaminated_by"]) == ("benchmark", "bench/counter")


def test_a_task_that_is_a_benchmarks_under_another_name_is_the_benchmarks() -> None:
    seeds = [seed("builtin/up", RENAMED, "train"), seed("bench/counter", COUNTER, "evaluate")]
    assert cleaned(seeds, {"row": ("builtin/up", OTHER)})["row"]["split"] == CorpusSplit.BENCHMARK


def test_one_task_under_two_names_is_in_one_split() -> None:
    for number in range(40):
        seeds = [seed(f"builtin/a{number}", COUNTER, "train"), seed(f"mine/b{number}", RENAMED, "train")]
        rows = cleaned(seeds, {"a": (f"builtin/a{number}", OTHER), "b": (f"mine/b{number}", OTHER)})
        assert rows["a"]["split"] == rows["b"]["split"]


def test_a_folder_of_held_out_texts_is_read_as_prose_and_programs(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Write a counter.")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.v").write_bytes(b"module \xff b;")
    assert [(held.name, held.language) for held in held_out_texts(tmp_path, "verilog")] == [
        ("a.md", ""),
        ("sub/b.v", "verilog"),
    ]
    assert held_out_texts(tmp_path / "none", "verilog") == []
