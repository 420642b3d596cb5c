"""What runs inside the sandbox that sees the GPU: replaying what a candidate's host code was seen to do, and the clock.

No host code of a candidate is ever loaded here, so nothing of a candidate's can reach the clock, the inputs or the
comparison: only its compiled kernels are, and they run on the device. Imports torch, `triton_worker.exchange` and its
own modules.
"""
