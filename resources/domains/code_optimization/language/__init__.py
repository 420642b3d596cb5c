"""Assembly as text: statements, operands, names, and what the assembler takes; and C headers as types."""
