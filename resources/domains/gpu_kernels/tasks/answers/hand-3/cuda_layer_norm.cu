#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void layer_norm_kernel(const __half* x, const __half* gamma, const __half* beta, __half* out, int rows,
                                  int columns, float epsilon) {
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * (blockDim.x / 32) + warp;
    if (row >= rows) return;
    const __half* xr = x + (size_t)row * columns;
    __half* outr = out + (size_t)row * columns;
    float sum = 0.0f;
    for (int c = lane; c < columns; c += 32) sum += __half2float(xr[c]);
    float mean = warp_sum(sum) / (float)columns;
    float sq = 0.0f;
    for (int c = lane; c < columns; c += 32) {
        float d = __half2float(xr[c]) - mean;
        sq += d * d;
    }
    float var = warp_sum(sq) / (float)columns;
    float inv = 1.0f / sqrtf(var + epsilon);
    for (int c = lane; c < columns; c += 32) {
        float v = (__half2float(xr[c]) - mean) * inv * __half2float(gamma[c]) + __half2float(beta[c]);
        outr[c] = __float2half(v);
    }
}

void layer_norm(const __half* x, const __half* gamma, const __half* beta, __half* out, int rows, int columns,
                float epsilon) {
    if (rows <= 0) return;
    int warps = 4;
    int blocks = (rows + warps - 1) / warps;
    layer_norm_kernel<<<blocks, warps * 32>>>(x, gamma, beta, out, rows, columns, epsilon);
}
