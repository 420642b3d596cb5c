"""What is known of a candidate without running a tool: features, diagnostics that its text decides, simulated cases."""
