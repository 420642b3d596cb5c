// The host function to write. Pointers are to device memory; launches go to the default stream.
// out[i][j] = exp(x[i][j] - max_i) / sum_j exp(x[i][j] - max_i); rows >= 0, columns >= 1, row-major.
void row_softmax(const float* x, float* out, int rows, int columns);
