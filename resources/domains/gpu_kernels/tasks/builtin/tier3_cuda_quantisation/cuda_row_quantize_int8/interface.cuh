// The host function to write. Pointers are to device memory; launches go to the default stream.
// For each of `rows` rows of `columns` floats: scale = max(|x|) / 127, quantized = round(x / scale); zeros stay zeros.
void row_quantize_int8(const float* x, signed char* quantized, float* scales, int rows, int columns);
