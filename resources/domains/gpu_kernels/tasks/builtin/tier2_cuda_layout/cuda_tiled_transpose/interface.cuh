// The host function to write. Pointers are to device memory; launches go to the default stream.
// out is columns x rows, out[j * rows + i] = x[i * columns + j]; rows, columns >= 1.
void tiled_transpose(const float* x, float* out, int rows, int columns);
