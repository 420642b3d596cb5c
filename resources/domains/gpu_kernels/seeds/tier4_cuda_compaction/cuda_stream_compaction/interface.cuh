// The host function to write. Pointers are to device memory; launches go to the default stream.
// Allowed headers: cuda_runtime.h, cuda_fp16.h, cuda_bf16.h, math.h, stdint.h, float.h, limits.h.
// kept[0 .. count) = the elements of x greater than threshold, in order; kept[count .. n) = 0; count has one entry.
void stream_compaction(const float* x, float threshold, float* kept, int* count, int n);
