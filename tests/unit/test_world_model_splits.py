"""Splits: nothing crosses, nothing is lost, and new data moves nothing out of what is held out."""

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from world_model_toy import ToyDomain, make_examples

from assets.world_model.split_rule import (
    author_of,
    held_out_authors,
    is_other_author,
    pair,
    seed_of,
    split,
    wording,
)
from assets.world_model.splits import MEASURED, Group, Part, SplitSettings
from resources.domains.authorship import authorship
from resources.execution.bundle import Candidate
from resources.world_model.model import Executed, TurnExample

SPLIT = SplitSettings(fault_kinds=0.3, least_kinds=4)
NO_FAULTS = SplitSettings(fault_kinds=0)


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 120), st.integers(1, 12), st.integers(0, 5))
def test_each_pair_is_in_one_part_and_seeds_do_not_cross(count: int, tasks: int, seed: int) -> None:
    examples = make_examples(count, tasks=tasks, seed=seed)
    found = split(examples, SPLIT)
    pairs = Counter(pair(item.query.bundle, item.query.candidate) for part in found.parts.values() for item in part)
    assert set(pairs) == {pair(item.query.bundle, item.query.candidate) for item in examples}
    assert set(pairs.values()) == {1}
    outside = {seed_of(item) for part, items in found.parts.items() if part is not Part.SEED for item in items}
    assert not outside & set(found.seeds)
    kinds = {
        kind
        for part in (Part.TRAIN, Part.CALIBRATION, Part.TURN)
        for item in found.parts[part]
        for kind in item.fault_kinds
    }
    assert not kinds & {group.name for group in found.fault_kinds}


def test_a_family_of_made_tasks_is_held_out_whole() -> None:
    def made(place: int, item: TurnExample) -> TurnExample:
        bundle = replace(item.query.bundle, seed_id=f"families/family{'abcdefgh'[place % 8]}-{place}")
        return replace(item, query=replace(item.query, bundle=bundle))

    found = split([made(place, item) for place, item in enumerate(make_examples(160, tasks=40))], NO_FAULTS)
    assert 0 < len(found.seeds) < 8
    outside = {seed_of(item) for part, items in found.parts.items() if part is not Part.SEED for item in items}
    assert outside | set(found.seeds) == {Group("toy", f"families/family{letter}") for letter in "abcdefgh"}
    assert not outside & set(found.seeds)


def test_order_does_not_matter() -> None:
    examples = make_examples(100)
    assert split(examples) == split(list(reversed(examples)))


def test_more_data_moves_no_turn_between_parts() -> None:
    examples = make_examples(300, tasks=30)
    before, after = split(examples[:200]), split(examples)
    assert set(before.seeds) <= set(after.seeds)
    for part in (Part.TRAIN, Part.CALIBRATION, Part.TURN):
        kept = {pair(item.query.bundle, item.query.candidate) for item in after.parts[part]}
        assert {pair(item.query.bundle, item.query.candidate) for item in before.parts[part]} <= kept


def test_few_seeds_still_give_something_to_train_and_to_measure_on() -> None:
    three = split(make_examples(90, tasks=3))
    assert len(three.seeds) == 1
    assert three.parts[Part.TRAIN]
    assert three.parts[Part.SEED]
    one = split(make_examples(200, tasks=1, domain=ToyDomain("other")))
    assert not one.seeds
    assert one.parts[Part.TRAIN]
    assert one.parts[Part.TURN]


def test_each_domain_holds_seeds_out_by_itself() -> None:
    found = split(make_examples(100) + make_examples(100, domain=ToyDomain("other")))
    assert {group.domain for group in found.seeds} == {"toy", "other"}


def test_no_prompt_tells_what_is_measured() -> None:
    examples = make_examples(200, tasks=4)
    by_bundle: dict[str, list[Executed]] = {}
    for item in examples:
        by_bundle.setdefault(item.query.bundle.hash, []).append(Executed(item.query.candidate, item.observation))
    chatty = [
        replace(item, query=replace(item.query, executed=tuple(by_bundle[item.query.bundle.hash]))) for item in examples
    ]
    found = split(chatty)
    secret = {pair(item.query.bundle, item.query.candidate) for part in MEASURED for item in found.parts[part]}
    for part, items in found.parts.items():
        for item in items:
            shown = {pair(item.query.bundle, done.candidate) for done in item.query.executed}
            assert pair(item.query.bundle, item.query.candidate) not in shown
            assert part in MEASURED or not shown & secret


def test_a_held_out_generator_never_trains_and_what_others_make_too_is_theirs() -> None:
    examples = make_examples(200)
    foreign = [
        replace(item, turn_id=f"a{item.turn_id}", generator="text_edits/2") for item in make_examples(80, seed=3)
    ]
    ordinary = [replace(item, generator="fault-injection") for item in examples]
    found = split([*ordinary, *foreign], SplitSettings(generators=("text_edits",)))
    made = {pair(item.query.bundle, item.query.candidate) for item in ordinary}
    held = {pair(item.query.bundle, item.query.candidate) for item in found.parts[Part.GENERATOR]}
    assert held == {pair(item.query.bundle, item.query.candidate) for item in foreign} - made
    assert not [
        item for part in (Part.TRAIN, Part.CALIBRATION) for item in found.parts[part] if "text" in item.generator
    ]
    assert split(ordinary).parts[Part.TRAIN] == found.parts[Part.TRAIN]
    assert not split([*ordinary, *foreign]).parts[Part.GENERATOR]


def test_a_fault_kind_that_is_named_never_trains() -> None:
    examples = make_examples(200)
    kind = next(kind for item in split(examples, NO_FAULTS).parts[Part.TRAIN] for kind in item.fault_kinds)
    found = split(examples, replace(NO_FAULTS, kinds=(kind,)))
    assert kind in {group.name for group in found.fault_kinds}
    assert all(kind not in item.fault_kinds for part in (Part.TRAIN, Part.CALIBRATION) for item in found.parts[part])
    assert found.parts[Part.FAULT]


def test_a_kind_that_chosen_turns_alone_have_is_held_out_by_name_and_not_by_chance() -> None:
    """Held out by chance it would be of no use: chosen turns measure nothing."""
    settings = SplitSettings(fault_kinds=1.0, least_kinds=1)
    sampled, chosen = make_examples(200), make_examples(60, seed=9)
    mine = [
        replace(item, turn_id=f"scenario:{item.turn_id}", fault_kinds=(f"aimed{number}",))
        for number, item in enumerate(chosen)
    ]
    found = split([*sampled, *mine], settings)
    assert found.fault_kinds == split(sampled, settings).fault_kinds
    kind = next(item.fault_kinds[0] for item in found.parts[Part.TRAIN] if item.fault_kinds[0].startswith("aimed"))
    named = split([*sampled, *mine], replace(settings, kinds=(kind,)))
    assert not any(kind in item.fault_kinds for part in named.parts.values() for item in part)


def test_candidates_that_differ_in_white_space_alone_stand_together() -> None:
    examples = make_examples(120)
    spaced = [
        replace(item, query=replace(item.query, candidate=Candidate(item.query.candidate.code.replace(" ", "   "))))
        for item in examples
    ]
    plain, wide = split(examples, NO_FAULTS), split(spaced, NO_FAULTS)
    for part in (Part.TRAIN, Part.CALIBRATION, Part.TURN):
        assert {wording(item) for item in plain.parts[part]} == {wording(item) for item in wide.parts[part]}


def test_the_summary_says_the_labels_of_each_part() -> None:
    found = split(make_examples(200))
    labels = found.balance()
    assert set(labels) == {part.value for part, items in found.parts.items() if items}
    assert sum(labels["train"]["toy"].values()) == len(found.parts[Part.TRAIN])


def test_other_authors_are_held_out_by_author_and_by_task() -> None:
    names = [f"recorded/{letter}" for letter in "abcdef"]
    ordinary = make_examples(100, tasks=20)
    others = [
        replace(item, turn_id=f"other-{place}", generator=names[place % len(names)], fault_kinds=())
        for place, item in enumerate(make_examples(400, tasks=20, seed=3))
    ]
    found = split([*ordinary, *others], SPLIT)
    held = found.parts[Part.AUTHOR]
    assert 0 < len(found.authors) < len(names)
    assert {author_of(item) for item in held} > set(found.authors)
    learned = [item for part in (Part.TRAIN, Part.CALIBRATION) for item in found.parts[part]]
    assert {author_of(item) for item in learned if is_other_author(item)}.isdisjoint(found.authors)
    tasks = {seed_of(item) for item in held if author_of(item) not in found.authors}
    assert tasks
    assert tasks.isdisjoint({seed_of(item) for item in learned if is_other_author(item)})
    elsewhere = [item for part in (Part.TURN, Part.FAULT, Part.SEED) for item in found.parts[part]]
    assert not any(is_other_author(item) for item in elsewhere)


def test_a_writer_is_held_out_with_all_compilers_and_a_compiler_with_all_writers() -> None:
    names = [f"recorded/{writer}@{tool}@O{level}" for writer in "abcd" for tool in ("gcc", "clang") for level in "12"]
    authors = {Group("toy", name) for name in [*names, "recorded/e"]}
    closed = held_out_authors(authors, SPLIT)
    known = {authorship(group.name.removeprefix("recorded/")) for group in authors - closed}
    assert known
    assert closed
    assert len({made.tool for made in known if made.tool}) == 1
    unseen = set("abcde") - {made.writer for made in known}
    assert unseen
    assert {group for group in authors if authorship(group.name.removeprefix("recorded/")).writer in unseen} <= closed


def test_injected_faults_corrections_and_scenarios_are_no_other_authors() -> None:
    item = make_examples(1)[0]
    own = [replace(item, generator=name) for name in ("", "fault-injection", "text_edits", "audit")]
    chosen = [replace(item, generator="recorded/a", turn_id=f"{kind}:1") for kind in ("scenario", "correction")]
    assert not any(is_other_author(each) for each in (*own, *chosen))
    assert is_other_author(replace(item, generator="qwen"))
