#include "harness.h"

size_t base64_encode(char *target, const unsigned char *bytes, size_t length);

static uint64_t call(char *text, size_t length)
{
    ROOM(char, target, 2 * MAXIMUM_TEXT, (length + 2) / 3 * 4);
    size_t written = base64_encode(target, (const unsigned char *)text, length);
    return fold(fold_bytes(target, written), written);
}

int main(void)
{
    return run_text(call, TO_READ);
}
