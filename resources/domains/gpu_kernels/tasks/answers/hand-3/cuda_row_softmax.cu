#include <cuda_runtime.h>
#include <cmath>

__global__ void row_softmax_kernel(const float* x, float* out, int columns) {
    __shared__ float smax[256];
    __shared__ float ssum[256];
    int t = threadIdx.x;
    const float* xr = x + (size_t)blockIdx.x * columns;
    float* outr = out + (size_t)blockIdx.x * columns;
    float m = -INFINITY;
    for (int c = t; c < columns; c += blockDim.x) m = fmaxf(m, xr[c]);
    smax[t] = m;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) smax[t] = fmaxf(smax[t], smax[t + s]);
        __syncthreads();
    }
    m = smax[0];
    float sum = 0.0f;
    for (int c = t; c < columns; c += blockDim.x) sum += expf(xr[c] - m);
    ssum[t] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) ssum[t] += ssum[t + s];
        __syncthreads();
    }
    float inv = 1.0f / ssum[0];
    for (int c = t; c < columns; c += blockDim.x) outr[c] = expf(xr[c] - m) * inv;
}

void row_softmax(const float* x, float* out, int rows, int columns) {
    if (rows <= 0) return;
    row_softmax_kernel<<<rows, 256>>>(x, out, columns);
}
