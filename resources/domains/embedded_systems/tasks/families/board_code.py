"""C of the board that references share: terminal, pins, periodic interrupts; and the sentences that go with them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.execution.checks.demands import AlwaysCheck
from resources.domains.embedded_systems.execution.checks.records import RegisterCheck
from resources.domains.embedded_systems.tasks.demands import Sentence
from resources.domains.embedded_systems.tasks.families.prompt import says

CORE_MHZ = 16
INCLUDE = '#include "stm32f405.h"\n\n'
TERMINAL = """static void terminal_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700U;
    GPIOA->MODER |= 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

"""
SEND = """static void send(uint8_t byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = byte;
}

"""
TEXT = """static void text(const char *characters) {
    while (*characters) {
        send((uint8_t)*characters);
        characters++;
    }
}

"""
NUMBER = """static void number(uint32_t value) {
    char digits[10];
    uint32_t count = 0;
    do {
        digits[count] = (char)('0' + value % 10U);
        value /= 10U;
        count++;
    } while (value != 0U);
    while (count > 0U) {
        count--;
        send((uint8_t)digits[count]);
    }
}

"""
HEX = """static void hexadecimal(uint32_t value, uint32_t digits) {
    while (digits > 0U) {
        digits--;
        send((uint8_t)"0123456789ABCDEF"[(value >> (4U * digits)) & 15U]);
    }
}

"""
RING = """#define PLACES 128U

static volatile uint8_t ring[PLACES];
static volatile uint32_t head;
static uint32_t tail;

void USART2_IRQHandler(void) {
    ring[head % PLACES] = (uint8_t)USART2->DR;
    head++;
}

"""
RING_START = """    USART2->CR1 |= USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
"""
RING_TAKE = """        __disable_irq();
        if (tail == head) {
            __WFI();
            __enable_irq();
            continue;
        }
        __enable_irq();
        uint8_t byte = ring[tail % PLACES];
        tail++;
"""
SLEEP_FOREVER = "    for (;;) {\n        __WFI();\n    }\n"
CORE = RegisterCheck("RCC->CFGR", equals=0, mask=0xF3)
"""The core stays at 16 MHz."""


def core_sentence(choice: random.Random) -> Sentence:
    return says(
        choice.choice(
            (
                "The core runs at 16 MHz, as it does after reset.",
                "Leave the clocks as they are after reset: core and buses at 16 MHz.",
                "Core and buses stay at the 16 MHz that they have after reset.",
            )
        ),
        "register RCC->CFGR",
    )


def sleep_sentence(choice: random.Random) -> Sentence:
    return says(
        choice.choice(
            (
                "The CPU sleeps (WFI) whenever there is nothing to do.",
                "Between events the CPU sleeps with WFI; it does not spin.",
                "While nothing is to be done, the program waits in WFI.",
            )
        ),
        "idle",
    )


@dataclass(frozen=True)
class OutputPin:
    """A pin that a program drives, with its name in prompts."""

    port: str
    number: int
    about: str = ""

    @property
    def name(self) -> str:
        return f"P{self.port}{self.number}"

    @property
    def told(self) -> str:
        return f"{self.name} ({self.about})" if self.about else self.name

    @property
    def high(self) -> str:
        return f"GPIO{self.port}->BSRR = 1U << {self.number};"

    @property
    def low(self) -> str:
        return f"GPIO{self.port}->BSRR = 1U << {self.number + 16};"

    @property
    def toggle(self) -> str:
        return f"GPIO{self.port}->ODR ^= 1U << {self.number};"

    def set_to(self, condition: str) -> str:
        """A statement that drives the pin high where the C condition holds, else low."""
        return f"GPIO{self.port}->BSRR = {condition} ? 1U << {self.number} : 1U << {self.number + 16};"


LEDS = (
    OutputPin("A", 5, "green LED"),
    OutputPin("B", 0, "red LED"),
    OutputPin("B", 1, "yellow LED"),
    OutputPin("B", 2, "blue LED"),
)
FREE_PINS = tuple(
    OutputPin(port, number) for port, number in (("B", 10), ("B", 12), ("C", 6), ("C", 8), ("D", 3), ("E", 9))
)


def draw_outputs(choice: random.Random, count: int) -> tuple[OutputPin, ...]:
    """Distinct pins, LEDs more often than others."""
    pins = [*LEDS, *choice.sample(FREE_PINS, 2)]
    return tuple(choice.sample(pins, count))


def clock_ports(letters: Sequence[str]) -> str:
    enabled = " | ".join(f"RCC_AHB1ENR_GPIO{letter}EN" for letter in sorted(set(letters)))
    return f"    RCC->AHB1ENR |= {enabled};\n"


def make_outputs(pins: Sequence[OutputPin]) -> str:
    """Statements behind the ports' clocks."""
    return "".join(f"    GPIO{pin.port}->MODER |= 1U << {2 * pin.number};\n" for pin in pins)


@dataclass(frozen=True)
class Tick:
    """A periodic interrupt: SysTick or a timer's overflow, every `period_us`."""

    source: str
    period_us: int

    @property
    def handler(self) -> str:
        return {"SysTick": "SysTick_Handler", "TIM6": "TIM6_DAC_IRQHandler"}.get(
            self.source, f"{self.source}_IRQHandler"
        )

    @property
    def interrupt(self) -> str:
        """Its name in reports."""
        return "TIM6_DAC" if self.source == "TIM6" else self.source

    @property
    def period_ms(self) -> float:
        return self.period_us / 1000

    @property
    def told(self) -> str:
        return f"{self.period_ms:g} ms"

    @property
    def counted(self) -> AlwaysCheck:
        """How long it counts; the first time may be another one, where a prescaler is not loaded yet."""
        deed = f"count {self.source} for {self.period_us * CORE_MHZ} cycles"
        return AlwaysCheck(deed, f"count {self.source} *", but=1)

    @property
    def is_timer(self) -> bool:
        return self.source != "SysTick"

    @property
    def acknowledge(self) -> str:
        """The handler's first statement; "" where none is needed."""
        return f"    {self.source}->SR = ~TIM_SR_UIF;\n" if self.is_timer else ""

    @property
    def start(self) -> str:
        """Statements that start it."""
        if not self.is_timer:
            return (
                f"    SysTick->LOAD = {self.period_us * CORE_MHZ}U - 1U;\n    SysTick->VAL = 0;\n"
                "    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;\n"
            )
        timer = self.source
        return (
            f"    RCC->APB1ENR |= RCC_APB1ENR_{timer}EN;\n    {timer}->PSC = {CORE_MHZ}U - 1U;\n"
            f"    {timer}->ARR = {self.period_us}U - 1U;\n    {timer}->EGR = TIM_EGR_UG;\n    {timer}->SR = 0;\n"
            f"    {timer}->DIER = TIM_DIER_UIE;\n    NVIC_EnableIRQ({self.interrupt}_IRQn);\n"
            f"    {timer}->CR1 = TIM_CR1_CEN;\n"
        )

    def sentence(self, what: str, *checks: str) -> Sentence:
        """That its handler does something once a period."""
        told = f"{self.source} interrupts" if not self.is_timer else f"{self.source} overflows and interrupts"
        return says(f"{told} every {self.told}; its handler (`{self.handler}`) {what}.", *checks)


TICK_SOURCES = ("SysTick", "SysTick", "TIM2", "TIM3", "TIM4", "TIM5", "TIM6", "TIM7")


def draw_tick(choice: random.Random, periods_us: Sequence[int]) -> Tick:
    return Tick(choice.choice(TICK_SOURCES), choice.choice(periods_us))
