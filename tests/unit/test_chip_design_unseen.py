"""The search for unseen logic: graphs, lanes, and the question whether a node matters, each against a plain reading."""

import itertools
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.chip_design.execution.unseen.aig import Aig, read_aig, write_aig
from resources.domains.chip_design.execution.unseen.lanes import ALL, LANES, Lanes
from resources.domains.chip_design.execution.unseen.search import Answer, Effort, Search, Try, rare_lanes
from resources.domains.chip_design.execution.unseen.shadow import Question, Shadows
from resources.domains.chip_design.execution.unseen.stimulus import Stimulus

INPUTS, LATCHES = 3, 3
BITS = st.lists(st.booleans(), min_size=INPUTS, max_size=INPUTS)


@st.composite
def graphs(draw: st.DrawFn) -> Aig:
    """With one output of two nodes' and one that is the last AND."""
    ands: list[tuple[int, int]] = []
    for node in range(1 + INPUTS + LATCHES, 1 + INPUTS + LATCHES + draw(st.integers(1, 12))):
        ands.append((draw(st.integers(0, 2 * node - 1)), draw(st.integers(0, 2 * node - 1))))
    literal = st.integers(0, 2 * (INPUTS + LATCHES + len(ands)) + 1)
    nexts = tuple(draw(literal) for _ in range(LATCHES))
    shown = (("shown", draw(literal)), ("last", 2 * (INPUTS + LATCHES + len(ands))))
    return Aig(tuple(f"i[{place}]" for place in range(INPUTS)), nexts, tuple(ands), shown)


def values(
    aig: Aig, inputs: Sequence[bool], state: Sequence[bool], forced: Mapping[int, bool] = MappingProxyType({})
) -> list[bool]:
    """Of all nodes in one cycle."""
    found = [False]
    for node in range(1, aig.size):
        if node < aig.first_and:
            value = [*inputs, *state][node - 1]
        else:
            value = all(found[literal >> 1] ^ bool(literal & 1) for literal in aig.reads(node))
        found.append(forced.get(node, value))
    return found


def of(found: Sequence[bool], literal: int) -> bool:
    return found[literal >> 1] ^ bool(literal & 1)


@given(graphs(), st.lists(BITS, min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_a_graph_is_read_as_it_was_written(aig: Aig, cycles: list[list[bool]]) -> None:
    """What no output hangs on is left out, so the outputs' values are compared."""
    read = read_aig(write_aig(len(aig.inputs), aig.nexts, aig.ands, aig.outputs[0][1]))
    kept = len(read.inputs)
    state, other = [False] * LATCHES, [False] * len(read.nexts)
    for inputs in cycles if kept == INPUTS else ():
        found, again = values(aig, inputs, state), values(read, inputs, other)
        assert of(again, read.outputs[0][1]) == of(found, aig.outputs[0][1])
        state, other = [of(found, literal) for literal in aig.nexts], [of(again, literal) for literal in read.nexts]


@pytest.mark.parametrize("data", [b"", b"aag 0 0 0 0 0\n", b"aig 1 0 1 0 0\n0 1\n"])
def test_what_is_no_graph_that_begins_at_0_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"AIGER|begin at 0"):
        read_aig(data)


@given(graphs(), st.lists(BITS, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_lanes_compute_what_one_design_does_and_keep_what_was_seen(aig: Aig, cycles: list[list[bool]]) -> None:
    lanes, state, seen = Lanes(aig), [False] * LATCHES, [set[bool]() for _ in range(aig.size)]
    for inputs in cycles:
        found = values(aig, inputs, state)
        assert [bool(value) for value in lanes.step([ALL if bit else 0 for bit in inputs])] == found
        state = [of(found, literal) for literal in aig.nexts]
        for node, value in enumerate(found):
            seen[node].add(value)
    assert set(lanes.unseen) == {node for node in range(1, aig.size) if len(seen[node]) == 1}
    assert all(lanes.unseen[node] == (2 if seen[node] == {True} else 1) for node in lanes.unseen)


@given(graphs(), st.data(), st.lists(BITS, min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_a_question_is_whether_outputs_change_where_a_node_keeps_its_value(
    aig: Aig, data: st.DataObject, cycles: list[list[bool]]
) -> None:
    node, value = data.draw(st.integers(1 + INPUTS, aig.size - 1)), data.draw(st.booleans())
    states = data.draw(st.lists(st.lists(st.booleans(), min_size=LATCHES, max_size=LATCHES), min_size=1, max_size=5))
    chosen = data.draw(st.integers(0, len(states) - 1))
    shown = [literal for _, literal in aig.outputs]
    question = Shadows(aig, shown).question(node, value, states)
    own, shadow = states[chosen], states[chosen]
    asked = read_aig(question.text) if question else None
    assert asked is None or asked.outputs[0][0] == ""
    state = [False] * len(asked.nexts) if asked else []
    bits = max(1, (len(states) - 1).bit_length())
    selected = [bool(chosen >> place & 1) for place in range(bits)]
    for place, inputs in enumerate([[False] * INPUTS, *cycles]):
        differs = False
        if place:
            found, other = values(aig, inputs, own), values(aig, inputs, shadow, {node: value})
            differs = any(of(found, literal) != of(other, literal) for literal in shown)
            own, shadow = [of(found, literal) for literal in aig.nexts], [of(other, literal) for literal in aig.nexts]
        if question is None or asked is None:
            assert not differs
            continue
        given_ = [*(inputs[node - 1] for node in question.inputs), *selected]
        if len(asked.inputs) == len(given_):
            again = values(asked, given_, state)
            assert of(again, asked.outputs[0][1]) == differs
            state = [of(again, literal) for literal in asked.nexts]


def test_a_difference_that_random_inputs_show_is_found_without_a_solver() -> None:
    def solver(questions: Sequence[Question], effort: Try) -> Sequence[Answer]:
        raise AssertionError("nobody is asked where a difference was seen")

    aig = Aig(("w", "x"), (1,), ((2 * 3, 2 * 1),), (("differs", 2 * 4), ("shown_gate", 2 * 4)))
    search = Search(aig, solver, Effort(rounds=1, cycles=8, patient_cycles=4))
    search.run()
    assert search.differs
    assert [vector[0] for vector in search.found[0]][-1]
    assert len(search.found[0]) == 2


# Two of three latches take over the input; the third is set where both are, and only then does x reach the output.
DOOR = Aig(
    ("w", "x"),
    (2 * 1, 2 * 3, 2 * 6),
    ((2 * 3, 2 * 4), (2 * 5, 2 * 2)),
    (("differs", 0), ("shown_gate", 2 * 7)),
)


def test_a_question_is_asked_of_what_was_never_seen_and_followed() -> None:
    """The inputs that answer lead to it; without a difference nothing is said but that it was reached."""
    asked: list[Try] = []

    def solver(questions: Sequence[Question], effort: Try) -> Sequence[Answer]:
        asked.append(effort)
        assert {node for question in questions for node in question.inputs} <= {1, 2}
        return [
            Answer([[False] * (len(question.inputs) + 4), *[[True] * len(question.inputs)] * 4])
            for question in questions
        ]

    search = Search(DOOR, solver, Effort(rounds=0, cycles=0, patient_cycles=1, after=4))
    search.run()
    assert asked
    assert not search.differs
    assert search.left == 0
    assert all(any(all(vector) for vector in vectors) for vectors in search.found)


def test_a_way_to_a_node_is_one_to_its_other_value() -> None:
    shadows = Shadows(DOOR, [2 * 7])
    assert shadows.next_steps([5, 6, 7]) == [6]
    assert shadows.frontier([5, 6, 7]) == [7]
    question = shadows.way_to(6, False, [[False] * 3])
    asked = read_aig(question.text) if question else None
    assert asked is not None
    state, found = [False] * len(asked.nexts), []
    for _ in range(4):
        now = values(asked, [True] * len(asked.inputs), state)
        found.append(of(now, asked.outputs[0][1]))
        state = [of(now, literal) for literal in asked.nexts]
    assert found == [False, False, False, True]


def test_lanes_with_a_rare_value_are_chosen() -> None:
    rare, common = 1 << 17, ALL ^ 1 << 900
    assert rare_lanes([0, ALL, rare, common, (1 << LANES // 2) - 1]) == [17, 900]


def test_patient_lanes_have_no_reset_and_keep_their_words() -> None:
    names = ["a[0]", "a[1]", "b", *(f"reset_draws[{place}]" for place in range(12))]
    drawn = list(Stimulus(names, 1).drawn(40, patient=True))
    assert {values[-1] for values in drawn} == {ALL}
    kept = ALL
    for before, after in itertools.pairwise(drawn):
        kept &= ~(before[0] ^ after[0])
    assert kept.bit_count() > LANES // 3
    near = list(Stimulus(["a", "b"], 1).near([[True, False]] * 3))
    assert all(values[0] & 1 == 1 and values[1] & 1 == 0 for values in near)
