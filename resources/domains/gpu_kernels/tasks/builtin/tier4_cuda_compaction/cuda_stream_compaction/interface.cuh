// The host function to write. Pointers are to device memory; launches go to the default stream.
// kept[0 .. count) = the elements of x greater than threshold, in order; kept[count .. n) = 0; count has one entry.
void stream_compaction(const float* x, float threshold, float* kept, int* count, int n);
