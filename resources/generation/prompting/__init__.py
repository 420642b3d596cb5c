"""From a request to chat messages, for any server: knows no endpoint, and no domain by name.

`attempt.render_attempt` and `attempt.render_retry` write the prompt of a turn, `hindsight.render_hindsight` that of a
reasoning in hindsight, `version.prompt_version` names the state of all that they say. Equal requests give equal bytes,
and the prompt of a later round begins with that of the earlier one: prefix caches and reply caches depend on both.
"""
