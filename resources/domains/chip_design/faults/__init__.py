"""Fault kinds and equivalent rewrites of Verilog and SystemVerilog, found on the syntax tree.

One module for each group of kinds; `injector` puts them together. How faults become a trajectory is
`resources.generation.fault_injection`.
"""
