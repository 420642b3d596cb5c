// The host function to write. Pointers are to device memory; launches go to the default stream.
// Allowed headers: cuda_runtime.h, cuda_fp16.h, cuda_bf16.h, math.h, stdint.h, float.h, limits.h.
// index[0] = the smallest i with x[i] == max(x); n >= 1.
void single_pass_argmax(const float* x, int* index, int n);
