"""How long a counter takes from one overflow to the next, whatever the program does to it meanwhile."""


class CountLength:
    """In CPU cycles.

    A program that sets its counter up may begin it anew: until a count of the programmed length has ended, that is a
    start. Later it lengthens the count that runs.
    """

    def __init__(self) -> None:
        self._since = 0
        self._ended: set[int] = set()
        """The programmed lengths of which a whole count has ended."""

    def start(self, at: int) -> None:
        """The counter stood until then."""
        self._since = at

    def restart(self, at: int, programmed: int) -> None:
        """The program begins a running count anew."""
        if programmed not in self._ended:
            self._since = at

    def end(self, at: int, programmed: int) -> int:
        """The counter overflows: how long that took."""
        passed, self._since = at - self._since, at
        if passed == programmed:
            self._ended.add(passed)
        return passed

    def skip(self, cycles: int) -> None:
        """Counts that nobody looks at one by one."""
        self._since += cycles
