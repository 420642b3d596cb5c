"""A protocol-true OpenAI-compatible server on the loopback, with faults: for tests and for trying the pipeline out.

`server.EndpointServer` runs it in a thread of the test; `python -m tests.endpoint_server` in a process of its own.
It has no model: `replies` writes what a model would.
"""
