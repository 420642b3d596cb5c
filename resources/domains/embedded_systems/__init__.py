"""Embedded systems: bare-metal C for an STM32F4, compiled, run on a model of the MCU and on QEMU."""
