"""The asset graph as a Mermaid diagram, drawn from the definitions, so that the picture of `docs/graph.md` is true."""

import dagster as dg


def mermaid(definitions: dg.Definitions) -> str:
    """One box an asset, one frame a stage, in their order; external assets have dashed borders."""
    graph = definitions.resolve_asset_graph()
    keys = sorted(graph.get_all_asset_keys(), key=lambda key: key.to_user_string())
    groups: dict[str, list[str]] = {}
    for key in keys:
        groups.setdefault(graph.get(key).group_name or "default", []).append(key.to_user_string())
    lines = ["flowchart LR"]
    for group, names in sorted(groups.items()):
        number, _, title = group.partition("_")
        lines += [f'  subgraph stage{number}["{number} {title.replace("_", " ")}"]']
        lines += [*(f"    {name}" for name in names), "  end"]
    for key in keys:
        name = key.to_user_string()
        lines += [f"  {parent.to_user_string()} --> {name}" for parent in sorted(graph.get(key).parent_keys)]
    external = [key.to_user_string() for key in keys if not graph.get(key).is_executable]
    lines += [f"  style {name} stroke-dasharray: 5 5" for name in external]
    return "\n".join(lines) + "\n"
