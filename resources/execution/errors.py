"""Failures of the environment, classified once at the boundary where a tool or sandbox is started.

These are never outcomes and never become training rows: they are retried (transient) or reported
(permanent). What a candidate did wrong is an `Outcome`, not an exception.
"""


class EnvironmentFailure(Exception):
    """The environment, not the candidate, failed. The message says what the user can do about it."""


class PermanentEnvironmentFailure(EnvironmentFailure):
    """Retrying cannot help: a tool is missing, the sandbox does not work here, a bundle is broken."""


class TransientEnvironmentFailure(EnvironmentFailure):
    """Retrying may help: a fork refused for lack of memory, a cgroup still busy. Retries are bounded."""


class WallLimitReached(TransientEnvironmentFailure):
    """A step ended neither by itself nor by its CPU limit: the machine is too busy, or the program waits for something
    that never comes. Which of both cannot be told, so there is no label."""


class EnvironmentGap(EnvironmentFailure):
    """The candidate uses what this environment cannot judge (an unmodelled register, inline assembly in an
    interpreter). Retrying cannot help, other candidates are not concerned; the message names the gap."""


class ToolMissing(PermanentEnvironmentFailure):
    """A tool is not installed. The message names the package that has it."""


class SandboxUnavailable(PermanentEnvironmentFailure):
    """No working sandbox; candidates are refused unless the explicit opt-out is set."""
