"""Model servers that speak the OpenAI dialect: vLLM, started and stopped here, or one that runs elsewhere already.

Who asks the server, and what, is `resources.generation.endpoint`; what it serves may be any causal language model, the
ICWM included. Nothing here is imported by vLLM's own environment but the two scripts that say so.
"""
