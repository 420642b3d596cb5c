// The host function to write. Pointers are to device memory; launches go to the default stream.
// counts has 256 entries and is not initialised; n >= 0.
void byte_histogram(const unsigned char* x, int* counts, int n);
