// The host function to write. Pointers are to device memory; launches go to the default stream.
// Allowed headers: cuda_runtime.h, cuda_fp16.h, cuda_bf16.h, math.h, stdint.h, float.h, limits.h.
// out is columns x rows, out[j * rows + i] = x[i * columns + j]; rows, columns >= 1. At most 256 threads a block.
void tiled_transpose(const float* x, float* out, int rows, int columns);
