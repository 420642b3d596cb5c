"""Value change dumps as events, whatever the file holds, and the part of a trace that is kept."""

from hypothesis import given
from hypothesis import strategies as st

from resources.domains.chip_design.execution.stages.waveform import dumping, first_difference, read_waveform
from resources.domains.traces import MOST_EVENTS, TraceEvent, around

DUMP = b"""$date today $end
$timescale 10ns $end
$scope module tb $end
$scope module dut $end
$var wire 1 ! clk $end
$var wire 4 " count [3:0] $end
$var reg 4 " state [3:0] $end
$var real 64 # level $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
bx "
r0 #
$end
#5
1!
b1010 "
#7
r1.5 #
"""


def test_a_dump_is_read_in_its_own_unit_with_all_names_of_a_net() -> None:
    waveform = read_waveform(DUMP)
    assert waveform.unit == "10ns"
    assert [(event.at, event.name, event.value) for event in waveform.events] == [
        (0, "clk", "0"),
        (0, "count", "x"),
        (0, "state", "x"),
        (0, "level", "0.0"),
        (5, "clk", "1"),
        (5, "count", "0xa"),
        (5, "state", "0xa"),
        (7, "level", "1.5"),
    ]


@given(st.integers(0, len(DUMP)), st.binary(max_size=40), st.integers(0, 60))
def test_a_broken_dump_is_read_as_far_as_it_goes(place: int, bytes_in: bytes, cut: int) -> None:
    waveform = read_waveform(DUMP[:place] + bytes_in + DUMP[place + cut :])
    assert all(isinstance(event.value, str) and 0 <= event.at < 1 << 63 for event in waveform.events)


def test_the_dump_is_asked_for_on_the_line_of_the_end_of_the_top_module() -> None:
    code = "module helper; endmodule\nmodule top(input a); // endmodule\nendmodule\n"
    text = dumping(code, "top")
    assert text is not None
    assert text.count("$dumpvars(1, top)") == 1
    assert text.splitlines()[2].endswith("endmodule")
    assert len(text.splitlines()) == len(code.splitlines())
    assert dumping(code, "other") is None


def events(*values: tuple[int, str, str]) -> list[TraceEvent]:
    return [TraceEvent(*value) for value in values]


def test_a_difference_is_what_an_output_holds_when_a_time_is_over() -> None:
    expected = events((0, "y", "0"), (5, "y", "1"), (9, "y", "0"))
    same = events((0, "y", "0"), (5, "y", "x"), (5, "y", "1"), (7, "inner", "3"), (9, "y", "0"))
    late = events((0, "y", "0"), (6, "y", "1"), (9, "y", "0"))
    assert first_difference(same, expected, ["y"]) is None
    assert first_difference(late, expected, ["y"]) == 5


def test_a_long_trace_keeps_what_lies_around_the_difference_and_what_held_before() -> None:
    long = [TraceEvent(time, f"s{time % 3}", str(time)) for time in range(5000)]
    trace = around("waveform", "1ps", long, 3000)
    assert len(trace.events) == MOST_EVENTS
    assert trace.left_out == 5000 - MOST_EVENTS
    assert [event.name for event in trace.events[:3]] == ["s0", "s1", "s2"]
    assert trace.events[0].at <= 3000 <= trace.events[-1].at
    first = around("waveform", "1ps", long, None).events
    assert first == tuple(long[: len(first)])
    assert len(first) >= MOST_EVENTS - 3


def test_a_design_with_thousands_of_signals_has_no_longer_trace() -> None:
    many = [TraceEvent(0, f"s{number}", "0") for number in range(5000)] + [TraceEvent(9, "s1", "1")]
    trace = around("waveform", "1ps", many, 9)
    assert len(trace.events) == MOST_EVENTS
    assert trace.events[-1] == many[-1]
