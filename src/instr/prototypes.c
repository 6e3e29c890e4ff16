/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The declarations of rt/tp2ph_rt.h and rt/library.h, without names, on one
 * line: they stand before the text of every unit. A test compiles them together
 * with those headers, so they can't come apart. */
#include "instr/work.h"

/* r0 is c0 where clang refuses side effects. */
#define DECISION(symbol) \
  "int __tp2ph_c0(unsigned,int)__asm__(\"" symbol "\");" \
  "int __tp2ph_r0(unsigned,int)__asm__(\"" symbol "\")__attribute__((pure));"

/* Those of record/record.c: what only tells decisions has no runtime. */
const char tp_instr_few_prototypes[] = DECISION(
    "__tp2ph_record_condition") "__extension__ void __tp2ph_w0(unsigned,long "
                                "long)__asm__(\"__tp2ph_record_switch\");"
                                "void __tp2ph_record_call(unsigned);"
                                "void __tp2ph_record_number(const "
                                "void*,unsigned);"
                                "void __tp2ph_record_text(const char*);";

const char tp_instr_prototypes[] = DECISION(
    "__tp2ph_c0") "__extension__ int __tp2ph_m0(unsigned,int,long long,long "
                  "long);"
                  "int __tp2ph_c1(unsigned,int,const void*);"
                  "int __tp2ph_c2(unsigned,int,const void*,const void*);"
                  "int __tp2ph_c3(unsigned,int,const void*,const void*,const "
                  "void*);"
                  "int __tp2ph_cn(unsigned,int,const void*const*);"
                  "__extension__ void __tp2ph_w0(unsigned,long long);"
                  "__extension__ void __tp2ph_w1(unsigned,long long,const "
                  "void*);"
                  "__extension__ void __tp2ph_w2(unsigned,long long,const "
                  "void*,const void*);"
                  "__extension__ void __tp2ph_w3(unsigned,long long,const "
                  "void*,const "
                  "void*,const void*);"
                  "__extension__ void __tp2ph_wn(unsigned,long long,const "
                  "void*const*);"
                  "void __tp2ph_a0(unsigned,const void*);"
                  "void __tp2ph_a1(unsigned,const void*,const void*);"
                  "void __tp2ph_a2(unsigned,const void*,const void*,const "
                  "void*);"
                  "void __tp2ph_a3(unsigned,const void*,const void*,const "
                  "void*,const void*);"
                  "void __tp2ph_an(unsigned,const void*,const void*const*);"
                  "void __tp2ph_l1(unsigned,const void*);"
                  "void __tp2ph_l2(unsigned,const void*,const void*);"
                  "void __tp2ph_l3(unsigned,const void*,const void*,const "
                  "void*);"
                  "void __tp2ph_ln(unsigned,const void*const*);"
                  "void __tp2ph_st(unsigned,const void*);"
                  "void __tp2ph_ts(unsigned,const void*,const void*);"
                  "void __tp2ph_cp(const void*,const void*,unsigned long);"
                  "void __tp2ph_clr(const void*,unsigned long);"
                  "void __tp2ph_own(const void*,unsigned long);"
                  "void* __tp2ph_lit(const void*,unsigned long,const "
                  "void*const*);"
                  "void __tp2ph_k0(unsigned);"
                  "void __tp2ph_k1(unsigned,const void*);"
                  "void __tp2ph_k2(unsigned,const void*,const void*);"
                  "void __tp2ph_kn(unsigned,const void*const*);"
                  "void __tp2ph_kv(unsigned,unsigned,const void*const*);"
                  "void __tp2ph_va(const void*);"
                  "const void* __tp2ph_vn(const void*,unsigned);"
                  "void __tp2ph_e0(unsigned);"
                  "void __tp2ph_e1(unsigned,const void*);"
                  "void __tp2ph_e2(unsigned,const void*,const void*);"
                  "void __tp2ph_en(unsigned,const void*const*);"
                  "void __tp2ph_ret(const void*,unsigned long);"
                  "void __tp2ph_got(unsigned,const void*,unsigned long);"
                  "void __tp2ph_in(unsigned);"
#define LIBRARY(result, name, parameters) \
  "__extension__ " #result " __tp2ph_" #name #parameters ";"
#define VALUED LIBRARY
#include "wire/library.def"
    ;
