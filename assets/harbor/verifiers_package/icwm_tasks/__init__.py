"""A verifiers v1 taskset over exported tasks: one question, one answer, the real tools' verdict as reward."""

from icwm_tasks.taskset import IcwmTaskset, load_environment

__all__ = ["IcwmTaskset", "load_environment"]
