#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A sample of regress/long/memory.sh: memory does not grow with the runs.
exec sh "$(dirname "$0")/../long/memory.sh" 10000 30000 random-input cfg distance
