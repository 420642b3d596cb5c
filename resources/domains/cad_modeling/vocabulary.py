"""The words of the allow list: what a script may import and call. Data only; how they are used is `reject`."""

MODULES = frozenset({"cadquery", "math"})
"""What `import` may name; `cadquery.selectors` and `cadquery.func` may be imported from."""
SUBMODULES = frozenset({"cadquery", "cadquery.selectors", "cadquery.func", "math", "typing"})

BUILTINS = frozenset(
    "abs all any bool dict divmod enumerate filter float format frozenset hasattr int isinstance issubclass"
    " callable id hash bin hex oct ord chr len list map max min next iter pow print range repr reversed round set"
    " slice sorted str sum tuple zip object property staticmethod classmethod super ArithmeticError AssertionError"
    " Exception IndexError KeyError RuntimeError StopIteration TypeError ValueError ZeroDivisionError True False"
    " None NotImplemented Ellipsis".split()
)

SPECIAL_NAMES = frozenset({"__name__"})
SPECIAL_METHODS = frozenset({"__init__", "__post_init__"})

FORBIDDEN_MEMBERS = frozenset(
    "exporters importers occ_impl plugins cq assembly sketch hull utils types units version vis fig gui".split()
)
"""Modules inside `cadquery`, through which a script reaches files. Names that do not exist are Python's to refuse."""

FORBIDDEN_ATTRIBUTES = frozenset(
    "wrapped ctx plugins export exportBin exportBrep exportStep exportStl exportSvg exportAssembly importBin"
    " importBrep importStep importShape importDXF importers exporters save load toSvg toOCC toVtkPolyData toJSON"
    " occ_impl gi_frame gi_code f_back f_globals f_locals f_builtins f_code tb_frame tb_next cr_frame ag_frame"
    " func_globals mro show".split()
)
"""Files, OCCT's own objects behind CadQuery's, and ways through Python's frames. Names with underscores are refused
as a whole."""
