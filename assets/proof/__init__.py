"""The experiment that says what the corpus is worth: one base trained on parts of it, asked tasks that none saw."""
