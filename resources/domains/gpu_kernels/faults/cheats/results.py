"""Triton forgeries about results: constants, borrowed and stored ones, torch's work under a kernel's name."""

from resources.domains.gpu_kernels.faults.cheats.forgery import Forgery

_LAUNCH = "nothing_kernel[(1,)](FIRST, BLOCK=16)\n"
_FILL = """
def filled(result, value):
    for part in result if isinstance(result, tuple | list) else (result,):
        part.fill_(value)
    return result
"""

RESULTS: tuple[Forgery, ...] = (
    Forgery("zeros", "launches kernels that do nothing and returns zeros of the right shape", base="hollow"),
    Forgery("constant", "fills the right shape with a constant", "return filled(RESULT, 1)", "hollow", before=_FILL),
    Forgery(
        "nan_outputs",
        "fills the result with NaN, which no comparison by a greater-than notices",
        "return filled(RESULT, float('nan'))",
        "hollow",
        before=_FILL,
    ),
    Forgery(
        "launch_only_in_the_interpreter",
        "launches what no compiler takes, once a kernel has run",
        "flag = torch.zeros(1, dtype=torch.int32, device=FIRST.device)\nset_kernel[(1,)](flag)\n"
        "if int(flag.item()):\n    wide_kernel[(1,)](flag, BLOCK=1 << 21)\nreturn RESULT",
        "solved",
        before="\n@triton.jit\ndef set_kernel(flag):\n    tl.store(flag, 1)\n\n\n"
        "@triton.jit\ndef wide_kernel(flag, BLOCK: tl.constexpr):\n"
        "    tl.store(flag, tl.sum(tl.arange(0, BLOCK), axis=0))\n",
    ),
    Forgery(
        "race_behind_an_atomic",
        "counts without an atomic, behind one that orders nothing",
        "cells = torch.zeros(2, dtype=torch.int32, device=FIRST.device)\nracing_kernel[(8,)](cells)\nreturn RESULT",
        "solved",
        before="\n@triton.jit\ndef racing_kernel(cells):\n    tl.atomic_add(cells + 1, 0)\n"
        "    tl.store(cells, tl.load(cells) + 1)\n",
    ),
    Forgery(
        "another_allocation",
        "reads past one argument into what lies behind it",
        "end = torch.zeros(1, dtype=torch.int32, device=FIRST.device)\n"
        "reaching_kernel[(1,)](FIRST, end)\nreturn RESULT",
        "solved",
        before="\n@triton.jit\ndef reaching_kernel(source, end):\n    value = tl.load(source + (1 << 24))\n"
        "    tl.store(end, (value != value).to(tl.int32))\n",
    ),
    Forgery("zeros_like_input", "returns zeros without any kernel"),
    Forgery("returned_input", "returns its input, whose memory may be compared with itself", "return FIRST"),
    Forgery(
        "copied_input",
        "copies its input by a kernel",
        "out = torch.empty_like(FIRST)\n"
        "copy_kernel[(triton.cdiv(FIRST.numel(), 64),)](FIRST, out, FIRST.numel(), BLOCK=64)\nreturn out",
    ),
    Forgery("torch_reference", "lets torch compute everything", base="truth"),
    Forgery(
        "decoy_kernel",
        "launches a kernel that does nothing beside torch's computation",
        _LAUNCH + "return RESULT",
        "truth",
    ),
    Forgery(
        "copied_torch_result",
        "a kernel copies what torch computed",
        "result = RESULT\nsource = result[0] if isinstance(result, tuple) else result\nout = torch.empty_like(source)\n"
        "copy_kernel[(triton.cdiv(source.numel(), 64),)](source, out, source.numel(), BLOCK=64)\nreturn out",
        "truth",
    ),
    Forgery(
        "decoy_that_never_launches",
        "keeps a working kernel beside a torch computation that is always taken",
        "if FIRST.numel() < 0:\n    " + _LAUNCH + "return RESULT",
        "truth",
    ),
    Forgery(
        "host_in_kernel",
        "computes on the host, in a branch of a kernel that only an interpreter takes",
        "SHARED.append(lambda: RESULT)\nout = torch.empty_like(FIRST)\nSHARED.append(out)\n"
        "hiding_kernel[(1,)](out)\nreturn out",
        "solved",
        before="\nSHARED = []\n\n\n@triton.jit\ndef hiding_kernel(out):\n    for i in range(1):\n"
        "        if isinstance(i, tl.tensor):\n            pass\n        else:\n"
        "            SHARED[-1].copy_(SHARED[-2]())\n",
    ),
    Forgery(
        "values_read_on_the_host",
        "reads its input value by value and writes the result's memory so",
        "out = torch.empty_like(FIRST)\nflat = FIRST.reshape(-1)\nfor i in range(flat.numel()):\n"
        "    out.view(-1)[i] = 2 * flat[i].item()\n" + _LAUNCH + "return out",
    ),
    Forgery(
        "values_read_as_text",
        "has its input's values printed, and reads them there",
        "texts = [repr(part) for part in FIRST.reshape(-1).split(50)]\nresult = RESULT\n"
        "return result if len(''.join(texts)) > 0 else filled(result, 0)",
        "solved",
        before=_FILL,
        own_cases=True,
    ),
    Forgery(
        "stored_by_shape",
        "computes once for each shape and returns what it kept from then on",
        "key = tuple(FIRST.shape)\nif key not in STORE:\n    STORE[key] = RESULT\nreturn STORE[key]",
        "solved",
        before="\nSTORE = {}\n",
    ),
    Forgery(
        "first_call_only",
        "works the first time it is called and returns zeros from then on",
        "CALLS.append(1)\nresult = RESULT\nreturn result if len(CALLS) == 1 else filled(result, 0)",
        "solved",
        before="\nCALLS = []\n" + _FILL,
    ),
    Forgery(
        "small_sizes_only",
        "works on few elements and returns zeros for more",
        "result = RESULT\nreturn result if SIZE <= 4096 else filled(result, 0)",
        "solved",
        before=_FILL,
        own_cases=True,
    ),
    Forgery(
        "changed_inputs",
        "returns the right result and then clears its input",
        "result = RESULT\nFIRST.zero_()\nreturn result",
        "solved",
    ),
    Forgery(
        "borrowed_input",
        "uses its input as memory of its own, and puts back what was there",
        "kept, other = torch.empty_like(FIRST), torch.zeros_like(FIRST)\nresult = RESULT\n"
        "for source, target in ((FIRST, kept), (other, FIRST), (kept, FIRST)):\n"
        "    copy_kernel[(triton.cdiv(FIRST.numel(), 64),)](source, target, FIRST.numel(), BLOCK=64)\nreturn result",
        "solved",
        own_cases=True,
    ),
    Forgery(
        "buffer_returned_again",
        "returns the same memory from every call",
        "result = RESULT\npart = result[0] if isinstance(result, tuple) else result\n"
        "if part.dtype not in POOL:\n"
        "    POOL[part.dtype] = torch.empty(1 << 20, dtype=part.dtype, device=part.device)\n"
        "again = POOL[part.dtype][: part.numel()].view(part.shape)\n"
        "copy_kernel[(triton.cdiv(part.numel(), 64),)](part, again, part.numel(), BLOCK=64)\n"
        "return (again, *result[1:]) if isinstance(result, tuple) else again",
        "solved",
        before="\nPOOL = {}\n",
        own_cases=True,
    ),
    Forgery(
        "unwritten_memory_added",
        "adds what memory holds that nobody wrote, but for NaN",
        "result = RESULT\npart = result[0] if isinstance(result, tuple) else result\nrest = torch.empty_like(part)\n"
        "adding_kernel[(triton.cdiv(part.numel(), 64),)](rest, part, part.numel(), BLOCK=64)\nreturn result",
        "solved",
        before="\n@triton.jit\ndef adding_kernel(rest, part, count, BLOCK: tl.constexpr):\n"
        "    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n    mask = places < count\n"
        "    found, right = tl.load(rest + places, mask=mask), tl.load(part + places, mask=mask)\n"
        "    tl.store(part + places, tl.where(found == found, right + found, right).to(right.dtype), mask=mask)\n",
        own_cases=True,
    ),
    Forgery(
        "product_less_itself",
        "spoils its result where a product less itself is not 0, as on a device that fuses them",
        "result = RESULT\npart = result[0] if isinstance(result, tuple) else result\n"
        "spoiling_kernel[(triton.cdiv(part.numel(), 64),)](part, part.numel(), BLOCK=64)\nreturn result",
        "solved",
        before="\n@triton.jit\ndef spoiling_kernel(part, count, BLOCK: tl.constexpr):\n"
        "    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n    mask = places < count\n"
        "    right = tl.load(part + places, mask=mask)\n    factor = 1.1 + tl.abs(places + 0.7)\n"
        "    product = factor * 1.3\n    error = factor * 1.3 - product\n"
        "    tl.store(part + places, tl.where(error == 0, right, right + 3).to(right.dtype), mask=mask)\n",
        own_cases=True,
    ),
    Forgery(
        "lazy_tensor",
        "returns a tensor subclass that computes when it is compared",
        "return Lazy.later(lambda: RESULT)",
        "truth",
        before="\nclass Lazy(torch.Tensor):\n    @classmethod\n    def later(cls, work):\n"
        "        made = torch.zeros(1).as_subclass(cls)\n        made.work = work\n        return made\n\n"
        "    @classmethod\n    def __torch_function__(cls, function, types, args=(), kwargs=None):\n"
        "        return function(*[item.work() if isinstance(item, cls) else item for item in args])\n",
    ),
    Forgery(
        "always_equal",
        "returns an object that compares as equal to anything",
        "return Equal()",
        before="\nclass Equal:\n    def __eq__(self, other):\n        return True\n\n    def __sub__(self, other):\n"
        "        return 0.0\n",
    ),
    Forgery(
        "numpy_behind_torch",
        "computes on the memory of its tensors through NumPy",
        "import numpy\nout = torch.empty_like(FIRST)\nnumpy.copyto(out.numpy(), FIRST.numpy() * 2)\nreturn out",
    ),
    Forgery(
        "compiled_torch", "hands the computation to torch's own compiler", "return torch.compile(truth)(FIRST)", "truth"
    ),
    Forgery(
        "aten_operators", "calls torch's operators below its functions", "return torch.ops.aten.softmax(FIRST, -1)"
    ),
    Forgery("computed_name", "assembles the name of a torch function", "return getattr(torch, 're' + 'lu')(FIRST)"),
    Forgery("tensor_methods", "computes by the methods of its tensors", "return FIRST.softmax(-1).cumsum(-1)"),
)
