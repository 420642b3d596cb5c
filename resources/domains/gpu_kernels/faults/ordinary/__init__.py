"""The rules of ordinary faults and equivalent rewrites, one module for a sort of fault and a language.

Which modules there are, and in which order, is said in `faults.injector`.
"""
