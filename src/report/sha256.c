/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 as FIPS 180-4 section 6.2 has it: the message is padded with a one
 * bit, zeros and its length to blocks of 64 bytes; each block is expanded to
 * 64 words and mixed into eight words of state. The constants are the first
 * 32 bits of the fractional parts of the square (state) and cube (rounds)
 * roots of the first primes; the tests compare with the published vectors.
 */
#include "report/sha256.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

#define BLOCK 64

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned by) {
  return x >> by | x << (32 - by);
}

static uint32_t load_big_endian(const unsigned char *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
         p[3];
}

static void expand(uint32_t w[64], const unsigned char *block) {
  for (unsigned t = 0; t < 16; t++)
    w[t] = load_big_endian(block + 4 * t);
  for (unsigned t = 16; t < 64; t++) {
    uint32_t a = w[t - 15], b = w[t - 2];
    uint32_t small0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3;
    uint32_t small1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;
    w[t] = w[t - 16] + small0 + w[t - 7] + small1;
  }
}

static void mix(uint32_t state[8], const unsigned char *block) {
  uint32_t w[64], v[8];
  expand(w, block);
  memcpy(v, state, sizeof v);
  for (unsigned t = 0; t < 64; t++) {
    uint32_t a = v[0], e = v[4];
    uint32_t big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    uint32_t choice = (e & v[5]) ^ (~e & v[6]);
    uint32_t t1 = v[7] + big1 + choice + round_constant[t] + w[t];
    uint32_t big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    uint32_t majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
    memmove(v + 1, v, 7 * sizeof v[0]);
    v[4] += t1;
    v[0] = t1 + big0 + majority;
  }
  for (unsigned i = 0; i < 8; i++)
    state[i] += v[i];
}

/* The last one or two blocks: what is left of the message, and the padding. */
static void mix_tail(uint32_t state[8], const unsigned char *rest, size_t n,
                     uint64_t total) {
  unsigned char tail[2 * BLOCK] = {0};
  if (n)
    memcpy(tail, rest, n);
  tail[n] = 0x80;
  size_t size = n + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
  for (unsigned i = 0; i < 8; i++)
    tail[size - 1 - i] = (unsigned char)(total * 8 >> 8 * i);
  for (size_t at = 0; at < size; at += BLOCK)
    mix(state, tail + at);
}

void tp_sha256(const void *bytes, size_t n, char out[TP_SHA256_TEXT]) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const unsigned char *p = bytes;
  size_t left = n;
  for (; left >= BLOCK; p += BLOCK, left -= BLOCK)
    mix(state, p);
  mix_tail(state, p, left, n);
  for (unsigned i = 0; i < 8; i++)
    snprintf(out + 8 * i, 9, "%08x", state[i]);
}

int tp_sha256_file(const char *path, char out[TP_SHA256_TEXT], tp_status status,
                   tp_diag *diag) {
  tp_str text = {0};
  int rc = tp_file_read(&text, path, status, diag);
  if (rc == 0)
    tp_sha256(text.at, text.n, out);
  tp_str_free(&text);
  return rc;
}
