"""Asking a model to propose a task, and taking its reply apart. What a proposal has to hold is the domain's form."""
