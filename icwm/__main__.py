"""`python -m icwm`, and what the command `icwm` starts."""

import os
import signal

_INTERRUPTED = 130


def main() -> None:
    """Ctrl-C while modules are imported ends it at once, without a traceback."""
    patient = signal.getsignal(signal.SIGINT)
    if patient is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(_INTERRUPTED))
    from orchestration import command_line

    signal.signal(signal.SIGINT, patient)
    command_line.main()


if __name__ == "__main__":
    main()
