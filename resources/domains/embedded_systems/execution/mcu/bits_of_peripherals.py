"""Bits of what moves and measures: USART, SPI, timers, DMA, ADC and CRC. After RM0090."""

from __future__ import annotations

from .register_bits import ALL, READ_ONLY, RegisterBits, Table, idle, lacking

USART: Table = {
    "SR": RegisterBits("0-9", reserved="10-31"),
    "DR": RegisterBits("0-7", {}, {"8": "the ninth bit: 9 data bits are a gap"}, "9-31"),
    "BRR": RegisterBits("0-15", reserved="16-31"),
    "CR1": RegisterBits(
        "2-10 13 15",
        {"0": "break characters (SBK)", "1": "mute mode (RWU)", "12": "9 data bits"},
        {"11": "what wakes from mute mode, a gap"},
        "14 16-31",
    ),
    "CR2": RegisterBits(
        "13",
        {"12": "half a stop bit, or one and a half (STOP)", "14": "LIN mode (LINEN)"},
        {"0-3": "the address for mute mode, a gap", "5-6": "breaks of LIN mode, a gap",
         "8-11": "the clock output: nothing is connected to it"},
        "4 7 15-31",
    ),
    "CR3": RegisterBits(
        "0 6-7",
        {"1": "IrDA (IREN)", "3": "half duplex (HDSEL)", "5": "smartcard mode (SCEN)",
         "9": "hardware flow control (CTSE)"},
        {"2": "power of IrDA, a gap", "4": "NACK of smartcard mode, a gap", "8": "RTS: the terminal ignores it",
         "10": "the interrupt of CTS, a gap", "11": "one sample for each bit: the lines have no noise"},
        "12-31",
    ),
    "GTPR": idle("times of smartcard mode and IrDA, which are gaps", "0-15", "16-31"),
}  # fmt: skip
SPI: Table = {
    "CR1": RegisterBits(
        "0-9 11",
        {"10": "receive-only mode", "12-13": "hardware CRC", "15": "one-wire mode"},
        {"14": "the direction of one-wire mode, a gap"},
        "16-31",
    ),
    "CR2": RegisterBits("0-2 5-7", {"4": "TI's frame format (FRF)"}, {}, "3 8-31"),
    "SR": RegisterBits("0-8", reserved="9-31"),
    "DR": RegisterBits("0-15", reserved="16-31"),
    "CRCPR": idle("hardware CRC is a gap"),
    "RXCRCR": READ_ONLY,
    "TXCRCR": READ_ONLY,
    "I2SCFGR": RegisterBits("", {"11": "I2S mode"}, {"0-5 7-10": "settings of I2S mode, a gap"}, "6 12-31"),
    "I2SPR": idle("the clock of I2S mode, a gap"),
}
_TRIGGER = "triggers are for other timers, ADC and DAC, whose trigger inputs are gaps"
_BASE: dict[str, RegisterBits] = {
    "CR1": RegisterBits("0-3 7", {"4-6": "down or centre-aligned counting"},
                        {"8-9": "the clock of filters and dead times"}, "10-31"),
    "CR2": idle(_TRIGGER, "4-6", "0-3 7-31"),
    "DIER": RegisterBits("0 8", reserved="1-7 9-31"),
    "SR": RegisterBits("0", reserved="1-31"),
    "EGR": RegisterBits("0", reserved="1-31"),
    "CNT": ALL,
    "PSC": RegisterBits("0-15", reserved="16-31"),
    "ARR": ALL,
}  # fmt: skip
BASIC_TIMER: Table = _BASE | {
    name: idle("TIM6 and TIM7 have no such register")
    for name in ("SMCR", "CCMR1", "CCMR2", "CCER", "RCR", "CCR1", "CCR2", "CCR3", "CCR4", "BDTR", "DCR", "DMAR", "OR")
}
_CAPTURE = {"1 9": "a capture of another input than the channel's own"}
_CHANNELS = RegisterBits("0 2-8 10-15", _CAPTURE, {}, "16-31")
"""Bits 2 to 7 are read by the channel's direction; what is lacking there is said by `timer`."""
GENERAL_TIMER: dict[str, RegisterBits] = _BASE | {
    "CR2": RegisterBits("", {"7": "the XOR of three inputs"},
                        {"3": "requests of compare events, a gap", "4-6": _TRIGGER}, "0-2 8-31"),
    "SMCR": RegisterBits("", {"0-2": "slave mode", "14": "an external clock"},
                         {"4-13 15": "of slave mode and external clock, which are gaps"}, "3 16-31"),
    "DIER": RegisterBits("0-4 8", {"9-12": "requests of compare and capture events"},
                         {"6 14": "triggers come in slave mode alone, a gap"}, "5 7 13 15-31"),
    "SR": RegisterBits("0-4 9-12", {}, {"6": "set in slave mode alone, a gap"}, "5 7-8 13-31"),
    "EGR": RegisterBits("0-4", {"6": "a trigger by software"}, {}, "5 7-31"),
    "CCMR1": _CHANNELS,
    "CCMR2": _CHANNELS,
    "CCER": RegisterBits("0-1 3-5 7-9 11-13 15", reserved="2 6 10 14 16-31"),
    "RCR": idle("only TIM1 has this register"),
    "BDTR": idle("only TIM1 has this register"),
    **{f"CCR{channel}": ALL for channel in range(1, 5)},
    "DCR": idle("bursts are a gap by DMAR"),
    "DMAR": lacking("bursts of a timer's DMA"),
    "OR": RegisterBits("", {"6-7": "another source of TIM5's channel 4"}, {"10-11": "a trigger of slave mode, a gap"},
                       "0-5 8-9 12-31"),
}  # fmt: skip
ADVANCED_TIMER: Table = GENERAL_TIMER | {
    "CR2": RegisterBits("", {"0 2": "preloaded output controls", "7": "the XOR of three inputs"},
                        {"3": "requests of compare events, a gap", "4-6": _TRIGGER,
                         "8-14": "levels while outputs are off, with OSSI alone, a gap"}, "1 15-31"),
    "DIER": RegisterBits("0-4 8", {"9-13": "requests of compare, capture and commutation events"},
                         {"5-7 14": "commutation, triggers and breaks do not come: each is a gap"}, "15-31"),
    "SR": RegisterBits("0-4 9-12", {}, {"5-7": "commutation, triggers and breaks do not come"}, "8 13-31"),
    "EGR": RegisterBits("0-4", {"5-7": "a commutation, trigger or break by software"}, {}, "8-31"),
    "CCER": RegisterBits("0-1 3-5 7-9 11-13 15", {"2 6 10": "complementary outputs"}, {}, "14 16-31"),
    "RCR": lacking("updates at every second or later overflow (RCR)", "0-7", "8-31"),
    "BDTR": RegisterBits(
        "15",
        {"8-9": "locked registers", "10-11": "outputs that are held while off", "12": "the break input",
         "14": "outputs that come on by themselves"},
        {"0-7": "the dead time of complementary outputs, a gap", "13": "the break input's level"},
        "16-31",
    ),
}  # fmt: skip
_FLAGS = RegisterBits("3-5 9-11 19-21 25-27", {}, {"0 2 6 8 16 18 22 24": "errors of FIFO and direct mode, never set"},
                      "1 7 12-15 17 23 28-31")  # fmt: skip
DMA: Table = {
    "LISR": READ_ONLY,
    "HISR": READ_ONLY,
    "LIFCR": _FLAGS,
    "HIFCR": _FLAGS,
    "CR": RegisterBits(
        "0 2-4 6-15 21-27",
        {"5": "a peripheral that ends a transfer (PFCTRL)", "18": "double buffering"},
        {"1": "direct mode errors are never set", "16-17": "each request is served at once, so that none waits",
         "19": "the buffer in use of double buffering, a gap"},
        "20 28-31",
    ),
    "NDTR": RegisterBits("0-15", reserved="16-31"),
    "PAR": ALL,
    "M0AR": ALL,
    "M1AR": idle("double buffering is a gap"),
    "FCR": RegisterBits("0-5", {}, {"7": "a FIFO error ends the run by itself"}, "6 8-31"),
}  # fmt: skip
_INJECTED = "injected channels are a gap"
ADC: Table = {
    "SR": RegisterBits("0-1 4-5", {}, {"2-3": _INJECTED}, "6-31"),
    "CR1": RegisterBits(
        "0-6 8-9 23-26",
        {"10": "injected channels", "11 13-15": "discontinuous mode", "22": "a watchdog of injected channels"},
        {"7 12": _INJECTED},
        "16-21 27-31",
    ),
    "CR2": RegisterBits(
        "0-1 8-11 30",
        {"20-22": "injected channels", "28-29": "external triggers"},
        {"16-19": _INJECTED, "24-27": "external triggers are a gap"},
        "2-7 12-15 23 31",
    ),
    "SMPR1": RegisterBits("0-26", reserved="27-31"),
    "SMPR2": RegisterBits("0-29", reserved="30-31"),
    **{f"JOFR{index}": lacking("injected channels", "0-11", "12-31") for index in range(1, 5)},
    "HTR": RegisterBits("0-11", reserved="12-31"),
    "LTR": RegisterBits("0-11", reserved="12-31"),
    "SQR1": RegisterBits("0-23", reserved="24-31"),
    "SQR2": RegisterBits("0-29", reserved="30-31"),
    "SQR3": RegisterBits("0-29", reserved="30-31"),
    "JSQR": lacking("injected channels", "0-21", "22-31"),
    **{f"JDR{index}": READ_ONLY for index in range(1, 5)},
    "DR": READ_ONLY,
    "CSR": READ_ONLY,
    "CCR": RegisterBits("16-17", {"0-4 14-15": "several ADCs at once", "22-23": "the inner channels"},
                        {"8-11 13": "of several ADCs at once, a gap"}, "5-7 12 18-21 24-31"),
    "CDR": READ_ONLY,
}  # fmt: skip
CRC: Table = {
    "DR": ALL,
    "IDR": RegisterBits("0-7", reserved="8-31"),
    "CR": RegisterBits("0", reserved="1-31"),
}
