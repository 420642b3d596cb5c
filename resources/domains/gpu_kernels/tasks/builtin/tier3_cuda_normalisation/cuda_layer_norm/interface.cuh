// The host function to write. Pointers are to device memory; launches go to the default stream.
#include <cuda_fp16.h>

// Row-major rows x columns; gamma and beta have columns entries; rows >= 1, 1 <= columns <= 1024, epsilon > 0.
void layer_norm(const __half* x, const __half* gamma, const __half* beta, __half* out, int rows, int columns,
                float epsilon);
