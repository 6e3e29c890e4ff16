/* SPDX-License-Identifier: MIT */
'use strict';
/* The page of a run. D is what html.c has written; nothing is fetched. Long lists are drawn
 * only as far as they are seen. */
const D = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const VERDICT = { c: 'covered', i: 'infeasible', u: 'unknown' };
const NODE = { ENTRY: 0, DECISION: 1, CALL: 2, CHOICE: 3, RETURN: 4, EXIT: 5 };
const SWITCH = 6;

/* ---- small helpers ---------------------------------------------------------- */
function el(tag, attrs, ...kids) {
  const e = document.createElement(tag);
  for (const key in attrs || {}) {
    const value = attrs[key];
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, value === true ? '' : value);
  }
  e.append(...kids.flat().filter(k => k !== null && k !== undefined));
  return e;
}
function svg(tag, attrs, text) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const key in attrs) if (attrs[key] !== undefined) e.setAttribute(key, attrs[key]);
  if (text !== undefined) e.textContent = text;
  return e;
}
const link = (hash, ...kids) => el('a', { href: '#' + hash }, ...kids);
const number = n => n.toLocaleString('en-US');
const plural = (n, one, many) => number(n) + ' ' + (n === 1 ? one : many || one + 's');
const base = name => name.slice(name.lastIndexOf('/') + 1);
const cut = (text, n) => text.length > n ? text.slice(0, n - 1) + '…' : text;

/* ---- the model ---------------------------------------------------------------- */
const decisions = D.decisions.map((d, id) => ({
  id, file: d[0], line: d[1], column: d[2], func: d[3], first: d[4], n: d[5], construct: d[6], text: d[7]
}));
const branchDecision = new Int32Array(D.verdicts.length).fill(-1);
for (const d of decisions) for (let k = 0; k < d.n; k++) branchDecision[d.first + k] = d.id;
const letterOf = b => D.verdicts[b].toLowerCase();
const isCounted = b => D.verdicts[b] >= 'a';
const verdictOf = b => VERDICT[letterOf(b)];
const sideOf = b => D.sides[b] ? D.sides[b][0] : (b === decisions[branchDecision[b]].first ? 'T' : 'F');
const lineOf = b => (D.sides[b] && D.sides[b][1]) || decisions[branchDecision[b]].line;
const whyOf = b => D.why[b] < 0 ? '' : D.texts[D.why[b]];
const placeOf = d => base(D.files[d.file][0]) + ':' + d.line;

const branches = []; /* ids of those that count */
for (let b = 0; b < D.verdicts.length; b++) if (branchDecision[b] >= 0 && isCounted(b)) branches.push(b);
/* What a search looks at, made at the first: conditions and reasons are many
 * branches' own. */
const aboutDecision = [], aboutReason = [];
function isFound(b, word) {
  const id = branchDecision[b], why = D.why[b];
  if (aboutDecision[id] === undefined) {
    const d = decisions[id];
    aboutDecision[id] = (D.files[d.file][0] + ':' + d.line + ' ' + d.text + ' ' + D.funcs[d.func][0] + '() ').toLowerCase();
  }
  if (why >= 0 && aboutReason[why] === undefined) aboutReason[why] = D.texts[why].toLowerCase();
  return aboutDecision[id].includes(word) || verdictOf(b).includes(word) || ('[' + sideOf(b).toLowerCase() + ']').includes(word) ||
    (why >= 0 && aboutReason[why].includes(word));
}

function countsOf(ids) {
  const n = { c: 0, i: 0, u: 0 };
  for (const b of ids) n[letterOf(b)]++;
  return n;
}
const byFunc = D.funcs.map(() => []);
const byFile = D.files.map(() => []);
for (const b of branches) {
  const d = decisions[branchDecision[b]];
  byFunc[d.func].push(b);
  byFile[d.file].push(b);
}
const fileIndex = new Map();
D.files.forEach((f, i) => { fileIndex.set(f[0], i); });
function findFile(name) {
  if (fileIndex.has(name)) return fileIndex.get(name);
  for (const [key, i] of fileIndex) if (key.endsWith('/' + name) || name.endsWith('/' + key)) return i;
  return -1;
}

const takenCache = new Map();
function takenBy(test) {
  if (!takenCache.has(test)) {
    const bytes = atob(D.tests[test - 1].taken);
    takenCache.set(test, b => (bytes.charCodeAt(b >> 3) >> (b & 7) & 1) === 1);
  }
  return takenCache.get(test);
}
const listOf = (word, most) => word ? D.words[word].split(' ', most) : [];
/* What one call delivers is one input: a value, or the parts of an object. */
function inputsOf(test, most) {
  const t = D.tests[test - 1], which = listOf(t.which, most), objects = listOf(t.objects, most);
  const values = t.values === '' ? [] : t.values.split(' ', most), out = [];
  which.forEach((w, i) => {
    const last = out[out.length - 1];
    if (last && objects[i] !== '0' && last.object === objects[i]) { last.parts.push(values[i]); return; }
    const [name, type, file, line] = D.words[w].split('\t');
    out.push({ name: name || type, type, file, line: +line, object: objects[i], parts: [values[i]] });
  });
  for (const x of out) x.value = valueOf(x);
  return out;
}
function valueOf(x) {
  if (x.parts.length === 1) return x.parts[0];
  if (x.type !== 'signed char' && x.type !== 'char') return '{' + x.parts.join(', ') + '}';
  const end = x.parts.indexOf('0'), bytes = end < 0 ? x.parts : x.parts.slice(0, end);
  x.type = 'text';
  return '"' + bytes.map(c => c >= 32 && c < 127 ? String.fromCharCode(c).replace(/["\\]/g, '\\$&') : '\\' + (c & 255).toString(8).padStart(3, '0')).join('') + '"';
}
let path = 0; /* the test whose path is shown, 0: none */

/* ---- pieces that many views use -------------------------------------------------- */
function stack(n) {
  const all = n.c + n.i + n.u || 1;
  const part = (kind, count) => el('i', { class: 'bg' + kind, style: 'width:' + 100 * count / all + '%' });
  return el('div', { class: 'stack', title: `${n.c} covered, ${n.i} infeasible, ${n.u} unknown` },
    part('c', n.c), part('i', n.i), part('u', n.u));
}
function pill(b, label) {
  const kind = isCounted(b) ? letterOf(b) : 'x';
  return el('span', { class: 'pill ' + kind, title: sideOf(b) + ': ' + verdictOf(b) + (isCounted(b) ? '' : ', not counted') }, label || sideOf(b));
}
/* file.c:12 in a text becomes a jump; files that we know may have any name */
const known = D.files.map(f => f[0].replace(/[^\w\/]/g, '\\$&')).sort((a, b) => b.length - a.length);
const PLACE = new RegExp(`(${known.concat('[^\\s;,()\'"]+').join('|')}):(\\d+)(?::\\d+)?`, 'g');
function withJumps(text) {
  const out = [];
  let at = 0;
  for (const m of text.matchAll(PLACE)) {
    const file = findFile(m[1]);
    if (file < 0) continue;
    out.push(text.slice(at, m.index), link(`source/${file}/${m[2]}`, m[0]));
    at = m.index + m[0].length;
  }
  out.push(text.slice(at));
  return out;
}
function reasons(text) {
  const parts = text.split('; ');
  if (parts.length === 1) return el('div', { class: 'quote' }, withJumps(text));
  return el('ul', { class: 'quote' }, parts.map(p => el('li', {}, withJumps(p))));
}
const testLink = n => link('tests/' + n, 'test ' + n);

/* Rows of equal height, drawn where they are seen. */
class Rows {
  constructor(height, draw, attrs) {
    this.height = height; this.draw = draw; this.items = [];
    this.box = el('div', { class: 'scroll', tabindex: '0', ...attrs });
    this.inner = el('div', { class: 'rows' });
    this.box.append(this.inner);
    this.shown = new Map();
    this.box.addEventListener('scroll', () => this.update());
    this.resize = new ResizeObserver(() => this.update());
    this.resize.observe(this.box);
  }
  set(items) { this.items = items; this.inner.style.height = items.length * this.height + 'px'; this.redraw(); }
  redraw() { for (const e of this.shown.values()) e.remove(); this.shown.clear(); this.update(); }
  update(all) {
    const from = all ? 0 : Math.max(0, Math.floor(this.box.scrollTop / this.height) - 8);
    const to = all ? this.items.length : Math.min(this.items.length, Math.ceil((this.box.scrollTop + (this.box.clientHeight || 900)) / this.height) + 8);
    for (const [i, e] of this.shown) if (i < from || i >= to) { e.remove(); this.shown.delete(i); }
    for (let i = from; i < to; i++) {
      if (this.shown.has(i)) continue;
      const e = this.draw(this.items[i], i);
      e.classList.add('row');
      e.style.top = i * this.height + 'px';
      e.style.height = this.height + 'px';
      this.inner.append(e);
      this.shown.set(i, e);
    }
  }
  reveal(i) {
    const top = i * this.height, view = this.box.clientHeight || 600;
    if (top < this.box.scrollTop + 40 || top > this.box.scrollTop + view - 60) this.box.scrollTop = top - view / 3;
    this.update();
  }
}
let printed = null; /* the rows of this view, all of them when it is printed */

/* ---- overview --------------------------------------------------------------------- */
function chart() {
  const points = D.progress;
  if (points.length < 2) return null;
  const W = 1100, H = 190, L = 46, R = 14, T = 12, B = 26;
  const begin = points[0][0], last = Math.max(points[points.length - 1][0], begin + 0.001), total = D.total || 1;
  const x = s => L + (W - L - R) * (s - begin) / (last - begin), y = n => H - B - (H - T - B) * Math.min(n, total) / total;
  const line = value => {
    let d = `M${x(begin)} ${y(0)}`;
    for (const p of points) d += `H${x(p[0]).toFixed(1)}V${y(value(p)).toFixed(1)}`;
    return d;
  };
  const s = svg('svg', { viewBox: `0 0 ${W} ${H}`, class: 'chart', role: 'img' });
  for (const f of [0, 0.5, 1]) {
    s.append(svg('line', { x1: L, x2: W - R, y1: y(total * f), y2: y(total * f), stroke: 'var(--line)' }));
    s.append(svg('text', { x: L - 6, y: y(total * f) + 4, 'text-anchor': 'end' }, number(Math.round(total * f))));
  }
  for (let k = 0; k <= 4; k++)
    s.append(svg('text', { x: x(begin + (last - begin) * k / 4), y: H - 8, 'text-anchor': k === 4 ? 'end' : 'middle' }, (begin + (last - begin) * k / 4).toPrecision(3) + ' s'));
  s.append(svg('path', { d: line(p => p[1] + p[2]) + `V${y(0)}Z`, fill: 'var(--infeasible)', opacity: 0.25 }));
  s.append(svg('path', { d: line(p => p[1]) + `V${y(0)}Z`, fill: 'var(--covered)', opacity: 0.35 }));
  s.append(svg('path', { d: line(p => p[1]), fill: 'none', stroke: 'var(--covered)', 'stroke-width': 2 }));
  return s;
}
function card(kind, value, text, hash) {
  return el('a', { class: 'card ' + (value === '0' ? '' : kind), href: '#' + hash }, el('b', {}, value), el('span', {}, text));
}
function headline() {
  const finds = D.findings.length ? plural(D.findings.length, 'finding') : '';
  const broken = D.rules.filter(r => r[2] !== 'holds').length + D.bins.filter(b => b[2] !== 'reached').length;
  const checks = D.checks.filter(c => c[2] !== 'safe').length;
  if (checks) return (finds ? finds + ', ' : '') + plural(checks, 'check') + ' violated or unknown.';
  if (broken) return (finds ? finds + ', ' : '') + plural(broken, 'bin or rule', 'bins or rules') + ' to look at.';
  if (D.unknown === 0 && !finds) return 'Every branch is covered or proved infeasible.';
  const left = D.unknown ? plural(D.unknown, 'branch', 'branches') + ' unknown' : 'every branch is decided';
  return (finds ? finds + ', ' : '') + left + '.';
}
function findingRow(f) {
  const file = f.file ? findFile(f.file) : -1;
  return el('tr', {},
    el('td', {}, el('span', { class: 'pill bad' }, f.kind + (f.signal ? ' ' + f.signal : ''))),
    el('td', {}, f.file ? (file < 0 ? f.file + ':' + f.line : link(`source/${file}/${f.line}`, f.file + ':' + f.line)) : '—'),
    el('td', {}, f.test ? testLink(f.test) : '—'), el('td', {}, f.message || ''));
}
function auditRow(name, what, row) {
  const kinds = { reached: 'c', holds: 'c', safe: 'c', covered: 'c', dead: 'i', infeasible: 'i', violated: 'bad', unknown: 'u' };
  return el('tr', {}, el('td', {}, el('code', {}, name)), el('td', {}, what),
    el('td', {}, el('span', { class: 'pill ' + kinds[row[2]] }, row[2])),
    el('td', {}, row[3] ? testLink(row[3]) : '—'), el('td', {}, withJumps(row[4] || '')));
}
function table(head, rows) {
  return el('table', {}, el('thead', {}, el('tr', {}, head.map(h => el('th', { class: h[0] === '#' ? 'n' : null }, h.replace(/^#/, ''))))),
    el('tbody', {}, rows));
}
function funcTable() {
  const rows = D.funcs.map((f, i) => [f, i, countsOf(byFunc[i])]).filter(r => byFunc[r[1]].length)
    .sort((a, b) => b[2].u - a[2].u || byFunc[b[1]].length - byFunc[a[1]].length).slice(0, 40);
  return table(['function', 'place', '#branches', '#covered', '#infeasible', '#unknown', ''], rows.map(([f, i, n]) => el('tr', {},
    el('td', {}, link('map/' + i, el('code', {}, f[0]))), el('td', {}, link(`source/${f[1]}/${f[2]}`, base(D.files[f[1]][0]) + ':' + f[2])),
    el('td', { class: 'n' }, number(byFunc[i].length)), el('td', { class: 'n' }, number(n.c)), el('td', { class: 'n' }, number(n.i)),
    el('td', { class: 'n' }, number(n.u)), el('td', { style: 'width:160px' }, stack(n)))));
}
function overview() {
  const page = el('div', { class: 'page' });
  page.append(el('h1', {}, headline()),
    el('p', { class: 'soft' }, `${D.sources.map(base).join(', ')}, from ${D.entry}()  ·  tp2ph ${D.version}, ${D.strategy}, seed ${D.seed}  ·  ` +
      (D.created || '') + (D.stopped ? `  ·  stopped early: ${D.stopped}` : '')));
  page.append(el('div', { class: 'cards' },
    card('c', number(D.covered), 'covered', 'branches/c'), card('i', number(D.infeasible), 'proved infeasible', 'branches/i'),
    card('u', number(D.unknown), 'unknown', 'branches/u'), card('f', number(D.findings.length), D.findings.length === 1 ? 'finding' : 'findings', 'overview'),
    card('', number(D.tests.length), 'tests', 'tests/1')));
  page.append(stack({ c: D.covered, i: D.infeasible, u: D.unknown }),
    el('p', { class: 'soft' }, `${number(D.total)} branches; ${plural(D.runs, 'run')}, ${plural(D.solver_calls, 'solver call')}, ${D.seconds.toFixed(2)} s, ${number(D.memory)} MB`));
  if (D.findings.length) page.append(el('h2', {}, 'Findings'), table(['kind', 'place', 'test', ''], D.findings.map(findingRow)));
  if (D.rules.length) page.append(el('h2', {}, 'Rules'), table(['rule', '', 'verdict', 'test', ''], D.rules.map(r => auditRow('TP' + r[0], r[1], r))));
  if (D.bins.length) page.append(el('h2', {}, 'Bins'), table(['bin', '', 'verdict', 'test', ''], D.bins.map(b => auditRow(b[0], b[1] ? 'good' : '', b))));
  if (D.pairs.length) page.append(el('h2', {}, 'What each condition decides'), table(['pair', '', 'verdict', 'test', ''],
    D.pairs.map(p => auditRow(p[0], withJumps(p[1]), p))));
  if (D.limits.length) page.append(el('h2', {}, 'Limits'), table(['edge', '', 'verdict', 'test', ''],
    D.limits.map(l => auditRow(l[0], withJumps(l[1]), l))));
  if (D.checks.length) page.append(el('h2', {}, 'Checks'), table(['kind', '', 'verdict', 'test', ''],
    ['violated', 'unknown', 'safe'].flatMap(v => D.checks.filter(c => c[2] === v)).map(c => auditRow(c[0], withJumps(c[1]), c))));
  if (D.warnings.length) page.append(el('h2', {}, 'Warnings'), el('ul', {}, D.warnings.map(w => el('li', {}, withJumps(w)))));
  const curve = chart();
  if (curve) page.append(el('h2', {}, 'Coverage over time'), curve);
  page.append(el('h2', {}, 'Functions'), funcTable());
  if (D.phases.length) page.append(el('h2', {}, 'Search'), table(['phase', '#covered', '#infeasible', '#runs', '#solver calls', '#seconds'],
    D.phases.map(p => el('tr', {}, el('td', {}, p[0]), ...p.slice(1, 5).map(n => el('td', { class: 'n' }, number(n))), el('td', { class: 'n' }, p[5].toFixed(2))))));
  if (D.concretised.length) page.append(el('h2', {}, 'Computed on plain values'), table(['what', 'place', '#count'],
    D.concretised.map(c => el('tr', {}, el('td', {}, c[0]), el('td', {}, c[1] ? withJumps(c[1] + ':' + c[2]) : ''), el('td', { class: 'n' }, number(c[3]))))));
  return page;
}

/* ---- a branch, told at the side ------------------------------------------------------ */
function detailOf(b) {
  const d = decisions[branchDecision[b]], v = letterOf(b), box = el('div', {});
  box.append(el('h1', {}, el('code', {}, d.text)),
    el('p', {}, pill(b), ' ', el('span', { class: 'pill ' + v }, verdictOf(b)), isCounted(b) ? '' : ' not counted: constant, or of a system macro'),
    el('p', { class: 'soft' }, link(`source/${d.file}/${lineOf(b)}`, D.files[d.file][0] + ':' + d.line + ':' + d.column), ' in ',
      link('map/' + d.func + '/' + d.id, D.funcs[d.func][0] + '()')));
  if (v === 'c') {
    const takers = [];
    for (let t = 1; t <= D.tests.length && takers.length < 12; t++) if (takenBy(t)(b)) takers.push(t);
    box.append(el('h3', {}, 'Taken by'), el('p', {}, (takers.length ? takers : [D.first[b]]).filter(t => t).flatMap((t, i) => [i ? ', ' : '', testLink(t)]),
      takers.length === 12 ? ' …' : ''));
  } else if (v === 'i') {
    box.append(el('h3', {}, 'Why no input takes it'), reasons(whyOf(b) || 'proved'), el('p', { class: 'soft' }, 'These can not hold together.'));
  } else if (whyOf(b)) {
    box.append(el('h3', {}, 'Why it is not known'), reasons(whyOf(b)),
      el('h3', {}, 'What may help'), el('p', {}, D.advice[D.why[b]]));
  }
  const others = [];
  for (let k = 0; k < d.n; k++) if (d.first + k !== b) others.push(d.first + k);
  if (others.length) box.append(el('h3', {}, 'Other sides'), el('p', {}, others.slice(0, 60).flatMap(o => [link('branch/' + o, pill(o)), ' '])));
  return box;
}

/* ---- source --------------------------------------------------------------------------- */
const KEYWORDS = /^(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Bool|bool)$/;
const TOKEN = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;
function coloured(line, inComment) {
  const pre = el('pre', {});
  let at = 0;
  if (inComment) {
    const end = line.indexOf('*/');
    at = end < 0 ? line.length : end + 2;
    pre.append(el('span', { class: 'o' }, line.slice(0, at)));
  }
  TOKEN.lastIndex = at;
  for (let m; (m = TOKEN.exec(line));) {
    const kind = m[1] ? 'o' : m[2] ? 's' : m[3] ? 'd' : KEYWORDS.test(m[4]) ? 'k' : '';
    if (!kind) continue;
    pre.append(line.slice(at, m.index), el('span', { class: kind }, m[0]));
    at = m.index + m[0].length;
  }
  pre.append(line.slice(at));
  return pre;
}
const fileCache = new Map();
function fileOf(i) {
  if (fileCache.has(i)) return fileCache.get(i);
  const lines = D.files[i][1].replace(/\r/g, '').split('\n');
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  const comment = new Uint8Array(lines.length + 1);
  let open = 0;
  lines.forEach((text, k) => {
    comment[k] = open;
    const rest = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\/\/.*/, open ? '$&' : '');
    const begin = rest.lastIndexOf('/*'), end = rest.lastIndexOf('*/');
    if (begin > end) open = 1; else if (end > begin) open = 0;
  });
  const marks = new Map();
  for (let b = 0; b < D.verdicts.length; b++) {
    const d = decisions[branchDecision[b]];
    if (!d || d.file !== i) continue;
    const line = lineOf(b);
    if (!marks.has(line)) marks.set(line, []);
    marks.get(line).push(b);
  }
  const hits = new Map(), list = D.hits[i] || [];
  for (let k = 0; k < list.length; k += 2) hits.set(list[k], list[k + 1]);
  const result = { lines, comment, marks, hits };
  fileCache.set(i, result);
  return result;
}
const MAX_MARKS = 60; /* of a line; those that its column has no room for are shown when it is pointed at */
function sourceRow(file, k, selected, pick) {
  const f = fileOf(file), n = k + 1, ids = f.marks.get(n) || [];
  const marks = el('span', { class: 'br' });
  const on = path ? takenBy(path) : null;
  let isOn = false;
  for (const b of ids.slice(0, MAX_MARKS)) {
    const p = pill(b);
    if (ids.length > 4) p.classList.add('tight');
    if (on && on(b)) { p.classList.add('on'); isOn = true; }
    p.addEventListener('click', () => pick(b));
    marks.append(p);
  }
  if (ids.length > MAX_MARKS) marks.append('…');
  const hit = f.hits.get(n);
  const row = el('div', { class: isOn ? 'on-path' : '' }, el('span', { class: 'ln' }, String(n)),
    f.hits.size ? el('span', { class: 'hit' + (hit === 0 ? ' no' : '') }, hit === undefined ? '' : hit === 0 ? 'never' : number(hit) + '×') : null,
    marks, coloured(f.lines[k], f.comment[k]));
  if (n === selected) row.classList.add('mark');
  return row;
}
function source(args) {
  const file = Math.min(+args[0] || 0, D.files.length - 1);
  if (file < 0) return el('div', { class: 'page' }, 'There is no source.');
  let line = +args[1] || 0;
  const f = fileOf(file);
  const detail = el('div', { class: 'detail' });
  const rows = new Rows(20, k => sourceRow(file, k, line, pick), { class: 'scroll source' + (path ? ' path' : '') });
  const open = [...f.marks].filter(([, ids]) => ids.some(b => isCounted(b) && letterOf(b) !== 'c')).map(([n]) => n).sort((a, b) => a - b);
  function pick(b) { detail.replaceChildren(detailOf(b)); line = lineOf(b); rows.redraw(); }
  function go(n, chosen) {
    line = n;
    rows.redraw();
    rows.reveal(n - 1);
    const ids = f.marks.get(n) || [];
    if (ids.length) detail.replaceChildren(detailOf(ids.find(b => b === chosen) ?? ids.find(b => letterOf(b) !== 'c') ?? ids[0]));
  }
  function step(by) {
    if (!open.length) return;
    const next = by > 0 ? open.find(n => n > line) ?? open[0] : [...open].reverse().find(n => n < line) ?? open[open.length - 1];
    go(next);
  }
  const files = el('select', { 'aria-label': 'File', onchange: e => { location.hash = 'source/' + e.target.value; } },
    D.files.map((x, i) => el('option', { value: i, selected: i === file }, x[0])));
  const funcs = el('select', { 'aria-label': 'Function', onchange: e => go(+e.target.value) }, el('option', { value: 1 }, 'function…'),
    D.funcs.filter(x => x[1] === file && x[2]).map(x => el('option', { value: x[2] }, x[0])));
  const bar = el('div', { class: 'bar' }, files, funcs, el('span', { class: 'grow' }),
    path ? el('span', {}, 'path of ', testLink(path), ' ', el('button', { onclick: () => { path = 0; show(); } }, 'hide')) : null,
    el('span', { class: 'soft' }, open.length ? plural(open.length, 'line') + ' not covered' : 'all covered'),
    el('button', { title: 'previous (p)', onclick: () => step(-1) }, '↑'), el('button', { title: 'next (n)', onclick: () => step(1) }, '↓'));
  keysHere = { n: () => step(1), p: () => step(-1) };
  const view = el('div', { class: 'split wide' }, el('div', { class: 'column' }, bar, rows.box), detail);
  detail.append(el('p', { class: 'soft' }, 'Choose a branch beside a line.'));
  rows.set(f.lines.map((_, k) => k));
  printed = rows;
  if (line) requestAnimationFrame(() => go(line, args[2] === undefined ? -1 : +args[2]));
  return view;
}

/* ---- branches ----------------------------------------------------------------------- */
function branchList(args) {
  let kinds = new Set(args[0] && args[0].length ? args[0] : 'ciu'), chosen = -1, items = [];
  const detail = el('div', { class: 'detail' }, el('p', { class: 'soft' }, 'Choose a branch.'));
  const rows = new Rows(30, (b, i) => {
    const d = decisions[branchDecision[b]];
    return el('div', { class: i === chosen ? 'on' : '', onclick: () => choose(i) },
      el('span', { class: 'w' }, el('span', { class: 'pill ' + letterOf(b) }, verdictOf(b))), el('span', { class: 'place' }, placeOf(d)),
      el('code', { class: 'grow' }, d.text), pill(b), el('span', { class: 'fn' }, D.funcs[d.func][0] + '()'));
  });
  const count = el('span', { class: 'soft' });
  function filter() {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(w => w);
    items = branches.filter(b => kinds.has(letterOf(b)) && words.every(w => isFound(b, w)));
    count.textContent = `${number(items.length)} of ${number(branches.length)}`;
    chosen = -1;
    rows.set(items);
  }
  function choose(i) {
    if (i < 0 || i >= items.length) return;
    chosen = i;
    rows.redraw();
    rows.reveal(i);
    detail.replaceChildren(detailOf(items[i]));
  }
  const box = kind => el('label', {}, el('input', { type: 'checkbox', checked: kinds.has(kind), onchange: e => {
    if (e.target.checked) kinds.add(kind); else kinds.delete(kind);
    filter();
  } }), ' ', el('span', { class: 'pill ' + kind }, VERDICT[kind]));
  filterHere = filter;
  keysHere = { j: () => choose(chosen + 1), k: () => choose(chosen - 1), Enter: () => {
    if (chosen >= 0) { const d = decisions[branchDecision[items[chosen]]]; location.hash = `source/${d.file}/${lineOf(items[chosen])}`; }
  } };
  filter();
  printed = rows;
  return el('div', { class: 'split wide' }, el('div', { class: 'column' },
    el('div', { class: 'bar' }, box('c'), box('i'), box('u'), el('span', { class: 'grow' }), count), rows.box), detail);
}

/* ---- tests ---------------------------------------------------------------------------- */
function testDetail(n) {
  const t = D.tests[n - 1], inputs = inputsOf(n), on = takenBy(n), page = el('div', { class: 'page' });
  const all = branches.filter(on), found = D.findings.filter(f => f.test === n);
  page.append(el('h1', {}, 'Test ' + n), el('p', {}, el('span', { class: 'pill ' + (t.end.startsWith('exit') ? 'x' : 'bad') }, t.end), ' ',
    el('span', { class: 'soft' }, `${plural(t.inputs, 'input')}, ${plural(all.length, 'branch', 'branches')} taken, ${number(t.new)} of them new  ·  test-suite/testcase-${String(n).padStart(4, '0')}.xml`)));
  const first = all.length ? decisions[branchDecision[all[0]]] : null;
  page.append(el('p', {}, el('button', { onclick: () => { path = n; location.hash = first ? `source/${first.file}/${first.line}` : 'source/0'; } }, 'Show its path in the source'), ' ',
    el('button', { onclick: () => { path = n; location.hash = 'map'; } }, 'Show its path in the map')));
  if (found.length) page.append(el('h2', {}, 'Shows'), table(['kind', 'place', 'test', ''], found.map(findingRow)));
  page.append(el('h2', {}, 'Inputs'), table(['#', 'name', 'value', 'type', 'read at'], inputs.slice(0, 500).map((x, i) => el('tr', {},
    el('td', { class: 'n soft' }, String(i + 1)), el('td', {}, el('code', {}, x.name)), el('td', {}, el('code', {}, x.value)), el('td', { class: 'soft' }, x.type),
    el('td', {}, x.file ? withJumps(x.file + ':' + x.line) : '')))));
  const shown = inputs.slice(0, 500).reduce((n, x) => n + x.parts.length, 0);
  if (t.inputs > shown) page.append(el('p', { class: 'soft' }, `and ${number(t.inputs - shown)} more, in the testcase file`));
  page.append(el('h2', {}, 'Branches that it is the first to take'));
  const mine = branches.filter(b => D.first[b] === n && letterOf(b) === 'c');
  page.append(table(['place', 'condition', 'side'], mine.slice(0, 300).map(b => {
    const d = decisions[branchDecision[b]];
    return el('tr', {}, el('td', {}, link(`source/${d.file}/${lineOf(b)}`, placeOf(d))), el('td', {}, el('code', {}, d.text)), el('td', {}, pill(b)));
  })));
  if (mine.length > 300) page.append(el('p', { class: 'soft' }, `and ${number(mine.length - 300)} more`));
  return page;
}
/* Most tests read the same inputs, each one value: their names are looked at
 * once. Those that read objects are searched as they are shown. */
const namesCache = new Map(), shownCache = new Map(), plainCache = new Map();
function isPlain(objects) {
  if (!plainCache.has(objects)) plainCache.set(objects, !/[1-9]/.test(D.words[objects] || ''));
  return plainCache.get(objects);
}
function isTestFound(n, word) {
  const t = D.tests[n - 1];
  if ((n + ' ' + t.end).toLowerCase().includes(word) || t.values.includes(word)) return true;
  if (!isPlain(t.objects)) {
    if (!shownCache.has(n)) shownCache.set(n, inputsOf(n).map(x => x.name + '=' + x.value).join(' ').toLowerCase());
    return shownCache.get(n).includes(word);
  }
  const key = t.which + ' ' + word, [name, value] = word.split('=');
  if (!namesCache.has(key)) namesCache.set(key, listOf(t.which).flatMap((w, i) => {
    const own = D.words[w].split('\t')[0].toLowerCase();
    return (value === undefined ? own.includes(name) : own.endsWith(name)) ? [i] : [];
  }));
  const at = namesCache.get(key);
  if (value === undefined || !at.length) return at.length > 0;
  const values = t.values.split(' ');
  return at.some(i => i < values.length && values[i].startsWith(value));
}
function tests(args) {
  if (!D.tests.length) return el('div', { class: 'page' }, 'There are no tests.');
  let n = Math.min(Math.max(+args[0] || 1, 1), D.tests.length), items = [];
  const view = el('div', {});
  const rows = new Rows(32, t => el('div', { class: t === n ? 'on' : '', onclick: () => choose(t) }, el('b', {}, String(t)),
    el('span', { class: 'pill ' + (D.tests[t - 1].end.startsWith('exit') ? 'x' : 'bad') }, D.tests[t - 1].end),
    el('span', { class: 'grow soft' }, inputsOf(t, 80).slice(0, 4).map(x => x.name + '=' + x.value).join(' ')), el('span', { class: 'soft' }, '+' + D.tests[t - 1].new)));
  function choose(t) { n = t; history.replaceState(null, '', '#tests/' + t); rows.redraw(); view.replaceChildren(testDetail(t)); }
  function filter() {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(w => w);
    items = D.tests.map((_, i) => i + 1).filter(t => words.every(w => isTestFound(t, w)));
    rows.set(items);
  }
  filterHere = filter;
  keysHere = { j: () => choose(Math.min(n + 1, D.tests.length)), k: () => choose(Math.max(n - 1, 1)) };
  filter();
  view.append(testDetail(n));
  requestAnimationFrame(() => rows.reveal(items.indexOf(n)));
  return el('div', { class: 'split' }, el('div', { class: 'side' }, rows.box), view);
}

/* ---- map ------------------------------------------------------------------------------ */
const pageOf = new Map(D.map.map((p, i) => [p.func, i]));
function nodeLook(n) {
  if (n.kind === NODE.DECISION) {
    const d = decisions[n.ref], kinds = countsOf([...Array(d.n).keys()].map(k => d.first + k).filter(isCounted));
    return { text: d.text, sub: placeOf(d), kind: kinds.u ? 'nu' : kinds.i ? 'ni' : kinds.c ? 'nc' : '' };
  }
  if (n.kind === NODE.CALL) {
    const c = countsOf(byFunc[n.func]);
    return { text: D.funcs[n.func][0] + '()', sub: byFunc[n.func].length ? `${c.c} of ${c.c + c.i + c.u} covered` : 'call', kind: 'call ' + (c.u ? 'nu' : c.i ? 'ni' : c.c ? 'nc' : '') };
  }
  if (n.kind === NODE.FOLD) return { text: `⋯ ${n.count} conditions`, sub: 'all covered; unfold', kind: 'fold' };
  if (n.kind === NODE.ENTRY) return { text: n.name, sub: 'entry', kind: '' };
  if (n.kind === NODE.FUNC) {
    const c = countsOf(byFunc[n.func]);
    return { text: D.funcs[n.func][0] + '()', sub: byFunc[n.func].length ? `${c.c} of ${c.c + c.i + c.u} covered` : 'no branches', kind: c.u ? 'nu' : c.i ? 'ni' : c.c ? 'nc' : '' };
  }
  if (n.kind === NODE.BIN) return { text: n.bin[0], sub: n.bin[2] + (n.bin[3] ? ', test ' + n.bin[3] : ''), kind: { reached: 'nc', dead: 'ni', unknown: 'nu' }[n.bin[2]] };
  return { text: 'one of several', sub: n.ref ? 'line ' + n.ref : '', kind: 'call' };
}
NODE.FOLD = 6; NODE.FUNC = 7; NODE.BIN = 8;
/* A page of the map: nodes, edges; ends get a mark of their own for each edge. */
function pageGraph(index) {
  const p = D.map[index], nodes = [], edges = [], number = [];
  p.nodes.forEach(([kind, ref, func], i) => {
    number[i] = nodes.length;
    if (kind !== NODE.RETURN && kind !== NODE.EXIT) nodes.push({ kind, ref, func });
  });
  nodes[0].name = D.funcs[p.func][0];
  for (let i = 0; i < p.edges.length; i += 3) {
    const [from, to, branch] = p.edges.slice(i, i + 3), [kind, ref] = p.nodes[to];
    const isEnd = kind === NODE.RETURN || kind === NODE.EXIT;
    edges.push({ from: number[from], to: isEnd ? nodes.length : number[to], branch });
    if (isEnd) nodes.push({ kind, ref, end: true });
  }
  return { nodes, edges };
}
/* Functions and their calls. */
function callGraph() {
  const nodes = D.map.map(p => ({ kind: NODE.FUNC, func: p.func })), edges = [], seen = new Set();
  D.map.forEach((p, i) => {
    for (const n of p.nodes) {
      const to = n[0] === NODE.CALL ? pageOf.get(n[2]) : undefined;
      if (to === undefined || seen.has(i + ' ' + to)) continue;
      seen.add(i + ' ' + to);
      edges.push({ from: i, to, branch: -1 });
    }
  });
  for (const b of D.bins) {
    const from = b[5].map(f => pageOf.get(f)).filter(f => f !== undefined);
    if (!from.length) continue;
    for (const f of from) edges.push({ from: f, to: nodes.length, branch: -1 });
    nodes.push({ kind: NODE.BIN, bin: b });
  }
  return { nodes, edges, sideways: true };
}
function orderOf(g) {
  const out = g.nodes.map(() => []);
  g.edges.forEach((e, i) => out[e.from].push(i));
  const state = new Uint8Array(g.nodes.length), post = [], next = new Uint32Array(g.nodes.length);
  for (let root = 0; root < g.nodes.length; root++) {
    if (state[root]) continue;
    const walk = [root];
    state[root] = 1;
    while (walk.length) {
      const v = walk[walk.length - 1];
      if (next[v] === out[v].length) { state[v] = 2; post.push(v); walk.pop(); continue; }
      const e = g.edges[out[v][next[v]++]];
      e.back = state[e.to] === 1;
      if (!state[e.to]) { state[e.to] = 1; walk.push(e.to); }
    }
  }
  return { out, order: post.reverse() };
}
/* Parts in which everything is covered are one node each: from v to where all its ways meet. */
function fold(g, keep) {
  const { out, order } = orderOf(g), n = g.nodes.length, at = new Int32Array(n), meet = new Int32Array(n).fill(-1);
  order.forEach((v, i) => { at[v] = i; });
  const succ = v => out[v].map(i => g.edges[i]).filter(e => !e.back && !g.nodes[e.to].end).map(e => e.to);
  const common = (a, b) => {
    while (a !== b && a >= 0 && b >= 0) if (at[a] < at[b]) a = meet[a]; else b = meet[b];
    return a === b ? a : -1;
  };
  for (const v of [...order].reverse()) {
    const s = succ(v);
    meet[v] = s.length ? s.reduce((a, b) => common(a, b)) : -1;
  }
  const ins = g.nodes.map(() => []);
  for (const e of g.edges) ins[e.to].push(e.from);
  const group = new Int32Array(n).fill(-1), groups = [];
  const region = (v, end) => {
    const all = new Set([v]), walk = [v];
    while (walk.length) for (const i of out[walk.pop()]) { const to = g.edges[i].to; if (to !== end && !all.has(to)) { all.add(to); walk.push(to); } }
    return all;
  };
  const isPlain = all => {
    for (const u of all) {
      const node = g.nodes[u];
      if (node.end || keep.has(u) || node.kind === NODE.ENTRY) return false;
      if (nodeLook(node).kind.match(/n[iu]/)) return false;
      if (g.edges.some && out[u].some(i => g.edges[i].back)) return false;
    }
    return true;
  };
  const isClosed = (all, v) => [...all].every(u => u === v || ins[u].every(x => all.has(x)));
  const chains = [[0, -1]], done = new Set();
  while (chains.length) {
    let [v, end] = chains.pop(), run = [];
    const flush = () => {
      const members = run.flatMap(s => [...s]);
      if (members.filter(u => g.nodes[u].kind === NODE.DECISION).length > 2) { for (const u of members) group[u] = groups.length; groups.push(members); }
      run = [];
    };
    while (v >= 0 && v !== end && !done.has(v)) {
      done.add(v);
      const all = region(v, meet[v]);
      if (meet[v] >= 0 && isPlain(all) && isClosed(all, v)) run.push(all);
      else { flush(); for (const s of succ(v)) if (s !== meet[v]) chains.push([s, meet[v]]); }
      v = meet[v];
    }
    flush();
  }
  const renumber = new Int32Array(n), nodes = [];
  g.nodes.forEach((node, v) => {
    const k = group[v];
    if (k < 0) { renumber[v] = nodes.length; nodes.push({ ...node, was: v }); return; }
    if (groups[k].at === undefined) {
      groups[k].at = nodes.length;
      nodes.push({ kind: NODE.FOLD, count: groups[k].filter(u => g.nodes[u].kind === NODE.DECISION).length, members: groups[k] });
    }
    renumber[v] = groups[k].at;
  });
  const edges = [], seen = new Set();
  for (const e of g.edges) {
    const from = renumber[e.from], to = renumber[e.to], inFold = group[e.from] >= 0;
    if (from === to && inFold) continue;
    const key = from + ' ' + to + ' ' + (inFold ? -2 : e.branch);
    if (seen.has(key)) continue;
    seen.add(key);
    edges.push({ from, to, branch: inFold ? -2 : e.branch });
  }
  return { nodes, edges };
}
/* Layers from the top, or from the left if the graph is sideways; long edges get a point in each layer; a few sweeps put neighbours near each other. */
function layout(g) {
  const { out, order } = orderOf(g), rank = new Int32Array(g.nodes.length);
  for (const v of order) for (const i of out[v]) { const e = g.edges[i]; if (!e.back && rank[e.to] <= rank[v]) rank[e.to] = rank[v] + 1; }
  const items = g.nodes.map((n, v) => {
    if (n.end) return { v, rank: rank[v], w: 12, h: 12, up: [], down: [] };
    n.look = nodeLook(n);
    n.label = cut(n.look.text, 38);
    n.width = Math.max(n.label.length, n.look.sub.length * 0.85) * 7.3 + 22;
    return { v, rank: rank[v], w: g.sideways ? 38 : n.width, h: g.sideways ? n.width : 38, up: [], down: [] };
  });
  const linkUp = (a, b) => { a.down.push(b); b.up.push(a); };
  for (const e of g.edges) {
    let a = items[e.from], b = items[e.to];
    if (e.back) [a, b] = [b, a];
    e.points = [a];
    if (a === b) continue;
    let last = a;
    for (let r = a.rank + 1; r < b.rank; r++) { const d = { v: -1, rank: r, w: 10, h: 0, up: [], down: [] }; items.push(d); linkUp(last, d); e.points.push(d); last = d; }
    linkUp(last, b);
    e.points.push(b);
    if (e.back) e.points.reverse();
  }
  const layers = [];
  for (const it of items) (layers[it.rank] = layers[it.rank] || []).push(it);
  const spread = layer => layer.forEach((it, i) => { it.pos = i; });
  layers.forEach(spread);
  const middle = list => { let s = 0; for (const x of list) s += x.pos; return list.length ? s / list.length : -1; };
  for (let sweep = 0; sweep < 10; sweep++) {
    const down = sweep % 2 === 0, seq = down ? layers : [...layers].reverse();
    for (const layer of seq) {
      layer.forEach(it => { const m = middle(down ? it.up : it.down); it.want = m < 0 ? it.pos : m; });
      layer.sort((a, b) => a.want - b.want || a.pos - b.pos);
      spread(layer);
    }
  }
  const GAP = g.sideways ? 10 : 22, STEP = g.sideways ? 120 + Math.max(...items.map(it => it.h)) : 84;
  for (const layer of layers) { let x = 0; for (const it of layer) { it.x = x + it.w / 2; x += it.w + GAP; } }
  const settle = (layer, near) => {
    const wants = layer.map(it => { const l = near(it); return l.length ? l.reduce((s, o) => s + o.x, 0) / l.length : it.x; });
    const left = [], right = [];
    layer.forEach((it, i) => { left[i] = i ? Math.max(wants[i], left[i - 1] + (layer[i - 1].w + it.w) / 2 + GAP) : wants[i]; });
    for (let i = layer.length - 1; i >= 0; i--)
      right[i] = i < layer.length - 1 ? Math.min(wants[i], right[i + 1] - (layer[i + 1].w + layer[i].w) / 2 - GAP) : wants[i];
    layer.forEach((it, i) => { it.x = (left[i] + right[i]) / 2; });
    for (let i = 1; i < layer.length; i++) layer[i].x = Math.max(layer[i].x, layer[i - 1].x + (layer[i - 1].w + layer[i].w) / 2 + GAP);
  };
  for (let k = 0; k < 8; k++) {
    for (const layer of layers) settle(layer, it => it.up);
    for (const layer of [...layers].reverse()) settle(layer, it => it.down);
  }
  let low = Infinity, high = -Infinity;
  for (const it of items) { it.y = it.rank * STEP + 30; low = Math.min(low, it.x - it.w / 2); high = Math.max(high, it.x + it.w / 2); }
  const size = { items, width: high - low, height: layers.length * STEP + 20, left: low, top: 0 };
  if (!g.sideways) return size;
  for (const it of items) { [it.x, it.y] = [it.y, it.x]; [it.w, it.h] = [it.h, it.w]; }
  return { items, width: size.height, height: size.width, left: 0, top: low };
}
function flat(e) {
  const p = e.points, a = p[0];
  if (p.length === 1) return `M${a.x + a.w / 2} ${a.y - 6}c34 -14 34 26 0 12`;
  let x = a.x + (e.back ? -a.w : a.w) / 2, y = a.y, d = `M${x.toFixed(1)} ${y.toFixed(1)}`;
  p.slice(1).forEach((q, i) => {
    const tx = q.x + (i === p.length - 2 ? (e.back ? q.w : -q.w) / 2 : 0), mx = (x + tx) / 2;
    d += `C${mx.toFixed(1)} ${y.toFixed(1)} ${mx.toFixed(1)} ${q.y.toFixed(1)} ${tx.toFixed(1)} ${q.y.toFixed(1)}`;
    x = tx; y = q.y;
  });
  return d;
}
function curve(e) {
  const p = e.points, a = p[0], b = p[p.length - 1];
  if (p.length === 1) return `M${a.x + a.w / 2} ${a.y - 6}c34 -14 34 26 0 12`;
  const down = !e.back, y1 = down ? a.y + a.h / 2 : a.y - a.h / 2, y2 = down ? b.y - b.h / 2 : b.y + b.h / 2;
  const shift = e.branch >= 0 && p.length > 1 ? (sideOf(e.branch) === 'T' ? -10 : sideOf(e.branch) === 'F' ? 10 : 0) : 0;
  let x = a.x + shift, y = y1, d = `M${x.toFixed(1)} ${y}`;
  e.start = [x, y1];
  for (let i = 1; i < p.length; i++) {
    const q = p[i], ty = i === p.length - 1 ? y2 : q.y, my = (y + ty) / 2;
    d += `C${x.toFixed(1)} ${my} ${q.x.toFixed(1)} ${my} ${q.x.toFixed(1)} ${ty}`;
    x = q.x; y = ty;
  }
  return d;
}
function drawMap(g, box, onNode, selected) {
  const L = layout(g), s = svg('svg', {}), scene = svg('g', {});
  const on = path ? takenBy(path) : null;
  const defs = svg('defs', {});
  for (const [id, colour] of [['', '--soft'], ['c', '--covered'], ['i', '--infeasible'], ['u', '--unknown']]) {
    const m = svg('marker', { id: 'arrow' + id, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto', markerUnits: 'userSpaceOnUse' });
    m.append(svg('polygon', { points: '0,0 8,4 0,8', fill: `var(${colour})` }));
    defs.append(m);
  }
  s.append(defs, scene);
  for (const e of g.edges) {
    const kind = e.branch >= 0 ? letterOf(e.branch) : e.branch === -2 ? 'c' : '';
    const p = svg('path', { d: g.sideways ? flat(e) : curve(e), class: (kind ? 'e' + kind : '') + (on && e.branch >= 0 && on(e.branch) ? ' taken' : ''), 'marker-end': g.nodes[e.to].end ? undefined : `url(#arrow${kind})` });
    scene.append(p);
    if (e.branch >= 0 && e.start) scene.append(svg('text', { x: e.start[0] + (sideOf(e.branch) === 'T' ? -6 : 5), y: e.start[1] + 12, class: 'sub l' + kind, 'text-anchor': sideOf(e.branch) === 'T' ? 'end' : 'start' }, cut(sideOf(e.branch), 14)));
  }
  g.nodes.forEach((n, v) => {
    const it = L.items[v];
    if (n.end) {
      const c = svg('circle', { cx: it.x, cy: it.y - 10, r: 5, class: 'end' + (n.kind === NODE.EXIT && n.ref ? ' bad' : '') });
      c.append(svg('title', {}, n.kind === NODE.RETURN ? 'return' : n.ref ? 'the program ends here' : 'the end'));
      scene.append(c);
      return;
    }
    const taken = on && n.kind === NODE.DECISION && [...Array(decisions[n.ref].n).keys()].some(k => on(decisions[n.ref].first + k));
    const node = svg('g', { class: 'node ' + n.look.kind + (taken || (on && n.kind !== NODE.DECISION) ? ' taken' : '') + (n.kind === NODE.DECISION && n.ref === selected ? ' sel' : ''), tabindex: 0 });
    node.append(svg('rect', { x: it.x - it.w / 2, y: it.y - 19, width: it.w, height: 38, rx: n.kind === NODE.DECISION ? 7 : 19 }),
      svg('text', { x: it.x, y: it.y - 2, 'text-anchor': 'middle' }, n.label), svg('text', { x: it.x, y: it.y + 12, class: 'sub', 'text-anchor': 'middle' }, n.look.sub), svg('title', {}, n.look.text));
    node.addEventListener('click', () => { if (!moved) onNode(n); });
    node.addEventListener('keydown', e => { if (e.key === 'Enter') onNode(n); });
    scene.append(node);
  });
  let zoom = 1, dx = 0, dy = 0, moved = false;
  const apply = () => scene.setAttribute('transform', `translate(${dx} ${dy}) scale(${zoom})`);
  const fit = () => {
    const w = box.clientWidth || 900, h = box.clientHeight || 600;
    zoom = Math.min(1.1, Math.max(0.12, Math.min((w - 40) / L.width, (h - 40) / L.height)));
    dx = (w - L.width * zoom) / 2 - L.left * zoom;
    dy = 16 - L.top * zoom;
    const at = selected === undefined ? undefined : L.items.find(it => it.v >= 0 && g.nodes[it.v].kind === NODE.DECISION && g.nodes[it.v].ref === selected);
    if (at) { zoom = 1; dx = w / 2 - at.x; dy = h / 2 - at.y; }
    else if (zoom < 0.45) {
      const first = L.items[0];
      zoom = 0.75;
      dx = g.sideways ? 20 - L.left * zoom : w / 2 - first.x * zoom;
      dy = g.sideways ? h / 2 - first.y * zoom : 16;
    }
    apply();
  };
  const zoomAt = (x, y, by) => { const z = Math.min(4, Math.max(0.05, zoom * by)); dx = x - (x - dx) * z / zoom; dy = y - (y - dy) * z / zoom; zoom = z; apply(); };
  s.addEventListener('wheel', e => { e.preventDefault(); const r = s.getBoundingClientRect(); zoomAt(e.clientX - r.left, e.clientY - r.top, Math.exp(-e.deltaY / 400)); }, { passive: false });
  let from = null;
  s.addEventListener('pointerdown', e => { from = [e.clientX - dx, e.clientY - dy, e.clientX, e.clientY]; moved = false; });
  s.addEventListener('pointermove', e => {
    if (!from) return;
    if (Math.abs(e.clientX - from[2]) + Math.abs(e.clientY - from[3]) > 4 && !moved) { moved = true; box.classList.add('drag'); }
    if (moved) { dx = e.clientX - from[0]; dy = e.clientY - from[1]; apply(); }
  });
  addEventListener('pointerup', () => { from = null; box.classList.remove('drag'); });
  box.replaceChildren(s);
  requestAnimationFrame(fit);
  return { fit, in: () => zoomAt(box.clientWidth / 2, box.clientHeight / 2, 1.3), out: () => zoomAt(box.clientWidth / 2, box.clientHeight / 2, 1 / 1.3) };
}
const FOLD_FROM = 40; /* nodes of a page */
function mapView(args) {
  if (!D.map.length) return el('div', { class: 'page' }, 'There is no map.');
  const named = (args[0] || '')[0] === '@' ? D.funcs.findIndex((f, i) => f[0] === args[0].slice(1) && pageOf.has(i)) : NaN;
  const func = args[0] === undefined || args[0] === '' ? -1 : Number.isNaN(named) ? +args[0] : named;
  const index = pageOf.get(func), selected = args[1] === undefined ? undefined : +args[1];
  const box = el('div', { class: 'map' + (path ? ' path' : '') });
  const keep = new Set();
  let folded = index !== undefined && D.map[index].nodes.length > FOLD_FROM, controls;
  const foldBox = el('input', { type: 'checkbox', checked: folded, onchange: e => { folded = e.target.checked; keep.clear(); draw(); } });
  function draw() {
    let g = index === undefined ? callGraph() : pageGraph(index);
    if (index !== undefined && folded) {
      g.nodes.forEach((n, v) => { if (n.kind === NODE.DECISION && n.ref === selected) keep.add(v); });
      g = fold(g, keep);
    }
    controls = drawMap(g, box, n => {
      if (n.kind === NODE.DECISION) location.hash = `source/${decisions[n.ref].file}/${decisions[n.ref].line}`;
      else if (n.kind === NODE.FOLD) { n.members.forEach(v => keep.add(v)); draw(); }
      else if ((n.kind === NODE.CALL || n.kind === NODE.FUNC) && pageOf.has(n.func)) location.hash = 'map/' + n.func;
      else if (n.kind === NODE.BIN && n.bin[3]) location.hash = 'tests/' + n.bin[3];
      else if (n.kind === NODE.ENTRY) location.hash = `source/${D.funcs[func][1]}/${D.funcs[func][2]}`;
    }, selected);
  }
  const names = el('div', { class: 'list', style: 'overflow:auto;flex:1' });
  function filter() {
    const word = $('search').value.toLowerCase();
    const isAsked = i => D.funcs[i][0].toLowerCase().includes(word);
    const row = (i, hash, title) => el('a', { href: hash, title: title, class: i === func && index !== undefined ? 'on' : null },
      el('code', { class: 'grow' }, D.funcs[i][0]), el('span', { class: 'mini' }, byFunc[i].length ? stack(countsOf(byFunc[i])) : ''));
    names.replaceChildren(el('a', { href: '#map', class: index === undefined ? 'on' : null }, el('b', {}, 'Functions and calls')),
      ...D.map.filter(p => isAsked(p.func)).map(p => row(p.func, '#map/' + p.func, null)),
      ...D.funcs.map((f, i) => i).filter(i => byFunc[i].length && !pageOf.has(i) && isAsked(i))
        .map(i => row(i, `#source/${D.funcs[i][1]}/${D.funcs[i][2]}`, 'no call in the text leads to it: it is on no map, this is its source')));
  }
  filterHere = filter;
  filter();
  const callers = index === undefined ? [] : D.map.filter(p => p.nodes.some(n => n[0] === NODE.CALL && n[2] === func));
  const bar = el('div', { class: 'bar' }, el('b', {}, index === undefined ? 'Functions and calls' : D.funcs[func][0] + '()'),
    index !== undefined && D.funcs[func][2] ? link(`source/${D.funcs[func][1]}/${D.funcs[func][2]}`, 'source') : null,
    callers.length ? el('span', { class: 'soft' }, 'called by ', callers.slice(0, 6).flatMap((p, i) => [i ? ', ' : '', link('map/' + p.func, D.funcs[p.func][0])]), callers.length > 6 ? ' …' : '') : null,
    el('span', { class: 'grow' }),
    path ? el('span', {}, 'path of ', testLink(path), ' ', el('button', { onclick: () => { path = 0; show(); } }, 'hide')) : null,
    index !== undefined ? el('label', {}, foldBox, ' fold what is covered') : null,
    el('button', { title: 'smaller (-)', onclick: () => controls.out() }, '−'), el('button', { title: 'larger (+)', onclick: () => controls.in() }, '+'), el('button', { title: 'fit (0)', onclick: () => controls.fit() }, 'fit'));
  keysHere = { '+': () => controls.in(), '-': () => controls.out(), 0: () => controls.fit() };
  requestAnimationFrame(draw);
  return el('div', { class: 'split' }, el('div', { class: 'side' }, names), el('div', { class: 'column' }, bar, box));
}

/* ---- the page ---------------------------------------------------------------------------- */
const VIEWS = [['overview', 'Overview', overview, null], ['source', 'Source', source, null], ['branches', 'Branches', branchList, () => D.total],
  ['tests', 'Tests', tests, () => D.tests.length], ['map', 'Map', mapView, null]];
let keysHere = {}, filterHere = null;
function address() {
  const hash = location.hash.slice(1);
  try { return decodeURIComponent(hash).split('/'); } catch (e) { return [hash]; }
}
function show() {
  const [name, ...args] = address();
  const b = name === 'branch' ? +args[0] : -1, d = decisions[branchDecision[b]];
  if (d) {
    location.replace(`#source/${d.file}/${lineOf(b)}/${b}`);
    return;
  }
  const view = VIEWS.find(v => v[0] === name) || VIEWS[0];
  keysHere = {}; filterHere = null; printed = null;
  $('main').replaceChildren(view[2](args));
  document.querySelectorAll('#tabs a').forEach(a => a.classList.toggle('on', a.dataset.view === view[0]));
}
function setTheme(dark) {
  document.documentElement.classList.toggle('dark', dark);
  try { localStorage.setItem('tp2ph-dark', dark ? '1' : '0'); } catch (e) { /* files may have no storage */ }
}
function startTheme() {
  let kept = null;
  try { kept = localStorage.getItem('tp2ph-dark'); } catch (e) { kept = null; }
  const dark = kept === null ? matchMedia('(prefers-color-scheme: dark)').matches : kept === '1';
  document.documentElement.classList.toggle('dark', dark);
}
const flipTheme = () => setTheme(!document.documentElement.classList.contains('dark'));
function showKeys() {
  const rows = [['/', 'search'], ['1 … 5', 'views'], ['n, p', 'source: next and previous line that is not covered'], ['j, k', 'lists: next and previous'], ['Enter', 'branches: to the source'],
    ['+, -, 0', 'map: larger, smaller, fit'], ['d', 'light or dark'], ['Esc', 'leave the search, hide a path'], ['?', 'this']];
  $('keys').replaceChildren(el('h1', {}, 'Keys'), el('div', { class: 'kv' }, rows.flatMap(([k, t]) => [el('kbd', {}, k), el('span', {}, t)])), el('p', {}, el('button', { onclick: () => $('keys').close() }, 'close')));
  $('keys').showModal();
}
function onKey(e) {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const typing = /INPUT|SELECT|TEXTAREA/.test(e.target.tagName) && e.target.type !== 'checkbox';
  if (e.key === 'Escape') { if (typing) e.target.blur(); else if (path) { path = 0; show(); } return; }
  if (typing) return;
  if (keysHere[e.key]) keysHere[e.key]();
  else if (e.key === '/') { e.preventDefault(); $('search').focus(); $('search').select(); }
  else if (e.key >= '1' && e.key <= '5') location.hash = VIEWS[e.key - 1][0];
  else if (e.key === 'd') flipTheme();
  else if (e.key === '?') showKeys();
}
function start() {
  startTheme();
  const name = D.sources.map(base).join(', ');
  document.title = name + ' · tp2ph';
  $('title').textContent = cut(name, 40);
  $('subtitle').textContent = `${number(D.covered)} of ${number(D.total)} covered, ${number(D.infeasible)} infeasible, ${number(D.unknown)} unknown`;
  VIEWS.forEach(v => $('tabs').append(el('a', { href: '#' + v[0], 'data-view': v[0], role: 'tab' }, v[1], v[3] ? el('small', {}, number(v[3]())) : null)));
  $('theme').addEventListener('click', flipTheme);
  $('help').addEventListener('click', showKeys);
  $('search').addEventListener('input', () => { if (filterHere) filterHere(); else if ($('search').value) { location.hash = 'branches'; } });
  addEventListener('hashchange', show);
  addEventListener('keydown', onKey);
  addEventListener('beforeprint', () => { if (printed) printed.update(true); });
  show();
}
start();
