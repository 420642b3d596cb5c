"""Family `serial_frame`: frames with a length or with escapes and a checksum, received by interrupt and answered."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from resources.domains.embedded_systems.execution.checks.demands import DeedCheck
from resources.domains.embedded_systems.execution.checks.records import (
    InterruptCheck,
    MemoryCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord, UartInput
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    INCLUDE,
    RING,
    RING_START,
    RING_TAKE,
    SEND,
    TERMINAL,
    core_sentence,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily, aside
from resources.domains.embedded_systems.tasks.families.frame_model import Frame, Receiver, draw_frame
from resources.domains.embedded_systems.tasks.families.frame_receivers import escaped_code, length_code
from resources.domains.embedded_systems.tasks.families.prompt import Point, says, tells
from resources.domains.embedded_systems.tasks.families.sleep_limits import BYTE_MS, sleep_check
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_CHECKING_MS = 0.02
_WAITING = 70
"""Bytes that wait at most, of the 100 that the prompt allows."""
_AT_MS, _PAUSE_MS = 1.0, 0.6
_STRAY = b"0"
"""Neither begins nor ends a frame."""


def _scenario(frame: Frame, name: str, pieces: Sequence[bytes], *, paused: bool = True) -> ScenarioRecord:
    """Pieces that are paused come only when the one before has been answered."""
    receiver, stimuli, at = Receiver(frame), [], _AT_MS
    receiver.take(b"".join(pieces))
    for piece in pieces:
        alone = Receiver(frame)
        alone.take(piece)
        stimuli.append(UartInput(round(at, 3), "USART2", octets=tuple(piece)))
        at += (len(piece) + (len(alone.sent) if paused else 0)) * BYTE_MS + (_PAUSE_MS if paused else 0.02)
    at += 0.0 if paused else len(receiver.sent) * BYTE_MS
    count, duration = sum(map(len, pieces)), round(at + 6, 1)
    return ScenarioRecord(
        name,
        duration,
        (
            UartCheck("USART2", equals=receiver.sent.decode("latin-1")),
            MemoryCheck("good", (receiver.good,)),
            MemoryCheck("bad", (receiver.bad,)),
            sleep_check(duration, events=count, sent=len(receiver.sent), work_ms=_CHECKING_MS * count),
            CORE,
        ),
        (
            DeedCheck(("take a byte from USART2",), (count, count), by=("USART2",), alone=True),
            DeedCheck(("write USART2->DR",), (len(receiver.sent), len(receiver.sent)), by=("main",), alone=True),
        ),
        tuple(stimuli),
    )


def _first_scenario(frame: Frame, payload: bytes) -> ScenarioRecord:
    """One frame, with the time of its answer."""
    scenario = _scenario(frame, "one frame and its answer", [frame.spelled(payload)])
    ended = _AT_MS + len(frame.spelled(payload)) * BYTE_MS
    answered = ended + len(frame.replied(payload)) * BYTE_MS
    reply = frame.replied(payload).decode("latin-1")
    timed = (
        UartCheck("USART2", equals="", window_ms=(0, round(ended, 3))),
        UartCheck("USART2", equals=reply, window_ms=(0, round(answered + 0.6, 3))),
        InterruptCheck("USART2", (len(frame.spelled(payload)), 2 * len(frame.spelled(payload)))),
    )
    return replace(scenario, checks=(*scenario.checks, *timed))


def _scenarios(frame: Frame, choice: random.Random) -> Iterator[ScenarioRecord]:
    def payload(size: int) -> bytes:
        return bytes(choice.randrange(256) for _ in range(size))

    special = bytes([*frame.start, frame.escape or 0x7D, 0, 0xFF, 0x20])
    yield _first_scenario(frame, payload(4))
    good = [frame.spelled(payload(size)) for size in (1, frame.most, 2)]
    tricky = [frame.spelled(special[: frame.most]), frame.spelled(bytes([frame.start[-1]] * 3))]
    wrong = [frame.spelled(payload(3), wrong=1 << bit) for bit in (0, 7)]
    yield _scenario(frame, "limits, special bytes and wrong checks", [*good, *wrong, *tricky, good[0]])
    yield _scenario(frame, "wrong forms", [*_wrong_forms(frame, payload), *good])
    drawn = [frame.spelled(payload(choice.randint(2, frame.most)), wrong=choice.choice((0, 0, 0, 4))) for _ in range(6)]
    yield _scenario(frame, "one frame right behind the other", drawn, paused=False)
    beside = aside(choice)
    long = [
        frame.spelled(bytes(beside.randrange(256) for _ in range(frame.most))) for _ in range(1 + 280 // frame.most)
    ]
    yield _scenario(frame, "more bytes than eight bits count", long, paused=False)
    burst = _growing(frame)
    if burst:
        yield _scenario(frame, "answers longer than frames", [*burst, *good], paused=False)
    yield _scenario(frame, "a frame behind 256 bytes that are none", [_STRAY * 256 + good[2], good[2]])


def _growing(frame: Frame) -> list[bytes]:
    """Frames whose answers need more escapes than they do, so that bytes wait."""
    payloads = [bytes([byte] * frame.most) for byte in range(256)]
    growth = {payload: len(frame.replied(payload)) - len(frame.spelled(payload)) for payload in payloads}
    best = max(payloads, key=growth.__getitem__)
    if growth[best] < 2:
        return []
    spelled, replied = frame.spelled(best), frame.replied(best)
    return [spelled] * (_WAITING * len(replied) // (growth[best] * len(spelled)))


def _wrong_forms(frame: Frame, payload: Callable[[int], bytes]) -> Iterator[bytes]:
    if frame.escape:
        end, escape = bytes([frame.end]), bytes([frame.escape])
        plain = bytes([0x31, 0x32])
        yield end + end
        yield plain[:1] + end
        yield frame.checksum.spelled(b"") + end
        yield escape + bytes([0x33]) + plain + end
        yield plain + frame.checksum.spelled(plain) + escape + end
        yield frame.spelled(payload(frame.most + 1))
        yield frame.spelled(payload(frame.most + 9))
        return
    yield bytes([0x00, 0x31, 0xFF])
    yield frame.start + b"\0"
    yield frame.start + bytes([frame.most + 1])
    yield frame.start + b"\xff"
    if len(frame.start) == 2:
        yield frame.start[:1] + frame.spelled(b"123")
        yield frame.start[:1] + b"0" + frame.start[1:]
    else:
        yield frame.start + frame.start


def _format_point(frame: Frame) -> Point:
    size = "1 byte" if frame.checksum.width == 8 else "2 bytes"
    if frame.escape:
        return Point("Frames", (
            says(f"A frame is 1 to {frame.most} bytes of payload and a checksum ({size}), ended by the byte "
                 f"0x{frame.end:02X}.", "uart USART2"),
            says(f"Within a frame, 0x{frame.end:02X} and 0x{frame.escape:02X} are sent as 0x{frame.escape:02X} and the "
                 "byte exclusive-ored with 0x20, in the checksum as well.", "uart USART2"),
            says(f"The checksum is over the payload (before escaping): {frame.checksum.told}.", "uart USART2"),
        ))  # fmt: skip
    start = " ".join(f"0x{byte:02X}" for byte in frame.start)
    over = "the length byte and the payload" if frame.covers_length else "the payload alone"
    return Point("Frames", (
        says(f"A frame is {start}, a byte with the length of the payload (1 to {frame.most}), the payload, and a "
             f"checksum ({size}).", "uart USART2"),
        says(f"The checksum is over {over}: {frame.checksum.told}.", "uart USART2"),
    ))  # fmt: skip


def _errors_point(frame: Frame) -> Point:
    checks = ("uart USART2", "memory bad")
    refused = f"answered by the one byte 0x{frame.refusal:02X}" if frame.refusal else "dropped without an answer"
    if frame.escape:
        return Point("Errors", (
            says(f"A frame with a wrong checksum, with too few or too many bytes, or with the escape byte before "
                 f"anything else than 0x{frame.end ^ 0x20:02X} or 0x{frame.escape ^ 0x20:02X} (before the end byte, "
                 f"too, which then still ends the frame) is {refused} when its end comes.", *checks),
            says("An end byte right behind another one, or as the first byte of all, is no frame and means nothing.",
                 *checks),
        ))  # fmt: skip
    apart = (
        f" (0x{frame.start[0]:02X} right behind another 0x{frame.start[0]:02X} may be the beginning, too)"
        if len(frame.start) == 2
        else ""
    )
    return Point("Errors", (
        says(f"Bytes before the beginning of a frame are skipped{apart}.", *checks),
        says(f"A length that is not allowed and a wrong checksum are each {refused} as soon as that byte has come; "
             "the byte behind it is the first that may begin a new frame.", *checks),
    ))  # fmt: skip


def _points(frame: Frame, choice: random.Random) -> tuple[Point, ...]:
    return (
        _format_point(frame),
        Point("Answer", (
            says(f"A good frame is answered by a frame of the same form whose payload are the received bytes, "
                 f"{frame.transformation.told}.", "uart USART2"),
            says("The answer begins within 0.5 ms after the last byte of the frame, or after the answer before it.",
                 "uart USART2"),
        )),
        _errors_point(frame),
        Point("Means", (
            says("Each received byte is taken by `USART2_IRQHandler`, and only there; the main program does the rest "
                 "and sends by polling.", "done take a byte from USART2", "done write USART2->DR", "interrupt USART2"),
            says("While it sends, further bytes arrive, and none may be lost.", "uart USART2"),
            tells("At most 100 bytes ever wait."),
        )),
        Point("Counts", (
            says("The globals `uint32_t good` and `uint32_t bad` count the frames that are answered by a frame and "
                 "all that is refused.", "memory good", "memory bad"),
        )),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _answer_code(frame: Frame) -> str:
    """Functions that send a frame and a refusal."""
    bytes_of_check = ("check",) if frame.checksum.width == 8 else ("check >> 8", "check")
    ordered = bytes_of_check if frame.checksum.high_first else bytes_of_check[::-1]
    first = "" if frame.escape or not frame.covers_length else " - 1"
    out = "put" if frame.escape else "send"
    checks = "".join(f"    {out}((uint8_t)({part}));\n" for part in ordered)
    count = f"{'length + 1U' if first else 'length'}"
    begin = (
        ""
        if frame.escape
        else "".join(f"    send(0x{byte:02X}U);\n" for byte in frame.start) + ("    send((uint8_t)length);\n")
    )
    end = f"    send(0x{frame.end:02X}U);\n" if frame.escape else ""
    data = "frame" if first else "payload"
    return (
        f"static void answer(uint32_t length) {{\n    transform(payload, length);\n"
        f"    uint32_t check = check_of({data}, {count});\n{begin}"
        f"    for (uint32_t index = 0; index < length; index++) {{\n        {out}(payload[index]);\n    }}\n"
        f"{checks}{end}    good++;\n}}\n\n"
        "static void refuse(void) {\n    bad++;\n"
        + (f"    send(0x{frame.refusal:02X}U);\n" if frame.refusal else "")
        + "}\n\n"
    )


def _reference(frame: Frame) -> str:
    put = (
        f"static void put(uint8_t byte) {{\n    if (byte == 0x{frame.end:02X}U || byte == 0x{frame.escape:02X}U) {{\n"
        f"        send(0x{frame.escape:02X}U);\n        byte ^= 0x20U;\n    }}\n    send(byte);\n}}\n\n"
        if frame.escape
        else ""
    )
    transform = f"static void transform(uint8_t *data, uint32_t count) {{\n{frame.transformation.code}}}\n\n"
    receiver = (
        escaped_code(frame.end, frame.escape, frame.most, frame.checksum)
        if frame.escape
        else length_code(frame.start, frame.most, frame.checksum, covers_length=frame.covers_length)
    )
    return (
        f"{INCLUDE}#define MOST {frame.most}U\n\nvolatile uint32_t good;\nvolatile uint32_t bad;\n{RING}"
        f"static uint8_t frame[MOST + 3U];\n"
        f"static uint8_t *const payload = frame{'' if frame.escape else ' + 1'};\n\n"
        f"{TERMINAL}{SEND}{put}{frame.checksum.code}{transform}{_answer_code(frame)}{receiver}"
        f"int main(void) {{\n    terminal_init();\n{RING_START}    for (;;) {{\n{RING_TAKE}        receive(byte);\n"
        "    }\n}\n"
    )


def _lazy(frame: Frame, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    yield lazy.busy_ring(points[-1].sentences[1].says)
    yield lazy.edited("believes_all", "checksum", ("if (check_is_right(", "if (1 || check_is_right("))
    yield lazy.small_ring(4, "none may be lost")
    yield lazy.ring_of_eight_bits("none may be lost")
    if frame.escape:
        kept = "    if (count < sizeof frame) {\n        frame[count] = byte;\n"
        grows = (f"{kept}        count++;\n    }}\n", f"{kept}    }}\n    count = (uint8_t)(count + 1U);\n")
        yield lazy.edited("length_of_eight_bits", f"1 to {frame.most}", grows)
    yield lazy.edited("one_byte_more", f"1 to {frame.most}", ("> MOST", "> MOST + 1U"))
    yield lazy.edited(
        "polls",
        "taken by `USART2_IRQHandler`",
        ("void USART2_IRQHandler(void) {", "static void take(void) {"),
        (RING_START, ""),
        (
            "        __disable_irq();\n        if (tail == head) {\n"
            "            __WFI();\n            __enable_irq();\n",
            "        if (USART2->SR & USART_SR_RXNE) {\n            take();\n        }\n        if (tail == head) {\n",
        ),
        ("        __enable_irq();\n        uint8_t", "        uint8_t"),
    )


def draw(choice: random.Random) -> Firmware:
    frame = draw_frame(choice)
    points = _points(frame, choice)
    form = "escaped frames" if frame.escape else "frames with a length"
    return Firmware(
        title=f"Serial {form}, answered",
        opening=(
            says(
                choice.choice(
                    (
                        "Write bare-metal C that receives frames on the terminal (USART2, 115200 baud) and answers.",
                        "Firmware is wanted that takes frames from USART2 (115200 baud, 8N1) and answers them there.",
                    )
                ),
                "uart USART2",
            ),
        ),
        points=points,
        declared=("volatile uint32_t good;\nvolatile uint32_t bad;\n", "void USART2_IRQHandler(void);"),
        reference=_reference(frame),
        scenarios=tuple(_scenarios(frame, choice)),
        lazy=tuple(_lazy(frame, points)),
        tags=("usart", "interrupt", "framing", frame.checksum.kind),
    )


SERIAL_FRAMES = FirmwareFamily(
    "serial_frame", "1.1", "frames with lengths or escapes and checksums, received by interrupt and answered", draw
)
