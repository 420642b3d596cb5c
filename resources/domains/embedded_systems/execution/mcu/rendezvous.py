"""Rendezvous: brings about the meeting of a scenario, at the boundary behind an instruction.

When an interrupt is worth to come is `moments`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unicorn import unicorn_const as const

from .scenario import Meeting

if TYPE_CHECKING:
    from .machine import Machine


class Rendezvous:
    """Waits for the moment of a meeting, if there is one."""

    def __init__(self, machine: Machine, meeting: Meeting | None) -> None:
        self._machine, self._meeting = machine, meeting
        self._visits, self._due = 0, False
        if meeting is not None and not meeting.ended:
            machine.cpu.engine.hook_add(const.UC_HOOK_CODE, self._on_instruction, None, meeting.pc, meeting.pc)

    def _on_instruction(self, _engine: Any, _pc: int, _size: int, _data: Any) -> None:
        meeting, active = self._meeting, self._machine.active
        if meeting is not None and meeting.actor == (active[-1] if active else 0):
            self._visit(meeting)

    def left(self, exception: int) -> None:
        """A handler has returned."""
        meeting, active = self._meeting, self._machine.active
        if meeting is not None and (meeting.ended, meeting.actor) == (exception, active[-1] if active else 0):
            self._visit(meeting)

    def _visit(self, meeting: Meeting) -> None:
        self._visits += 1
        if self._visits == meeting.visit:
            self._due = True
            self._machine.end_slice()

    def keep(self) -> None:
        """Between two slices: lets come what is due."""
        meeting, machine = self._meeting, self._machine
        if meeting is None or not self._due:
            return
        self._meeting, self._due = None, False
        machine.polling.disturbed()
        if meeting.stimulus is not None:
            machine.bring(meeting.stimulus)
        else:
            machine.hold(meeting.handler, machine.time + meeting.most)
