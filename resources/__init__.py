"""HOW the work is done: domains, execution, generation, world model, storage.

Nothing here knows Dagster or the asset graph; everything here can be imported and tested alone.
Imports go orchestration → assets → resources, never back.
"""
