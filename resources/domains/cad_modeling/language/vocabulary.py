"""The words of the allow list: what a script may import and call. Data only; how they are used is `reject`."""

from collections.abc import Mapping

MODULES = frozenset({"cadquery", "math"})
"""What `import` may name beside `PURE_NAMES`; `cadquery.selectors` and `cadquery.func` may be imported from."""
SUBMODULES = frozenset({"cadquery", "cadquery.selectors", "cadquery.func", "math", "typing"})
INNER_NAMES: Mapping[str, frozenset[str]] = {
    "cadquery.occ_impl.shapes": frozenset("Compound Edge Face Shape Shell Solid Vertex Wire".split()),
    "cadquery.occ_impl.geom": frozenset("BoundBox Location Matrix Plane Vector".split()),
}
"""Classes of `cadquery` by the modules in which its own documentation finds them."""
WHOLE_MODULES = frozenset({"itertools"})
"""Modules of which `import *` brings nothing that is not among their `PURE_NAMES`."""
PLAIN_ATTRIBUTES = frozenset({"label"})
"""What a script may set on any object: a text that nothing reads."""

PURE_NAMES: Mapping[str, frozenset[str]] = {
    "__future__": frozenset({"annotations"}),
    "abc": frozenset("ABC ABCMeta abstractmethod".split()),
    "bisect": frozenset("bisect bisect_left bisect_right insort insort_left insort_right".split()),
    "collections.abc": frozenset(
        "Callable Collection Container Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView"
        " MutableMapping MutableSequence MutableSet Reversible Sequence Set Sized ValuesView".split()
    ),
    "decimal": frozenset("Context Decimal".split()),
    "fractions": frozenset({"Fraction"}),
    "heapq": frozenset("heapify heappop heappush heappushpop heapreplace merge nlargest nsmallest".split()),
    "numbers": frozenset("Complex Integral Number Rational Real".split()),
    "operator": frozenset(
        "abs add and_ concat contains countOf eq floordiv ge getitem gt index indexOf inv invert is_ is_not itemgetter"
        " le lshift lt matmul mod mul ne neg not_ or_ pos pow rshift sub truediv truth xor".split()
    ),
    "statistics": frozenset(
        "correlation covariance fmean geometric_mean harmonic_mean linear_regression mean median median_grouped"
        " median_high median_low mode multimode pstdev pvariance quantiles stdev variance".split()
    ),
    "collections": frozenset("ChainMap Counter OrderedDict defaultdict deque namedtuple".split()),
    "dataclasses": frozenset("asdict astuple dataclass field fields replace".split()),
    "enum": frozenset("Enum Flag IntEnum IntFlag StrEnum auto unique".split()),
    "functools": frozenset("cache cached_property cmp_to_key lru_cache partial reduce total_ordering".split()),
    "itertools": frozenset(
        "accumulate batched chain combinations combinations_with_replacement compress count cycle dropwhile filterfalse"
        " groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest".split()
    ),
}
"""Of Python's library, what reaches neither files nor modules nor what others defined. All else there is refused: most
of these modules have `sys` among their names, and `operator.attrgetter` names attributes by text. Of `typing`, which is
pure too, the classes and `TYPING_FUNCTIONS`."""

BUILTINS = frozenset(
    "abs all any bool dict divmod enumerate filter float format frozenset hasattr int isinstance issubclass"
    " callable id hash bin hex oct ord chr len list map max min next iter pow print range repr reversed round set"
    " slice sorted str sum tuple zip object property staticmethod classmethod super ArithmeticError AssertionError"
    " AttributeError Exception IndexError KeyError LookupError NameError NotImplementedError OverflowError RuntimeError"
    " StopIteration TypeError ValueError ZeroDivisionError True False"
    " None NotImplemented Ellipsis".split()
)

SPECIAL_NAMES = frozenset({"__name__", "__slots__"})
SPECIAL_METHODS = frozenset({"__init__", "__post_init__", "__name__"})
"""What may be named after a dot; `DEFINABLE_METHODS` may be defined, and are called by operators."""
DEFINABLE_METHODS = frozenset({"__init__", "__post_init__"}) | frozenset(
    "__repr__ __str__ __len__ __iter__ __next__ __contains__ __getitem__ __call__ __eq__ __ne__ __lt__ __le__ __gt__"
    " __ge__ __hash__ __neg__ __pos__ __abs__ __invert__ __round__ __index__ __float__ __int__ __bool__ __reversed__"
    " __setitem__ __delitem__ __divmod__ __rdivmod__".split()
)
OPERATORS = frozenset("add sub mul truediv floordiv mod pow matmul and or xor lshift rshift".split())
DEFINABLE_METHODS |= {f"__{beginning}{name}__" for beginning in ("", "r", "i") for name in OPERATORS}
ADDRESS_BUILTINS = frozenset({"id", "hash"})
"""They show where objects lie in memory, which differs from run to run. Scripts may use the words for their own."""

FORBIDDEN_MEMBERS = frozenset(
    "exporters importers occ_impl plugins cq assembly sketch hull utils types units version vis fig gui".split()
)
"""Modules inside `cadquery`, through which a script reaches files. Names that do not exist are Python's to refuse."""

FORBIDDEN_ATTRIBUTES = frozenset(
    "wrapped ctx plugins save load toSvg toOCC toVtkPolyData toJSON occ_impl cq assembly utils types units version"
    " vis fig gui obj f_back f_globals f_locals f_builtins f_code f_lasti f_lineno f_trace f_generator mro show"
    " with_traceback hashCode HashCode".split()
)
FORBIDDEN_BEGINNINGS = ("_", "export", "import", "gi_", "cr_", "ag_", "tb_", "co_", "func_")
"""Files, OCCT's own objects behind CadQuery's, the modules that exceptions name in `obj`, addresses, and ways through
Python's frames. They are refused wherever a text can name an attribute: after a dot, in a field of `format`, in a
pattern of `match`."""
INNER_ATTRIBUTES = tuple(
    (
        "_addPendingEdge _addPendingWire _add_mesh _address _apply_transform _approxCurve _bool_op _bounds"
        " _build_transform _calcTransforms _center_of_mass _chooseSelector _collectProperty _combineWithBase"
        " _consolidateWires _copy _cost _curve _curve_and_param _cutFromBase _dxf_circle _dxf_ellipse _dxf_line"
        " _dxf_spline _endPoint _entities _entitiesFrom _eq_iter _eq_tolerance_dot _eq_tolerance_origin _extrude"
        " _extrudeAuxSpine _filter _filter_single _findFromEdge _findFromPoint _findType _flatten _fromTopoDS"
        " _from_address _fuseWithBase _geomAdaptor _get _getAxis _getFaces _getFacesVertices _getLin _getPln _getPnt"
        " _getTagged _getVector _ipython_key_completions_ _locToDOF6 _locs _makeCompound _mass_calc_function"
        " _matchFacesToVertices _mergeTags _nbEdges _ordered_edges _pybind11_conduit_v1_ _query _repr_javascript_"
        " _revolve _rotate _select _selectObjects _selected_faces _setPlaneDir _setSweepMode _startPoint _subloc"
        " _subshape_colors _subshape_layers _subshape_names _sweep _tag _toVectors _toWire _transModeDict _unique"
        " _uvBounds _validate _write_3d _write_content_types _write_relationships"
    ).split()
)
"""What CadQuery's classes, and OCCT's behind them, have with one underscore, sorted: refused where a script's class has
such a name too, since a method can be called with any object. `_geomAdaptor` leads to what `wrapped` does, `_address`
shows an address. What their objects alone have (`Sketch._faces`) are CadQuery's objects and numbers, but `_wrapped`."""
FORBIDDEN_OPTIONS = frozenset({"fontPath"})
"""Arguments that name files."""
BROUGHT_NAMES: Mapping[str, frozenset[str]] = {
    "cadquery": frozenset({"exporters", "importers", "plugins"}),
    "cadquery.func": frozenset(),
    "math": frozenset(),
    "typing": frozenset(
        "assert_type assert_never clear_overloads dataclass_transform get_args get_origin get_overloads get_type_hints"
        " is_typeddict no_type_check no_type_check_decorator reveal_type runtime_checkable".split()
    ),
}
"""Of each module that may be imported whole by `*`: names that then come unasked, and that no script may use, since it
may not import them by name either. `cadquery.selectors`, which `*` of cadquery brings too, is a module with rules."""
TYPING_FUNCTIONS = frozenset({"cast", "final", "overload"})
"""`typing` has modules among its names (`sys`); classes begin with a capital."""
