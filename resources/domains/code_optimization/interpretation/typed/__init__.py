"""Made-up calls of functions as headers of C declare them: texts, structures, callbacks, results of one function as
arguments of another. Plain prototypes of numbers and arrays have calls of their own, in the package above.
"""
