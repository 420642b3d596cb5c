"""A bundle's own Verilog bench, run over a candidate in plain Python: four states, events, delays, nonblocking."""
