#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions of the GNU Scientific Library that seed 003 was measured on, as programs for numeric.py.

usage: gsl.py GIT_DIR OUT     GIT_DIR: a clone of the library (bare or not); libgsl-dev is installed for the rest of it

Writes into OUT the sources of the functions and a small main for each; nothing of it belongs to this repository. Then:
numeric.py BUILD OUT/*.c -- -IOUT -IOUT/src -lgsl -lgslcblas -lm
"""
import os
import subprocess
import sys

D, N = "__VERIFIER_nondet_double()", "__VERIFIER_nondet_int()"
RESULT = "gsl_sf_result r; "
TWO = "gsl_sf_result r, s; "
# name, source, statements of main, which returns `status`
FUNCTIONS = (
    ("fg0_series", "specfunc/coulomb.c", TWO + f"double a = {D}, b = {D}; status = coulomb_FG0_series(a, b, &r, &s);"),
    ("fgmhalf_series", "specfunc/coulomb.c",
     TWO + f"double a = {D}, b = {D}; status = coulomb_FGmhalf_series(a, b, &r, &s);"),
    ("dilog_xge0", "specfunc/dilog.c", RESULT + f"double x = {D}; if (x >= 0) status = dilog_xge0(x, &r);"),
    ("chi_e", "specfunc/shint.c", RESULT + f"double x = {D}; status = gsl_sf_Chi_e(x, &r);"),
    ("bessel_inu", "specfunc/bessel.c",
     RESULT + f"double a = {D}, x = {D}; status = gsl_sf_bessel_Inu_scaled_asymp_unif_e(a, x, &r);"),
    ("bessel_knu", "specfunc/bessel.c",
     RESULT + f"double a = {D}, x = {D}; status = gsl_sf_bessel_Knu_scaled_asymp_unif_e(a, x, &r);"),
    ("bessel_jy", "specfunc/bessel_temme.c",
     TWO + f"double a = {D}, x = {D}; status = gsl_sf_bessel_Y_temme(a, x, &r, &s);"),
    ("bessel_cos", "specfunc/bessel.c",
     RESULT + f"double y = {D}, e = {D}; status = gsl_sf_bessel_cos_pi4_e(y, e, &r);"),
    ("bessel_sin", "specfunc/bessel.c",
     RESULT + f"double y = {D}, e = {D}; status = gsl_sf_bessel_sin_pi4_e(y, e, &r);"),
    ("coupling_6j", "specfunc/coupling.c",
     RESULT + "int j[6]; for (int i = 0; i < 6; i++) j[i] = " + N +
     "; status = gsl_sf_coupling_6j_e(j[0], j[1], j[2], j[3], j[4], j[5], &r);"),
    ("elljac_e", "specfunc/elljac.c", f"double u = {D}, m = {D}, a, b, c; status = gsl_sf_elljac_e(u, m, &a, &b, &c);"),
    ("exprel_n_e", "specfunc/exp.c", RESULT + f"int n = {N}; double x = {D}; status = gsl_sf_exprel_n_e(n, x, &r);"),
    ("lngamma_e", "specfunc/gamma.c", RESULT + f"double x = {D}; status = gsl_sf_lngamma_e(x, &r);"),
    ("lnpoch_sgn", "specfunc/poch.c",
     RESULT + f"double a = {D}, x = {D}, sign; status = gsl_sf_lnpoch_sgn_e(a, x, &r, &sign);"),
    ("lnpoch_pos", "specfunc/poch.c", RESULT + f"double a = {D}, x = {D}; status = lnpoch_pos(a, x, &r);"),
) + tuple(
    (name, "linalg/tridiag.c",
     "double d[4], a[4], b[4], f[4], x[4]; for (int i = 0; i < 4; i++) { d[i] = " + D + "; a[i] = " + D + "; b[i] = " + D +
     "; f[i] = " + D + "; } status = " + call)
    for name, call in (
        ("tri", "solve_tridiag(d, 1, a, 1, f, 1, x, 1, 4);"),
        ("tri_non", "solve_tridiag_nonsym(d, 1, a, 1, b, 1, f, 1, x, 1, 4);"),
        ("cyc", "solve_cyc_tridiag(d, 1, a, 1, f, 1, x, 1, 4);"),
        ("cyc_non", "solve_cyc_tridiag_nonsym(d, 1, a, 1, b, 1, f, 1, x, 1, 4);")))


def main():
    git, out = sys.argv[1:3]
    source = os.path.join(out, "src")
    os.makedirs(source, exist_ok=True)
    names = subprocess.run(["git", "-C", git, "ls-tree", "-r", "--name-only", "HEAD", "specfunc", "linalg"],
                           check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    for name in names:
        if name.endswith((".c", ".h")) and "/test" not in name:
            text = subprocess.run(["git", "-C", git, "show", "HEAD:" + name], check=True, stdout=subprocess.PIPE).stdout
            with open(os.path.join(source, os.path.basename(name)), "wb") as file:
                file.write(text)
    open(os.path.join(out, "config.h"), "w").close()
    for name, path, body in FUNCTIONS:
        with open(os.path.join(out, name + ".c"), "w") as file:
            file.write("#define HIDDEN\n#define HAVE_DECL_ISNAN 1\n#define RETURN_IF_NULL(x)\n#include <gsl/gsl_errno.h>\n"
                       "#include <gsl/gsl_sf_result.h>\n"
                       "double __VERIFIER_nondet_double(void);\nint __VERIFIER_nondet_int(void);\n"
                       f"#include \"{os.path.basename(path)}\"\n"
                       "int main(void) {\n  int status = 0;\n  gsl_set_error_handler_off();\n"
                       f"  {body}\n  return status != 0;\n}}\n")


main()
