"""Certified bundles as tasks for agents: folders in Harbor's form, their judge, and a check of it."""
