"""Small programs and bundles for the embedded tests: one board, code that varies, checks that fit it."""

from resources.domains.embedded_systems.execution.board_files import MEMORY_SCRIPT, board_files, memory_script
from resources.domains.embedded_systems.execution.checks.scenarios import CHECKS_FILE
from resources.domains.embedded_systems.execution.stages import job
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle, Limits
from resources.execution.observation import Observation
from resources.execution.sandbox.job import SandboxJob, Step
from resources.execution.sandbox.selection import make_sandbox
from tests.tools.kept_backends import backend_of

HEAD = '#include "stm32f405.h"\n'
UART = """static void boot(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700U;
    GPIOA->MODER |= 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}
static void say(char c) { while (!(USART2->SR & USART_SR_TXE)) { } USART2->DR = (uint8_t)c; }
"""
SAYS_OK = """scenarios:
  - name: one
    duration_ms: 5
    checks:
      - {uart: USART2, equals: "ok"}
"""


BUDGET_IS_SPENT = "scenario one: the budget of instructions, register accesses and events is used up"


def backend() -> Backend:
    return backend_of("embedded_systems")


def bundle(checks: str = SAYS_OK, *, ram_bytes: int = 8192, stack_bytes: int = 1024) -> EnvironmentBundle:
    files = {**board_files(), MEMORY_SCRIPT: memory_script(32768, ram_bytes, stack_bytes), CHECKS_FILE: checks}
    return EnvironmentBundle(
        "embedded_systems", "test/board", "A test.", HEAD + "int main(void);\n", "main.c", program(OK), files,
        {"target": "stm32f405"}, Limits(wall_s=30.0, cpu_s=10),
    )  # fmt: skip


OK = "boot(); say('o'); say('k'); for (;;) { }"


def program(main: str, before: str = "") -> str:
    """`main` is the body of main; `before` comes after the serial helpers."""
    return f"{HEAD}{UART}{before}\nint main(void) {{\n{main}\n}}\n"


def run(code: str, checks: str = SAYS_OK, **sizes: int) -> Observation:
    return backend().execute(bundle(checks, **sizes), Candidate(code))


def build(code: str, ram_bytes: int) -> bytes:
    """The firmware of trusted code: the library's own references."""
    board = board_files()
    objects = job.build_board(make_sandbox(), board, Limits())
    steps = (
        Step("compile", ("arm-none-eabi-gcc", *job._COMPILE, "-c", "main.c", "-o", job.OBJECT)),
        Step(
            "link",
            ("arm-none-eabi-gcc", *job._LINK, job.OBJECT, job.STARTUP_OBJECT, "-o", job.FIRMWARE, job.MATHEMATICS),
        ),
    )
    texts = {"main.c": code, "memory.ld": memory_script(65536, ram_bytes, 1024)} | dict(board)
    files = {name: text.encode() for name, text in texts.items()} | {job.STARTUP_OBJECT: objects.startup}
    return make_sandbox().run(SandboxJob(steps, files, collect=(job.FIRMWARE,))).files[job.FIRMWARE]


CLOCKED = "RCC->AHB1ENR |= 0x60100F; RCC->APB1ENR |= 0x6403F; RCC->APB2ENR |= 0x5111; "
"""The clocks of all that the model has."""
TO_168 = (
    "RCC->CR |= RCC_CR_HSEON; while (!(RCC->CR & RCC_CR_HSERDY)) { } "
    "RCC->PLLCFGR = 8U | (336U << 6) | RCC_PLLCFGR_PLLSRC_HSE | (7U << 24); RCC->CR |= RCC_CR_PLLON; "
)
"""Set up the PLL for a system clock of 168 MHz, and start it."""


def checked(*checks: str, duration: float = 5, stimuli: str = "[]", devices: str = "[]") -> str:
    lines = "".join(f"      - {check}\n" for check in checks)
    return (
        f"scenarios:\n  - name: one\n    duration_ms: {duration}\n    stimuli: {stimuli}\n    devices: {devices}\n"
        f"    checks:\n{lines}"
    )
