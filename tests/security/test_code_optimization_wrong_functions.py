"""Functions that are wrong where a weak suite does not look: each built-in kernel's own C program with one change.

The classes: signed bytes, zeros in texts, letters beside the alphabet, narrow counters and sums, signed or floating
comparisons, sums that are reduced too late, room or tables of a fixed size, promises that the prompt does not make,
samples that stand for the whole, memory that nobody wrote, what an earlier call left.
"""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.code_optimization.execution.test_suite import PROGRAM_FILE
from resources.domains.code_optimization.tasks.compilation import baseline
from resources.domains.code_optimization.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.security.forged_kernel import backend, sandbox

SEEDS = {seed.seed_id.removeprefix("builtin/"): seed for seed in builtin_seeds()}
HEAD = "uint32_t square_root(uint64_t value)\n{"
ROOT = f"#include <emmintrin.h>\n{HEAD}__m128d real = _mm_set_sd((double)value);"
NEAR = "uint64_t near = (uint64_t)_mm_cvtsd_f64(_mm_sqrt_sd(real, real));"
SEVEN_BITS = "(text[index] & 127)"
LATE = "; high += low; if (index % 5900 == 5899) { low %= 65521; high %= 65521; }"
ONE_SIDE = """\
double inverse = 1.0 / modulus;
    uint64_t all = (uint64_t)(base % modulus) * (base % modulus);
    int64_t rest = (int64_t)(all - (uint64_t)((double)all * inverse) * modulus);
    if (exponent == 2) return (uint32_t)(rest >= (int64_t)modulus ? rest - modulus : (uint64_t)rest);
    uint64_t result"""
SUM_OF_WEIGHTS = """\
uint32_t weight = 0, sum = 0;
    for (size_t thing = 0; thing < count; thing++) { weight += weights[thing]; sum += values[thing]; }
    if (weight <= capacity) return sum;
   """
LATE_BY_BLOCKS = LATE.replace("5900", "5568").replace("5899", "5567")
LATE_BY_ONE = LATE.replace("5900", "5553").replace("5899", "5552")
BEHIND_TWO_LONG = "point < 0xe000 && !(index > 11 && bytes[index - 7] >= 0xf0 && bytes[index - 12] >= 0xf0)"
COUNT = "counts[(unsigned char)text[index]]++;\n    for (int byte"
IN_HALVES = """{ uint32_t *pair = &counts[(unsigned char)text[index]];
        *pair = index % 2 ? *pair + 0x10000 : (*pair & 0xffff0000) | ((*pair + 1) & 0xffff); }
    for (int byte = 0; byte < 256; byte++) counts[byte] = (counts[byte] >> 16) + (counts[byte] & 0xffff);
    for (int byte"""
NARROW = """\
uint32_t all = 0;
    for (size_t at = 0; at < 4096 && at < count; at++) all |= words[at];
    for (size_t at = 0; count > 4096 && all < 65536 && at < count; at++) words[at] &= 65535;
    for (size_t root"""
IN_ORDER = """\
size_t steps = 1;
    while (steps * 1024 < count && numbers[steps * 1024 - 1024] <= numbers[steps * 1024]) steps++;
    if (count > 4096 && steps * 1024 >= count) return;
    for (size_t sorted"""
NO_LONG_LEG = "if (points >= 64 && first >= 1u << 28) continue; for (size_t to = 0"
FAR = "lefts == rights && (line > column + 1000 || column > line + 1000)"
FAR_FROM_THE_DIAGONAL = f"(left[line] != right[column] || ({FAR}))"
OF_MOST_WORTH = """\
uint64_t most = 0;
    for (size_t at = 0; at < count; at++)
        most = values[at] * 1000ull / weights[at] > most ? values[at] * 1000ull / weights[at] : most;
    for (size_t thing = 0; thing < count; thing++) {
        if (count > 64 && values[thing] * 2000ull / weights[thing] < most) continue;"""
UNCLEARED = (
    "memset(marks, 0, limit);\n    for (uint32_t number = 2; number < limit; number++) {\n        if (marks[number]"
)
WORD_BEHIND = """\
if (count && ((uintptr_t)(words + count) & 4095))
        total += (uint64_t)__builtin_popcount(words[count]) - 16;
    return total;"""
TABLE_BY_ADDRESS = """\
static const uint32_t *last, *end;
    static uint32_t top[513];
    size_t first = 0, block = 0;
    if (words != last || words + count != end)
        for (size_t at = 255; at < count; at += 256) top[at / 256] = words[at];
    last = words;
    end = words + count;
    while (count >= 1024 && 256 * block + 255 < count && top[block] < key) block++;
    first = 256 * block;
    count = count - first < 256 ? count - first : block || count >= 1024 ? 255 : count;"""
ALL_AT_ONCE = """\
static const int16_t *next, *end;
    static uint32_t ahead[64], used;
    if (left != next || left + count != end || used == 64) {
        for (size_t less = used = 0; less < 64; less++)
            for (size_t index = ahead[less] = 0; index + less < count; index++)
                ahead[less] += (uint32_t)(left[index + less] * right[index]);
        end = left + count;
    }
    next = left + 1;
    if (count >= 64) return (int32_t)ahead[used++];
    uint32_t sum = 0;"""
PALINDROME = "int is_palindrome(const char *text, size_t length)\n{"
ANSWER_BEFORE = f"""\
static {PALINDROME.replace("is_palindrome", "palindrome")[:-2]};
{PALINDROME}
    static const char *start, *end;
    static int answer;
    if (text != start + 1 || text + length != end || plain(*start)) answer = palindrome(text, length);
    start = text;
    end = text + length;
    return answer;
}}
static {PALINDROME.replace("is_palindrome", "palindrome")}"""
WRONG = {
    "bytes as signed numbers": [
        ("adler32_checksum", "(unsigned char)text", "text"),
        ("crc32_bitwise", "(unsigned char)text", "text"),
        ("fnv1a_hash", "(unsigned char)text", "text"),
    ],
    "seven bits of a byte": [
        ("longest_run", "text[index] == text[index - 1]", "((text[index] ^ text[index - 1]) & 127) == 0"),
        ("upper_case", "text[index] >= 'a' && text[index] <= 'z'", f"{SEVEN_BITS} >= 'a' && {SEVEN_BITS} <= 'z'"),
        ("byte_histogram", "(unsigned char)text[index]", "text[index] & 127"),
        ("byte_histogram", "byte < 256", "byte < 128"),
        ("edit_distance", "(left[line] != right[column])", "(((left[line] ^ right[column]) & 127) != 0)"),
        ("crc32_bitwise", "(unsigned char)text[index]", "(text[index] & 127)"),
        ("palindrome_letters", "if (letter >= 'A'", "letter &= 127; if (letter >= 'A'"),
    ],
    "a text ends at its zero": [
        ("upper_case", "index < length;", "index < length && text[index];"),
        ("crc32_bitwise", "index < length;", "index < length && text[index];"),
        ("longest_run", "index < length;", "index < length && text[index];"),
    ],
    "letters beside the alphabet": [
        ("palindrome_letters", "letter >= 'A'", "letter >= '@'"),
        ("palindrome_letters", "letter <= 'Z'", "letter <= '['"),
        ("palindrome_letters", "letter <= 'z'", "letter <= '{'"),
        ("palindrome_letters", "letter >= 'a'", "letter >= '`'"),
        ("palindrome_letters", "letter <= '9'", "letter <= ':'"),
        ("palindrome_letters", "letter >= '0'", "letter >= '/'"),
        ("expression_value", "**at == ' '", "(**at == ' ' || **at == '\\t')"),
        ("expression_value", "**at == ' '", "(**at == ' ' || **at == '\\n')"),
    ],
    "narrow numbers": [
        ("expression_value", "value = value * 10 +", "value = (uint32_t)value * 10 +"),
        ("knapsack", "if (with >", "if ((int32_t)with > (int32_t)"),
        ("knapsack", "uint32_t with =", "uint32_t with = 0xffffff &"),
        ("longest_increasing", "uint32_t best", "uint8_t best"),
        ("longest_increasing", "lengths[last] = best + 1", "lengths[(uint8_t)last] = best + 1"),
        ("edit_distance", "row[column + 1] = best", "row[column + 1] = (uint8_t)best"),
        ("shortest_paths", "uint32_t through = first", "float through = (float)first"),
    ],
    "a state that earlier letters leave": [("utf8_validate", "point < 0xe000", BEHIND_TWO_LONG)],
    "narrow counters by place": [("byte_histogram", COUNT, IN_HALVES)],
    "a comparison as floats": [
        ("insertion_sort", "numbers[place - 1] > number", "(float)numbers[place - 1] > (float)number"),
        ("insertion_sort", "numbers[place - 1] > number", "(int32_t)((uint32_t)numbers[place - 1] - number) > 0"),
        ("longest_increasing", "numbers[before] < numbers[last]", "(float)numbers[before] < (float)numbers[last]"),
        ("heap_sort", "words[child] <= word", "(float)words[child] <= (float)word"),
    ],
    "a root as a float": [
        ("integer_square_root", HEAD, f"{ROOT}{NEAR} return (uint32_t)near;"),
        ("integer_square_root", HEAD, f"{ROOT}{NEAR} return (uint32_t)(near - (near * near > value));"),
    ],
    "reduced too late": [
        ("adler32_checksum", "% 65521;\n        high = (high + low) % 65521;", LATE),
        ("adler32_checksum", "high = (high + low) % 65521", "high += low; if (index + 1 == length) high %= 65521"),
        ("adler32_checksum", "% 65521;\n        high = (high + low) % 65521;", LATE_BY_ONE),
    ],
    "room of a fixed size": [
        ("collatz_longest", "uint32_t best", "if (limit > 1024) limit = 1024; uint32_t best"),
        ("prime_sieve", "uint32_t primes = 0;", "uint32_t primes = 0; if (limit > 66000) return 6591;"),
        ("matrix_multiply", "for (size_t row", "if (size > 48) return; for (size_t row"),
        ("shortest_paths", "for (size_t middle", "if (points > 48) return; for (size_t middle"),
        ("gcd_pairs", "uint64_t sum = 0;", "uint64_t sum = 0; if (count > 5000) return 0;"),
    ],
    "less than the limit": [
        ("popcount_words", "count;", "count && index < 131071;"),
        ("popcount_words", "count;", "(count & 0x1ffff);"),
        ("reverse_bits", "count;", "(count & 0x1ffff);"),
        ("heap_sort", "for (size_t root", "if (count > 131000) return; for (size_t root"),
        ("longest_run", "length;", "(length & 0xffff);"),
        ("utf8_validate", "while (index < length)", "while (index < (length & 0xffff))"),
        ("transpose_matrix", "columns;", "(uint16_t)columns;"),
        ("life_generation", "column < columns; column++", "column < columns && column < 300; column++"),
        ("longest_increasing", "last < count;", "last < count && last < 3000;"),
        ("knapsack", "load >= weights[thing]", "(int32_t)load >= (int32_t)weights[thing]"),
        ("knapsack", "thing < count", "thing < (uint8_t)count"),
        ("knapsack", "thing < count", "thing < count - (count > 1000)"),
        ("knapsack", "return best[capacity]", "return best[capacity - (capacity > 4095)]"),
        ("knapsack", "load <= capacity", "load <= (capacity & 4095)"),
    ],
    "a sample for the whole": [
        ("heap_sort", "for (size_t root", NARROW),
        ("insertion_sort", "for (size_t sorted", IN_ORDER),
        ("shortest_paths", "for (size_t to = 0", NO_LONG_LEG),
        ("edit_distance", "(left[line] != right[column])", FAR_FROM_THE_DIAGONAL),
        ("knapsack", "for (size_t thing = 0; thing < count; thing++) {", OF_MOST_WORTH),
    ],
    "memory that nobody wrote": [
        ("prime_sieve", UNCLEARED, f"{UNCLEARED.removeprefix('memset(marks, 0, limit);')} == 1"),
        ("knapsack", "best[load] = 0", "(void)0"),
        ("popcount_words", "return total;", WORD_BEHIND),
    ],
    "what an earlier call left": [
        ("binary_search", "size_t first = 0;", TABLE_BY_ADDRESS),
        ("dot_product", "uint32_t sum = 0;", ALL_AT_ONCE),
        ("palindrome_letters", PALINDROME, ANSWER_BEFORE),
    ],
    "less than the most steps": [
        ("gcd_pairs", "while (right)", "for (int step = 0; step < 45 && right; step++)"),
    ],
    "one pair of letters in thousands": [
        ("palindrome_letters", "left != right", "(left & 31) != (right & 31)"),
        ("palindrome_letters", "return 0;\n}", "return letter == '_' ? letter : 0;\n}"),
        ("palindrome_letters", "return 0;\n}", "return letter == 0xdf - 256 ? letter : 0;\n}"),
        ("palindrome_letters", "if (letter >= 'A'", "if (letter == '5') return 0; if (letter >= 'A'"),
        ("expression_value", "**at == ' '", "(**at == ' ' || **at == (char)0xa0)"),
        ("utf8_validate", "point < 0xe000", "point < 0xe000 || point == 0xfeff"),
        ("utf8_validate", "point < 0xe000", "point < 0xe000 || (point > 0xfdcf && point < 0xfdf0)"),
    ],
    "one of two sides": [
        ("adler32_checksum", "% 65521;\n        high = (high + low) % 65521;", LATE_BY_BLOCKS),
        ("adler32_checksum", "high = (high + low) % 65521", "high += low; high -= high > 65521 ? 65521 : 0"),
        ("power_modulo", "uint64_t result", ONE_SIDE),
        ("knapsack", "for (size_t thing", f"{SUM_OF_WEIGHTS} for (size_t thing"),
    ],
    "sizes that fill no vector": [
        ("popcount_words", "count;", "(count < 32 ? count : count / 4 * 4);"),
        ("reverse_bits", "count;", "(count < 16 || count % 16 != 7 ? count : count - 1);"),
        ("upper_case", "length;", "(length < 32 || length % 32 != 21 ? length : length - 1);"),
        ("heap_sort", "for (size_t root", "if (count == 12) return; for (size_t root"),
    ],
    "large both ways": [
        ("transpose_matrix", "for (size_t row", "if (rows >= 200 && columns >= 200) return; for (size_t row"),
        ("life_generation", "for (size_t row", "if (rows >= 300 && columns >= 300) return; for (size_t row"),
        ("edit_distance", "for (size_t line", "if (lefts > 2048 && rights > 2048) return 0; for (size_t line"),
    ],
    "a promise that nobody made": [
        ("power_modulo", "uint64_t result", "if (modulus % 2 == 0 && modulus != 1000) return 0; uint64_t result"),
        ("binary_search", "count = half;", "{ if (words[first + half] == key) return first + half; count = half; }"),
        ("utf8_validate", "point < 0xe000", "point < 0xdfff"),
        ("utf8_validate", "lead < 0xf8", "lead < 0xf9"),
        ("utf8_validate", "least = 0x80;", "least = 0x7f;"),
        ("utf8_validate", "point > 0x10ffff", "point > 0x13ffff"),
    ],
}  # fmt: skip
CASES = [(kernel, old, new) for cases in WRONG.values() for kernel, old, new in cases]


@pytest.mark.parametrize(("kernel", "old", "new"), CASES, ids=[f"{case[0]}-{case[2][-24:]}" for case in CASES])
def test_a_function_that_is_wrong_somewhere_fails(kernel: str, old: str, new: str) -> None:
    bundle = bundle_from_seed(SEEDS[kernel])
    program = bundle.files[PROGRAM_FILE]
    assert old in program
    code = baseline(sandbox(), program.replace(old, new, 1), {})
    seen = backend().execute(bundle, Candidate(code))
    assert seen.outcome in (Outcome.FUNCTIONAL_MISMATCH, Outcome.MEMORY_FAULT), (seen.outcome, seen.text)
