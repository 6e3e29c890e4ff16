/* The input functions under all their names: tp2ph's own, those of the
 * software verification competition, CREST's and KLEE's. All are weak: a
 * definition in the program wins. */
#include "rt/inputs.h"

#define WEAK __attribute__((weak))

/* A function without arguments that returns an input. */
#define VALUE(T, wire, name) \
  WEAK T name(void); \
  T name(void) { \
    uint64_t bits = __tp2ph_scalar(CALLER(), wire, 0); \
    T value; \
    __builtin_memcpy(&value, &bits, sizeof value); \
    return value; \
  }
#define VERIFIER(T, wire, name) VALUE(T, wire, __VERIFIER_nondet_##name)

VERIFIER(_Bool, TP_W_BOOL, bool)
VERIFIER(_Bool, TP_W_BOOL, _Bool)
VERIFIER(char, TP_W_I8, char)
VERIFIER(signed char, TP_W_I8, schar)
VERIFIER(signed char, TP_W_I8, signed_char)
VERIFIER(unsigned char, TP_W_U8, uchar)
VERIFIER(unsigned char, TP_W_U8, unsigned_char)
VERIFIER(short, TP_W_I16, short)
VERIFIER(unsigned short, TP_W_U16, ushort)
VERIFIER(unsigned short, TP_W_U16, unsigned_short)
VERIFIER(int, TP_W_I32, int)
VERIFIER(unsigned, TP_W_U32, uint)
VERIFIER(unsigned, TP_W_U32, unsigned)
VERIFIER(unsigned, TP_W_U32, unsigned_int)
VERIFIER(long, TP_W_I64, long)
VERIFIER(unsigned long, TP_W_U64, ulong)
VERIFIER(unsigned long, TP_W_U64, unsigned_long)
VERIFIER(long long, TP_W_I64, longlong)
VERIFIER(long long, TP_W_I64, long_long)
VERIFIER(unsigned long long, TP_W_U64, ulonglong)
VERIFIER(unsigned long long, TP_W_U64, unsigned_long_long)
VERIFIER(int8_t, TP_W_I8, int8)
VERIFIER(int16_t, TP_W_I16, int16)
VERIFIER(int32_t, TP_W_I32, int32)
VERIFIER(int64_t, TP_W_I64, int64)
VERIFIER(uint8_t, TP_W_U8, uint8)
VERIFIER(uint16_t, TP_W_U16, uint16)
VERIFIER(uint32_t, TP_W_U32, uint32)
VERIFIER(uint64_t, TP_W_U64, uint64)
VERIFIER(int8_t, TP_W_I8, int8_t)
VERIFIER(int16_t, TP_W_I16, int16_t)
VERIFIER(int32_t, TP_W_I32, int32_t)
VERIFIER(int64_t, TP_W_I64, int64_t)
VERIFIER(uint8_t, TP_W_U8, uint8_t)
VERIFIER(uint16_t, TP_W_U16, uint16_t)
VERIFIER(uint32_t, TP_W_U32, uint32_t)
VERIFIER(uint64_t, TP_W_U64, uint64_t)
VERIFIER(int8_t, TP_W_I8, s8)
VERIFIER(int16_t, TP_W_I16, s16)
VERIFIER(int32_t, TP_W_I32, s32)
VERIFIER(int64_t, TP_W_I64, s64)
VERIFIER(uint8_t, TP_W_U8, u8)
VERIFIER(uint16_t, TP_W_U16, u16)
VERIFIER(uint32_t, TP_W_U32, u32)
VERIFIER(uint64_t, TP_W_U64, u64)
VERIFIER(float, TP_W_F32, float)
VERIFIER(double, TP_W_F64, double)
VERIFIER(size_t, TP_W_U64, size_t)
VERIFIER(long, TP_W_I64, ssize_t)
VERIFIER(long, TP_W_I64, off_t)
VERIFIER(long, TP_W_I64, loff_t)
VERIFIER(unsigned long, TP_W_U64, sector_t)

/* A function that returns an input; its name is for people. */
#define NAMED(T, wire, name) \
  WEAK T name(const char *label); \
  T name(const char *label) { \
    (void)label; \
    uint64_t bits = __tp2ph_scalar(CALLER(), wire, 0); \
    T value; \
    __builtin_memcpy(&value, &bits, sizeof value); \
    return value; \
  }

NAMED(_Bool, TP_W_BOOL, tp2ph_input_bool)
NAMED(char, TP_W_I8, tp2ph_input_char)
NAMED(signed char, TP_W_I8, tp2ph_input_schar)
NAMED(unsigned char, TP_W_U8, tp2ph_input_uchar)
NAMED(short, TP_W_I16, tp2ph_input_short)
NAMED(unsigned short, TP_W_U16, tp2ph_input_ushort)
NAMED(int, TP_W_I32, tp2ph_input_int)
NAMED(unsigned, TP_W_U32, tp2ph_input_uint)
NAMED(long, TP_W_I64, tp2ph_input_long)
NAMED(unsigned long, TP_W_U64, tp2ph_input_ulong)
NAMED(long long, TP_W_I64, tp2ph_input_llong)
NAMED(unsigned long long, TP_W_U64, tp2ph_input_ullong)
NAMED(float, TP_W_F32, tp2ph_input_float)
NAMED(double, TP_W_F64, tp2ph_input_double)
NAMED(int, TP_W_I32, klee_int)

/* A function that fills the scalar it is given. */
#define FILL(T, wire, name) \
  WEAK void name(T *object); \
  void name(T *object) { \
    __tp2ph_object(CALLER(), object, sizeof *object, wire); \
  }

FILL(char, TP_W_I8, __CrestChar)
FILL(unsigned char, TP_W_U8, __CrestUChar)
FILL(short, TP_W_I16, __CrestShort)
FILL(unsigned short, TP_W_U16, __CrestUShort)
FILL(int, TP_W_I32, __CrestInt)
FILL(unsigned, TP_W_U32, __CrestUInt)
FILL(long, TP_W_I64, __CrestLong)
FILL(unsigned long, TP_W_U64, __CrestULong)
FILL(long long, TP_W_I64, __CrestLongLong)
FILL(unsigned long long, TP_W_U64, __CrestULongLong)
FILL(float, TP_W_F32, __CrestFloat)
FILL(double, TP_W_F64, __CrestDouble)

WEAK void tp2ph_input_object(void *object, unsigned long size,
                             const char *label);
void tp2ph_input_object(void *object, unsigned long size, const char *label) {
  (void)label;
  __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

/* What --inputs declares; functions of a tester may be given NULL. */
WEAK void tp2ph_deliver(void *object, unsigned long size, const char *label,
                        ...);
void tp2ph_deliver(void *object, unsigned long size, const char *label, ...) {
  (void)label;
  if (object)
    __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

WEAK void klee_make_symbolic(void *object, size_t size, const char *label);
void klee_make_symbolic(void *object, size_t size, const char *label) {
  (void)label;
  __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

WEAK void __VERIFIER_nondet_memory(void *object, size_t size);
void __VERIFIER_nondet_memory(void *object, size_t size) {
  __tp2ph_object(CALLER(), object, size, TP_W_U8);
}

WEAK int klee_range(int begin, int end, const char *label);
int klee_range(int begin, int end, const char *label) {
  (void)label;
  int plain = begin <= 0 && 0 < end ? 0 : begin;
  int value = (int)__tp2ph_scalar(CALLER(), TP_W_I32, (uint32_t)plain);
  __tp2ph_assume(begin <= value && value < end);
  return value;
}

WEAK void klee_assume(uintptr_t condition);
void klee_assume(uintptr_t condition) {
  __tp2ph_assume(condition != 0);
}

WEAK void tp2ph_assume_that(int condition);
void tp2ph_assume_that(int condition) {
  __tp2ph_assume(condition != 0);
}

WEAK void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
  __tp2ph_assume(condition != 0);
}
