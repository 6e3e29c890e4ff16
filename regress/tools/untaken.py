# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what `gcov -b -c -t` prints: names each branch that was never taken, and
fails if one is not among those that can't be."""
import re
import sys

# The text of the line, and why no trace gets there.
CANNOT = {
    "return var < d->values.n ? d->values.at[var] : 0;": "asked by the solver of inputs that this run did not read",
    "if (walk && walk == tp_expr_walk(x))": "somebody else evaluates between two records",
    "if (is_new || *slot >= decision_at(d, id)->n)": "two values of a switch with one hash of 63 bits",
    "d->lowering.plan->wire_exprs.at[in->id].dst_size - 1u < 8;": "no store of more than 8 bytes is planned",
    "if (!bits || tp_expr_width(d->lowering.sem.exprs, bits) != width) {": "the plan and the meaning disagree on a size",
    "const tp_leaf *table = in->n ? &VEC_LAST(&d->state->leaves) : NULL;": "no store without leaves is planned",
    "if (!tp_read_check(r, table && table->element && table->n_elements == n))": "the same",
    "VEC_RESIZE(&d->values, var + 1);": "it only grows",
    "VEC_RESIZE(&s->elements, first + n);": "it only grows",
    "for (unsigned k = 1; k < plan->n_dims && n <= TP_WIRE_MAX_TABLE; k++)": "no larger table is planned",
}

line, branches, never, bad = "", 0, 0, 0
for row in sys.stdin:
    source = re.match(r"\s*[^:]*:\s*\d+:(.*)", row)
    if source:
        line = source.group(1).strip()
    branch = re.match(r"branch\s+\d+ (taken (\d+)|never executed)", row)
    if not branch:
        continue
    branches += 1
    if branch.group(2) and branch.group(2) != "0":
        continue
    never += 1
    why = CANNOT.get(line)
    bad += why is None
    print(f"never taken: {line}  ({why or 'NOT EXPLAINED'})")
print(f"count: {branches} branches of the decoder, {never} never taken, {bad} of them without a reason")
sys.exit(bad != 0 or branches == 0)
