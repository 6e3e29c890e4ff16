/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text as XML 1.0 can hold it. */
#include "report/xml.h"

/* Bytes of the UTF-8 character at p, 0 if there is none. */
static unsigned utf8_size(const unsigned char *p) {
  unsigned n = p[0] < 0x80   ? 1
               : p[0] < 0xc2 ? 0
               : p[0] < 0xe0 ? 2
               : p[0] < 0xf0 ? 3
               : p[0] < 0xf5 ? 4
                             : 0;
  uint32_t code = n > 1 ? p[0] & (0x7fu >> n) : p[0];
  for (unsigned i = 1; i < n; i++) {
    if ((p[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (p[i] & 0x3f);
  }
  bool is_bad = (n == 3 && code < 0x800) || (n == 4 && code < 0x10000) ||
                (code >= 0xd800 && code < 0xe000) || code > 0x10ffff;
  return is_bad ? 0 : n;
}

void tp_add_xml(tp_str *out, const char *text) {
  for (unsigned n; *text; text += n ? n : 1) {
    n = utf8_size((const unsigned char *)text);
    if (*text == '&')
      tp_str_add(out, "&amp;");
    else if (*text == '<')
      tp_str_add(out, "&lt;");
    else if (*text == '>')
      tp_str_add(out, "&gt;");
    else if (*text == '"')
      tp_str_add(out, "&quot;");
    else if (*text == '\n' || *text == '\t' || *text == '\r')
      tp_str_addf(out, "&#%d;", *text);
    else if (n == 0 || (unsigned char)*text < 0x20 || *text == 0x7f)
      tp_str_addc(out, '?');
    else
      tp_str_addn(out, text, n);
  }
}
