/* Takes the place of Unity's header in tests of public sets: each assertion prints what the code under test gave,
   and leaves out what was expected, so that expected values are not in the program at all.
   stdin names a test and a number of rounds. Test 0 is all tests. One round prints values as text; more rounds print
   one number made of all of them. */
#ifndef RECORDING_H
#define RECORDING_H

#include <math.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void setUp(void);
void tearDown(void);
int recording_next(void);
int recording_more(void);
int recording_end(void);
void record_integer(long long value);
void record_double(double value);
void record_string(const char *text);
void record_start(const char *text, size_t length);
void record_bytes(const void *bytes, size_t size);

#define UNITY_BEGIN() while (recording_more()) {
#define UNITY_END() 0; } return recording_end()
#define RUN_TEST(test) do { if (recording_next()) { setUp(); test(); tearDown(); } } while (0)

#define TEST_IGNORE() ((void)0)
#define TEST_IGNORE_MESSAGE(message) ((void)0)
#define TEST_PASS() return
#define TEST_FAIL() record_string("fail")
#define TEST_FAIL_MESSAGE(message) record_string("fail")
#define TEST_MESSAGE(message) ((void)0)

#define TEST_ASSERT(condition) record_integer(!!(condition))
#define TEST_ASSERT_TRUE(condition) record_integer(!!(condition))
#define TEST_ASSERT_FALSE(condition) record_integer(!!(condition))
#define TEST_ASSERT_TRUE_MESSAGE(condition, message) record_integer(!!(condition))
#define TEST_ASSERT_FALSE_MESSAGE(condition, message) record_integer(!!(condition))
#define TEST_ASSERT_MESSAGE(condition, message) record_integer(!!(condition))
#define TEST_ASSERT_NULL(pointer) record_integer((pointer) == NULL)
#define TEST_ASSERT_NOT_NULL(pointer) record_integer((pointer) == NULL)
#define TEST_ASSERT_NULL_MESSAGE(pointer, message) record_integer((pointer) == NULL)
#define TEST_ASSERT_NOT_NULL_MESSAGE(pointer, message) record_integer((pointer) == NULL)
#define TEST_ASSERT_EQUAL_PTR(expected, actual) record_integer((expected) == (actual))

#define TEST_ASSERT_EQUAL(expected, actual) record_integer((long long)(actual))
#define TEST_ASSERT_EQUAL_MESSAGE(expected, actual, message) record_integer((long long)(actual))
#define TEST_ASSERT_NOT_EQUAL(expected, actual) record_integer((long long)(actual))
#define TEST_ASSERT_EQUAL_INT TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_INT8 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_INT16 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_INT32 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_INT64 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_UINT TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_UINT8 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_UINT16 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_UINT32 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_UINT64 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_size_t TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_CHAR TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_HEX TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_HEX8 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_HEX16 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_HEX32 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_HEX64 TEST_ASSERT_EQUAL
#define TEST_ASSERT_EQUAL_INT_MESSAGE TEST_ASSERT_EQUAL_MESSAGE
#define TEST_ASSERT_EQUAL_UINT_MESSAGE TEST_ASSERT_EQUAL_MESSAGE
#define TEST_ASSERT_EQUAL_HEX8_MESSAGE TEST_ASSERT_EQUAL_MESSAGE
#define TEST_ASSERT_EQUAL_size_t_MESSAGE TEST_ASSERT_EQUAL_MESSAGE
#define TEST_ASSERT_LESS_THAN(bound, actual) record_integer((long long)(actual))
#define TEST_ASSERT_GREATER_THAN(bound, actual) record_integer((long long)(actual))
#define TEST_ASSERT_INT_WITHIN(delta, expected, actual) record_integer((long long)(actual))

#define TEST_ASSERT_EQUAL_STRING(expected, actual) record_string(actual)
#define TEST_ASSERT_EQUAL_STRING_MESSAGE(expected, actual, message) record_string(actual)
#define TEST_ASSERT_EQUAL_STRING_LEN(expected, actual, length) record_start(actual, length)
#define TEST_ASSERT_EQUAL_STRING_ARRAY(expected, actual, count) \
    do { for (size_t at_ = 0; at_ < (size_t)(count); at_++) record_string((actual)[at_]); } while (0)
#define TEST_ASSERT_EQUAL_MEMORY(expected, actual, size) record_bytes(actual, size)
#define TEST_ASSERT_EQUAL_MEMORY_ARRAY(expected, actual, size, count) record_bytes(actual, (size_t)(size) * (count))
#define TEST_ASSERT_EQUAL_MEMORY_ARRAY_MESSAGE(expected, actual, size, count, message) \
    record_bytes(actual, (size_t)(size) * (count))

#define RECORD_ARRAY(type, actual, count) \
    do { for (size_t at_ = 0; at_ < (size_t)(count); at_++) record_integer((long long)((const type *)(actual))[at_]); } while (0)
#define TEST_ASSERT_EQUAL_INT_ARRAY(expected, actual, count) RECORD_ARRAY(int, actual, count)
#define TEST_ASSERT_EQUAL_INT8_ARRAY(expected, actual, count) RECORD_ARRAY(int8_t, actual, count)
#define TEST_ASSERT_EQUAL_INT16_ARRAY(expected, actual, count) RECORD_ARRAY(int16_t, actual, count)
#define TEST_ASSERT_EQUAL_INT32_ARRAY(expected, actual, count) RECORD_ARRAY(int32_t, actual, count)
#define TEST_ASSERT_EQUAL_INT64_ARRAY(expected, actual, count) RECORD_ARRAY(int64_t, actual, count)
#define TEST_ASSERT_EQUAL_UINT_ARRAY(expected, actual, count) RECORD_ARRAY(unsigned, actual, count)
#define TEST_ASSERT_EQUAL_UINT8_ARRAY(expected, actual, count) RECORD_ARRAY(uint8_t, actual, count)
#define TEST_ASSERT_EQUAL_UINT16_ARRAY(expected, actual, count) RECORD_ARRAY(uint16_t, actual, count)
#define TEST_ASSERT_EQUAL_UINT32_ARRAY(expected, actual, count) RECORD_ARRAY(uint32_t, actual, count)
#define TEST_ASSERT_EQUAL_UINT64_ARRAY(expected, actual, count) RECORD_ARRAY(uint64_t, actual, count)
#define TEST_ASSERT_EQUAL_HEX8_ARRAY(expected, actual, count) RECORD_ARRAY(uint8_t, actual, count)
#define TEST_ASSERT_EQUAL_size_t_ARRAY(expected, actual, count) RECORD_ARRAY(size_t, actual, count)

#define TEST_ASSERT_EQUAL_FLOAT(expected, actual) record_double(actual)
#define TEST_ASSERT_EQUAL_DOUBLE(expected, actual) record_double(actual)
#define TEST_ASSERT_FLOAT_WITHIN(delta, expected, actual) record_double(actual)
#define TEST_ASSERT_DOUBLE_WITHIN(delta, expected, actual) record_double(actual)

#endif
