/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 against the vectors published with FIPS 180-4, and around the sizes
 * at which the padding takes another block. */
#include "check.h"

#include "report/sha256.h"

#include <stdlib.h>
#include <unistd.h>

static const char *hash(const char *text) {
  static char out[TP_SHA256_TEXT];
  tp_sha256(text, strlen(text), out);
  return out;
}

TEST(sha256_published_vectors) {
  CHECK_STR(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b"
                      "7852b855");
  CHECK_STR(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410"
                         "ff61f20015ad");
  CHECK_STR(hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK_STR(hash("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijkl"
                 "mnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

TEST(sha256_a_million_letters) {
  char *text = malloc(1000000);
  char out[TP_SHA256_TEXT];
  memset(text, 'a', 1000000);
  tp_sha256(text, 1000000, out);
  CHECK_STR(out,
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(text);
}

/* Values from an independent implementation (sha256sum). */
TEST(sha256_padding_boundaries) {
  static const struct {
    size_t n;
    const char *want;
  } cases[] = {
      {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
      {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
      {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
      {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
      {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
  };
  char text[65], out[TP_SHA256_TEXT];
  memset(text, 'a', sizeof text);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    tp_sha256(text, cases[i].n, out);
    CHECK_STR(out, cases[i].want);
  }
}

TEST(sha256_of_a_file) {
  char path[] = "/tmp/tp2ph-test-XXXXXX", out[TP_SHA256_TEXT];
  int fd = mkstemp(path);
  tp_diag diag = {0};
  CHECK_EQ(write(fd, "abc", 3), 3);
  close(fd);
  CHECK_EQ(tp_sha256_file(path, out, TP_REFUSED, &diag), 0);
  CHECK_STR(out,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  unlink(path);
  CHECK_EQ(tp_sha256_file(path, out, TP_REFUSED, &diag), -1);
  CHECK_EQ(diag.status, TP_REFUSED);
  tp_diag_free(&diag);
}
