// Everything that nvcc declares without being asked, for a host compiler: one header, precompiled, before each
// candidate.
//
// Keywords and launches stand here; each family of functions has a header of its own.
#pragma once

#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <math.h>
#include <stdlib.h>
#include <tuple>
#include <type_traits>
#include <utility>

#include "device_interface.h"
#include "host_api.h"
#include "vector_types.h"

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __shared__ static thread_local __attribute__((used))
#define CUDASHIM_VARIABLE __attribute__((section("cudashim_device"), used))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define CUDART_INF_F __builtin_inff()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_PI_F 3.141592654f
#define __CUDA_ARCH__ CUDASHIM_ARCH
#define __builtin_assume(...) ((__VA_ARGS__) ? void() : cudashim::assumption_fails())
#define __assume(...) __builtin_assume(__VA_ARGS__)

// Code of the shim itself: not watched, and never inlined, so that its caller's place is its return address.
#define CUDASHIM_HIDDEN __attribute__((no_sanitize("thread", "bounds", "float-cast-overflow", "shift-exponent"), noinline))
#define CUDASHIM_CALLER __builtin_return_address(0)

// Of CUDA's types, so that no template tells this compiler from nvcc. The runtime sets them when a thread goes on.
extern "C" {
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;
}

namespace cudashim {

// What a text promises its compiler is to hold: nvcc leaves out whatever the promise makes needless.
CUDASHIM_HIDDEN inline void assumption_fails() { cudashim_false_promise(CUDASHIM_CALLER); }

struct Configuration {
    dim3 grid, block;
    std::size_t shared_bytes;
    Configuration(dim3 grid_, dim3 block_, std::size_t shared_bytes_ = 0, cudaStream_t = nullptr)
        : grid(grid_), block(block_), shared_bytes(shared_bytes_) {}
};

template <class Kernel, class Arguments>
struct Closure {
    Kernel kernel;
    Arguments arguments;
};

// The copy is made on the thread's own stack before the kernel is watched: parameters are the thread's own memory.
template <class Kernel, class Arguments>
CUDASHIM_HIDDEN void run_closure(void* raw) {
    Closure<Kernel, Arguments> own = *static_cast<Closure<Kernel, Arguments>*>(raw);
    cudashim_enter_kernel(true);
    std::apply(own.kernel, own.arguments);
    cudashim_enter_kernel(false);
}

// An argument of a kernel that takes a pointer there and not this number: nvcc has compiled the launch, so it is a
// literal 0.
template <class Number>
struct PointerOrNumber {
    Number number;
    template <class T>
    operator T*() const {
        return nullptr;
    }
    operator Number() const { return number; }
};

template <class T>
auto as_pointer_or_number(const T& value) {
    if constexpr (std::is_integral_v<T>)
        return PointerOrNumber<T>{value};
    else
        return value;
}

// A pointer that host code has is another for kernels: a symbol's, or none of theirs.
template <class T>
T argument(T value) {
    if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) >= sizeof(void*))
        cudashim_argument(&value, sizeof value, std::is_pointer_v<T>);
    return value;
}

// Addresses of code that host code has are the host's: a function's, and those in an object's table of virtual functions.
// Those of a device come from its variables.
template <class T>
void check_code(const char* kernel, const T& value) {
    if constexpr (std::is_polymorphic_v<T>)
        cudashim_host_code(kernel, "an object with virtual functions that host code has made");
    else if constexpr (std::is_pointer_v<T>)
        if constexpr (std::is_function_v<std::remove_pointer_t<T>>)
            if (value != nullptr && !cudashim_has_device_functions)
                cudashim_host_code(kernel, "the address of a function as host code has it");
}

// What host code passes as a number or a pointer though it is an object that may not be copied as bytes (a buffer that
// frees its memory): C++ converts it at the call, and a launch is one. The built-in unary + tells what it converts to.
template <class T, class = void>
struct Conversion {
    static constexpr bool needed = false;
    using type = T;
};
template <class T>
struct Conversion<T, std::enable_if_t<std::is_class_v<T> &&
                                      !(std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T>) &&
                                      std::is_scalar_v<decltype(+std::declval<T&>())>>> {
    static constexpr bool needed = true;
    using type = decltype(+std::declval<T&>());
};
template <class... Arguments>
constexpr bool any_converted = (Conversion<std::decay_t<Arguments>>::needed || ...);

template <class Kernel>
struct Launcher {
    const char* name;
    Configuration configuration;
    Kernel kernel;

    template <class... Arguments, std::enable_if_t<any_converted<Arguments...>, int> = 0>
    void operator()(Arguments&&... arguments) {
        if constexpr (std::is_invocable_v<Kernel, typename Conversion<std::decay_t<Arguments>>::type...>)
            run(static_cast<typename Conversion<std::decay_t<Arguments>>::type>(arguments)...);
        else if constexpr (std::is_invocable_v<Kernel, std::decay_t<Arguments>...>)
            run(std::decay_t<Arguments>(arguments)...);
        else
            run(as_pointer_or_number(
                static_cast<typename Conversion<std::decay_t<Arguments>>::type>(arguments))...);
    }

    template <class... Arguments, std::enable_if_t<!any_converted<Arguments...>, int> = 0>
    void operator()(Arguments... arguments) {
        if constexpr (std::is_invocable_v<Kernel, Arguments...>)
            run(arguments...);
        else
            run(as_pointer_or_number(arguments)...);
    }

    template <class... Arguments>
    void run(Arguments... arguments) {
        using Tuple = std::tuple<Arguments...>;
        (check_code(name, arguments), ...);
        Closure<Kernel, Tuple> closure{kernel, Tuple(argument(arguments)...)};
        cudashim_launch(name, configuration.grid, configuration.block, configuration.shared_bytes,
                        run_closure<Kernel, Tuple>, &closure);
    }
};

template <class Kernel>
Launcher<Kernel> launch(const char* name, Configuration configuration, Kernel kernel) {
    return {name, configuration, kernel};
}

// What `extern __shared__ T name[]` is turned into an instance of.
struct DynamicShared {
    template <class T>
    operator T*() const {
        return static_cast<T*>(cudashim_dynamic_shared());
    }
};

}  // namespace cudashim

#include "atomic_functions.h"
#include "math_functions.h"
#include "warp_functions.h"
