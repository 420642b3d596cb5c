"""The words of CUDA candidates: headers, reserved names that are CUDA's own, and names that reach out of the kernel.

Lists only; how they are applied is `cuda`.
"""

import errno
import re

HEADERS = frozenset(
    "cuda_runtime.h cuda.h cuda_fp16.h cuda_bf16.h math.h cmath stdint.h cstdint float.h cfloat limits.h climits "
    "cooperative_groups.h cooperative_groups/reduce.h".split()
)
DIRECTIVES = frozenset("include define undef if ifdef ifndef elif else endif error warning pragma".split())
PRAGMAS = frozenset({"unroll", "once", "nounroll"})

RESERVED = re.compile(
    r"__(global|device|host|shared|constant|forceinline|inline|noinline|launch_bounds|restrict|grid_constant|align)__|"
    r"__restrict|__inline|__cplusplus|__(syncthreads(_count|_and|_or)?|syncwarp|threadfence(_block|_system)?|shfl(_up|_down|_xor)?_sync|ballot_sync|any_sync|"
    r"all_sync|activemask|match_(any|all)_sync|reduce_\w+_sync|ldg|ldc[agsv]|ldlu|ldcv|st(wb|cg|cs|wt)|popc(ll)?|clz(ll)?|"
    r"ffs(ll)?|brev(ll)?|byte_perm|funnelshift_\w+|dp[24]a\w*|mul24|umul24|mulhi|umulhi|mul64hi|umul64hi|sad|usad|hadd|"
    r"uhadd|rhadd|urhadd|saturatef|expf|exp10f|logf|log2f|log10f|powf|sinf|cosf|tanf|sincosf|tanhf|fdividef|f(add|sub|mul|ma|"
    r"maf|rcp|sqrt|rsqrt|div)_r[nduz]|frsqrt_rn|fmaf_r[nduz]|d(add|sub|mul|div|rcp|sqrt)_r[nduz]|fma_r[nduz]|"
    r"(floats?|double|int|uint|ll|ull|half|short|ushort|bfloat16|bfloat162|half2|float2|low|high|lows|halves)2\w+|"
    r"(int|uint|float|double|longlong|hiloint)_as_\w+|half(2)?(_raw)?|nv_bfloat16(2)?(_raw)?|h(?!as_)\w+|low2\w*|high2\w*|"
    r"lows2\w*|highs2\w*|nanosleep|trap|assume|builtin_align__|builtin_assume|builtin_unreachable|builtin_expect|vabs\w*|vadd\w*|vavg\w*|vcmp\w*|vmax\w*|vmin\w*|vset\w*|vsub\w*|"
    r"float128|int128|isnan\w*|isinf\w*|finite\w*|signbit\w*|double2\w+|hiloint2double)|__\w*fp8\w*"
)
"""Names with two leading underscores that belong to CUDA's device language."""

RUNTIME = frozenset(
    "cudaGetLastError cudaPeekAtLastError cudaDeviceSynchronize cudaMalloc cudaMallocAsync cudaFree "
    "cudaFreeAsync cudaMemset cudaMemsetAsync cudaMemset2D cudaMemcpy cudaMemcpyAsync cudaMemcpy2D cudaMemcpyToSymbol "
    "cudaMemcpyFromSymbol cudaMemcpyDeviceToDevice cudaMemcpyHostToDevice cudaMemcpyDeviceToHost "
    "cudaMemcpyDefault cudaMemcpyKind cudaFuncSetAttribute cudaFuncSetCacheConfig cudaFuncCachePreferShared "
    "cudaFuncCachePreferL1 cudaFuncAttributes cudaFuncGetAttributes cudaGetErrorString cudaGetErrorName "
    "cudaError_t cudaError cudaSuccess cudaStream_t cudaStreamDefault cudaStreamSynchronize cudaGetDevice "
    "cudaDeviceGetAttribute "
    "cudaDeviceAttr cudaGetDeviceProperties cudaDeviceProp cudaGetSymbolAddress "
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxPotentialBlockSize "
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem cudaLaunchKernel cudaLaunchKernelEx cudaLaunchConfig_t "
    "cudaLaunchCooperativeKernel".split()
)
RUNTIME_PREFIXES = ("cudaFuncAttribute", "cudaDevAttr", "cudaErrorI", "cudaErrorM")

STANDARD = frozenset(
    "min max abs fabs sqrt cbrt exp exp2 expm1 log log2 log10 log1p pow sin cos tan tanh sinh cosh asin acos "
    "atan atan2 floor ceil round trunc rint lround fmod remainder fma fmin fmax hypot erf erfc tgamma lgamma "
    "isnan isinf isfinite signbit copysign numeric_limits size_t ptrdiff_t int8_t int16_t int32_t int64_t "
    "uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t swap move forward conditional conditional_t "
    "enable_if enable_if_t is_same is_same_v is_floating_point is_floating_point_v is_integral is_integral_v "
    "integral_constant true_type false_type remove_reference_t remove_cv_t decay_t declval array pair tuple "
    "get initializer_list nullptr_t integer_sequence index_sequence make_index_sequence "
    "make_integer_sequence".split()
)
"""What may follow `std::`."""

REACHING = frozenset(
    "environ stdout stderr stdin asm typeid _Pragma alloca setjmp sigsetjmp nanosleep const_cast".split()
)
"""Names of the C library and the language that reach files, processes or the harness; nothing else is called so."""

LIBRARY_FUNCTIONS = frozenset(
    "system popen fork vfork execl execlp execle execv execvp execve execvpe fexecve posix_spawn "
    "posix_spawnp clone sigaction sigprocmask exit _exit _Exit quick_exit at_quick_exit atexit on_exit abort "
    "getenv secure_getenv setenv putenv unsetenv fopen freopen fdopen fclose fread fwrite fprintf "
    "vfprintf fputs fputc fgets fgetc fscanf openat creat unlink symlink mkdir rmdir chdir opendir readdir "
    "mmap munmap mprotect mremap dlopen dlsym dlclose dlerror pthread_create pthread_self syscall ptrace "
    "socket longjmp siglongjmp printf vprintf puts putchar perror "
    "tmpfile getpid getppid prctl setrlimit getrlimit alarm setitimer usleep clock_gettime "
    "gettimeofday backtrace dladdr set_terminate set_unexpected set_new_handler "
    "current_exception process_vm_readv process_vm_writev personality unshare realpath strtok "
    "open read write close pread pwrite lseek stat fstat dup dup2 pipe kill raise signal pause sleep wait "
    "waitpid link rename remove access chmod time clock send recv connect bind listen accept select poll "
    "ioctl fcntl".split()
)
"""Functions of the C library, whose names a candidate may give to variables and functions of its own: what is compiled
for the CPU calls them otherwise (`cuda.rewriting`), so that there they are always its own."""

CONDITIONS = frozenset({"if", "ifdef", "ifndef", "elif"})
ONE_SIDED = re.compile(
    r"CUDART(?!_(INF|NAN|PI)_F$)\w*|CUDA(API|_VERSION|_CB|_(ARRAY3D|COOPERATIVE|DOUBLE|EXTERNAL|IPC|NVSCI)\w*)|cu[A-Z]\w*|"
    r"(CU|CCCL|LIBCUDACXX|NV|PTHREAD|SCHED|CLOCK|CLONE|ADJ|STA|LC|RESOURCE_ABI)_\w+|pthread_\w+|IF_DEVICE_OR_CUDACC|"
    r"CLOCKS_PER_SEC|CSIGNAL|CPU_(ALLOC|AND|CLR|COUNT|EQUAL|FREE|ISSET|OR|SET|XOR|ZERO)\w*|linux|unix|errno|WEOF|sched_priority|"
    r"MOD_(CLKA|CLKB|ESTERROR|FREQUENCY|MAXERROR|MICRO|NANO|OFFSET|STATUS|TAI|TIMECONST)|TIMER_ABSTIME|TIME_UTC|"
    r"_?to(ascii|upper|lower)(_l)?|isascii|is\w+_l|M_\w+f128|SNANF128|HUGE_VAL_F128|"
    + "|".join(errno.errorcode.values())
)
"""Macros that one of the two compilers has and the other has not: with them a text could be two programs."""

LIMITS_OF_TYPES = re.compile(
    r"(FLT|DBL|LDBL|DECIMAL|U?INT(\d+|MAX|PTR|_FAST\d+|_LEAST\d+)|PTRDIFF|SIG_ATOMIC|SIZE|WCHAR|WINT)_[A-Z0-9_]+|CUDART\w+"
)
"""Macros that the emulator's header brings unasked and nvcc's does not."""

STATEMENTS = frozenset("return else do case goto throw new delete sizeof co_return".split())
"""Words before a name that is used, and not declared."""

KEYWORDS = frozenset(
    "alignas alignof auto bool break case catch char class const constexpr continue decltype default delete "
    "do double else enum explicit export extern false float for friend goto if inline int long mutable "
    "namespace new noexcept nullptr operator private protected public register return short signed sizeof "
    "static static_assert static_cast struct switch template this thread_local throw true try typedef "
    "typename union unsigned using virtual void volatile wchar_t while threadIdx blockIdx blockDim gridDim "
    "warpSize dim3 main atomicAdd".split()
)
"""Names that no macro may change."""
