/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/html.h - the files of src/report/html, as the Makefile embeds them. */
#ifndef TP_REPORT_HTML_H
#define TP_REPORT_HTML_H

extern const char tp_html_page[], tp_html_style[], tp_html_script[];
extern const char tp_html_batch[];

#endif
