"""failure_scenarios: candidates that are expected to fail in a way that is rare, executed for real and kept."""
