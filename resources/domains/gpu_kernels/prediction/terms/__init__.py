"""A Triton program as terms: what each store, launch and return computes, without names and spellings.

`program_terms` reads statements into terms and `expression_terms` expressions; two programs that compute the same have
the same terms. `term_changes` says in which roles two programs differ, `block_shapes` which blocks do not fit together.
Features of this are `prediction.triton_features`; their names are known to trained models.
"""
