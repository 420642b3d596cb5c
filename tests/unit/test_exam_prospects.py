"""What is refused before an endpoint is asked: only a set that can have no task, whichever tasks turn out to be one."""

from hypothesis import given
from hypothesis import strategies as st

from assets.corpus.near_duplicates import Program, named_clusters
from assets.corpus.splits import CorpusSplit, split_of
from assets.exam.prospects import may_be_drawn
from assets.seeds.purposes import Purpose


def is_held_out(name: str) -> bool:
    return split_of(name, Purpose.TRAIN) is CorpusSplit.TEST


NAMES = [f"builtin/{number:03}" for number in range(300)]
HELD_OUT = [name for name in NAMES if is_held_out(name)]
POOL = sorted([*HELD_OUT[:8], *[name for name in NAMES if name not in HELD_OUT][::30]])


@given(st.dictionaries(st.sampled_from(POOL), st.sets(st.integers(0, 5), max_size=2), min_size=1), st.data())
def test_no_task_of_a_refused_set_is_drawn(meanings: dict[str, set[int]], data: st.DataObject) -> None:
    """Programs that share a meaning are one task."""
    own = data.draw(st.sets(st.sampled_from(sorted(meanings)), min_size=1))
    programs = {name: Program(f"int f(void) {{ return {name[-3:]}; }}", "c") for name in meanings}
    tasks = named_clusters(programs, {name: [str(key) for key in keys] for name, keys in meanings.items()}).cluster_of
    assert may_be_drawn(own, meanings) or not any(is_held_out(tasks[name]) for name in own)


def test_a_set_is_refused_where_no_name_can_be_drawn() -> None:
    first = HELD_OUT[0]
    before = [name for name in NAMES if name < first]
    assert before
    assert not may_be_drawn(before, NAMES)
    assert may_be_drawn([NAMES[-1]], [first, NAMES[-1]])
    assert not may_be_drawn([], NAMES)
