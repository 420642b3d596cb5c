"""Reading text that others wrote, in a child process that may die."""
