"""WHAT exists: one folder per stage of the graph, each with its records, its logic and its asset.

Assets import resources and never orchestration.
"""
