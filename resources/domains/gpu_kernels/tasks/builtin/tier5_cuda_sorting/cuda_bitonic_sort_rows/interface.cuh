// The host function to write. Pointers are to device memory; launches go to the default stream.
// values[i] = sort(x[i]), order[i] = stable argsort(x[i]); row-major rows x columns; rows >= 1, 1 <= columns <= 512.
void bitonic_sort_rows(const int* x, int* values, int* order, int rows, int columns);
