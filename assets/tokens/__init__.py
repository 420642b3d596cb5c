"""The corpus as tokens of one model: masked by answer, packed, or as trees that share prefixes."""
