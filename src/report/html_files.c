/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of src/report/html, as text. */
#include "report/html.h"

const char tp_html_page[] =
#include "report/html/page.html.inc"
    ;

const char tp_html_style[] =
#include "report/html/style.css.inc"
    ;

const char tp_html_script[] =
#include "report/html/script.js.inc"
    ;

const char tp_html_batch[] =
#include "report/html/batch.html.inc"
    ;
