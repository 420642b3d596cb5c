"""What a CUDA candidate may contain: ways out of its kernels are found, and ordinary kernels pass."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.domains.gpu_kernels.execution.rejection.cuda import reject
from resources.domains.gpu_kernels.language.cuda_source import tokens
from tests.unit.effort import ends_within

HEAD = "#include <cuda_runtime.h>\n"
KERNEL = """__global__ void scale(const float* __restrict__ x, float* out, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __expf(x[i]) + tile[threadIdx.x];
}
void entry(const float* x, float* out, int n) { scale<<<(n + 255) / 256, 256, 1024>>>(x, out, n); }
"""
ASKS_A_TYPE = {
    "size of the runtime's structure": "int f() { return sizeof(cudaDeviceProp); }\n",
    "size of a variable of it": "int f() { cudaDeviceProp p; return sizeof(p); }\n",
    "a template's size of it": (
        "template<class T> int s(T&) { return sizeof(T); }\nint f() { cudaDeviceProp p; return s(p); }\n"
    ),
    "by its address": (
        "template<class T> int s(T*) { return sizeof(T); }\nint f() { cudaDeviceProp p; return s(&p); }\n"
    ),
    "another name of it": "using P = cudaDeviceProp;\n",
    "another name by typedef": "typedef cudaFuncAttributes P;\nint f() { P p; return sizeof(p); }\n",
    "a member of an argument": "template<class T> auto f(int) -> decltype(((T*)0)->maxTexture3D, 1) { return 1; }\n",
    "a function that a shim may lack": "template<class T> auto f(T v) -> decltype(erfcinvf(v), 1) { return 1; }\n",
    "whether it throws": "template<class T> void f(T v) noexcept(noexcept(__fdividef(v, v)));\n",
    "a requirement": "template<class T> int f(T v) { return requires { v.x; }; }\n",
}
FORBIDDEN = ASKS_A_TYPE | {
    "stdio": "#include <cstdio>\n",
    "own header": '#include "oracle.h"\n',
    "computed include": "#define H <cstdio>\n#include H\n",
    "thread": "#include <thread>\n",
    "line": "#line 3\n",
    "pragma": "#pragma GCC poison float\n",
    "pragma in code": 'void f() { _Pragma("once") }\n',
    "main": "int main() { return 0; }\n",
    "assembly": 'void f() { asm("nop"); }\n',
    "other assembly": 'void f() { __asm__ volatile("nop"); }\n',
    "system": 'void f() { system("true"); }\n',
    "spliced name": 'void f() { sys\\\ntem("true"); }\n',
    "pasted name": "#define J(a, b) a##b\nvoid f() { J(sys, tem)(0); }\n",
    "name by universal character": 'void f() { \\u0073ystem("true"); }\n',
    "in a macro": "#define END exit(0)\nvoid f() { END; }\n",
    "address": "void f() { auto g = &open; }\n",
    "exit": "void f() { std::exit(0); }\n",
    "printed verdict": 'void f() { printf("PASS\\n"); }\n',
    "cout": "void f() { std::cout << 1; }\n",
    "std thread": "void f() { std::thread t(f); }\n",
    "getenv": 'void f() { getenv("PATH"); }\n',
    "host function on a stream": "void f() { cudaLaunchHostFunc(0, 0, 0); }\n",
    "event": "void f() { cudaEvent_t e; cudaEventCreate(&e); }\n",
    "constructor": "__attribute__((constructor)) void f() {}\n",
    "constructor in brackets": "[[gnu::constructor]] void f() {}\n",
    "initialiser": "static int before = prepare();\n",
    "object": "struct S { S() {} }; static S s;\n",
    "object with its type": "struct S { S() {} } s;\n",
    "object in braces": "struct S { S(int) {} }; S s{1};\n",
    "elsewhere": 'extern "C" int fputs_unlocked(const char*, void*);\n',
    "extern variable": "extern int secrets;\n",
    "operator new": "void* operator new(unsigned long n) { return 0; }\n",
    "opened namespace": "namespace std { int f; }\n",
    "changed keyword": "#define float double\n",
    "changed index": "#define threadIdx blockIdx\n",
    "changed runtime": "#define cudaMalloc(a, b) 0\n",
    "a promise that assigns": "__global__ void f(int *a) { int v; __builtin_assume((v = *a, true)); a[1] = v; }\n",
    "a promise that counts": "__global__ void f(int *a) { int v = 0; __assume(v++ < 9); a[1] = v; }\n",
    "a promise that calls": "__global__ void f(int *a) { __assume(g(a)); }\n",
    "a promise in a macro": "#define P(x) __builtin_assume(x)\n",
    "the compiler that runs it": "#ifdef __CUDA_ARCH__\n#endif\n",
    "the compiler of host code": "void f() {\n#if __CUDA_ARCH__ >= 700\n#endif\n}\n",
    "both compilers": "__host__ __device__ void f() {\n#if __CUDA_ARCH__ >= 700\n#endif\n}\n",
    "a kernel that is swallowed": "#define NO(x)\nNO(__global__) void f() {\n#if __CUDA_ARCH__\n#endif\n}\n",
    "a kernel that is left out": "#if 0\n__global__ void k() {\n#endif\nvoid f() {\n#if __CUDA_ARCH__\n#endif\n}\n",
    "a kernel left open": "__global__ void k() {\n#if 1\n{\n#else\n{\n#endif\n}\n}\n"
    "void f() {\n#if __CUDA_ARCH__\n#endif\n}\n",
    "a brace in a macro": "#define E }\n__global__ void k() { E\nvoid f() {\n#if __CUDA_ARCH__\n#endif\n}\n}\n",
    "the architecture as a value": "__global__ void k(int* a) { *a = __CUDA_ARCH__; }\n",
    "shim or device": "#ifndef __CUDACC__\n#endif\n",
    "raw string": 'const char* s = R"(")";\n',
    "digraph": "%:include <cstdio>\n",
    "trigraph": "// what??/\nint x;\n",
    "NUL": "\0",
    "surrogate": "// \udc80",
    "typeid": "void f() { typeid(int); }\n",
    "function by its value": "void f() { auto g = system; }\n",
    "library beside a variable": "void f() { int exit = 0; std::exit(exit); }\n",
    "spliced beside a variable": "void f() { int system = 0; }\nvoid g() { sys\\\ntem(0); }\n",
    "the disk": "void f() { sync(); }\n",
    "object that is aligned": "struct alignas(16) S { S() {} }; static S s;\n",
    "probed header": "#if __has_include(<cub/cub.cuh>)\n#endif\n",
    "version of CUDA": "#if CUDART_VERSION >= 11000\n#endif\n",
    "macro of nvcc alone": "__device__ float f() { float x = 1.f; float CUDARTAPI(x); return x; }\n",
    "compiler's version": "#ifdef M_PI\n#endif\n",
    "limit redefined": "#ifndef FLT_MAX\n#define FLT_MAX 1.f\n#endif\n",
    "words as a string": "#define TEXT(x) #x\n",
    "managed": "__managed__ float shown[4];\n",
    "bang": "void f() { __builtin_trap(); }\n",
}
ALLOWED = {
    "plain": "",
    "forward declaration": "void helper(int n);\nvoid helper(int n) { int read = n; read += 1; }\n",
    "constants": "constexpr int tile = 16;\nstatic const float scale_factor = 0.5f;\n__constant__ float taps[9];\n",
    "macro over lines": "#define CEIL(a, b) \\\n  (((a) + (b) - 1) / (b))\n",
    "template": "template <typename T, int N> __device__ T sum(const T (&v)[N]) { return v[0]; }\n",
    "own struct": "struct Pair { float value; int index; };\n__device__ Pair best(Pair a, Pair b) { return a; }\n",
    "intrinsics": "__device__ float f(float v) {\n"
    "  return __shfl_down_sync(0xffffffffu, v, 16) + __half2float(__half()); }\n",
    "trap": "__device__ void f(int n) { if (n < 0) __trap(); }\n",
    "launch by pointer": "void f(void** a) { cudaLaunchKernel((const void*)f, 1, 1, a, 0, 0); }\n",
    "words in comments": '// system("x"), asm, #include <cstdio>\n/* printf exit */\n',
    "words in strings": 'const char* name = "system printf";\n',
    "pragma unroll": "__device__ void f() {\n#pragma unroll 4\n  for (int i = 0; i < 4; ++i) ;\n}\n",
    "attribute": "[[maybe_unused]] static int unused;\n",
    "standard": "float f() { return std::max(1.0f, std::sqrt(2.0f)) + std::numeric_limits<float>::max(); }\n",
    "extern C": 'extern "C" void entry2(float* x) { cudaMemset(x, 0, 4); cudaDeviceSynchronize(); }\n',
    "extern C block": 'extern "C" {\nvoid entry3(float* x) {}\n}\n',
    "unnamed namespace": "namespace {\nstruct S { int a; };\n__device__ int g(S s) { return s.a; }\n}\n",
    "syntax error": "void f( { \n",
    "undeclared": "void f() { undeclared_function(3); }\n",
    "types asked for what the text declares": (
        "struct S { float part; };\n__device__ float g(float v) { return v; }\n"
        "__global__ void k(S* s, float4* v) { decltype(s->part) a = sizeof(v->x); decltype(g(a)) b = a; v->x = b; }\n"
    ),
    "the runtime's structures": (
        "void f() { cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0); int n = prop.warpSize; n += sizeof(n); }\n"
        "void g() { cudaFuncAttributes a{}; cudaFuncGetAttributes(&a, f); int r = a.numRegs; r += sizeof(float); }\n"
    ),
    "alignment": "struct alignas(16) V { float v[4]; };\nstruct __align__(8) W { int a, b; };\n"
    "struct __builtin_align__(16) Y { float v[4]; };\n",
    "other inline": "__inline__ __device__ float plus(float a, float b) { return a + b; }\n",
    "the device's compiler": "namespace {\ntemplate <int N> __global__ void k() {\n"
    "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700\n  if (N) {}\n#else\n#endif\n}\n}\n"
    "static __device__ int g(int a) {\n#ifdef __CUDA_ARCH__\n  return a;\n#endif\n}\nvoid f() {}\n",
    "a promise": "__global__ void f(int n) { __builtin_assume(n % 4 == 0 && (n >= (int)(3)) && n != int(7)); }\n",
    "C++": "#ifdef __cplusplus\n#endif\n",
    "own macro": "#ifndef CEIL\n#define CEIL 3\n#endif\n#if CEIL > 2 && defined(CEIL)\n"
    "#define CUDA_CHECK(x) (x)\n#endif\n",
    "group barrier": "__device__ void f(cg::thread_block b) { cg::sync(b); }\n",
    "own functions": "__device__ void sync() {}\n__device__ int read(int n) { return n; }\n"
    "__device__ int g() { return read(1); }\n",
    "own variables": "__device__ int f(int n) {\n  int exit = n, system = 0, abort = exit;\n"
    "  return exit + system + abort; }\n",
    "default stream": "void f() { cudaStreamSynchronize(0); }\n",
    "byte order mark": "",
    "enum": "enum Mode { first, second };\n",
}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_forbidden(name: str) -> None:
    assert reject(HEAD + FORBIDDEN[name] + KERNEL)


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed(name: str) -> None:
    mark = "\ufeff" if name == "byte order mark" else ""
    assert reject(mark + HEAD + ALLOWED[name] + KERNEL) == []


def test_findings_name_their_lines_and_constructs() -> None:
    found = reject(HEAD + "\nvoid f() {\n  exit(1);\n}\n#include <cstdio>\n")
    assert [(finding.line, finding.what) for finding in found] == [(4, "exit"), (6, "#include <cstdio>")]


def test_tokens_keep_their_places_across_splices() -> None:
    code = 'int a\\\nb = 1; // "x\n"y\\"z" \'c\' 0x1Fp-3f'
    cut = tokens(code)
    assert [token.text for token in cut] == ["int", "ab", "=", "1", ";", '"y\\"z"', "'c'", "0x1Fp-3f"]
    assert code[cut[1].start : cut[1].end] == "a\\\nb"
    assert [token.line for token in cut][:3] == [1, 1, 2]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_judged(text: str) -> None:
    assert isinstance(reject(text), list)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*"#(){}[];=<>\\\"'/*\n", "//", "/*", "*/", "extern", "struct S", "f", "::", 'R"('])))
def test_any_order_of_pieces_is_judged(pieces: list[str]) -> None:
    assert isinstance(reject("".join(pieces)), list)


@pytest.mark.parametrize("piece", ["f(", 'R"(', "struct S{", "/*", "'", "\\\n", "void f();", "[["])
def test_long_texts_are_judged_quickly(piece: str) -> None:
    ends_within(9.0, lambda: reject(piece * (200_000 // len(piece))))
