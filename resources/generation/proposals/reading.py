"""From a reply to the sections of a proposal. What stands in them is the domain's to read."""

from collections.abc import Collection

from resources.domains.proposals import UnreadableProposal
from resources.generation.endpoint.fences import fenced_blocks
from resources.generation.endpoint.reading import NoCode, read_text
from resources.generation.endpoint.reply import Reply


def read_sections(reply: Reply, names: Collection[str]) -> dict[str, str]:
    """Name → text, each with one line end behind it. Raises UnreadableProposal."""
    try:
        answer = read_text(reply)
    except NoCode as missing:
        raise UnreadableProposal(str(missing)) from None
    blocks = [block for block in fenced_blocks(answer) if block.tag in names]
    for name in names:
        count = sum(block.tag == name for block in blocks)
        if count != 1:
            raise UnreadableProposal(f"it has {count} blocks tagged `{name}`; it needs one")
    if unclosed := [block.tag for block in blocks if not block.closed]:
        raise UnreadableProposal(f"its block `{unclosed[0]}` is never closed")
    sections = {block.tag: block.text.replace("\r\n", "\n").strip("\n") + "\n" for block in blocks}
    if empty := [name for name in names if not sections[name].strip()]:
        raise UnreadableProposal(f"its block `{empty[0]}` is empty")
    return sections
