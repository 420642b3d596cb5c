"""Compiled: the program that Icarus compiled of a design, read as hardware: text to listing, threads to words, words to
Verilog. What of it is proved stands in `stages.second_reading`."""
