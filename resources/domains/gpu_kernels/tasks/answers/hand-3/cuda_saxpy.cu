#include <cuda_runtime.h>

__global__ void saxpy_kernel(float alpha, const float* x, const float* y, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n4 = n / 4;
    if (i < n4) {
        float4 a = reinterpret_cast<const float4*>(x)[i];
        float4 b = reinterpret_cast<const float4*>(y)[i];
        float4 r;
        r.x = alpha * a.x + b.x;
        r.y = alpha * a.y + b.y;
        r.z = alpha * a.z + b.z;
        r.w = alpha * a.w + b.w;
        reinterpret_cast<float4*>(out)[i] = r;
    }
    int tail = n4 * 4 + i;
    if (i < n % 4) {
        out[tail] = alpha * x[tail] + y[tail];
    }
}

void saxpy(float alpha, const float* x, const float* y, float* out, int n) {
    if (n <= 0) return;
    int threads = 256;
    int work = n / 4 + 1;
    if (work < 4) work = 4;
    int blocks = (work + threads - 1) / threads;
    saxpy_kernel<<<blocks, threads>>>(alpha, x, y, out, n);
}
