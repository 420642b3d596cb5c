"""C of an SPI device's driver: transfers, the start, and a function for each letter."""

from resources.domains.embedded_systems.tasks.families.board_code import (
    HEX,
    INCLUDE,
    NUMBER,
    RING,
    RING_START,
    RING_TAKE,
    SEND,
    TERMINAL,
    TEXT,
)
from resources.domains.embedded_systems.tasks.families.spi_model import Action, Device

_TRANSFERS = """static uint8_t exchange(uint8_t byte) {
    SPI1->DR = byte;
    while (!(SPI1->SR & SPI_SR_RXNE)) {
    }
    return (uint8_t)SPI1->DR;
}

static void deselect(void) {
    while (SPI1->SR & SPI_SR_BSY) {
    }
    GPIOA->BSRR = 1U << 4;
}

static void read_registers(uint8_t address, uint8_t *data, uint32_t count) {
    GPIOA->BSRR = 1U << 20;
    exchange(address | 0x80U);
    for (uint32_t index = 0; index < count; index++) {
        data[index] = exchange(0);
    }
    deselect();
}

static void write_register(uint8_t address, uint8_t value) {
    GPIOA->BSRR = 1U << 20;
    exchange(address);
    exchange(value);
    deselect();
}

"""
_SIGNED = """static void signed_number(int32_t value) {
    if (value < 0) {
        send('-');
        value = -value;
    }
    number((uint32_t)value);
}

"""


def reference_of(device: Device) -> str:
    values = [action for action in device.actions if action.kind == "values"]
    has_hex = any(action.how == "hex" for action in values) or any(
        action.kind in ("raise", "drop", "flip") for action in device.actions
    )
    decimal = any(action.how != "hex" for action in values)
    helpers = (HEX if has_hex else "") + (NUMBER + _SIGNED if decimal else "")
    bits = device.prescaler.bit_length() - 2
    mode = " | SPI_CR1_CPOL | SPI_CR1_CPHA" if device.mode == 3 else ""
    setup = "".join(f"        write_register(0x{address:X}U, 0x{value:X}U);\n" for address, value in device.setup)
    cases = "".join(
        f"        {'} else ' if place else ''}if (byte == '{action.letter}') {{\n"
        f"            action_{action.letter}();\n"
        for place, action in enumerate(device.actions)
    )
    return (
        f"{INCLUDE}{RING}{TERMINAL}{SEND}{TEXT}{helpers}{_TRANSFERS}{''.join(map(_action, device.actions))}"
        "static void spi_init(void) {\n    RCC->APB2ENR |= RCC_APB2ENR_SPI1EN;\n    GPIOA->BSRR = 1U << 4;\n"
        "    GPIOA->AFR[0] |= 0x55500000U;\n    GPIOA->MODER |= 0xA900U;\n"
        f"    SPI1->CR1 = SPI_CR1_MSTR | SPI_CR1_SSM | SPI_CR1_SSI | ({bits}U << 3){mode};\n"
        "    SPI1->CR1 |= SPI_CR1_SPE;\n}\n\n"
        "int main(void) {\n    uint8_t identity;\n    terminal_init();\n    spi_init();\n"
        f"    read_registers(0x{device.identity_at:X}U, &identity, 1);\n"
        f"    if (identity == 0x{device.identity:X}U) {{\n{setup}"
        f'        text("{device.present}\\r\\n");\n    }} else {{\n        text("{device.absent}\\r\\n");\n    }}\n'
        f"{RING_START}    for (;;) {{\n{RING_TAKE}{cases}        }}\n    }}\n}}\n"
    )


def _action(action: Action) -> str:
    head = f"static void action_{action.letter}(void) {{\n"
    address = f"0x{action.address:X}U"
    if action.kind == "set":
        return f"{head}    write_register({address}, 0x{action.mask:X}U);\n    send('*');\n}}\n\n"
    if action.kind != "values":
        change = {"raise": f"value |= 0x{action.mask:X}U", "drop": f"value &= 0x{0xFF & ~action.mask:X}U",
                  "flip": f"value ^= 0x{action.mask:X}U"}[action.kind]  # fmt: skip
        return (
            f"{head}    uint8_t value;\n    read_registers({address}, &value, 1);\n    {change};\n"
            f'    write_register({address}, value);\n    hexadecimal(value, 2);\n    text("\\r\\n");\n}}\n\n'
        )
    return f"{head}{_values(action, address)}}}\n\n"


def _values(action: Action, address: str) -> str:
    size = action.count * action.width
    kind = f"{'' if action.signed else 'u'}int{8 * action.width}_t"
    if action.width == 1:
        value = "data[index]"
    else:
        high, low = ("2U * index", "2U * index + 1U") if action.order == "big" else ("2U * index + 1U", "2U * index")
        value = f"((uint32_t)data[{high}] << 8) | data[{low}]"
    start = {"sum": "    int32_t result = 0;\n", "largest": "    int32_t result = -32768;\n"}.get(action.how, "")
    each = {
        "list": "        if (index > 0U) {\n            send(',');\n        }\n        signed_number(value);\n",
        "hex": f"        hexadecimal((uint32_t)value, {2 * action.width});\n",
        "sum": "        result += value;\n",
        "largest": "        if (value > result) {\n            result = value;\n        }\n",
    }[action.how]
    if action.how == "list" and action.count == 1:
        each = "        signed_number(value);\n"
    end = "    signed_number(result);\n" if start else ""
    return (
        f"    uint8_t data[{size}];\n{start}    read_registers({address}, data, sizeof data);\n"
        f"    for (uint32_t index = 0; index < {action.count}U; index++) {{\n"
        f'        int32_t value = ({kind})({value});\n{each}    }}\n{end}    text("\\r\\n");\n'
    )
