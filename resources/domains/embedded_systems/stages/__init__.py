"""The stages of one execution, in order: reject, compile, link, model, qemu, function; and Renode, where it is used.

A module here runs or reads one stage. Their order and the choice of an outcome stand in `backend` and `judging`.
"""
