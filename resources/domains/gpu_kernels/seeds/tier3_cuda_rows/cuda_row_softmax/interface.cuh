// The host function to write. Pointers are to device memory; launches go to the default stream.
// Allowed headers: cuda_runtime.h, cuda_fp16.h, cuda_bf16.h, math.h, stdint.h, float.h, limits.h.
// out[i][j] = exp(x[i][j] - max_i) / sum_j exp(x[i][j] - max_i); rows >= 0, columns >= 1, row-major.
void row_softmax(const float* x, float* out, int rows, int columns);
