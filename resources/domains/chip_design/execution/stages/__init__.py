"""The stages of one execution, in order: guard, reject, analyse (compile, synthesise), simulate.

A module here runs or reads one stage. Their order and the choice of an outcome stand in `backend`.
"""
