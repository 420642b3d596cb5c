"""Writing reasoning and code: the Generator protocol, its records, and its implementations."""
