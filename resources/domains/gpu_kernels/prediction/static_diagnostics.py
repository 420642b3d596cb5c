"""What the tools are bound to say of a program that its text alone fails: the reject stage, and of a Triton program
Python at its import, the host code on its way to a launch, and Triton's compiler at the launch.

A stage's words are those of `triton_worker`.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from resources.domains.gpu_kernels.execution.rejection import judged_code, needed_names, refused
from resources.domains.gpu_kernels.language.evaluation_order import bound_at_module, executed, first_failure
from resources.domains.gpu_kernels.language.triton_source import Launch, TritonSource, read_triton
from resources.domains.toolkit.python_calls import Head, misfit
from resources.domains.toolkit.python_errors import shown
from resources.domains.toolkit.recording import report
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_MOST_CHARACTERS = 30_000
"""As in the cheap checks: more takes too long."""
_OPTIONS = frozenset(
    "num_warps num_ctas num_stages warp_size maxnreg ptx_version ptx_options ir_override enable_fp_fusion"
    " enable_reflect_ftz launch_cooperative_grid launch_pdl extern_libs debug sanitize_overflow arch grid warmup"
    " instrumentation_mode backend_name supported_fp8_dtypes deprecated_fp8_dot_operand_dtypes"
    " default_dot_input_precision allowed_dot_input_precisions max_num_imprecise_acc_default".split()
)
_MOST_THREADS = 1024
_OF_KERNELS = frozenset({"triton.autotune", "triton.heuristics"})
"""Decorators of kernels: directly above a plain function they fail."""


def static_diagnostic(bundle: EnvironmentBundle, candidate: Candidate) -> Observation | None:
    """See the Domain protocol."""
    if len(candidate.code) > _MOST_CHARACTERS or candidate.code == bundle.reference:
        return None
    try:
        findings = refused(bundle, candidate)
        if findings:
            return Observation(Outcome.REJECTED, "reject", report(findings, bundle.candidate_file))
        is_cuda = bundle.settings.get("language") == "cuda"
        return None if is_cuda else triton_static_diagnostic(bundle, judged_code(bundle, candidate))
    except RecursionError:
        return None


def triton_static_diagnostic(bundle: EnvironmentBundle, code: str) -> Observation | None:
    """Of a text that is not rejected."""
    file = bundle.candidate_file
    refused = shown(code.encode(), file)
    if refused is not None:
        return _observed(Outcome.COMPILATION_ERROR, "import", refused)
    source = read_triton(code)
    if source is None:
        return None
    said = _import_error(source, file)
    if said is not None:
        return _observed(Outcome.COMPILATION_ERROR, "import", said)
    bound = bound_at_module(source.module)
    missing = next((name for name in needed_names(bundle) if name not in bound), None)
    if missing is not None:
        # A loop of the module's own may never end.
        if any(isinstance(item, ast.While | ast.For) for item in source.module.tree.body):
            return None
        text = f"AttributeError: module '{PurePath(file).stem}' has no attribute '{missing}'\n"
        return _observed(Outcome.LINK_ERROR, "link", text)
    if bundle.settings.get("harness", "entry") == "script":
        return None
    host = _entry(source, bundle.settings.get("entry", ""))
    if host is None:
        return None
    return next(Host(source, file).run(host, ""), None) or _unlaunched(source)


def _import_error(source: TritonSource, file: str) -> str | None:
    """The log where a statement of the module reads what nothing has bound, or what Triton lacks."""
    plain = {item.decorator_list[-1] for item in source.module.functions if item.decorator_list}

    def said(node: ast.AST) -> str:
        if isinstance(node, ast.Attribute) and source.lacks_member(node):
            return f"AttributeError: module 'triton.language' has no attribute '{node.attr}'"
        if node in plain and isinstance(node, ast.Call) and source.module.dotted(node.func) in _OF_KERNELS:
            return "AttributeError: 'function' object has no attribute 'arg_names'"
        return ""

    failure = first_failure(source.module, said)
    return None if failure is None else f"{file}:{failure[0]}: in <module>\n{failure[1]}\n"


def _unlaunched(source: TritonSource) -> Observation | None:
    """A program that never speaks of its kernels launches none. Where torch computes instead, a like line says so."""
    names = {item.name for item in source.kernels}
    hosts = (node for node in source.module.nodes if node not in source.module.in_kernels)
    told = any(isinstance(node, ast.While) or (isinstance(node, ast.Name) and node.id in names) for node in hosts)
    if told or not names:
        return None
    return _observed(Outcome.REJECTED, "interpreter", "rejected: no Triton kernel was launched\n")


def _observed(outcome: Outcome, stage: str, text: str) -> Observation:
    return Observation(outcome, stage, text.encode("utf-8", "replace"))


def _entry(source: TritonSource, name: str) -> ast.FunctionDef | None:
    """The function that is called, or the method `forward` of the class that is built."""
    definitions = [node for node in source.module.tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    node = next((item for item in definitions if item.name == name), None)
    if isinstance(node, ast.ClassDef):
        methods = (item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "forward")
        return next(methods, None)
    return node if node not in source.kernels else None


@dataclass(frozen=True)
class Host:
    """Host code followed to the first certain failure."""

    source: TritonSource
    file: str
    followed: set[str] = field(default_factory=set)

    def run(self, function: ast.FunctionDef, callers: str) -> Iterator[Observation]:
        """`callers` are the trace's lines so far. What a function comes to once, it comes to again."""
        if function.name in self.followed:
            return
        self.followed.add(function.name)
        launches = {launch.call: launch for launch in self.source.launches}
        functions = {item.name: item for item in self.source.hosts if item in self.source.module.tree.body}
        known = bound_at_module(self.source.module)
        for node in executed(function.body):
            trace = f"{callers}{self.file}:{getattr(node, 'lineno', 0)}: in {function.name}\n"
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                if node.id not in known and not self.source.module.is_local(node, node.id):
                    yield _interpreted(f"{trace}NameError: name '{node.id}' is not defined\n")
            elif isinstance(node, ast.Call) and node in launches:
                failure = self._launched(launches[node], trace)
                yield from [failure] if failure is not None else []
            elif isinstance(node, ast.Subscript) and self._is_launched(node, functions):
                yield _interpreted(f"{trace}TypeError: 'function' object is not subscriptable\n")
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = functions.get(node.func.id)
                yield from self.run(called, trace) if called is not None else ()

    def _is_launched(self, node: ast.Subscript, functions: dict[str, ast.FunctionDef]) -> bool:
        """Whether this is `function[grid](…)` of a function that is no kernel."""
        above = self.source.module.parents.get(node)
        called = isinstance(above, ast.Call) and above.func is node
        return called and isinstance(node.value, ast.Name) and node.value.id in functions

    def _launched(self, launch: Launch, trace: str) -> Observation | None:
        kernel = next(item for item in self.source.kernels if item.name == launch.kernel)
        call, arguments = launch.call, kernel.args
        stars = any(isinstance(item, ast.Starred) for item in call.args) or any(not item.arg for item in call.keywords)
        others = arguments.posonlyargs or arguments.vararg or arguments.kwonlyargs or arguments.kwarg
        if stars or others or not _is_plain(self.source, kernel):
            return None
        return self._misfit(call, kernel, trace) or self._compiled(call, kernel, trace)

    def _misfit(self, call: ast.Call, kernel: ast.FunctionDef, trace: str) -> Observation | None:
        names = [item.arg for item in kernel.args.args]
        given = {item.arg: item.value for item in call.keywords if item.arg}
        said = misfit(Head("dynamic_func", names, len(kernel.args.defaults), open=True), len(call.args), given)
        if said is not None:
            return _observed(Outcome.RUNTIME_ERROR, "compile", f"{trace}TypeError: {said}\n")
        warps = _number(given.get("num_warps"))
        if warps is not None and (warps <= 0 or warps & (warps - 1)):
            text = f"{trace}AssertionError: num_warps must be a power of 2\n"
            return _observed(Outcome.RUNTIME_ERROR, "compile", text)
        unknown = next((name for name in given if name not in _OPTIONS and name not in names), None)
        if unknown is not None:
            text = f"{trace}KeyError: 'Keyword argument {unknown} was specified but unrecognised'\n"
            return _observed(Outcome.RUNTIME_ERROR, "compile", text)
        return None

    def _compiled(self, call: ast.Call, kernel: ast.FunctionDef, trace: str) -> Observation | None:
        said = compiler_error(self.source, kernel, self.file)
        if said is not None:
            return _observed(Outcome.COMPILATION_ERROR, "compile", trace + said)
        warps = next((_number(item.value) for item in call.keywords if item.arg == "num_warps"), None)
        if warps is None or 32 * warps <= _MOST_THREADS:
            return None
        text = (
            f"OutOfResources: out of resource: threads, Required: {32 * warps}, Hardware limit: {_MOST_THREADS}."
            " Reducing block sizes or `num_stages` may help.\n"
        )
        return _observed(Outcome.MEMORY_FAULT, "compile", trace + text)


def _interpreted(text: str) -> Observation:
    """An exception of the host's own is left to the interpreter, whose log names the case before it."""
    return _observed(Outcome.RUNTIME_ERROR, "interpreter", text)


def _is_plain(source: TritonSource, kernel: ast.FunctionDef) -> bool:
    """Whether nothing but `triton.jit` stands between a launch and the kernel."""
    return [source.module.dotted(item) for item in kernel.decorator_list] == ["triton.jit"]


def _number(node: ast.expr | None) -> int | None:
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


_LINES_SHOWN = 12
_NO_CONSTANT = "arange's arguments must be of type tl.constexpr"


def compiler_error(source: TritonSource, kernel: ast.FunctionDef, file: str) -> str | None:
    """The log from the kernel's line on; None where nothing is certain."""
    known = bound_at_module(source.module)
    constants = {item.arg for item in kernel.args.args if _is_constant(item)}
    variables = {item.arg for item in kernel.args.args} - constants
    for node in executed(kernel.body):
        said = _said(source, node, known, variables)
        if said and isinstance(node, ast.expr):
            return f"{file}:{node.lineno}: in kernel\nCompilationError: {place_in(source, kernel, node)}\n{said}\n"
    return None


def _is_constant(parameter: ast.arg) -> bool:
    return parameter.annotation is not None and "constexpr" in ast.unparse(parameter.annotation)


def _said(source: TritonSource, node: ast.AST, known: frozenset[str], variables: set[str]) -> str | None:
    module = source.module
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        bound = node.id in known or module.is_local(node, node.id)
        return None if bound else repr(NameError(f"{node.id} is not defined"))
    if isinstance(node, ast.Attribute) and source.lacks_member(node):
        return repr(AttributeError(f"module 'triton.language' has no attribute '{node.attr}'"))
    if isinstance(node, ast.Call) and source.language_name(node) == "arange":
        plain = [item.id for item in node.args if isinstance(item, ast.Name)]
        return _NO_CONSTANT if variables & set(plain) else None
    return None


def place_in(source: TritonSource, kernel: ast.FunctionDef, node: ast.expr | ast.stmt) -> str:
    """As Triton counts: from the kernel's `def`, with the last lines up to the node and a caret below it."""
    line = node.lineno - kernel.lineno + 1
    lines = source.code.split("\n")[kernel.lineno - 1 : node.lineno][-_LINES_SHOWN:]
    return "\n".join([f"at {line}:{node.col_offset}:", *lines, " " * node.col_offset + "^"])
