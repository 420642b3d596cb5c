"""Verilog as text and tree: parsing, elaboration, interfaces, and what may not be parsed at all."""
