"""The exam: models' answers to a set's tasks, judged by the real tools, and the field's metrics over them."""
