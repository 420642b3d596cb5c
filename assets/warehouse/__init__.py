"""The warehouse's stage: SQL files as assets, and the DuckDB file in which every table can be queried."""
