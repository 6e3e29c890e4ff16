#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The examples of docs/extending.md still fit (make check-extend builds them).
exec sh "$(dirname "$0")/../tools/extend.sh" "${TP2PH_BUILD:-build}" applies
