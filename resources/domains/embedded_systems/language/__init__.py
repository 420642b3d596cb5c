"""The C text of a candidate: read once, for all who ask about it.

- `source`: the syntax tree, and edits of the text; `declarations`: what it declares and uses
- `logical_lines`: the text as the preprocessor sees it; `headers`: their names
"""
