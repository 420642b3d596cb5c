"""Expression graphs of made functions: no step leaves its interval, so none overflows the type that C has for it."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from resources.domains.code_optimization.tasks.families.expression import draw_graph, typed
from resources.domains.code_optimization.tasks.families.integers import I8, I16, I32, U8, U16, U32

KINDS = (I8, U8, I16, U16, I32, U32)


@given(st.integers(0, 1 << 32), st.integers(1, 3), st.integers(1, 8), st.data())
def test_each_step_stays_within_its_interval(number: int, operands: int, size: int, data: st.DataObject) -> None:
    random = Random(number)
    values = [typed(name, random.choice(KINDS)) for name in "xyz"[:operands]]
    graph = draw_graph(random, values, size)
    known = [data.draw(st.sampled_from((one.low, one.high)) | st.integers(one.low, one.high)) for one in values]
    assert graph.function()(*known) == graph.function()(*known)
    for step in graph.steps:
        first, second = step.places
        known.append(step.operation.value(known[first], known[second], step.constant))
        assert step.result.low <= known[-1] <= step.result.high, step
        assert step.result.low > -(1 << 63)
        assert step.result.high < 1 << 63
    assert graph.function()(*known[:operands]) == known[-1]
