"""C of receivers: `receive(byte)` finds frames with a length or with escapes, and calls `answer` or `refuse`."""

from resources.domains.embedded_systems.tasks.families.checksums import Checksum


def length_code(start: bytes, most: int, checksum: Checksum, *, covers_length: bool) -> str:
    """`frame` holds the length, the payload, and the bytes of the checksum."""
    covered = "check_of(frame, length + 1U)" if covers_length else "check_of(payload, length)"
    return (
        _check_is_right(covered, checksum, "payload[length", "length")
        + "static void receive(uint8_t byte) {\n    static uint32_t state;\n    static uint32_t count;\n"
        + _begin(start)
        + f"""    if (state == {len(start)}U) {{
        state = byte == 0U || byte > MOST ? 0U : {len(start) + 1}U;
        if (state == 0U) {{
            refuse();
        }}
        frame[0] = byte;
        count = 1U;
        return;
    }}
    frame[count] = byte;
    count++;
    if (count < frame[0] + {1 + checksum.width // 8}U) {{
        return;
    }}
    state = 0;
    if (check_is_right(frame[0])) {{
        answer(frame[0]);
    }} else {{
        refuse();
    }}
}}

"""
    )


def _begin(start: bytes) -> str:
    text = f"    if (state == 0U) {{\n        state = byte == 0x{start[0]:02X}U;\n        return;\n    }}\n"
    if len(start) == 1:
        return text
    return text + (
        f"    if (state == 1U) {{\n        if (byte != 0x{start[0]:02X}U) {{\n"
        f"            state = byte == 0x{start[1]:02X}U ? 2U : 0U;\n        }}\n        return;\n    }}\n"
    )


def escaped_code(end: int, escape: int, most: int, checksum: Checksum) -> str:
    """`frame` holds the payload and the bytes of the checksum; what is too long is not kept."""
    size = checksum.width // 8
    return (
        _check_is_right("check_of(payload, length)", checksum, "payload[length", "length")
        + f"""static void receive(uint8_t byte) {{
    static uint32_t count;
    static uint32_t escaped;
    static uint32_t broken;
    static uint32_t begun;
    if (byte == 0x{end:02X}U) {{
        if (begun) {{
            uint32_t length = count - {size}U;
            if (broken || escaped || count <= {size}U || length > MOST) {{
                refuse();
            }} else if (check_is_right(length)) {{
                answer(length);
            }} else {{
                refuse();
            }}
        }}
        count = 0;
        escaped = 0;
        broken = 0;
        begun = 0;
        return;
    }}
    begun = 1;
    if (escaped) {{
        escaped = 0;
        byte ^= 0x20U;
        broken |= byte != 0x{end:02X}U && byte != 0x{escape:02X}U;
    }} else if (byte == 0x{escape:02X}U) {{
        escaped = 1;
        return;
    }}
    if (count < sizeof frame) {{
        frame[count] = byte;
        count++;
    }}
}}

"""
    )


def _check_is_right(covered: str, checksum: Checksum, first: str, length: str) -> str:
    if checksum.width == 8:
        value = f"{first}]"
    else:
        high, low = (f"{first}]", f"{first} + 1U]") if checksum.high_first else (f"{first} + 1U]", f"{first}]")
        value = f"(((uint32_t){high} << 8) | {low})"
    return f"static uint32_t check_is_right(uint32_t {length}) {{\n    return {covered} == {value};\n}}\n\n"
