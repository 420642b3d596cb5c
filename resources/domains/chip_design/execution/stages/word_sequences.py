"""Words that follow from each other: rising, falling, held, alternating, with one digit that walks, or from an operand.

Random words hardly ever do so, and an error that waits for such a relation names no constant. Part of the bench that is
written in `comparison_bench`.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from resources.domains.chip_design.execution.stages.exactness import Exactness, ports_of, width
from resources.domains.chip_design.language.interface import Interface, Port


def ordered_words(interface: Interface, exact: Exactness) -> list[Port]:
    """Inputs of some bits, without those that are nothing in any other form than a task's patterns."""
    formed = {name for name, _ in exact.patterns}
    return [port for port in exact.random_inputs(interface) if width(port) > 1 and port.name not in formed]


def word_sequences(interface: Interface, exact: Exactness, places: Mapping[str, int], high: int) -> str:
    """The tasks `order` and `follow_words`, and the wire `accepted`; "" where no input is a word.

    A word stays until it is accepted. What accepts it is drawn: any edge, or one at which an input of one bit, an
    output of the reference, or both say so.
    """
    words = ordered_words(interface, exact)
    if not words:
        return ""
    controls = [
        port.name for port in exact.random_inputs(interface) if width(port) == 1 and port.name not in exact.resets
    ]
    answers = [port.name for port in ports_of(interface, "output") if width(port) == 1]
    asked, answered = (*controls, ""), (*answers, "")
    return _SEQUENCES.format(
        high=max(width(port) for port in words) - 1,
        all=high,
        last=len(words) - 1,
        count=len(words),
        sizes="".join(f"      sizes[{index}] = {width(port)};\n" for index, port in enumerate(words)),
        asked=", ".join(("1'b1", *(f"in_{name}" for name in reversed(controls)))),
        answered=", ".join(("1'b1", *(f"pair.gold_{name}" for name in reversed(answers)))),
        most_asked=len(controls),
        most_answered=len(answers),
        askers=_kin(words, asked),
        answerers=_kin(words, answered, "denies = 0; "),
        leaders=_kin(words, exact.clocks or ("",)),
        eager="".join(f"      ones[{places[name]}] = $random(seed);\n" for name in controls),
        rules=_RULES if len(words) > 1 else _RULES_OF_ONE,
        driven="".join(
            f"      drawn[{places[port.name]} +: {width(port)}] = words[{index}];\n" for index, port in enumerate(words)
        ),
    )


def _kin(words: Sequence[Port], names: Sequence[str], then: str = "") -> str:
    """Draws one of the names: where `near` is set, one that begins as the word `main` does, if some do."""
    lines = []
    for index, port in enumerate(words):
        shared = [_shared(port.name, name) for name in names]
        kin = [place for place, length in enumerate(shared) if length and length == max(shared)]
        if kin:
            choice = " ".join(f"{number}: choice = {place};" for number, place in enumerate(kin))
            lines.append(f"{index}: begin case ({{$random(seed)}} % {len(kin)}) {choice} endcase {then}end ")
    some = f"if (near) case (main) {''.join(lines)}endcase" if lines else ""
    return f"choice = {{$random(seed)}} % {len(names)}; {some}"


def _shared(name: str, other: str) -> int:
    """Letters with which both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False)))


def acceptance(clock: int) -> str:
    """Right before an edge of that clock."""
    return f"if (ordered && leader == {clock} && accepted) moving = 1; "


_RULES_OF_ONE, _RULES = 8, 15
_SEQUENCES = """
  reg [{high}:0] words [0:{last}], former [0:{last}], earlier [0:{last}], steps [0:{last}], fills [0:{last}];
  reg [{high}:0] word, other;
  integer sizes [0:{last}], spans [0:{last}], rules [0:{last}], others [0:{last}];
  integer n, moves, waits, main, choice, leader = 0, asker, answerer;
  reg near, denies, moving = 0;
  wire [{most_asked}:0] asked = {{{asked}}};
  wire [{most_answered}:0] answered = {{{answered}}};
  wire accepted = (asked[asker] & (answered[answerer] ^ denies)) === 1'b1;

  // For some words each input has a rule by which the next follows; some words have only a few of the lowest bits.
  task begin_rules;
    for (n = 0; n < {count}; n = n + 1) begin
      moves = 0; moving = 1;
      rules[n] = {{$random(seed)}} % {rules};
      others[n] = {{$random(seed)}} % {count};
      spans[n] = 1 + {{$random(seed)}} % (($random(seed) & 1) && sizes[n] > 4 ? 4 : sizes[n]);
      if ($random(seed) & 1) spans[n] = sizes[n];
      fills[n] = ~({{64{{1'b1}}}} << spans[n]);
      steps[n] = 1 << ({{$random(seed)}} % sizes[n]);
      word = {{$random(seed), $random(seed)}}; former[n] = word >> 1 & fills[n];
      case ($random(seed) & 7)
        0: words[n] = 0;
        1: words[n] = fills[n];
        2: words[n] = 1;
        default: words[n] = word & fills[n];
      endcase
    end
  endtask

  // For each few words another signal accepts them, and other inputs of one bit stay at 1.
  task order;
    begin
{sizes}      waits = 0; main = {{$random(seed)}} % {count};
      near = ($random(seed) & 7) != 0; denies = $random(seed);
      {askers} asker = choice;
      {answerers} answerer = choice;
      {leaders} leader = choice;
      if (answerer == {most_answered}) denies = 0;
      rushing = {{32{{$random(seed) & 1'b1}}}};
{eager}      begin_rules;
    end
  endtask

  task follow_words;
    begin
      waits = waits + 1;
      if (waits > 64) order;
      else if (moves > 8) begin_rules;
      if (moving) begin
        moves = moves + 1;
        for (n = 0; n < {count}; n = n + 1) earlier[n] = words[n];
        for (n = 0; n < {count}; n = n + 1) begin
          word = words[n]; other = words[others[n]];
          case (rules[n])
            0: word = word + 1;
            1: word = word - 1;
            2: word = ~word;
            3: word = word << 1 | word >> (spans[n] - 1);
            4: word = word + steps[n];
            5: word = word + former[n];
            6: word = {{$random(seed), $random(seed)}};
            7: ;
            8: word = other;
            9: word = other + 1;
            10: word = other - 1;
            11: word = -other;
            12: word = other << 1;
            13: word = earlier[n] + earlier[others[n]];
            14: word = earlier[n] - earlier[others[n]];
          endcase
          words[n] = word & fills[n]; former[n] = earlier[n];
        end
      end
      moving = 0;
{driven}    end
  endtask
"""
