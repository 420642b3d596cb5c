// The host function to write. Pointers are to device memory; launches go to the default stream.
#include <cuda_bf16.h>

// matrix is row-major rows x columns; x has columns entries, bias and out have rows; rows, columns >= 1.
void matrix_vector(const __nv_bfloat16* matrix, const float* x, const float* bias, float* out, int rows, int columns);
