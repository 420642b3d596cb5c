// One small kernel for each part of CUDA's device language; test_gpu_cuda_shim.py says what each computes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__constant__ int table[2];

template <int N>
__device__ int times(int value) {
    return N * value;
}

__global__ void shuffle_down(const int* x, int* out) { out[threadIdx.x] = __shfl_down_sync(~0u, x[threadIdx.x], 3); }

__global__ void shuffle_up_in_eights(const int* x, int* out) {
    out[threadIdx.x] = __shfl_up_sync(~0u, x[threadIdx.x], 2, 8);
}

__global__ void shuffle_across(const int* x, int* out) { out[threadIdx.x] = __shfl_xor_sync(~0u, x[threadIdx.x], 5); }

__global__ void shuffle_from_one_lane(const int* x, int* out) {
    out[threadIdx.x] = __shfl_sync(~0u, x[threadIdx.x], 35, 16);
}

__global__ void warp_scan(const int* x, int* out) {
    int sum = x[threadIdx.x];
    for (int delta = 1; delta < 32; delta *= 2) {
        const int before = __shfl_up_sync(~0u, sum, delta);
        if (threadIdx.x % 32 >= delta) sum += before;
    }
    out[threadIdx.x] = sum;
}

__global__ void votes(const int* x, int* out) {
    const int t = threadIdx.x;
    const unsigned even = __ballot_sync(~0u, x[t] % 2 == 0);
    out[t] = __popc(even & ((1u << t % 32) - 1)) + 100 * __any_sync(~0u, x[t] == 5) + 1000 * __all_sync(~0u, x[t] >= 0);
}

__global__ void block_votes(const int* x, int* out) {
    const int value = x[threadIdx.x];
    out[threadIdx.x] = __syncthreads_count(value > 50);
    out[threadIdx.x] += 100 * __syncthreads_or(value == 7) + 1000 * __syncthreads_and(value < 101);
}

__global__ void half_warps_apart(const int* x, int* out) {
    const int t = threadIdx.x;
    out[t] = t % 32 < 16 ? __shfl_xor_sync(0xffffu, x[t], 1) : __shfl_xor_sync(0xffff0000u, x[t], 2);
}

__global__ void warp_reduction(const int* x, int* out) {
    const int t = threadIdx.x;
    out[t] = __reduce_max_sync(~0u, x[t]) + static_cast<int>(__match_any_sync(~0u, t % 4) & 1u);
}

__global__ void volatile_in_step(const int* x, int* out) {
    __shared__ volatile int s[64];
    const int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    __syncthreads();
    out[t] = s[0];
}

__global__ void atomics(const int* x, int* out) {
    __shared__ int s[4];
    const int t = threadIdx.x;
    if (t < 4) s[t] = t == 1 ? 1000 : 0;
    __syncthreads();
    atomicAdd(&s[0], x[t]);
    atomicMin(&s[1], x[t]);
    atomicMax(&s[2], x[t]);
    atomicCAS(&s[3], 0, 9);
    __syncthreads();
    out[t] = s[t % 4];
}

__global__ void lock_in_warp(const int* x, int* out) {
    __shared__ int lock, sum;
    if (threadIdx.x == 0) lock = sum = 0;
    __syncthreads();
    for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            atomicAdd(&sum, x[threadIdx.x]);
            __threadfence();
            done = true;
            atomicExch(&lock, 0);
        }
    }
    __syncthreads();
    out[threadIdx.x] = sum;
}

__global__ void dynamic_shared(const int* x, int* out, int n) {
    extern __shared__ __align__(16) char raw[];
    int* a = reinterpret_cast<int*>(raw);
    short* b = reinterpret_cast<short*>(a + n);
    const int t = threadIdx.x;
    a[t] = x[t];
    b[n - 1 - t] = static_cast<short>(t);
    __syncthreads();
    out[t] = a[n - 1 - t] + b[t];
}

__global__ void two_dimensions(int* out) {
    const dim3 size = blockDim;
    const int block = blockIdx.y * gridDim.x + blockIdx.x;
    const int i = block * size.x * size.y + threadIdx.y * size.x + threadIdx.x;
    out[i] = 1000 * blockIdx.x + 100 * blockIdx.y + 10 * threadIdx.x + threadIdx.y;
}

__global__ void vectors(const int* x, int* out, int n) {
    if (threadIdx.x < n / 4) {
        int4 value = reinterpret_cast<const int4*>(x)[threadIdx.x];
        value.x += value.w;
        reinterpret_cast<int4*>(out)[threadIdx.x] = value;
    }
}

__global__ void half_rounding(const int* x, int* out) {
    const __half value = __float2half(x[threadIdx.x] * 0.03125f + 100.0f);
    out[threadIdx.x] = __half_as_ushort(value) + 65536 * (value > __float2half(3.0f));
}

__global__ void brain_rounding(const int* x, int* out) {
    out[threadIdx.x] = __bfloat16_as_ushort(__float2bfloat16(x[threadIdx.x] * 1.5f + 1000.0f));
}

__global__ void constants(const int* x, int* out) { out[threadIdx.x] = times<3>(x[threadIdx.x]) + table[threadIdx.x % 2]; }

__global__ void bits(const int* x, int* out) {
    const int value = x[threadIdx.x];
    out[threadIdx.x] = __clz(value) + 100 * __ffs(value) + static_cast<int>(__brev(1u) >> 31) + min(value, 50) +
                       __float2int_rn(value + 0.5f) + static_cast<int>(__byte_perm(0x01020304u, 0u, 0x4443u));
    const float small = 1e-10f * (value + 1);
    out[threadIdx.x] += 1000 * (__fadd_ru(1.0f, small) > 1.0f) + 2000 * (__fadd_rz(1.0f, small) == 1.0f) +
                        4000 * (__fsub_rd(1.0f, small) < 1.0f) + 8000 * (__fdiv_ru(1.0f, 3.0f) > __fdiv_rd(1.0f, 3.0f)) +
                        16000 * (__fadd_rn(1.0f, small) == 1.0f) + 32000 * (__hadd(-3 - value, value) == -2) +
                        64000 * (__fmaf_rz(value + 0.5f, 0.1f, 1.0f) <= __fmaf_ru(value + 0.5f, 0.1f, 1.0f));
}

__global__ void groups(const int* x, int* out) {
    const auto block = cooperative_groups::this_thread_block();
    const auto tile = cooperative_groups::tiled_partition<16>(block);
    out[threadIdx.x] =
        cooperative_groups::reduce(tile, x[threadIdx.x], cooperative_groups::plus<int>()) + tile.thread_rank();
}

__global__ void early_leavers(const int* x, int* out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    if (t >= 60) {
        out[t] = -1;
        return;
    }
    s[t] = x[t];
    __syncthreads();
    out[t] = s[59 - t];
}

__global__ void same_value(int* out) {
    out[0] = 4;
    if (threadIdx.x > 0) out[threadIdx.x] = 0;
}

__global__ void copy(const int* x, int* out) { out[threadIdx.x] = x[threadIdx.x]; }

__global__ void missing_lanes(const int* x, int* out) { out[threadIdx.x] = __shfl_down_sync(~0u, x[threadIdx.x], 16); }

__global__ void target(int* out) {
#if __CUDA_ARCH__ == 800
    out[threadIdx.x] = 80;
#endif
}

// In C, abs and isnan of the global scope know no float.
__global__ void overloads(const int* x, int* out) {
    const float value = (x[threadIdx.x] - 50) * 0.25f;
    out[threadIdx.x] = static_cast<int>(4 * abs(value)) + 1000 * isnan(value) + 2000 * isinf(exp(1000.0f)) +
                       4000 * (sizeof(sqrt(value)) == 4) + static_cast<int>(max(value, 0.0f));
}

void entry(const int* x, int* out, int n, int part) {
    const int host_table[2] = {7, 8};
    switch (part) {
        case 0: shuffle_down<<<1, 64>>>(x, out); break;
        case 1: shuffle_up_in_eights<<<1, 64>>>(x, out); break;
        case 2: shuffle_across<<<1, 64>>>(x, out); break;
        case 3: shuffle_from_one_lane<<<1, 64>>>(x, out); break;
        case 4: warp_scan<<<1, 64>>>(x, out); break;
        case 5: votes<<<1, 64>>>(x, out); break;
        case 6: block_votes<<<1, 64>>>(x, out); break;
        case 7: half_warps_apart<<<1, 64>>>(x, out); break;
        case 8: warp_reduction<<<1, 64>>>(x, out); break;
        case 9: volatile_in_step<<<1, 64>>>(x, out); break;
        case 10: atomics<<<1, 64>>>(x, out); break;
        case 11: lock_in_warp<<<1, 64>>>(x, out); break;
        case 12: dynamic_shared<<<1, 64, 64 * 6>>>(x, out, n); break;
        case 13: two_dimensions<<<dim3(2, 2), dim3(4, 4)>>>(out); break;
        case 14: vectors<<<1, 64>>>(x, out, n); break;
        case 15: half_rounding<<<1, 64>>>(x, out); break;
        case 16: brain_rounding<<<1, 64>>>(x, out); break;
        case 17:
            cudaMemcpyToSymbol(table, host_table, sizeof host_table);
            constants<<<1, 64>>>(x, out);
            break;
        case 18: bits<<<1, 64>>>(x, out); break;
        case 19: groups<<<1, 64>>>(x, out); break;
        case 20: early_leavers<<<1, 64>>>(x, out); break;
        case 21: same_value<<<1, 64>>>(out); break;
        case 22:
            copy<<<1, 4096>>>(x, out);
            if (cudaGetLastError() != cudaSuccess) copy<<<1, 64>>>(x, out);
            break;
        case 23: missing_lanes<<<1, 24>>>(x, out); break;
        case 24: target<<<1, 64>>>(out); break;
        case 25: overloads<<<1, 64>>>(x, out); break;
    }
}
