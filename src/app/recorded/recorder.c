static char *base;
static long owner;
static struct tp2ph_area *area;
static struct tp2ph_decision *decisions;
static struct tp2ph_label *labels;
static unsigned *taken;
static unsigned char *seen;

__attribute__((constructor(101))) static void begin(void) {
  char **word = tp2ph_variable(TP2PH_NAME "=");
  long file = word ? tp2ph_open(*word + sizeof TP2PH_NAME, 1) : -1;
  for (; word && *word; word++) /* the program does not see it */
    word[0] = word[1];
  if (file < 0)
    return;
  base = tp2ph_room((unsigned long)tp2ph_size(file), file);
  tp2ph_close(file);
  if (!base)
    return;
  area = (struct tp2ph_area *)base;
  decisions = (struct tp2ph_decision *)(base + area->decisions);
  labels = (struct tp2ph_label *)(base + area->labels);
  taken = (unsigned *)(base + area->taken);
  seen = (unsigned char *)(base + area->seen);
  owner = tp2ph_process();
}

static void take(unsigned branch) {
  if (seen[branch] || tp2ph_process() != owner ||
      area->n_taken >= area->n_branches)
    return;
  seen[branch] = 1;
  taken[area->n_taken] = branch;
  area->n_taken++;
}

int __tp2ph_c0(unsigned decision, int value);
int __tp2ph_c0(unsigned decision, int value) {
  if (area)
    take(decisions[decision].first + !value);
  return value;
}

static int is_between(const struct tp2ph_label *l, long long value) {
  return value >= l->low && value <= l->high;
}

static int is_between_unsigned(const struct tp2ph_label *l,
                               unsigned long long value) {
  return value >= (unsigned long long)l->low &&
         value <= (unsigned long long)l->high;
}

void __tp2ph_w0(unsigned decision, long long value);
void __tp2ph_w0(unsigned decision, long long value) {
  struct tp2ph_decision *d;
  struct tp2ph_label *l;
  unsigned k;
  if (!area)
    return;
  d = decisions + decision;
  l = labels + d->first;
  for (k = 0; k + 1 < d->n; k++)
    if (d->is_signed ? is_between(&l[k], value)
                     : is_between_unsigned(&l[k], (unsigned long long)value))
      break;
  take(d->first + k);
}
