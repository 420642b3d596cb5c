"""C of a shell: lines, words, numbers, and one function for each command."""

from resources.domains.embedded_systems.tasks.families.board_code import (
    INCLUDE,
    NUMBER,
    RING,
    RING_START,
    RING_TAKE,
    SEND,
    TERMINAL,
    TEXT,
    clock_ports,
    make_outputs,
)
from resources.domains.embedded_systems.tasks.families.command_model import Command, Shell

_HEX = """static void number(uint32_t value) {
    uint32_t shift = 28U;
    while (shift > 0U && value >> shift == 0U) {
        shift -= 4U;
    }
    for (;;) {
        send((uint8_t)"0123456789ABCDEF"[(value >> shift) & 15U]);
        if (shift == 0U) {
            return;
        }
        shift -= 4U;
    }
}

"""
_HEX_DIGIT = """static uint32_t digit(char character) {
    if (character >= '0' && character <= '9') {
        return (uint32_t)(character - '0');
    }
    if (character >= 'A' && character <= 'F') {
        return (uint32_t)(character - 'A') + 10U;
    }
    if (character >= 'a' && character <= 'f') {
        return (uint32_t)(character - 'a') + 10U;
    }
    return 16U;
}

"""
_DIGIT = """static uint32_t digit(char character) {
    return character >= '0' && character <= '9' ? (uint32_t)(character - '0') : 10U;
}

"""
_ARGUMENTS = """static uint32_t read_arguments(const char *rest, uint32_t count) {
    for (uint32_t index = 0; index < count; index++) {
        uint32_t digits = 0;
        if (*rest != ' ') {
            return 0;
        }
        rest++;
        arguments[index] = 0;
        while (digit(*rest) < BASE) {
            arguments[index] = arguments[index] * BASE + digit(*rest);
            digits++;
            rest++;
        }
        if (!(digits >= 1U && digits <= 4U)) {
            return 0;
        }
    }
    return rest == line + length;
}

"""
_WORD = """static const char *behind(const char *word) {
    const char *at = line;
    while (*word && *at == *word) {
        at++;
        word++;
    }
    return *word == '\\0' && (at == line + length || *at == ' ') ? at : 0;
}

"""


def reference_of(shell: Shell) -> str:
    base, digit, number = (16, _HEX_DIGIT, _HEX) if shell.in_hex else (10, _DIGIT, NUMBER)
    end = {"\r": "\\r", "\n": "\\n", ";": ";"}[shell.end]
    pins = f"{clock_ports([pin.port for pin in shell.pins])}{make_outputs(shell.pins)}" if shell.pins else ""
    return (
        f"{INCLUDE}#define BASE {base}U\n#define COUNT {shell.places}U\n#define MOST {shell.most}U\n"
        f"#define LONGEST {shell.longest}U\n\n{RING}static uint32_t places[COUNT];\nstatic uint32_t arguments[2];\n"
        f"static char line[LONGEST + 1U];\nstatic uint32_t length;\n\n"
        f"{TERMINAL}{SEND}{TEXT}{number}{digit}{_ARGUMENTS}{_WORD}{_pins_code(shell)}"
        f"{_execute(shell)}int main(void) {{\n    terminal_init();\n{pins}{RING_START}"
        f"    for (;;) {{\n{RING_TAKE}        if (byte != '{end}') {{\n            if (length < LONGEST) {{\n"
        "                line[length] = (char)byte;\n            }\n            length++;\n            continue;\n"
        "        }\n"
        "        if (length > LONGEST) {\n"
        f'            text("{shell.errors[3]}\\r\\n");\n        }} else if (length > 0U) {{\n'
        "            line[length] = '\\0';\n            execute();\n            text(\"\\r\\n\");\n        }\n"
        "        length = 0;\n    }\n}\n"
    )


def _pins_code(shell: Shell) -> str:
    if not shell.pins:
        return ""
    cases = "".join(
        f"    {'} else ' if place else ''}if (pin == {place}U) {{\n        {pin.set_to('level')}\n"
        for place, pin in enumerate(shell.pins)
    )
    return f"static void drive(uint32_t pin, uint32_t level) {{\n{cases}    }}\n}}\n\n"


def _execute(shell: Shell) -> str:
    first = "static void execute(void) {\n    const char *rest;\n"
    branches = "".join(
        f'    {"} else " if place else ""}if ((rest = behind("{command.word}")) != 0) {{\n{_branch(shell, command)}'
        for place, command in enumerate(shell.commands)
    )
    return f'{first}{branches}    }} else {{\n        text("{shell.errors[0]}");\n    }}\n}}\n\n'


def _branch(shell: Shell, command: Command) -> str:
    count = len(command.arguments)
    limits = " || ".join(
        f"arguments[{place}] > {shell.limit_of(kind)}U" for place, kind in enumerate(command.arguments)
    )
    over = f'        }} else if ({limits}) {{\n            text("{shell.errors[2]}");\n' if limits else ""
    return (
        f'        if (!read_arguments(rest, {count})) {{\n            text("{shell.errors[1]}");\n{over}'
        f"        }} else {{\n{_body(shell, command)}        }}\n"
    )


_EACH = "            for (uint32_t index = 0; index < COUNT; index++) {\n"


def _body(shell: Shell, command: Command) -> str:
    done = f'            text("{shell.done}");\n'
    place = "places[arguments[0]]"
    total = f"{place} + arguments[1]"
    added = f"({total}) % (MOST + 1U)" if command.wraps else f"{total} > MOST ? MOST : {total}"
    largest = (
        "                if (places[index] > result) {\n                    result = places[index];\n"
        "                }\n"
    )
    return {
        "store": f"            {place} = arguments[1];\n{done}",
        "recall": f"            number({place});\n",
        "add": f"            {place} = {added};\n            number({place});\n",
        "swap": f"            uint32_t kept = {place};\n            {place} = places[arguments[1]];\n"
        f"            places[arguments[1]] = kept;\n{done}",
        "total": f"            uint32_t result = 0;\n{_EACH}                result += places[index];\n            }}\n"
        "            number(result);\n",
        "largest": f"            uint32_t result = 0;\n{_EACH}{largest}            }}\n            number(result);\n",
        "clear": f"{_EACH}                places[index] = 0;\n            }}\n{done}",
        "fill": f"{_EACH}                places[index] = arguments[0];\n            }}\n{done}",
        "find": "            uint32_t found = 0;\n            while (found < COUNT && places[found] != arguments[0]) "
        "{\n"
        "                found++;\n            }\n            if (found < COUNT) {\n                number(found);\n"
        '            } else {\n                text("none");\n            }\n',
        "pin": f"            drive(arguments[0], arguments[1]);\n{done}",
    }[command.kind]
