#include <cuda_runtime.h>
#include <cmath>

__global__ void row_quantize_kernel(const float* x, signed char* quantized, float* scales, int columns) {
    __shared__ float partial[32];
    int row = blockIdx.x;
    const float* xr = x + (size_t)row * columns;
    signed char* qr = quantized + (size_t)row * columns;
    float m = 0.0f;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) m = fmaxf(m, fabsf(xr[c]));
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    if (lane == 0) partial[warp] = m;
    __syncthreads();
    int warps = blockDim.x / 32;
    m = 0.0f;
    for (int i = 0; i < warps; i++) m = fmaxf(m, partial[i]);
    float scale = m / 127.0f;
    if (threadIdx.x == 0) scales[row] = scale;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        int q = 0;
        if (scale > 0.0f) {
            q = __float2int_rn(xr[c] / scale);
            q = max(-127, min(127, q));
        }
        qr[c] = (signed char)q;
    }
}

void row_quantize_int8(const float* x, signed char* quantized, float* scales, int rows, int columns) {
    if (rows <= 0) return;
    row_quantize_kernel<<<rows, 256>>>(x, quantized, scales, columns);
}
