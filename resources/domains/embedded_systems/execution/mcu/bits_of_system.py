"""Bits of clocks, flash, power, pins, watchdog and core: what a program is set up with. After RM0090 and ARMv7-M."""

from __future__ import annotations

from .register_bits import ALL, READ_ONLY, RegisterBits, Table, idle, lacking

_ELSEWHERE = "of peripherals that are gaps themselves, or without a clock to stop"
_RESETS = "of peripherals that are gaps themselves"


def _sleep_clocks(modelled_peripherals: str, others: str, reserved: str) -> RegisterBits:
    what = {modelled_peripherals: "a peripheral that stops while the CPU sleeps"}
    return RegisterBits(lacking=what, idle={others: _ELSEWHERE}, reserved=reserved)


RCC: Table = {
    "CR": RegisterBits(
        "0-1 8-18 24-25",
        {"3-7": "another trim of the HSI", "26-27": "the PLL for I2S"},
        {"19": "the clock security system acts when the crystal fails, which it does not"},
        "2 20-23 28-31",
    ),
    "PLLCFGR": RegisterBits("0-14 16-17 22", {}, {"24-27": "the clock of USB, SDIO and RNG, which are gaps"},
                            "15 18-21 23 28-31"),
    "CFGR": RegisterBits(
        "0-7 10-15",
        {},
        {"16-20": "the clock of the RTC, a gap", "23": "the clock of I2S, a gap",
         "21-22 24-31": "the clock outputs: nothing is connected to PA8 and PC9"},
        "8-9",
    ),
    "CIR": RegisterBits(
        "",
        {"8-13": "interrupts of clocks that are ready"},
        {"0-5 7": "flags of those interrupts", "16-21 23": "clears those flags"},
        "6 14-15 22 24-31",
    ),
    "AHB1RSTR": RegisterBits("0-4 12 21-22", {}, {"5-11 25 29": _RESETS}, "13-20 23-24 26-28 30-31"),
    "AHB2RSTR": idle(_RESETS),
    "AHB3RSTR": idle(_RESETS),
    "APB1RSTR": RegisterBits("0-5 14-15 17-18 28", {}, {"6-8 11 19-27 29-31": _RESETS}, "9-10 12-13 16"),
    "APB2RSTR": RegisterBits("0 4-5 8 12 14", {}, {"1 11 13 16-18": _RESETS}, "2-3 6-7 9-10 15 19-31"),
    "AHB1ENR": RegisterBits("0-4 12 21-22", {}, {"5-11 18 20 25-30": _ELSEWHERE}, "13-17 19 23-24 31"),
    "AHB2ENR": idle(_ELSEWHERE),
    "AHB3ENR": idle(_ELSEWHERE),
    "APB1ENR": RegisterBits("0-5 14-15 17-18 28", {}, {"6-8 11 19-27 29-31": _ELSEWHERE}, "9-10 12-13 16"),
    "APB2ENR": RegisterBits("0 4-5 8 12 14", {}, {"1 9-11 13 16-18": _ELSEWHERE}, "2-3 6-7 15 19-31"),
    "AHB1LPENR": _sleep_clocks("0-4 12 15-16 21-22", "5-11 17-18 25-30", "13-14 19-20 23-24 31"),
    "AHB2LPENR": idle(_ELSEWHERE),
    "AHB3LPENR": idle(_ELSEWHERE),
    "APB1LPENR": _sleep_clocks("0-5 14-15 17-18", "6-8 11 19-31", "9-10 12-13 16"),
    "APB2LPENR": _sleep_clocks("0 4-5 8 12 14", "1 9-11 13 16-18", "2-3 6-7 15 19-31"),
    "BDCR": RegisterBits("0-1", {"2": "a clock of 32 kHz from outside", "16": "a reset of the backup domain"},
                         {"8-9 15": "the RTC itself is a gap"}, "3-7 10-14 17-31"),
    "CSR": RegisterBits("0-1 24-31", reserved="2-23"),
    "SSCGR": lacking("a clock with spread spectrum"),
    "PLLI2SCFGR": idle("the PLL for I2S is a gap by RCC->CR"),
}  # fmt: skip
FLASH: Table = {
    "ACR": RegisterBits("0-2", {}, {"8-12": "caches and prefetch: an instruction is one cycle anyway"}, "3-7 13-31"),
    **{name: lacking("programming the flash") for name in ("KEYR", "OPTKEYR", "SR", "CR", "OPTCR")},
}  # fmt: skip
PWR: Table = {
    "CR": RegisterBits(
        "14",
        {},
        {"0-1 9": "for Stop and Standby mode, which are gaps", "2-3": "clears flags that are never set",
         "4-7": "the supply stays above every threshold", "8": "the backup domain is a gap, or idle"},
        "10-13 15-31",
    ),
    "CSR": RegisterBits("0-3", {"8": "the wake-up pin", "9": "the backup regulator"}, {}, "4-7 10-31"),
}  # fmt: skip
GPIO: Table = {
    "MODER": ALL,
    "OTYPER": RegisterBits("0-15", reserved="16-31"),
    "OSPEEDR": idle("edges take no time here"),
    "PUPDR": ALL,
    "IDR": READ_ONLY,
    "ODR": RegisterBits("0-15", reserved="16-31"),
    "BSRR": ALL,
    "LCKR": lacking("locking a port", "0-16", "17-31"),
    "AFR[0]": ALL,
    "AFR[1]": ALL,
}
_EXTERNAL = "lines of the voltage detector, RTC, USB and Ethernet: none of them has an event here"
_LINES = RegisterBits("0-15", {}, {"16-22": _EXTERNAL}, "23-31")
EXTI: Table = {
    **dict.fromkeys(("IMR", "EMR", "RTSR", "FTSR", "PR"), _LINES),
    "SWIER": RegisterBits("0-15", {"16-22": "a software event of an inner line"}, {}, "23-31"),
}
SYSCFG: Table = {
    "MEMRMP": lacking("other memory at address 0", "0-1", "2-31"),
    "PMC": idle("the interface of Ethernet, a gap", "23", "0-22 24-31"),
    **{f"EXTICR[{index}]": RegisterBits("0-15", reserved="16-31") for index in range(4)},
    "CMPCR": RegisterBits("8", {"0": "the compensation cell"}, {}, "1-7 9-31"),
}
IWDG: Table = {
    "KR": RegisterBits("0-15", reserved="16-31"),
    "PR": RegisterBits("0-2", reserved="3-31"),
    "RLR": RegisterBits("0-11", reserved="12-31"),
    "SR": READ_ONLY,
}
DWT: Table = {
    "CTRL": RegisterBits("0", {}, {"1-31": "packets for a trace port that nobody listens to"}),
    "CYCCNT": ALL,
}
_FAULTS = "a fault ends the run: its status is read by nobody"
SYSTEM: Table = {
    "SysTick->CTRL": RegisterBits("0-2 16", reserved="3-15 17-31"),
    "SysTick->LOAD": RegisterBits("0-23", reserved="24-31"),
    "SysTick->VAL": ALL,
    "SysTick->CALIB": READ_ONLY,
    "SCB->CPUID": READ_ONLY,
    "SCB->ICSR": ALL,
    "SCB->VTOR": ALL,
    "SCB->AIRCR": RegisterBits("2 8-10 15-31", {"0-1": "a reset for debuggers"}, {}, "3-7 11-14"),
    "SCB->SCR": RegisterBits("1-2 4", reserved="0 3 5-31"),
    "SCB->CCR": RegisterBits(
        "0 3-4",
        {"8": "bus faults that are ignored"},
        {"1": "STIR for programs without privileges, which are gaps",
         "9": "frames aligned to 8 bytes: where a frame lies is not observed"},
        "2 5-7 10-31",
    ),
    "SCB->SHCSR": RegisterBits("", {"0-15": "active and pending exceptions that are written"}, {"16-18": _FAULTS},
                               "19-31"),
    **dict.fromkeys(("SCB->CFSR", "SCB->HFSR", "SCB->DFSR", "SCB->MMFAR", "SCB->BFAR"), idle(_FAULTS)),
    "SCB->CPACR": RegisterBits("20-23", reserved="0-19 24-31"),
    "SCB->AFSR": idle(_FAULTS),
    "SCnSCB->ACTLR": idle("how instructions overlap is not observed: each is one cycle"),
    "FPU->FPCCR": idle("registers of the FPU survive an exception in any case"),
    "FPU->FPCAR": idle("registers of the FPU survive an exception in any case"),
    "FPU->FPDSCR": lacking("other defaults of the FPU", "22-26", "0-21 27-31"),
    **dict.fromkeys(
        ("CoreDebug->DHCSR", "CoreDebug->DCRSR", "CoreDebug->DCRDR"), idle("its bits obey a debugger alone")
    ),
    "CoreDebug->DEMCR": RegisterBits("24", {"16-19": "the debug monitor"},
                                     {"0-10": "for a debugger that halts the CPU"}, "11-15 20-23 25-31"),
}  # fmt: skip
