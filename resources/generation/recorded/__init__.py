"""Answers that were given elsewhere, replayed: published ones of any model, engineers', compilers'."""
