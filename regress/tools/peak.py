#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run a command and print the peak memory in kB of the largest process that runs
its program: itself and its forks, not the compilers that it starts.
Usage: peak.py COMMAND..."""
import os
import re
import subprocess
import sys
import time

run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
program = os.path.realpath(sys.argv[1])
peak = 0


def look(pid):
    """The peak of a process and of those below it."""
    try:
        below = open("/proc/%s/task/%s/children" % (pid, pid)).read().split()
        status = open("/proc/%s/status" % pid).read()
        is_ours = os.path.realpath("/proc/%s/exe" % pid) == program
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s*(\d+)", status)
    own = int(found.group(1)) if found and is_ours else 0
    return max([own] + [look(child) for child in below])


while run.poll() is None:
    peak = max(peak, look(str(run.pid)))
    time.sleep(0.05)
print(peak)
