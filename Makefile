# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph: see README.md. Everything that is made lies below $(BUILD); what is
# fetched lies below $(CACHE), which `make clean` keeps.
VERSION := $(shell cat VERSION)
BUILD ?= build
comma := ,
CACHE ?= .cache
PREFIX ?= /usr/local
CC = gcc
OPT ?= -O2
SANITIZE ?=
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef
WERROR ?=

TS := $(CACHE)/tree-sitter-0.25.2/tree_sitter/core/lib
TSC := $(CACHE)/tree_sitter_c-0.24.1/src
YICES := $(CACHE)/yices-2.6.5
DEPS := $(CACHE)/deps.stamp

CFLAGS := -std=c11 -D_GNU_SOURCE -g $(OPT) $(WARN) $(WERROR) $(SANITIZE)
LDLIBS = -L$(YICES)/lib -lyices -lpthread -lm
CPPFLAGS := -Isrc -I$(BUILD)/gen -isystem $(TS)/include -DTP2PH_VERSION='"$(VERSION)"'
RPATH := -Wl,-rpath,'$$ORIGIN/lib:$$ORIGIN/../lib/tp2ph'

# The runtime and the recorder are linked into the programs under test, never into tp2ph.
SRC := $(filter-out src/rt/% src/record/%,$(sort $(wildcard src/*/*.c)))
OBJ := $(SRC:src/%.c=$(BUILD)/obj/%.o)
LIB_OBJ := $(OBJ) $(BUILD)/obj/tree-sitter.o $(BUILD)/obj/tree-sitter-c.o
MAIN_OBJ := $(BUILD)/obj/main.o
RT_SRC := $(sort $(wildcard src/rt/*.c))
RT_OBJ := $(RT_SRC:src/%.c=$(BUILD)/obj/%.o)
RECORD_OBJ := $(patsubst src/%.c,$(BUILD)/obj/%.o,$(sort $(wildcard src/record/*.c)))
TEST_SRC := $(sort $(wildcard regress/unit/*.c))
TEST_OBJ := $(TEST_SRC:regress/%.c=$(BUILD)/obj/regress/%.o)
# Texts that tp2ph writes out as they are.
EMBEDDED := $(patsubst src/%,$(BUILD)/gen/%.inc,$(sort $(wildcard src/harness/parts/* src/report/html/* src/input/monitor/* src/unit/reads/*)))
RUNTIME := $(BUILD)/lib/libtp2ph_rt.a $(BUILD)/lib/libtp2ph_record.a $(BUILD)/lib/tp2ph_replay.o $(BUILD)/lib/tp2ph_keeper.o $(BUILD)/lib/tp2ph_rt.h \
  $(BUILD)/lib/libyices.so.2.6 \
  $(BUILD)/include/tp2ph.h

.PHONY: all deps clean check check-unit check-long check-tiny check-sanitize check-valgrind \
  layers headers warnings visitors format format-check metrics licences demo bench bench-scale \
  man install uninstall deb dist
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/tp2ph $(RUNTIME)

# ---- what is needed from outside ---------------------------------------------
deps: $(DEPS)

$(DEPS): regress/tools/fetch.sh regress/tools/packages.sh
	sh regress/tools/packages.sh build
	sh regress/tools/fetch.sh $(CACHE)
	touch $@

# ---- the program ---------------------------------------------------------------
$(BUILD)/tp2ph: $(LIB_OBJ) $(MAIN_OBJ)
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

$(BUILD)/obj/%.o: src/%.c | $(DEPS)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/obj/harness/text.o $(BUILD)/obj/report/html_files.o $(BUILD)/obj/input/monitor.o $(BUILD)/obj/unit/reads.o: $(EMBEDDED)

$(BUILD)/gen/%.inc: src/%
	@mkdir -p $(@D)
	sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $< >$@

$(BUILD)/obj/tree-sitter.o: | $(DEPS)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -D_GNU_SOURCE $(SANITIZE) -w -I$(TS)/include -I$(TS)/src -c -o $@ $(TS)/src/lib.c

$(BUILD)/obj/tree-sitter-c.o: | $(DEPS)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 -w -I$(TSC) -c -o $@ $(TSC)/parser.c

$(BUILD)/lib/libtp2ph_rt.a: $(RT_OBJ)
	@mkdir -p $(@D)
	rm -f $@
	ar rcs $@ $^

# Plain flags: it lives in programs that are built without our sanitizers. A
# program may define any function of the C library, so the runtime calls none,
# nor does what the compiler inserts; STANDS_IN calls those it stands in for.
STANDS_IN := heap library numbers strings
OWN_BYTES := $(foreach pair,memcpy=copy memmove=move memset=fill memcmp=compare,\
  --redefine-sym $(subst =,=__tp2ph_bytes_,$(pair)))
$(BUILD)/obj/rt/%.o: src/rt/%.c | $(DEPS)
	@mkdir -p $(@D)
	$(CC) -Isrc -std=gnu11 -O2 -g0 -fPIC -fno-builtin $(RT_FLAGS) $(WARN) $(WERROR) -MMD -MP -c -o $@ $<
	$(if $(filter $*,$(STANDS_IN)),,objcopy $(OWN_BYTES) $@)
# Its loops are not to become calls of themselves.
$(BUILD)/obj/rt/bytes.o: RT_FLAGS = $(shell $(CC) -fno-tree-loop-distribute-patterns -Werror -x c -E /dev/null >/dev/null 2>&1 && \
  echo -fno-tree-loop-distribute-patterns)

$(BUILD)/lib/libtp2ph_record.a: $(RECORD_OBJ)
	@mkdir -p $(@D)
	rm -f $@
	ar rcs $@ $^

$(BUILD)/obj/record/%.o: src/record/%.c | $(DEPS)
	@mkdir -p $(@D)
	$(CC) -Isrc -std=gnu11 -O2 -g0 -fPIC -fno-builtin -fno-omit-frame-pointer $(WARN) $(WERROR) -MMD -MP -c -o $@ $<

$(BUILD)/harness: $(LIB_OBJ) $(BUILD)/obj/harness.o
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

$(BUILD)/lib/tp2ph_replay.o: $(BUILD)/harness $(BUILD)/lib/libyices.so.2.6
	@mkdir -p $(@D)
	$(BUILD)/harness >$(BUILD)/gen/replay.c
	$(CC) -w -O1 -fPIC -c -o $@ $(BUILD)/gen/replay.c

$(BUILD)/lib/tp2ph_keeper.o: src/harness/parts/keeper.c
	@mkdir -p $(@D)
	$(CC) -w -O1 -fPIC -c -o $@ $<

$(BUILD)/lib/libyices.so.2.6: | $(DEPS)
	@mkdir -p $(@D)
	cp $(YICES)/lib/libyices.so.2.6.5 $@

$(BUILD)/include/tp2ph.h: $(wildcard src/include/*.h src/include/*/*.h)
	@mkdir -p $(@D)
	cp -r src/include/. $(@D)
	touch $@

$(BUILD)/lib/tp2ph_rt.h: src/rt/tp2ph_rt.h
	@mkdir -p $(@D)
	cp $< $@

# ---- tests ---------------------------------------------------------------------
check:
	sh regress/tools/packages.sh check
	sh regress/tools/fetch.sh $(CACHE) check
	sh regress/run.sh

$(BUILD)/unit: $(TEST_OBJ) $(LIB_OBJ)
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

# Tests run for a moment: to optimise them takes longer.
$(BUILD)/obj/regress/unit/test_%.o: CFLAGS += -O0
$(BUILD)/obj/regress/%.o: regress/%.c | $(DEPS)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# A tp2ph in which a stage never ends (base/stage.h), for regress/suite/late.sh.
$(BUILD)/tp2ph-sleepy: $(filter-out %/base/stage.o,$(LIB_OBJ)) $(MAIN_OBJ) \
    $(BUILD)/obj/regress/sleepy/stage.o
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

check-unit: $(BUILD)/unit all
	$(BUILD)/unit $(TEST)

# With the counts that were agreed on; hours.
# With the least of each limit no verdict is wrong.
check-tiny:
	sh regress/tools/packages.sh check
	sh regress/long/tiny.sh

check-long: all
	sh regress/tools/packages.sh check
	sh regress/tools/fetch.sh $(CACHE) check
	sh regress/long/run.sh $(TEST)

check-sanitize:
	sh regress/tools/packages.sh check
	sh regress/run.sh sanitize

check-valgrind: all
	sh regress/tools/packages.sh check
	sh regress/tools/valgrind.sh $(BUILD)

# Which module includes which, and that docs/algorithms.md names what is there.
layers:
	sh regress/tools/check-layers.sh src
	python3 regress/tools/check_algorithms.py .

# What clang says of the sources: its warnings need no code but where there is assembler.
LINKED := $(BUILD)/clang/lib/libtp2ph_rt.a $(BUILD)/clang/lib/libtp2ph_record.a
warnings: $(EMBEDDED) | $(DEPS)
	$(MAKE) BUILD=$(BUILD)/clang CC=clang OPT=-O0 WERROR=-Werror $(LINKED)
	clang $(CPPFLAGS) $(CFLAGS) -Werror -fsyntax-only $(SRC) $(wildcard src/*.c)

# Every header compiles alone.
headers: | $(DEPS)
	for h in src/*/*.h; do \
	  $(CC) $(CPPFLAGS) $(CFLAGS) -fsyntax-only -x c $$h || exit 1; done

FORMATTED = $(wildcard src/*.c src/*/*.[ch] src/harness/parts/*.c src/input/monitor/*.c src/unit/reads/*.c \
  regress/unit/*.[ch] regress/bench/*.c regress/sleepy/*.c)
format:
	clang-format -i $(FORMATTED)
format-check:
	clang-format --dry-run --Werror $(FORMATTED)

metrics:
	sh regress/tools/metrics.sh

# The examples of docs/extending.md.
.PHONY: check-extend
check-extend: all
	CACHE=$(CACHE) sh regress/tools/extend.sh $(BUILD)

# Functions that reach themselves end, or say why.
visitors: all $(BUILD)/unit
	python3 regress/tools/visitors.py $(BUILD)

demo: all
	sh regress/tools/demo.sh $(BUILD)

$(BUILD)/bench_exec: $(BUILD)/obj/regress/bench/bench_exec.o $(LIB_OBJ)
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

# How far strategies are from the optimum. The models are those of the unit tests.
$(BUILD)/bench_predict: $(BUILD)/obj/regress/bench/bench_predict.o $(LIB_OBJ)
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

# What checks and predictions cost, in the columns of seed 002's table 2.
.PHONY: bench-predict
bench-predict: all $(BUILD)/bench_predict
	python3 regress/bench/predict.py $(BUILD)

$(BUILD)/bench_optimal: $(BUILD)/obj/regress/bench/optimal.o $(BUILD)/obj/regress/unit/markov.o \
    $(BUILD)/obj/regress/unit/markov_optimum.o $(LIB_OBJ)
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

.PHONY: bench-optimal
bench-optimal: $(BUILD)/bench_optimal $(BUILD)/lib/libyices.so.2.6
	$(BUILD)/bench_optimal $(or $(REPETITIONS),1000) $(or $(MODELS),50)

# Crash bugs found by units, and false alarms (seed 001); TIME for a function, PROGRAMS and ROWS for less.
.PHONY: bench-unit
bench-unit: all
	python3 regress/bench/units.py $(BUILD) --time $(or $(TIME),180) --programs $(or $(PROGRAMS),12) \
	  $(if $(ROWS),--rows $(ROWS)) $(if $(KEEP),--keep $(KEEP))

# Numeric functions over time; FILES and FLAGS for others than ours (regress/bench/gsl.py).
.PHONY: bench-numeric
bench-numeric: all $(BUILD)/bench/clock.so
	python3 regress/bench/numeric.py $(BUILD) --shard $(or $(SHARD),1/1) --seeds $(or $(SEEDS),10) --times $(or $(TIMES),1$(comma)3$(comma)10) \
	  --plot $(BUILD)/numeric.svg $(FILES) $(if $(FLAGS),-- $(FLAGS))

bench: all $(BUILD)/bench_exec $(BUILD)/bench/clock.so
	sh regress/bench/run.sh $(BUILD)

# Tables 5.2 to 5.4 and figure 5.1 of seed 000, whole: hours.
.PHONY: bench-constraints
bench-constraints: all $(BUILD)/bench/clock.so
	python3 regress/bench/constraints.py $(BUILD) --shard $(or $(SHARD),1/1) --figure $(BUILD)/figure-5.1.svg
	python3 regress/bench/constraints.py $(BUILD) --shard $(or $(SHARD),1/1) --median --columns 1

# Coverage over time. Results are kept, and added to: SHARD=k/n, FILES=... for
# programs from elsewhere.
.PHONY: bench-anytime
bench-anytime: all $(BUILD)/bench/clock.so
	python3 regress/bench/anytime.py $(BUILD) --shard $(or $(SHARD),1/1) $(FILES)

$(BUILD)/bench/clock.so: regress/bench/clock.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -Wall -Wextra -shared -fPIC -o $@ $<

bench-scale: all
	python3 regress/bench/bench.py $(BUILD) scale

# ---- man pages, installing, packages ------------------------------------------
$(BUILD)/manual: $(LIB_OBJ) $(BUILD)/obj/manual.o
	@echo link $@
	@$(CC) $(SANITIZE) -o $@ $^ $(LDLIBS) $(RPATH)

$(BUILD)/man/tp2ph.1: $(BUILD)/manual $(BUILD)/lib/libyices.so.2.6
	$(BUILD)/manual $(@D)

man: $(BUILD)/man/tp2ph.1

AT := $(DESTDIR)$(PREFIX)
install: all man
	install -d $(AT)/bin $(AT)/lib/tp2ph $(AT)/include/tp2ph $(AT)/share/man/man1 $(AT)/share/doc/tp2ph \
	  $(AT)/share/bash-completion/completions $(AT)/share/zsh/site-functions
	install $(BUILD)/tp2ph $(AT)/bin/
	install -m 644 $(BUILD)/lib/* $(AT)/lib/tp2ph/
	cp -r $(BUILD)/include/. $(AT)/include/tp2ph/
	install -m 644 $(BUILD)/man/*.1 $(AT)/share/man/man1/
	install -m 644 $(BUILD)/man/tp2ph.bash $(AT)/share/bash-completion/completions/tp2ph
	install -m 644 $(BUILD)/man/_tp2ph $(AT)/share/zsh/site-functions/_tp2ph
	install -m 644 LICENSE LICENSE.MIT NOTICE README.md CHANGELOG.md docs/*.md $(AT)/share/doc/tp2ph/

uninstall:
	rm -f $(AT)/bin/tp2ph $(AT)/share/man/man1/tp2ph.1 $(AT)/share/man/man1/tp2ph-*.1 \
	  $(AT)/share/bash-completion/completions/tp2ph $(AT)/share/zsh/site-functions/_tp2ph
	rm -rf $(AT)/lib/tp2ph $(AT)/include/tp2ph $(AT)/share/doc/tp2ph

# A Debian package, and the sources as a tarball.
deb: all man
	sh regress/tools/deb.sh $(BUILD) $(VERSION)

dist:
	@mkdir -p $(BUILD)
	git archive --prefix=tp2ph-$(VERSION)/ -o $(BUILD)/tp2ph-$(VERSION).tar.gz HEAD
	@echo $(BUILD)/tp2ph-$(VERSION).tar.gz

# Each file says its licence.
licences:
	sh regress/tools/licences.sh

clean:
	rm -rf $(BUILD)

-include $(OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(BUILD)/obj/manual.d $(RT_OBJ:.o=.d) $(RECORD_OBJ:.o=.d) $(TEST_OBJ:.o=.d)
