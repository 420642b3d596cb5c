// The host function to write. Pointers are to device memory; launches go to the default stream.
// Allowed headers: cuda_runtime.h, cuda_fp16.h, cuda_bf16.h, math.h, stdint.h, float.h, limits.h.
// out[i] = x[0] + ... + x[i]; 0 <= n <= 65536.
void inclusive_scan(const int* x, int* out, int n);
