"""What can be wrong with a model server. One error: its message says what to do."""


class ServingFailed(Exception):
    """The server cannot be had, or has died: wrong settings, not installed, never healthy, ended by itself."""
