__global__ void clamped_relu6_kernel(const float* x, unsigned char* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float clamped = fminf(fmaxf(x[i], 0.0f), 6.0f);
        out[i] = static_cast<unsigned char>(__float2int_rn(clamped * 42.5f));
    }
}

void clamped_relu6(const float* x, unsigned char* out, int n) {
    if (n > 0) {
        clamped_relu6_kernel<<<(n + 255) / 256, 256>>>(x, out, n);
    }
}
