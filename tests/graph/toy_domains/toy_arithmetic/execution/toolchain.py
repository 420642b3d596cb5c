"""The one tool: a shell."""

from resources.domains.domain import ToolRequirement

TOOLS = (ToolRequirement("sh", ("sh", "-c", "echo 1"), "dash", "toy_arithmetic"),)
