// The host function to write. Pointers are to device memory; launches go to the default stream.
// Allowed headers: cuda_runtime.h, cuda_fp16.h, cuda_bf16.h, math.h, stdint.h, float.h, limits.h.
// counts has 256 entries and is not initialised; n >= 0.
void byte_histogram(const unsigned char* x, int* counts, int n);
