"""The MCU model: an STM32F405 on unicorn, with its peripherals in Python. Runs inside the sandbox, by `run.py`.

Imports nothing of this project and nothing but unicorn: the folder is bound into the sandbox by itself. It reports what
a program did; what was right is decided outside, by `checks`.
"""
