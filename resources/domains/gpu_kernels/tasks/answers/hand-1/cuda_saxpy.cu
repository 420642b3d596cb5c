#include <cuda_runtime.h>

constexpr int THREADS = 256;

// Each thread handles four neighbouring elements; the thread after the last full four handles the tail.
__global__ void __launch_bounds__(THREADS) saxpy_kernel(float alpha, const float* x, const float* y, float* out, int n)
{
    const int vectors = n / 4;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < vectors) {
        const float4 a = reinterpret_cast<const float4*>(x)[i];
        const float4 b = reinterpret_cast<const float4*>(y)[i];
        float4 result;
        result.x = alpha * a.x + b.x;
        result.y = alpha * a.y + b.y;
        result.z = alpha * a.z + b.z;
        result.w = alpha * a.w + b.w;
        reinterpret_cast<float4*>(out)[i] = result;
    } else if (i == vectors) {
        for (int j = vectors * 4; j < n; ++j) {
            out[j] = alpha * x[j] + y[j];
        }
    }
}

void saxpy(float alpha, const float* x, const float* y, float* out, int n)
{
    if (n <= 0) {
        return;
    }
    const int workers = n / 4 + 1;   // one for each float4, and one for the tail
    const int blocks = (workers + THREADS - 1) / THREADS;
    saxpy_kernel<<<blocks, THREADS>>>(alpha, x, y, out, n);
}
