"""C of a button: its filter, its events, and what they do."""

from resources.domains.embedded_systems.tasks.families.board_code import (
    INCLUDE,
    SEND,
    SLEEP_FOREVER,
    TERMINAL,
    clock_ports,
    make_outputs,
)
from resources.domains.embedded_systems.tasks.families.button_model import Button


def _filter_code(button: Button) -> str:
    if button.filter == "row":
        return f"""    static uint32_t same;
    if (sample == pressed) {{
        same = 0;
        return 0;
    }}
    same++;
    if (same < {button.depth}U) {{
        return 0;
    }}
    same = 0;
    pressed = sample;
    return 1;
"""
    return f"""    static uint32_t sum;
    if (sample && sum < {button.depth}U) {{
        sum++;
    }} else if (!sample && sum > 0U) {{
        sum--;
    }}
    if (sum == (pressed ? 0U : {button.depth}U)) {{
        pressed = !pressed;
        return 1;
    }}
    return 0;
"""


_FOLLOWED = {
    "edges": """    if (changed) {
        report(pressed ? 0U : 1U);
    }
""",
    "hold": """    static uint32_t held;
    if (changed) {
        held = 0;
        if (pressed) {
            report(0);
        }
    } else if (pressed) {
        held++;
        if (held == LONG) {
            report(1);
        }
    }
""",
    "repeat": """    static uint32_t held;
    if (changed) {
        held = 0;
        if (pressed) {
            report(0);
        }
    } else if (pressed) {
        held++;
        if (held == LONG) {
            held = 0;
            report(1);
        }
    }
""",
    "clicks": """    static uint32_t held;
    if (changed) {
        if (!pressed && held < LONG) {
            report(0);
        }
        held = 0;
    } else if (pressed) {
        held++;
        if (held == LONG) {
            report(1);
        }
    }
""",
    "double": """    static uint32_t waiting;
    static uint32_t second;
    if (changed && pressed) {
        second = waiting > 0U;
        waiting = 0;
        if (second) {
            report(1);
        }
    } else if (changed) {
        waiting = second ? 0U : LONG;
    } else if (waiting > 0U) {
        waiting--;
        if (waiting == 0U) {
            report(0);
        }
    }
""",
}


def _report_code(button: Button) -> str:
    lines = ["    events++;\n"] * button.counts
    if button.letters:
        lines.append(f"    send(event ? '{button.letters[1]}' : '{button.letters[0]}');\n")
    if button.pins:
        first, second = button.pins
        lines.append(f"    if (event) {{\n        {second.toggle}\n    }} else {{\n        {first.toggle}\n    }}\n")
    return "static void report(uint32_t event) {\n" + "".join(lines) + "}\n\n"


def reference_of(button: Button) -> str:
    port, number = button.pin[1], int(button.pin[2:])
    bit = f"GPIO{port}->IDR & (1U << {number})"
    sample = f"({bit}) != 0U" if button.pressed else f"({bit}) == 0U"
    ports = [port, *(pin.port for pin in button.pins)]
    long = f"#define LONG {button.long}U\n\n" if button.style != "edges" else ""
    return (
        INCLUDE
        + long
        + ("volatile uint32_t events;\n" if button.counts else "")
        + "static uint32_t pressed;\n\n"
        + (TERMINAL + SEND if button.letters else "")
        + _report_code(button)
        + f"static uint32_t debounce(uint32_t sample) {{\n{_filter_code(button)}}}\n\n"
        + f"static void follow(uint32_t changed) {{\n{_FOLLOWED[button.style]}}}\n\n"
        + f"void {button.tick.handler}(void) {{\n{button.tick.acknowledge}    follow(debounce({sample}));\n}}\n\n"
        + f"int main(void) {{\n{'    terminal_init();' + chr(10) if button.letters else ''}{clock_ports(ports)}"
        + f"{make_outputs(button.pins)}{button.tick.start}{SLEEP_FOREVER}}}\n"
    )
