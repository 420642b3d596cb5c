"""Where tables are kept: the lake (Parquet, the truth) and the warehouse (DuckDB, derived).

`lake` and `schema` know nothing of Dagster; `dagster_resource` is the only module here that does.
"""
