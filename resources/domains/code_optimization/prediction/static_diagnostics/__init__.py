"""The failure that a text alone decides, in the words of the reader, the assembler or the linker."""

from resources.domains.code_optimization.prediction.static_diagnostics.diagnostic import static_diagnostic

__all__ = ["static_diagnostic"]
