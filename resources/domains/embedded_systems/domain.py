"""The embedded-systems domain, declared."""

from collections.abc import Mapping

from resources.domains.toolkit.declaration import DeclaredDomain
from resources.execution.outcome import Outcome

OUTCOMES: Mapping[Outcome, str] = {
    Outcome.PASS: "it builds, keeps to the device's rules, meets no CPU fault, and every check of every scenario holds",
    Outcome.COMPILATION_ERROR: "arm-none-eabi-gcc refuses it, or gives a warning that counts as an error",
    Outcome.LINK_ERROR: "a symbol is missing or defined twice, or a memory region overflows",
    Outcome.MEMORY_FAULT: "an access outside flash and RAM, a write to the flash, or a stack overflow",
    Outcome.HARDWARE_FAULT: "a CPU fault: unaligned access, division by zero, undefined instruction, FPU off, "
    "a register that the device does not have",
    Outcome.PROTOCOL_VIOLATION: "a peripheral used against its rules: clock off, not configured, a flag never cleared",
    Outcome.RUNTIME_ERROR: "the program ended by itself: main returned, a reset, an interrupt without a handler",
    Outcome.FUNCTIONAL_MISMATCH: "a check failed: text, waveform, register, interrupt count, memory, device",
    Outcome.RESOURCE_EXCEEDED: "a tool hit the memory, output or process limit, or the program's output has no end",
    Outcome.TIMEOUT: "a tool hit the time limit, or the program waits for a flag that never comes",
    Outcome.REJECTED: "a construct that reaches files, the board's own symbols or sections, or a debugger",
}

DOMAIN = DeclaredDomain(
    __name__,
    title="Embedded systems (bare-metal C for STM32F4)",
    language="c",
    outcomes=OUTCOMES,
    stages=("reject", "compile", "link", "model", "qemu", "renode", "function"),
)
