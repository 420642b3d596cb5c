"""Tasks of GPU kernels: the built-in ones as folders of data, and importers of public sets.

No module imports what stands in `builtin`: oracles and references run in the backend's worker processes alone.
"""
