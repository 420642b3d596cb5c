"""From a candidate to its observation: what is refused, the job in the sandbox, and how its end is judged.

- `backend` puts the stages in order; `rejection`, `stages` and `mcu` (which runs inside the sandbox) are what they do
- `judging` and `checks` read what they leave; `diagnostics` and `build_log` read logs; `board` is the board's own code
"""
