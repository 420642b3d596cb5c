"""What audits found out about the world model, and how far it is trusted for it: the gate, and raised thresholds.

Audits write here, amplification asks here, and neither has to know the other.
"""
