"""WHEN and WHERE: definitions, partitions, jobs, schedules, sensors, checks, profiles, the command line.

Only assembles; what does the work lives in `assets` and `resources` and runs without Dagster.
"""
