#include <stddef.h>
#include <stdint.h>

/* A state machine over single bytes. */
enum { START, TAIL1, TAIL2, TAIL3, AFTER_E0, AFTER_ED, AFTER_F0, AFTER_F4, BAD };

int64_t count_code_points(const unsigned char *bytes, size_t length)
{
    int64_t points = 0;
    int state = START;
    for (size_t i = 0; i < length; i++) {
        unsigned char b = bytes[i];
        switch (state) {
        case START:
            points++;
            if (b < 0x80)
                state = START;
            else if (b < 0xc2)
                state = BAD;
            else if (b < 0xe0)
                state = TAIL1;
            else if (b == 0xe0)
                state = AFTER_E0;
            else if (b == 0xed)
                state = AFTER_ED;
            else if (b < 0xf0)
                state = TAIL2;
            else if (b == 0xf0)
                state = AFTER_F0;
            else if (b < 0xf4)
                state = TAIL3;
            else
                state = b == 0xf4 ? AFTER_F4 : BAD;
            break;
        case TAIL1: state = b >> 6 == 2 ? START : BAD; break;
        case TAIL2: state = b >> 6 == 2 ? TAIL1 : BAD; break;
        case TAIL3: state = b >> 6 == 2 ? TAIL2 : BAD; break;
        case AFTER_E0: state = b >= 0xa0 && b < 0xc0 ? TAIL1 : BAD; break;
        case AFTER_ED: state = b >= 0x80 && b < 0xa0 ? TAIL1 : BAD; break;
        case AFTER_F0: state = b >= 0x90 && b < 0xc0 ? TAIL2 : BAD; break;
        case AFTER_F4: state = b >= 0x80 && b < 0x90 ? TAIL2 : BAD; break;
        default: return -1;
        }
    }
    return state == START ? points : -1;
}
