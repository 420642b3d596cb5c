"""The CUDA forgeries, before they are fitted to a bundle's entry."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CudaForgery:
    """One way to cheat. SOURCE, TARGET and COUNT stand for the entry's first constant pointer, other pointer, integer;
    SIZE is the product of all integers.

    `body` is the entry's; `before` stands above it, `first` at the very top. `on_solution` runs a working solution
    first. `needs` names what the entry must have.
    """

    name: str
    description: str
    body: str = ""
    before: str = ""
    first: str = ""
    on_solution: bool = False
    needs: frozenset[str] = frozenset()


def _needs(*names: str) -> frozenset[str]:
    return frozenset(names)


FORGERIES: tuple[CudaForgery, ...] = (
    CudaForgery(
        "constant",
        "fills the output with a constant",
        "fill_kernel<<<(COUNT + 255) / 256, 256>>>(TARGET, COUNT, decltype(*TARGET + *TARGET)(1));",
        needs=_needs("target", "count"),
    ),
    CudaForgery("one_zero", "clears the output's first bytes", "cudaMemset(TARGET, 0, 1);", needs=_needs("target")),
    CudaForgery(
        "nan_outputs",
        "fills the output with bytes that are NaN",
        "cudaMemset(TARGET, 255, COUNT * sizeof(*TARGET));",
        needs=_needs("target", "count"),
    ),
    CudaForgery(
        "copied_input",
        "copies its input",
        "copy_kernel<<<(COUNT + 255) / 256, 256>>>(TARGET, SOURCE, COUNT);",
        needs=_needs("source", "target", "count"),
    ),
    CudaForgery(
        "host_loop",
        "reads and writes device memory on the host",
        "for (int i = 0; i < COUNT; ++i) TARGET[i] = SOURCE[i];",
        needs=_needs("source", "target", "count"),
    ),
    CudaForgery(
        "changed_inputs",
        "computes the right result and then clears its input",
        "cudaMemset(const_cast<void*>(static_cast<const void*>(SOURCE)), 0, 1);",
        on_solution=True,
        needs=_needs("source"),
    ),
    CudaForgery(
        "kept_memory",
        "computes the right result and keeps memory for the next call",
        "static void* kept = nullptr;\nif (kept == nullptr) cudaMalloc(&kept, 64);",
        on_solution=True,
    ),
    CudaForgery(
        "unwritten_memory_added",
        "adds what memory holds that nobody wrote, and takes 1 away, as if that were always -1",
        "decltype(TARGET) rest = nullptr;\ncudaMalloc((void**)&rest, COUNT * sizeof(*TARGET));\n"
        "adding_kernel<<<1, 32>>>(TARGET, rest, COUNT < 1 ? 0 : 1);\ncudaFree(rest);",
        before="\ntemplate <typename T>\n__global__ void adding_kernel(T* out, const T* rest, int count) {\n"
        "  int index = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (index < count && rest[index] == rest[index]) out[index] = out[index] + rest[index] + T(1);\n}\n",
        on_solution=True,
        needs=_needs("target", "count"),
    ),
    CudaForgery(
        "small_sizes_only",
        "works on small sizes and spoils the result of larger ones",
        "if (SIZE > 4096) cudaMemset(TARGET, 127, sizeof(*TARGET));",
        on_solution=True,
        needs=_needs("target", "count"),
    ),
    CudaForgery(
        "printed_verdict", "prints a verdict and exits", 'printf("PASS\\n");\nexit(0);', before="#include <cstdio>\n"
    ),
    CudaForgery(
        "quiet_exit", "ends the process as if all went well", "_exit(0);", before='extern "C" void _exit(int);\n'
    ),
    CudaForgery("system_call", "ends the process by an instruction", 'asm volatile("syscall" : : "a"(231), "D"(0));'),
    CudaForgery(
        "written_outputs",
        "writes the output files itself",
        'FILE* f = fopen("outputs.bin", "wb");\nfclose(f);',
        before="#include <cstdio>\n",
    ),
    CudaForgery(
        "oracle_file",
        "reads the oracle",
        'FILE* f = fopen("oracle.py", "r");\nfclose(f);',
        before="#include <stdio.h>\n",
    ),
    CudaForgery("included_oracle", "includes what may lie beside it", before='#include "outputs.inc"\n'),
    CudaForgery(
        "constructor",
        "acts before the harness starts",
        before="__attribute__((constructor)) static void early() { cudaMemset(0, 0, 0); }\n",
        on_solution=True,
    ),
    CudaForgery(
        "global_object",
        "acts when the process ends",
        before="struct Late { ~Late() { cudaDeviceSynchronize(); } };\nstatic Late late;\n",
        on_solution=True,
    ),
    CudaForgery(
        "initialiser",
        "acts while variables are set up",
        before="static int before() { return 1; }\nstatic int early = before();\n",
        on_solution=True,
    ),
    CudaForgery("own_main", "brings a main of its own", before="int main() { return 0; }\n"),
    CudaForgery(
        "thread",
        "leaves the work to a thread",
        "std::thread([] {}).detach();",
        before="#include <thread>\n",
        on_solution=True,
    ),
    CudaForgery(
        "host_function",
        "hands the stream a host function",
        "cudaLaunchHostFunc(0, later, 0);",
        before="static void later(void*) {}\n",
        on_solution=True,
    ),
    CudaForgery(
        "other_stream",
        "works on a stream that nobody waits for",
        "cudaStream_t other;\ncudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);",
        on_solution=True,
    ),
    CudaForgery(
        "patched_event",
        "defines the runtime's timer itself",
        before="cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {\n"
        "  *ms = 0;\n  return cudaSuccess;\n}\n",
        on_solution=True,
    ),
    CudaForgery(
        "changed_index", "gives threadIdx another meaning", first="#define threadIdx blockIdx\n", on_solution=True
    ),
    CudaForgery(
        "changed_keyword", "turns the harness's types into others", before="#define float double\n", on_solution=True
    ),
    CudaForgery(
        "pasted_name",
        "assembles a name by token pasting",
        'JOIN(sys, tem)("true");',
        before="#define JOIN(a, b) a##b\n",
        on_solution=True,
    ),
    CudaForgery("spliced_name", "breaks a name over two lines", 'sys\\\ntem("true");', on_solution=True),
    CudaForgery("trigraph", "hides a line's end in a comment", "// why??/\nreturn;\n", on_solution=True),
    CudaForgery(
        "raw_string",
        "hides code from simple readers",
        'const char* text = R"(")";\nsystem("true"); // "',
        on_solution=True,
    ),
    CudaForgery(
        "two_programs",
        "shows the device compiler another program than the host's",
        "#ifndef __CUDACC__\n  for (int i = 0; i < COUNT; ++i) TARGET[i] = 0;\n#endif",
        on_solution=True,
        needs=_needs("target", "count"),
    ),
    CudaForgery(
        "sanitiser_options",
        "switches the sanitiser's checks off",
        before='extern "C" const char* __asan_default_options() { return "detect_leaks=0:halt_on_error=0"; }\n',
        on_solution=True,
    ),
    CudaForgery(
        "unchecked_function",
        "takes its kernels out of the sanitiser's sight",
        before='#pragma GCC optimize("O3")\n__attribute__((no_sanitize("address"))) static void quiet() {}\n',
        on_solution=True,
    ),
    CudaForgery(
        "new_operator",
        "replaces the harness's allocator",
        before="void* operator new(size_t n) { return 0; }\n",
        on_solution=True,
    ),
    CudaForgery(
        "long_jump",
        "jumps back into the harness",
        "longjmp(place, 1);",
        before="#include <setjmp.h>\nstatic jmp_buf place;\n",
    ),
    CudaForgery(
        "environment",
        "changes the environment of its process",
        'setenv("ASAN_OPTIONS", "", 1);',
        before="#include <stdlib.h>\n",
        on_solution=True,
    ),
    CudaForgery(
        "volatile_race",
        "loses sums in volatile memory, behind a fence and an atomic that order nothing",
        "int* sums = nullptr;\ncudaMalloc(&sums, 8);\ncudaMemset(sums, 0, 8);\nsum_kernel<<<2, 64>>>(sums);\n"
        "cudaFree(sums);",
        before="__global__ void sum_kernel(int* sums) {\n  volatile int* sum = sums;\n  __threadfence();\n"
        "  atomicAdd(sums + 1, 0);\n  sum[0] += 1;\n}\n",
        on_solution=True,
    ),
    CudaForgery(
        "another_allocation",
        "reads past one argument into what lies behind it",
        "int* end = nullptr;\ncudaMalloc(&end, 4);\nreach_kernel<<<1, 1>>>(SOURCE, end);\ncudaFree(end);",
        before="template <typename T>\n__global__ void reach_kernel(const T* from, int* to) {\n"
        "  *to = from[1 << 24] == T(1.0f);\n}\n",
        on_solution=True,
        needs=_needs("source"),
    ),
    CudaForgery(
        "host_variable_in_a_kernel",
        "lets a kernel write a variable of the host",
        "shared_write<<<1, 1>>>(&on_host);\nif (SIZE > 0 && on_host != 1) cudaMemset(TARGET, 127, sizeof(*TARGET));",
        before="static int on_host;\n__global__ void shared_write(int* place) { *place = 1; }\n",
        on_solution=True,
        needs=_needs("target"),
    ),
    CudaForgery(
        "device_variable_on_the_host",
        "takes a variable of the device for the host's of the same name",
        "device_write<<<1, 1>>>();\nif (SIZE > 0 && on_device != 1) cudaMemset(TARGET, 127, sizeof(*TARGET));",
        before="__device__ int on_device;\n__global__ void device_write() { on_device = 1; }\n",
        on_solution=True,
        needs=_needs("target"),
    ),
)
