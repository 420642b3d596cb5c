"""What one syntax tree says of names and calls; any text is looked at or left alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.embedded_systems.language.declarations import declarations

CODE = """#include "board.h"
struct pair { int left; };
static const int limit = 3;
static int add(int a, int b) { return a + b; }
int main(void) { struct pair p; p.left = add(1, limit); GPIOA->ODR = p.left; return helper(); }
"""


def test_names_members_and_headers() -> None:
    found = declarations(CODE)
    assert found is not None
    assert {"limit", "add", "a", "b", "main", "p"} <= found.declared
    assert found.used - found.declared == {"GPIOA", "helper"}
    assert found.members == {"ODR"}
    assert found.included == {'"board.h"'}
    assert (found.syntax_errors, found.repeated, found.misfits, found.constants_written) == (0, 0, 0, 0)


def test_mistakes_are_counted() -> None:
    calls, written = CODE.replace("add(1, limit)", "add(1)"), CODE.replace("p.left = add", "limit = add")
    twice = CODE + "static int add(int a, int b) { return a - b; }\n"
    cut = CODE.replace("limit);", "limit)")
    found = [declarations(code) for code in (calls, written, twice, cut)]
    assert [item and item.misfits for item in found] == [1, 0, 0, 0]
    assert [item and item.constants_written for item in found] == [0, 1, 0, 0]
    assert [item and item.repeated for item in found] == [0, 0, 1, 0]
    assert [bool(item and item.syntax_errors) for item in found] == [False, False, False, True]


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=300))
def test_any_text_is_read_or_left_alone(code: str) -> None:
    found = declarations(code)
    assert found is None or found.syntax_errors >= 0
