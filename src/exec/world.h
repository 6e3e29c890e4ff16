/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/world.h - the world that a program under test sees.
 *
 * With namespaces: processes, loopback and system-wide names of its own, no
 * capability, all files read-only but for the run's folder, and folders of its
 * own in place of those that all programs share (/tmp and its kin). A world is
 * made once for a program, by the process that becomes its first; when that
 * ends the kernel ends everything in it. Where the kernel refuses namespaces,
 * Landlock and seccomp deny what they can.
 *
 * docs/soundness.md says what holds where.
 */
#ifndef TP_EXEC_WORLD_H
#define TP_EXEC_WORLD_H

#include "exec/scratch.h"

typedef enum tp_world_kind {
  TP_WORLD_OPEN,      /* as tp2ph's own: not asked for */
  TP_WORLD_NONE,      /* asked for, but little can be done here */
  TP_WORLD_LANDLOCK,  /* files, signals and connections are denied */
  TP_WORLD_NAMESPACES /* everything above */
} tp_world_kind;

typedef struct tp_world_options {
  tp_world_kind kind;          /* as tp_world_probe has told */
  const char *work_dir;        /* for the folders of the world */
  const char *private_dir;     /* of tp2ph, to be seen; NULL: work_dir */
  const char *const *keep;     /* NULL-ended folders and files to be seen even
                                  if they lie in /tmp; may be NULL */
  const char *const *writable; /* the same, to be changed, too */
} tp_world_options;

#define TP_WORLD_OWN 4 /* shared folders that are replaced by own ones */

typedef struct tp_world {
  tp_world_kind kind;
  tp_scratch run; /* where runs are made */
  tp_scratch own[TP_WORLD_OWN];
  /* What is laid over the read-only tree, in this order, each a word
   * "rTARGET" or "wTARGET" (may be written) and a word "SOURCE", NUL-ended. */
  tp_str places;
} tp_world;

/* What can be had here, and in `why` the reason that it is no more. */
tp_world_kind tp_world_probe(tp_str *why);
const char *tp_world_name(tp_world_kind kind);

/* The folders of the world, empty. */
int tp_world_open(tp_world *w, const tp_world_options *options, tp_diag *diag);
void tp_world_close(tp_world *w);
/* Its folders are another's: closing leaves them where they are. */
void tp_world_let_go(tp_world *w);
/* Forget what runs have written. False: the run's folder itself is gone. */
bool tp_world_clean(tp_world *w);

/* The flags for clone that make the first process of such a world. */
unsigned long tp_world_flags(tp_world_kind kind);
/* In that process, or for the lesser kinds in any before it starts the program:
 * make the world so. `user` and `group` are as they were outside. 0, or a
 * negative step that failed, with errno. */
int tp_world_enter(tp_world_kind kind, const char *places, size_t n,
                   unsigned user, unsigned group);
/* Before a program is executed by a process that has entered: the first of a
 * world may choose the numbers of others, which no program may. */
void tp_world_drop_rest(void);
/* The number of every run in a world with processes of its own; else 0. */
int tp_world_run_number(tp_world_kind kind);

#endif
