/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/xml.h - text in XML. */
#ifndef TP_REPORT_XML_H
#define TP_REPORT_XML_H

#include "base/str.h"

/* Text of an element or attribute. What XML 1.0 cannot hold (a file name may
 * have control characters and bytes that are not UTF-8) becomes '?'. */
void tp_add_xml(tp_str *out, const char *text);

#endif
