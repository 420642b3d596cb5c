"""A sixth domain, for the test that a folder is all that a domain takes."""
