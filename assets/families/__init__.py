"""Tasks that families make: certified without an end, and told apart."""
