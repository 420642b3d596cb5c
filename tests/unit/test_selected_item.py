"""The item of a `case` that a value chooses is the one that Verilog would choose, or none is said."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from resources.generation.diagnosis.differences import LineChange
from resources.generation.diagnosis.places import places
from resources.generation.diagnosis.selected_item import SelectedItem, selected_item
from tests.unit.test_diagnosis_truth import Domain, correction

SHIFTER = """module shifter(input [1:0] mode, input [7:0] data, output reg [7:0] result);
    always @* begin
        case (mode)
            2'd0: result = data << 1; // zeros enter
            2'b10, 2'd3: begin
                result = data;
            end
            2'd1: begin
                result = data[7] ? 8'hFF
                    : 1;
            end
            default: result = 0;
        endcase
    end
endmodule
"""
LITERALS = st.sampled_from(("{0}", "4'd{0}", "4'h{0}", "'d{0}", "4'b{0:b}", "8'sd{0}", "3'o{0:o}"))
VALUES = st.integers(0, 7)


def case_of(labels: list[str]) -> str:
    items = "\n".join(f"    {label}: y = {at};" for at, label in enumerate(labels))
    head = "module m(input [3:0] x, output reg [7:0] y);"
    return f"{head}\nalways @* case (x)\n{items}\n    default: y = 99;\nendcase\nendmodule\n"


@given(st.lists(st.tuples(VALUES, LITERALS), min_size=1, max_size=8), VALUES)
def test_the_first_item_that_names_the_value(drawn: list[tuple[int, str]], value: int) -> None:
    found = selected_item(case_of([form.format(number) for number, form in drawn]), {"x": str(value)})
    numbers = [number for number, _ in drawn]
    wanted = numbers.index(value) + 3 if value in numbers else None
    assert (found and found.line) == wanted
    assert found is None or found.last == found.line


@given(
    st.lists(st.tuples(VALUES, LITERALS), max_size=4), st.sampled_from(("IDLE", "4'b1?", "`RUN", "{2'd1, a}")), VALUES
)
def test_nothing_is_said_behind_a_label_that_is_no_number(drawn: list[tuple[int, str]], label: str, value: int) -> None:
    before = [form.format(number) for number, form in drawn]
    found = selected_item(case_of([*before, label, str(value)]), {"x": str(value)})
    assert (found is None) == (value not in [number for number, _ in drawn])


def test_an_item_of_several_lines() -> None:
    assert selected_item(SHIFTER, {"data": "80", "mode": "1"}) == SelectedItem("mode", 1, 8, 11)
    assert selected_item(SHIFTER, {"mode": "0"}) == SelectedItem("mode", 0, 4, 4)
    for other in ({}, {"mode": "10"}, {"mode": "x"}, {"data": "1"}, {"mode": "5"}):
        assert selected_item(SHIFTER, other) is None


def test_what_is_put_in_before_a_label_is_the_item_s_before() -> None:
    item = SelectedItem("mode", 1, 8, 11)
    for line, touches in ((8, False), (9, True), (11, True), (12, False)):
        assert item.is_touched_by([LineChange(line, (), ("x",))]) is touches
    assert item.is_touched_by([LineChange(8, ("a",), ("b",))])


def test_labels_that_are_no_numbers_are_no_error() -> None:
    for label in ("2'b2", "4'd1A", "9" * 5000, "4'd_", "4'h"):
        assert selected_item(case_of([label, "2"]), {"x": "2"}) is None or label == "4'd_"


def test_what_the_text_does_not_decide() -> None:
    for other in (
        SHIFTER + SHIFTER,
        SHIFTER.replace("2'b10, ", "2'b10,\n"),
        SHIFTER.replace("// zeros enter", "/* zeros\nenter */"),
        SHIFTER.replace("case (mode)", "casez (mode)"),
        SHIFTER.replace("result = data;", "case (data)\n1: result = 2;\nendcase"),
    ):
        assert selected_item(other, {"mode": "1"}) is None


def test_it_is_told_where_the_change_touches_it() -> None:
    log = "\n".join(f"MISMATCH data={number}0 mode=1 result: expected 00 got 01" for number in (8, 9, 7))
    for after, is_said in ((SHIFTER.replace("8'hFF", "8'hF0"), True), (SHIFTER.replace("<< 1", "<< 2"), False)):
        text = " ".join(places(correction(SHIFTER, after, log, Domain()), Random(3)))
        assert ("`2'd1: begin` (line 8)" in text) is is_said, text
