"""Headers by name: the board's, those that a program may include, and those that the toolchain has beside them."""

HEADER = "stm32f405.h"
"""The board's own."""
ALLOWED_INCLUDES = frozenset(
    (HEADER, "stdint.h", "stdbool.h", "stddef.h", "string.h", "limits.h", "stdio.h", "stdlib.h", "stdarg.h", "math.h",
     "ctype.h", "inttypes.h", "stdatomic.h", "stdalign.h", "stdnoreturn.h", "iso646.h", "float.h", "tgmath.h",
     "arm_acle.h", "assert.h", "errno.h", "setjmp.h", "alloca.h", "strings.h", "memory.h", "fenv.h", "complex.h",
     "wchar.h", "wctype.h", "time.h", "malloc.h", "search.h", "sys/types.h", "sys/cdefs.h", "machine/endian.h")
)  # fmt: skip
"""The board's own, those of a freestanding C, and those of newlib that need no system. None takes a file's name."""
OFFERED_HEADERS = "there are " + " ".join((HEADER, *sorted(ALLOWED_INCLUDES - {HEADER})))
OTHER_HEADERS = frozenset(
    "alloca ar argz complex cpio devctl dirent elf envlock envz fastmath fcntl fenv fnmatch getopt glob grp iconv"
    " ieeefp langinfo libgen locale malloc memory ndbm newlib paths pthread pwd reent regdef regex sched search signal"
    " spawn stdckdint stdfix stdio_ext strings tar termios threads time uchar unctrl unistd unwind utime utmp wchar"
    " wctype wordexp varargs xlocale gcov mmintrin arm_bf16 arm_cde arm_cmse arm_fp16 arm_mve arm_mve_types"
    " arm_neon".split()
)
"""What newlib and gcc have beside those. A plain name that is none of either is no file that this compiler finds."""
