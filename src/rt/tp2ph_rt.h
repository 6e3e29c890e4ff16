/* SPDX-License-Identifier: MIT */
/* rt/tp2ph_rt.h - the calls that instrumented text makes (wire/wire.h says
 * what each means); those of the C library are in rt/library.h. The same is put
 * before the text of every instrumented unit, which is preprocessed already: so
 * there is no directive in it, not even a guard (declaring twice is allowed),
 * and it is valid in every dialect of C. */

int __tp2ph_c0(unsigned decision, int v);
__extension__ int __tp2ph_m0(unsigned decision, int v, long long a,
                             long long b);
int __tp2ph_c1(unsigned e, int v, const void *p);
int __tp2ph_c2(unsigned e, int v, const void *p, const void *q);
int __tp2ph_c3(unsigned e, int v, const void *p, const void *q, const void *r);
int __tp2ph_cn(unsigned e, int v, const void *const *pp);

__extension__ void __tp2ph_w0(unsigned decision, long long v);
__extension__ void __tp2ph_w1(unsigned e, long long v, const void *p);
__extension__ void __tp2ph_w2(unsigned e, long long v, const void *p,
                              const void *q);
__extension__ void __tp2ph_w3(unsigned e, long long v, const void *p,
                              const void *q, const void *r);
__extension__ void __tp2ph_wn(unsigned e, long long v, const void *const *pp);

void __tp2ph_a0(unsigned e, const void *dst);
void __tp2ph_a1(unsigned e, const void *dst, const void *p);
void __tp2ph_a2(unsigned e, const void *dst, const void *p, const void *q);
void __tp2ph_a3(unsigned e, const void *dst, const void *p, const void *q,
                const void *r);
void __tp2ph_an(unsigned e, const void *dst, const void *const *pp);
void __tp2ph_l1(unsigned e, const void *p);
void __tp2ph_l2(unsigned e, const void *p, const void *q);
void __tp2ph_l3(unsigned e, const void *p, const void *q, const void *r);
void __tp2ph_ln(unsigned e, const void *const *pp);
void __tp2ph_st(unsigned e, const void *dst);
void __tp2ph_ts(unsigned e, const void *elem, const void *base);
void __tp2ph_cp(const void *dst, const void *src, unsigned long n);
void __tp2ph_clr(const void *dst, unsigned long n);
void __tp2ph_own(const void *p, unsigned long n);
void *__tp2ph_lit(const void *p, unsigned long n, const void *const *pp);
void __tp2ph_cz(unsigned id, unsigned reason, const void *p, unsigned long n);

void __tp2ph_k0(unsigned site);
void __tp2ph_k1(unsigned site, const void *t);
void __tp2ph_k2(unsigned site, const void *t, const void *u);
void __tp2ph_kn(unsigned site, const void *const *tt);
void __tp2ph_kv(unsigned site, unsigned n, const void *const *tt);
void __tp2ph_va(const void *list);
const void *__tp2ph_vn(const void *list, unsigned how);
void __tp2ph_e0(unsigned func);
void __tp2ph_e1(unsigned func, const void *p);
void __tp2ph_e2(unsigned func, const void *p, const void *q);
void __tp2ph_en(unsigned func, const void *const *pp);
void __tp2ph_ret(const void *t, unsigned long n);
void __tp2ph_got(unsigned site, const void *t, unsigned long n);

void __tp2ph_in(unsigned site);
void __tp2ph_obj(unsigned site, void *address, unsigned long size);
