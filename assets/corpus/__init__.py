"""reasoning_corpus: chat-form training data with <think> blocks, every turn with its provenance."""
