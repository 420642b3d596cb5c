constexpr int kThreads = 128;

__global__ void row_quantize_kernel(const float* x, signed char* quantized, float* scales, int columns) {
    __shared__ float largest[kThreads];
    const float* row = x + static_cast<long>(blockIdx.x) * columns;
    signed char* out = quantized + static_cast<long>(blockIdx.x) * columns;
    float mine = 0.0f;
    for (int column = threadIdx.x; column < columns; column += kThreads) {
        mine = fmaxf(mine, fabsf(row[column]));
    }
    largest[threadIdx.x] = mine;
    __syncthreads();
    for (int half = kThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            largest[threadIdx.x] = fmaxf(largest[threadIdx.x], largest[threadIdx.x + half]);
        }
        __syncthreads();
    }
    const float peak = largest[0];
    const float scale = peak / 127.0f;
    const float divisor = scale > 0.0f ? scale : 1.0f;
    for (int column = threadIdx.x; column < columns; column += kThreads) {
        out[column] = static_cast<signed char>(floorf(row[column] / divisor + 0.5f));
    }
    if (threadIdx.x == 0) {
        scales[blockIdx.x] = scale;
    }
}

void row_quantize_int8(const float* x, signed char* quantized, float* scales, int rows, int columns) {
    row_quantize_kernel<<<rows, kThreads>>>(x, quantized, scales, columns);
}
