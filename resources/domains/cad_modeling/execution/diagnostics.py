"""Reading a log: what the reject stage, Python, OCCT, the gates and the comparison wrote into it, by importance.

How logs come about is `judging`.
"""

from collections.abc import Sequence

from resources.domains.domain import Diagnostic
from resources.domains.toolkit.log_rules import LogReader, log_rule
from resources.execution.observation import Observation

_PLACE = r"[\w./-]+:(?P<line>\d+): "
_CALL = r"(?:(?P<symbol>\w+)\(\): )?"
_RULES = (
    log_rule("forbidden", _PLACE + r"forbidden: (?P<symbol>.+)"),
    log_rule("syntax", _PLACE + r"(?:SyntaxError|IndentationError|TabError)\b"),
    log_rule("import", _PLACE + r"(?:ImportError|ModuleNotFoundError): .*'(?P<symbol>[\w.]+)'"),
    log_rule("undeclared", _PLACE + r"(?:\w+\(\): )?NameError: name '(?P<symbol>\w+)'"),
    log_rule("no such method", _PLACE + r"(?:\w+\(\): )?AttributeError: .*attribute '(?P<symbol>\w+)'"),
    log_rule("arguments", _PLACE + r"(?:\w+\(\): )?TypeError: (?P<symbol>[\w.]+)\(\) "),
    log_rule("bad step", _PLACE + r"(?P<symbol>\w+)\(\): the first step whose solid fails"),
    log_rule(
        "selector", _PLACE + _CALL + r".*(?:requires that (?:edges|faces)|[Nn]o (?:edges|faces)|ParseException|empty)"
    ),
    log_rule("open wire", _PLACE + _CALL + r".*(?:[Pp]ending wires|not closed|Wire)"),
    log_rule("kernel", _PLACE + _CALL + r"(?:StdFail|Standard|BRep|GC|gp|Geom|ShapeFix|TopoDS)\w*"),
    log_rule("no result", r"[\w./-]+: NoResult"),
    log_rule("exception", _PLACE + _CALL + r"\w+(?:Error|Exception|Exit|Iteration|Warning)\b"),
    log_rule("result", _PLACE + r"`(?P<symbol>result)` is set here"),
    log_rule("gate", r"gate (?P<symbol>type|solids|volume|BRepCheck|tolerance|edges|crossing|overlap): "),
    log_rule("mismatch", r"compare: (?P<symbol>overlap|volume|area|bounding box in [xyz]|centre of mass|wall) "),
    log_rule("topology", r"compare: (?P<symbol>genus|sealed voids)\b"),
    log_rule(
        "surface",
        r"compare: (?P<symbol>surface deviation|narrow gaps|flat surface|uneven surface|a feature's face|an edge's face"
        r"|round hole|only)\b",
    ),
    log_rule("unmeasurable", r"compare: OCCT cannot"),
    log_rule("limit", r"(?:script|gates|compare): (?:timed out|out of memory|limit exceeded|the shape takes more)"),
    log_rule("crash", r"(?:script|gates|compare): (?:ended by signal \d+|the process ended before)"),
    log_rule("caller", _PLACE + r"called from here"),
    log_rule("aligned", r"compare: after alignment"),
)
_READER = LogReader(_RULES)


def diagnostics(observation: Observation) -> Sequence[Diagnostic]:
    """By importance of their category, and in the log's order within one; each text once."""
    return _READER.diagnostics(observation)
