"""The corpus as its field publishes data: Parquet shards, a card, Croissant metadata."""
