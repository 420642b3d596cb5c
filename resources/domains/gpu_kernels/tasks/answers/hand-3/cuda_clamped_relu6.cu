#include <cuda_runtime.h>

__global__ void clamped_relu6_kernel(const float* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        // fmaxf returns the other operand for NaN
        v = fminf(fmaxf(v, 0.0f), 6.0f);
        out[i] = (unsigned char)__float2int_rn(v * 42.5f);
    }
}

void clamped_relu6(const float* x, unsigned char* out, int n) {
    if (n <= 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    clamped_relu6_kernel<<<blocks, threads>>>(x, out, n);
}
