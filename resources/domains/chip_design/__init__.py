"""Chip design: Verilog candidates under Icarus Verilog, Yosys and cocotb. `domain` is the way in."""
