"""Sequences that begin alike as a tree: each shared beginning stands once, with the loss of all that go through it.

Tokens lie in the order of a walk that finishes a branch before the next begins. So a token sees those before it whose
branch is not finished yet, and `ends` says of each token where what hangs under it ends:

    sees[query, key] = (key <= query) & (query < ends[key])

A token's logits stand at its parent, its position is its depth, its weight the number of sequences that learn from it.
With these the weighted mean of the losses, and its gradient, are those of the sequences one by one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from assets.tokens.sequences import TokenSequence

ROOT = -1
"""The parent of a first token."""


@dataclass
class PrefixTree:
    """Lists have one entry for each token; `row_ids` one for each sequence."""

    ids: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    row_ids: list[str] = field(default_factory=list)
    _branch: list[int] = field(default_factory=list)
    """Places of the tokens of the sequence that was added last."""

    def __len__(self) -> int:
        return len(self.ids)

    def shared(self, ids: Sequence[int]) -> int:
        """How many tokens `ids` and the sequence that was added last have in common from the start."""
        count = 0
        for place, token in zip(self._branch, ids, strict=False):
            if self.ids[place] != token:
                break
            count += 1
        return count

    def add(self, sequence: TokenSequence) -> None:
        """Sequences come in the order of their tokens, so that all with one beginning follow one another."""
        kept = self.shared(sequence.ids)
        branch = self._branch[:kept]
        for depth in range(kept, len(sequence.ids)):
            self.parents.append(branch[-1] if branch else ROOT)
            branch.append(len(self.ids))
            self.ids.append(sequence.ids[depth])
            self.positions.append(depth)
        self.ends += [0] * (len(self.ids) - len(self.ends))
        self.weights += [0] * (len(self.ids) - len(self.weights))
        for span in sequence.learned:
            for place in branch[span.start : span.end]:
                self.weights[place] += 1
        for place in branch:
            self.ends[place] = len(self.ids)
        self._branch = branch
        self.row_ids.append(sequence.row_id)


def trees(sequences: Iterable[TokenSequence], most: int) -> Iterator[PrefixTree]:
    """Each of at most `most` tokens, which no sequence may exceed. A tree that is full ends, whatever was shared."""
    tree = PrefixTree()
    for sequence in sorted(sequences, key=lambda sequence: (sequence.ids, sequence.row_id)):
        shared = tree.shared(sequence.ids)
        if tree.ids and (not shared or len(tree) + len(sequence.ids) - shared > most):
            yield tree
            tree = PrefixTree()
        tree.add(sequence)
    if tree.ids:
        yield tree


def forest(found: Sequence[PrefixTree]) -> PrefixTree:
    """Several trees, one after the other, as one with several roots."""
    whole = PrefixTree()
    for tree in found:
        start = len(whole)
        whole.ids += tree.ids
        whole.positions += tree.positions
        whole.parents += [ROOT if parent == ROOT else parent + start for parent in tree.parents]
        whole.ends += [end + start for end in tree.ends]
        whole.weights += tree.weights
        whole.row_ids += tree.row_ids
    return whole
