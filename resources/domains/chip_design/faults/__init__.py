"""Wrong Verilog on purpose: ordinary faults and rewrites, faults that aim at a label, and the cheat suite."""
