"""A tree's loss is that of its sequences one by one, at fewer tokens."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.tokens.prefix_tree import ROOT, PrefixTree, forest, trees
from assets.tokens.sequences import IGNORED, Span, TokenSequence

VOCABULARY = 50
TOKENS = st.integers(0, 3)


@st.composite
def token_sequences(draw: st.DrawFn) -> list[TokenSequence]:
    """Of few different tokens, so that many begin alike. No span holds a first token, as no prompt is empty."""
    made = []
    for number in range(draw(st.integers(1, 8))):
        ids = draw(st.lists(TOKENS, min_size=2, max_size=12))
        cuts = sorted(draw(st.sets(st.integers(1, len(ids)), min_size=2, max_size=4)))
        spans = tuple(Span(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=False))
        made.append(TokenSequence(f"r{number}", ids, spans))
    return made


def path(tree: PrefixTree, place: int) -> list[int]:
    tokens: list[int] = []
    while place != ROOT:
        tokens.append(tree.ids[place])
        place = tree.parents[place]
    return tokens[::-1]


@given(token_sequences(), st.integers(12, 40))
def test_a_token_stands_once_and_weighs_as_many_as_learn_it(found: list[TokenSequence], most: int) -> None:
    whole = forest(list(trees(found, most)))
    learned: dict[tuple[int, ...], int] = {}
    for place, weight in enumerate(whole.weights):
        key = tuple(path(whole, place))
        assert len(key) == whole.positions[place] + 1
        learned[key] = learned.get(key, 0) + weight
    expected: dict[tuple[int, ...], int] = {}
    for sequence in found:
        for span in sequence.learned:
            for end in range(span.start, span.end):
                key = tuple(sequence.ids[: end + 1])
                expected[key] = expected.get(key, 0) + 1
    assert {key: count for key, count in learned.items() if count} == expected
    assert sorted(whole.row_ids) == sorted(sequence.row_id for sequence in found)


@given(token_sequences(), st.integers(12, 40))
def test_ends_let_each_token_see_its_ancestors_alone(found: list[TokenSequence], most: int) -> None:
    whole = forest(list(trees(found, most)))
    sees = visible(whole)
    for place in range(len(whole)):
        ancestors, above = {place}, whole.parents[place]
        while above != ROOT:
            ancestors.add(above)
            above = whole.parents[above]
        assert set(np.flatnonzero(sees[place])) == ancestors


@given(token_sequences(), st.integers(12, 40))
def test_a_tree_holds_no_more_than_it_may_and_no_token_twice(found: list[TokenSequence], most: int) -> None:
    for tree in trees(found, most):
        assert len(tree) <= most
        paths = [tuple(path(tree, place)) for place in range(len(tree))]
        assert len(set(paths)) == len(paths)


def visible(tree: PrefixTree) -> Any:
    places = np.arange(len(tree))
    return (places[None, :] <= places[:, None]) & (places[:, None] < np.array(tree.ends)[None, :])


@pytest.fixture(scope="module")
def model() -> Any:
    torch = pytest.importorskip("torch", reason="the extra world-model is not installed")
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    shape = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    config = LlamaConfig(vocab_size=VOCABULARY, num_key_value_heads=2, max_position_embeddings=256, **shape)
    return LlamaForCausalLM(config).eval()


def candidates_of_one_prompt() -> list[TokenSequence]:
    chance = np.random.default_rng(1)
    prompt = chance.integers(0, VOCABULARY, 60).tolist()
    answers = [chance.integers(0, VOCABULARY, 20).tolist() for _ in range(6)]
    return [TokenSequence(f"c{place}", prompt + own, (Span(60, 80),)) for place, own in enumerate(answers)]


def turns_of_one_trajectory() -> list[TokenSequence]:
    """Each answer's thinking is gone from the prompt of the next, so that each is a sequence of its own."""
    chance = np.random.default_rng(2)
    found, before = [], chance.integers(0, VOCABULARY, 40).tolist()
    for _ in range(4):
        thought, code, log = (chance.integers(0, VOCABULARY, size).tolist() for size in (6, 10, 12))
        found.append(TokenSequence("t", before + thought + code, (Span(len(before), len(before) + 16),)))
        before = before + code + log
    return found


@pytest.mark.parametrize(("make", "fewer"), [(candidates_of_one_prompt, 2.0), (turns_of_one_trajectory, 2.0)])
def test_the_loss_of_a_tree_is_that_of_its_sequences(model: Any, make: Any, fewer: float) -> None:
    import torch

    found = make()
    tree = forest(list(trees(found, 1_000)))
    assert sum(len(sequence.ids) for sequence in found) >= fewer * len(tree)
    flat, flat_gradient = loss_and_gradient(model, flat_loss(model, found))
    shared, shared_gradient = loss_and_gradient(model, tree_loss(model, tree))
    assert abs(flat - shared) < 1e-5
    assert torch.allclose(flat_gradient, shared_gradient, atol=1e-5)


def test_two_trees_in_one_pack_do_not_see_each_other(model: Any) -> None:
    found = candidates_of_one_prompt() + turns_of_one_trajectory()
    tree = forest(list(trees(found, 200)))
    assert tree.parents.count(ROOT) >= 2
    assert abs(float((flat_loss(model, found) - tree_loss(model, tree)).detach())) < 1e-5


def loss_and_gradient(model: Any, loss: Any) -> tuple[float, Any]:
    import torch

    model.zero_grad()
    loss.backward()
    return float(loss.detach()), torch.cat([parameter.grad.flatten() for parameter in model.parameters()])


def flat_loss(model: Any, found: list[TokenSequence]) -> Any:
    """The mean over all tokens that are learned, each sequence on its own."""
    import torch

    losses = []
    for sequence in found:
        logits = model(input_ids=torch.tensor([sequence.ids])).logits[0, :-1]
        labels = torch.tensor(sequence.labels[1:])
        losses.append(torch.nn.functional.cross_entropy(logits, labels, ignore_index=IGNORED, reduction="none"))
    learned = sum(span.end - span.start for sequence in found for span in sequence.learned)
    return torch.cat(losses).sum() / learned


def tree_loss(model: Any, tree: PrefixTree) -> Any:
    import torch

    ids, parents = torch.tensor(tree.ids), torch.tensor(tree.parents)
    weights, sees = torch.tensor(tree.weights, dtype=torch.float32), torch.tensor(visible(tree))
    mask = torch.zeros(sees.shape).masked_fill(~sees, torch.finfo(torch.float32).min)
    output = model(input_ids=ids[None], position_ids=torch.tensor([tree.positions]), attention_mask=mask[None, None])
    inner = parents != ROOT
    losses = torch.nn.functional.cross_entropy(output.logits[0][parents[inner]], ids[inner], reduction="none")
    return (losses * weights[inner]).sum() / weights.sum()
