__global__ void saxpy_kernel(float alpha, const float* x, const float* y, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int vectors = n / 4;
    if (i < vectors) {
        const float4 a = reinterpret_cast<const float4*>(x)[i];
        const float4 b = reinterpret_cast<const float4*>(y)[i];
        reinterpret_cast<float4*>(out)[i] =
            make_float4(alpha * a.x + b.x, alpha * a.y + b.y, alpha * a.z + b.z, alpha * a.w + b.w);
    }
    const int tail = 4 * vectors + i;
    if (i < n % 4) {
        out[tail] = alpha * x[tail] + y[tail];
    }
}

void saxpy(float alpha, const float* x, const float* y, float* out, int n) {
    if (n == 0) {
        return;
    }
    const int threads = 256;
    const int work = n / 4 > 4 ? n / 4 : 4;
    saxpy_kernel<<<(work + threads - 1) / threads, threads>>>(alpha, x, y, out, n);
}
