"""The words that Triton candidates may use: modules, names of torch and triton, builtins, attributes.

Lists only; how they are applied is `execution.rejection`, what a bundle's reference adds is `permissions`.
"""

MODULES = frozenset(
    {
        "torch",
        "triton",
        "triton.language",
        "triton.language.math",
        "triton.language.extra.libdevice",
        "triton.language.extra.cuda.libdevice",
        "math",
        "typing",
        "dataclasses",
        "functools",
        "itertools",
        "collections.abc",
        "__future__",
    }
)
MODULES_OF_REFERENCES = frozenset(
    {
        "torch.nn",
        "torch.nn.functional",
        "torch.nn.parameter",
        "torch.autograd",
        "torch.autograd.function",
        "torch.cuda.amp",
        "enum",
        "logging",
        "operator",
        "time",
        "warnings",
    }
)
"""Modules that a candidate may import where its bundle's reference does."""

PARTS_OF_MODULES = {
    "logging": frozenset({"debug", "info", "warning", "getLogger", "DEBUG", "INFO", "WARNING"}),
    "time": frozenset[str](),
}
"""Modules of which only some names may be used. Operators of public sets import `time` and use nothing of it."""

EVALUATING = frozenset(
    {
        "typing.get_type_hints",
        "typing.ForwardRef",
        "dataclasses.make_dataclass",
        "functools.update_wrapper",
        "functools.total_ordering",
        "operator.attrgetter",
        "operator.methodcaller",
    }
)
"""Names of the allowed standard modules that turn strings into code, or set attributes of what they are given."""

TORCH_TYPES = frozenset(
    "Tensor Size device dtype float16 half bfloat16 float32 float float64 double int8 int16 short int32 int "
    "int64 long uint8 uint16 uint32 uint64 bool float8_e4m3fn float8_e5m2 complex64 strided "
    "contiguous_format channels_last preserve_format finfo iinfo inf nan pi __version__".split()
)
TORCH_ALLOCATIONS = frozenset(
    "empty empty_like empty_strided zeros zeros_like ones ones_like full full_like tensor arange scalar_tensor".split()
)
TORCH_VIEWS = frozenset(
    "as_strided reshape permute transpose t squeeze unsqueeze flatten unflatten movedim moveaxis swapaxes "
    "swapdims broadcast_to narrow select split chunk unbind tensor_split view_as_real view_as_complex "
    "adjoint".split()
)
TORCH_INQUIRIES = frozenset(
    "is_tensor promote_types result_type broadcast_shapes numel is_floating_point is_complex no_grad "
    "inference_mode enable_grad get_default_dtype is_grad_enabled can_cast is_nonzero".split()
)
TORCH_CUDA = frozenset(
    "device device_of current_device device_count get_device_properties get_device_capability "
    "get_device_name is_available synchronize".split()
)
TORCH_CLASSES = frozenset({"torch.autograd.Function"})
"""Classes that host code may derive from: what their methods do is watched as all host code is."""
TRITON = frozenset(
    "jit cdiv next_power_of_2 autotune Config heuristics constexpr_function reinterpret __version__ language".split()
)
ACTIVE_DEVICE = "triton.runtime.driver.active.get_active_torch_device"
"""How Triton's own tutorials name the device. Nothing else below triton.runtime is a candidate's."""
TRITON_CONSTANTS = frozenset({"PropagateNan.ALL", "PropagateNan.NONE"})
"""Members of what triton.language offers."""
TRITON_LANGUAGE_INNER = frozenset({"core", "semantic", "standard", "random", "target_info"})
"""Modules below triton.language through which Triton's own implementation can be reached."""

NEVER = (
    "torch._",
    "torch.ops",
    "torch.utils",
    "torch.load",
    "torch.save",
    "torch.compile",
    "torch.jit",
    "torch.library",
    "torch.multiprocessing",
    "torch.hub",
    "torch.package",
    "torch.serialization",
    "torch.storage",
    "torch.overrides",
    "torch.fx",
    "torch.testing",
    "torch.distributed",
    "torch.backends",
    "torch.profiler",
    "torch.classes",
    "torch.set_",
    "torch.cuda.Event",
    "torch.cuda.Stream",
    "torch.cuda.ExternalStream",
    "torch.cuda.CUDAGraph",
    "torch.cuda.graph",
    "torch.cuda.stream",
    "torch.cuda.set_stream",
    "torch.cuda.current_stream",
    "torch.cuda.memory",
    "torch.autograd.graph",
    "torch.autograd.profiler",
    "torch.nn.utils",
    "torch.nn.modules",
    "triton.runtime",
    "triton.compiler",
    "triton.backends",
    "triton.testing",
    "triton.knobs",
    "triton.tools",
    "triton.set_allocator",
)
"""Beginnings of dotted names that no reference makes allowed."""

BUILTINS = frozenset(
    "abs all any bool bytes callable chr classmethod complex dict divmod enumerate filter float format "
    "frozenset getattr hasattr hash hex id int isinstance issubclass iter len list map max min next object "
    "oct ord pow print property range repr reversed round set slice sorted staticmethod str sum super tuple "
    "type zip True False None Ellipsis NotImplemented ArithmeticError AssertionError AttributeError "
    "Exception ImportError IndexError KeyError LookupError NotImplementedError OverflowError RuntimeError "
    "StopIteration TypeError ValueError ZeroDivisionError Warning DeprecationWarning UserWarning "
    "RuntimeWarning FutureWarning __name__ __debug__".split()
)

DUNDER_NAMES = frozenset({"__name__", "__all__", "__debug__", "__version__"})
DUNDER_ATTRIBUTES = frozenset({"__init__", "__name__", "__version__", "__post_init__"})
DUNDER_METHODS = frozenset(
    "__init__ __post_init__ __call__ __repr__ __str__ __len__ __iter__ __next__ __getitem__ __contains__".split()
)

FRAME_ATTRIBUTES = frozenset(
    "f_back f_globals f_locals f_code f_builtins tb_frame tb_next tb_lasti gi_frame gi_code cr_frame cr_code "
    "ag_frame ag_code co_code co_consts co_names func_globals func_code mro".split()
)
MODULE_ATTRIBUTES = frozenset(
    "sys os inspect gc ctypes builtins importlib subprocess threading multiprocessing socket signal shutil "
    "pathlib traceback types weakref atexit pickle".split()
)
"""Standard modules that other modules carry as attributes (`typing.sys`)."""

LAUNCHER_ATTRIBUTES = frozenset(
    "fn run warmup src cache device_caches pre_run_hooks add_pre_run_hook preload create_binder "
    "launch_metadata rewrite raw_src jit_cache kernel_decorators".split()
)
"""Attributes of a @triton.jit function: there is no need for any of them beside `kernel[grid](...)`."""

TENSOR_ATTRIBUTES = frozenset(
    "handle untyped_storage storage set_ share_memory_ register_hook grad_fn backward retain_grad apply_ "
    "map_ numpy __array__ as_subclass".split()
)
COMPUTING_METHODS = frozenset(
    "matmul mm bmm mv dot addmm addmv baddbmm addbmm outer ger inner einsum sum mean prod cumsum cumprod "
    "logsumexp logcumsumexp softmax log_softmax norm std var amax amin aminmax max min argmax argmin argsort "
    "topk kthvalue median mode exp exp2 expm1 log log2 log10 log1p sqrt rsqrt sin cos tan tanh sigmoid relu "
    "relu_ gelu silu erf erfc erfinv pow square abs abs_ neg neg_ reciprocal sign floor ceil trunc frac "
    "clamp clamp_ clamp_min clamp_max clip mul mul_ div div_ sub sub_ add_ addcmul addcmul_ addcdiv addcdiv_ "
    "lerp lerp_ fmod remainder where masked_fill masked_fill_ masked_select masked_scatter gather scatter "
    "scatter_ scatter_add scatter_add_ scatter_reduce index_add index_add_ index_select index_copy index_put "
    "index_put_ take take_along_dim tril triu tril_ triu_ diag diagonal_scatter roll flip histc bincount "
    "unique cross cdist conv1d conv2d layer_norm group_norm interpolate unfold renorm maximum minimum fmax "
    "fmin eq ne lt le gt ge logical_and logical_or logical_not bitwise_and bitwise_or isnan isinf isclose "
    "allclose equal all any cumulative_trapezoid trace det inverse cholesky svd qr dropout bernoulli "
    "bernoulli_ multinomial normal_ uniform_ random_ exponential_ exp_ sqrt_ rsqrt_ tanh_ sigmoid_ softplus "
    "hardtanh".split()
)
"""Methods by which host code would compute on tensors itself."""
