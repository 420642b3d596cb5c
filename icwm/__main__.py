"""`python -m icwm`, and what the command `icwm` starts."""

from orchestration.command_line import main

if __name__ == "__main__":
    main()
