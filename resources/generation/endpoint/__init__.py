"""A generator behind an OpenAI-compatible endpoint: vLLM, a hosted API, or a gateway to several.

`settings.EndpointSettings` says which, `endpoint.Endpoint` is one of them with its reply cache and budget, and
`generator.EndpointGenerator` makes it a generator and a writer of hindsight for one domain. Prompts are written by
`resources.generation.prompting`; a server is started by `resources.serving`.
"""
