# SPDX-License-Identifier: GPL-3.0-or-later
"""measure_html.py INDEX.HTML [FOLDER [bins]]: index.html in Chromium, measured.

Prints its size, the time until it is shown, and the longest time that a filter
of the branches or tests and a page of the map take; fails if one is over its limit
(10 MB, 1 s, 100 ms, 1 s). With a folder screenshots of its views are put there; of a
program with bins only those that show them.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

LIMITS = {"megabytes": 10, "shown_ms": 1000, "filter_ms": 100, "map_ms": 1000}
MEASURE = """
<script>
(() => {
  const laidOut = () => document.body.offsetHeight + $('main').getBoundingClientRect().height;
  laidOut();
  const shown = performance.now();
  const timed = work => { const t = performance.now(); work(); laidOut(); return performance.now() - t; };
  history.replaceState(null, '', '#branches');
  timed(show);
  let filter = 0;
  for (const word of ['m', 'me', '[1', 'infeasible', 'flow_1 >', 'zzz', '']) {
    $('search').value = word;
    filter = Math.max(filter, timed(() => $('search').dispatchEvent(new Event('input'))));
  }
  history.replaceState(null, '', '#tests/1');
  timed(show);
  for (const word of ['1', 'meas', 'measured=3', 'exit', 'zzz', '']) {
    $('search').value = word;
    filter = Math.max(filter, timed(() => $('search').dispatchEvent(new Event('input'))));
  }
  let map = timed(() => drawMap(callGraph(), $('main'), () => {}));
  for (const page of D.map.slice(0, 12)) {
    const g = pageGraph(pageOf.get(page.func));
    map = Math.max(map, timed(() => drawMap(g.nodes.length > FOLD_FROM ? fold(g, new Set()) : g, $('main'), () => {})));
  }
  document.documentElement.setAttribute('data-measured', JSON.stringify({ shown_ms: shown, filter_ms: filter, map_ms: map }));
})();
</script>
"""


def chromium(*words):
    command = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def measure(path):
    text = open(path).read()
    with tempfile.TemporaryDirectory() as work:
        page = os.path.join(work, "page.html")
        open(page, "w").write(text.replace("</body>", MEASURE + "</body>"))
        dom = chromium("--dump-dom", "file://" + page)
    found = re.search(r'data-measured="([^"]*)"', dom)
    if not found:
        sys.exit("the page did not finish")
    values = json.loads(found.group(1).replace("&quot;", '"'))
    values["megabytes"] = len(text.encode()) / 1e6
    return values


def take_picture(path, folder, name, view, size):
    picture = os.path.join(os.path.abspath(folder), name + ".png")
    chromium(f"--window-size={size}", "--virtual-time-budget=3000", "--screenshot=" + picture, f"file://{path}#{view}")


def take_pictures(path, folder):
    os.makedirs(folder, exist_ok=True)
    dead = re.search(r'"verdicts": *"([^"]*)"', open(path).read()).group(1).find("i")
    views = {"overview": "overview", "source": f"branch/{dead}" if dead >= 0 else "source/0/1", "tests": "tests/2", "map": "map/0"}
    for name, view in views.items():
        take_picture(path, folder, name, view, "1280,800")


path = os.path.abspath(sys.argv[1])
values = measure(path)
for name, limit in LIMITS.items():
    print(f"{name:10} {values[name]:8.1f}   limit {limit}")
if len(sys.argv) > 3:
    for name, view, size in (("bins", "overview", "1280,1500"), ("bins_map", "map", "1280,1000")):
        take_picture(path, sys.argv[2], name, view, size)
elif len(sys.argv) > 2:
    take_pictures(path, sys.argv[2])
sys.exit(any(values[name] > limit for name, limit in LIMITS.items()))
