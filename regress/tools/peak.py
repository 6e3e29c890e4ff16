#!/usr/bin/env python3
"""Run a command and print the peak memory of its own process in kB: not that of
the compilers that it starts. Usage: peak.py COMMAND..."""
import re
import subprocess
import sys
import time

run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
peak = 0
while run.poll() is None:
    try:
        status = open("/proc/%d/status" % run.pid).read()
        found = re.search(r"VmHWM:\s*(\d+)", status)
        peak = max(peak, int(found.group(1)) if found else 0)
    except OSError:
        pass
    time.sleep(0.05)
print(peak)
