# SPDX-License-Identifier: GPL-3.0-or-later
"""check_page.py INDEX.HTML: index.html is used in Chromium, from disk, as a
person uses it: views, search, filters, jumps, a test's path, the map and back,
keys, dark mode, printing. Prints what does not work; status 1 then.

The page must have an infeasible branch and at least two tests.
"""
import html
import json
import os
import re
import subprocess
import sys
import tempfile

USE = """
<script>
(async () => {
  const wrong = [];
  const expect = (what, good) => { if (!good) wrong.push(what); };
  window.requestAnimationFrame = work => setTimeout(work, 16); /* nothing is drawn here */
  const moment = () => new Promise(done => setTimeout(done, 100));
  const go = async hash => { location.hash = hash; await moment(); };
  const key = async k => { document.body.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true })); await moment(); };
  const search = async word => { $('search').value = word; $('search').dispatchEvent(new Event('input')); await moment(); };
  const main = () => $('main').textContent;
  const all = query => [...$('main').querySelectorAll(query)];
  onerror = message => wrong.push('error: ' + message);
  try {
    await moment();
    expect('overview: counts', main().includes(number(D.covered)) && main().includes('proved infeasible'));
    expect('overview: coverage over time', D.progress.length < 2 || all('svg').length > 0);
    const dead = branches.find(b => letterOf(b) === 'i' && pageOf.has(decisions[branchDecision[b]].func)), taken = branches.find(b => letterOf(b) === 'c');
    await go('branch/' + dead);
    expect('a dead branch: why', main().includes('Why no input takes it'));
    const jumps = all('.quote a');
    expect('a dead branch: jumps to its reason', jumps.length > 0);
    jumps[0].click();
    await moment();
    expect('a jump marks its line', all('.mark').length === 1 && location.hash.startsWith('#source/'));
    await go('branch/' + taken);
    expect('a taken branch: its tests', all('.detail a').some(a => a.hash.startsWith('#tests/')));
    expect('source: hits of lines', !D.files.some(f => f[2] && f[2].length) || all('.hit').length > 0);
    const ofLine = new Map();
    for (let b = 0; b < D.verdicts.length; b++) if (decisions[branchDecision[b]]) {
      const place = `${decisions[branchDecision[b]].file}/${lineOf(b)}`;
      ofLine.set(place, (ofLine.get(place) || 0) + 1);
    }
    const [crowded, crowd] = [...ofLine].sort((a, b) => b[1] - a[1])[0];
    await go('source/' + crowded);
    expect('source: a mark for each branch of a line', all('.mark .br .pill').length === Math.min(crowd, 60));
    await go('branches');
    await search('infeasible');
    expect('search by verdict', all('.row').length > 0 && all('.row').every(r => r.textContent.includes('infeasible')));
    await search('no such thing anywhere');
    expect('search without a hit', all('.row').length === 0);
    await search('');
    const boxes = all('.bar input');
    boxes[0].click();
    await moment();
    expect('filter', all('.row').length > 0 && all('.row').every(r => !r.querySelector('.w').textContent.includes('covered')));
    await key('j');
    expect('key j chooses', all('.row.on').length === 1);
    await key('Enter');
    expect('key Enter leads to the source', location.hash.startsWith('#source/'));
    await go('tests/2');
    expect('a test: its inputs', main().includes('Inputs') && main().includes(inputsOf(2)[0].name));
    await search('=' + inputsOf(2)[0].value);
    expect('search of tests', all('.row').length > 0);
    await search('');
    all('button').find(b => b.textContent.includes('path in the source')).click();
    await moment();
    expect("a test's path in the source", all('.on-path').length > 0 && all('.pill.on').length > 0);
    await go('map/' + decisions[branchDecision[taken]].func);
    expect("a test's path in the map", all('.node.taken, path.taken').length > 0);
    await key('Escape');
    expect('Esc hides the path', all('.on-path, .taken').length === 0);
    await go('map');
    await moment();
    expect('map: each function with branches', D.funcs.every((f, i) => !byFunc[i].length || all('.list a').some(a => a.textContent === f[0])));
    const ends = D.bins.filter(b => b[5].length).length, drawn = all('svg .node').length;
    expect('map: functions and bins', drawn >= D.map.length + (ends > 0) && drawn <= D.map.length + ends);
    const scene = () => all('svg g')[0].getAttribute('transform');
    const before = scene();
    await key('+');
    expect('map: zoom', scene() !== before);
    await go('map/' + decisions[branchDecision[dead]].func + '/' + branchDecision[dead]);
    expect('map: dead edges', all('path.ei').length > 0);
    const node = all('.node.sel')[0];
    expect('from source to map', !!node);
    node.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await moment();
    expect('from map to source', location.hash === `#source/${decisions[branchDecision[dead]].file}/${decisions[branchDecision[dead]].line}`);
    const was = document.documentElement.classList.contains('dark'), ink = () => getComputedStyle(document.body).backgroundColor, paper = ink();
    await key('d');
    expect('key d: dark', document.documentElement.classList.contains('dark') !== was && ink() !== paper);
    await key('?');
    expect('key ?: help', $('keys').open);
    $('keys').close();
    await key('/');
    expect('key /: search', document.activeElement === $('search'));
    $('search').blur();
    await key('3');
    expect('key 3: branches', location.hash === '#branches');
    for (const nowhere of ['branch/9999999', 'branch/x', 'source/999/1', 'source/x', 'source/0/9999999/9999999', 'tests/9999', 'tests/x', 'map/9999', 'map/x/y', 'none', '100%']) {
      await go(nowhere);
      expect('an address that leads nowhere: ' + nowhere, main().length > 0);
    }
    await go('branches');
    dispatchEvent(new Event('beforeprint'));
    expect('print: all rows', all('.row').length === branches.length);
    expect('no other file is asked for', performance.getEntriesByType('resource').length === 0);
  } catch (e) { wrong.push(String(e.stack || e)); }
  document.documentElement.setAttribute('data-used', JSON.stringify(wrong));
})();
</script>
"""

text = open(sys.argv[1]).read()
with tempfile.TemporaryDirectory() as work:
    page = os.path.join(work, "page.html")
    open(page, "w").write(text.replace("</body>", USE + "</body>"))
    dom = subprocess.run(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,800",
         "--virtual-time-budget=60000", "--dump-dom", "file://" + page],
        capture_output=True, text=True, timeout=300, check=True).stdout
found = re.search(r'data-used="([^"]*)"', dom)
if not found:
    sys.exit("the page did not finish")
wrong = json.loads(html.unescape(found.group(1)))
for what in wrong:
    print("wrong: " + what)
sys.exit(len(wrong) > 0)
