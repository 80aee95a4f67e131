# debias: settings first, then rules; `make help` lists the targets. `make demo` and `make check` need only a C compiler
# and make. MODE=NAME builds into its own folder: san, tsan and fuzz with sanitizers, debug with assertions alone.
# WERROR=1 stops at a warning, V=1 shows the commands, LINE=libedit takes the place of readline.

# ---- Settings ----

JOBS     ?= $(shell nproc)
MAKEFLAGS += --no-builtin-rules $(if $(MAKELEVEL:0=),,-j$(JOBS))
# Several goals are made one after the other: those that call make again would build the same files at once.
ifneq ($(word 2,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
VERSION  := $(shell src/tools/changelog)
SONAME   := libdebias.so.$(firstword $(subst ., ,$(VERSION)))
ifeq ($(origin CC),default)
CC       := cc
endif
OBJCOPY  ?= objcopy
RUN      := # what runs a program that is built for another processor
FUZZ_CC  ?= clang
MODE     ?= release
B        := build$(if $(filter-out release,$(MODE)),/$(MODE))
CFLAGS   ?= $(if $(filter release,$(MODE)),-g1,-g) # an -O here takes the place of ours, which is -O3 for hot code
san      := -fsanitize=address,undefined -fno-sanitize-recover=undefined
tsan     := -fsanitize=thread
# An empty array ends at NULL + 0, which clang counts as undefined.
fuzz     := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined \
            -fno-sanitize=pointer-overflow
SANITIZE := $($(filter san tsan fuzz,$(MODE)))
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi \
            $(if $(WERROR),$(if $(SANITIZE),,-Werror)) # sanitizers make gcc see ghosts
PKG      := pkg-config
# The line editor: the first that is there, or what the command line says; and the groups of packages that a build
# then needs.
needs    := build $(if $(filter command,$(origin LINE)),$(LINE),line)
found_lines := $(foreach p,readline libedit,$(shell $(PKG) --exists $(p) 2>/dev/null && echo $(p)))
LINE     := $(firstword $(found_lines))
ifneq ($(filter-out readline libedit,$(LINE)),)
$(error LINE: expected readline, libedit or nothing, got $(LINE))
endif
ARCH     := $(firstword $(subst -, ,$(shell $(CC) -dumpmachine 2>/dev/null)))
LEVELS   := $(if $(filter x86_64,$(ARCH)),$(if $(filter-out fuzz,$(MODE)),avx512 avx2)) plain
march_avx512 := -march=x86-64-v4
march_avx2   := -march=x86-64-v3
march_plain  := $(if $(filter x86_64,$(ARCH)),-march=x86-64-v2)

BASE     := -std=c17 -D_POSIX_C_SOURCE=200809L -O2 -ffp-contract=off -fPIC -fvisibility=hidden -pthread \
            -ffile-prefix-map="$(CURDIR)"=. -Isrc -I$(B)/gen -DDEBIAS_VERSION='"$(VERSION)"' \
            $(if $(filter debug san tsan fuzz,$(MODE)),,-DNDEBUG) $(WARNINGS) $(SANITIZE)

# What each layer is compiled with, besides.
cflags_engine := -O3
cflags_expr   := -O3
cflags_bind   := $(shell $(PKG) --cflags lua5.4 2>/dev/null)
cflags_draw   := $(shell $(PKG) --cflags cairo 2>/dev/null)
cflags_repl   := $(cflags_bind)
cflags_main   := $(cflags_repl)
libs_draw := -lm -ldl # cairo is loaded when the first figure is drawn
LIBS     := $(shell $(PKG) --libs lua5.4 2>/dev/null) $(libs_draw) -Wl,-E

# ---- Places of make install ----

# Where it puts things, each below DESTDIR. luacdir is in the cpath of lua5.4 for PREFIX=/usr/local and /usr.
PREFIX     ?= /usr/local
bindir      = $(PREFIX)/bin
libdir      = $(PREFIX)/lib
datadir     = $(PREFIX)/share
mandir      = $(datadir)/man
docdir      = $(datadir)/doc/debias
luacdir     = $(libdir)/lua/5.4
bashdir     = $(datadir)/bash-completion/completions
zshdir      = $(datadir)/zsh/site-functions
fishdir     = $(datadir)/fish/vendor_completions.d
annotationsdir = $(datadir)/debias/library
jupyterdir  = $(datadir)/jupyter/kernels/debias
includedir  = $(PREFIX)/include
# Web pages that it also installs, once make docs has written them.
DOCS       ?= build/docs
PLACES     := DESTDIR bindir libdir includedir mandir docdir luacdir bashdir zshdir fishdir annotationsdir jupyterdir \
              VERSION SONAME DOCS

# ---- Files ----

# A wildcard's files in the same order everywhere.
files     = $(sort $(wildcard $(1)))

# Every type of these families is compiled once per instruction set and chosen at start-up.
# Those that take the longest to compile come first.
FAMILIES := expr/fused engine/cso/problem expr/vm engine/law/batch engine/cso/method engine/cso/estimator \
            engine/law/dist engine/law/rng engine/law/tail engine/number/tally engine/operator/func engine/rule/prox \
            engine/rule/update
HOT      := $(foreach f,$(FAMILIES),$(call files,src/$(f)/*.c))
ENGINE   := $(call files,src/engine/*/*.c src/expr/*.c)
COMPILED := $(call files,lua/*.lua lua/*/*.lua)
EMBEDDED := $(COMPILED) $(call files,plots/*.lua plots/part/*.lua demos/*.lua demos/data/*.csv) \
            $(call files,demos/*.ipynb demos/*.sbatch demos/c/*.c demos/python/*.py demos/r/*.c demos/r/*.R)

hot_o    := $(foreach f,$(HOT:src/%.c=%.o),$(LEVELS:%=$(B)/obj/%/$(f)))
engine_o := $(hot_o) $(ENGINE:src/%.c=$(B)/obj/%.o) $(foreach f,$(FAMILIES),$(B)/obj/registry_$(notdir $(f)).o)
part_o    = $(patsubst src/%.c,$(B)/obj/%.o,$(call files,src/$(1)/*.c src/$(1)/*/*.c))
module_o := $(call part_o,bind) $(call part_o,terminal) $(call part_o,draw) $(B)/obj/embedded.o
library_o := $(call part_o,library)
editors  := none readline libedit
editor_o := $(editors:%=$(B)/obj/repl/editor/%.o)
driver_o := $(patsubst %,$(B)/test/fuzz/%.o,driver files within)
program_o := $(B)/obj/main.o $(filter-out $(editor_o),$(call part_o,repl)) $(module_o)
UNIT     := $(patsubst tests/%.c,$(B)/test/%,$(wildcard tests/unit/*.c tests/matrix/*.c tests/long/*.c))
# What tests in scripts need.
HELPERS  := $(B)/test/faults.so $(B)/test/fuzz/mutate
# Programs that are timed, and their peers where these can be built.
BENCH    := $(patsubst tests/%.c,$(B)/%,$(filter-out %/peer_gsl.c,$(wildcard tests/bench/*.c))) \
            $(if $(shell $(PKG) --exists gsl 2>/dev/null && echo yes),$(B)/bench/peer_gsl) \
            $(if $(shell command -v $(CXX)),$(B)/bench/peer_std)

# The part that joins ranks, for each MPI that is there: by Debian's name of its compiler, else by what mpicc says.
mpi_openmpi := $(shell command -v mpicc.openmpi || { mpicc --showme:version >/dev/null 2>&1 && echo mpicc; })
mpi_mpich   := $(shell command -v mpicc.mpich || { mpichversion >/dev/null 2>&1 && echo mpicc; })
PARTS    := $(foreach m,openmpi mpich,$(if $(mpi_$m),$(B)/debias-$m.so))

# The program with each line editor that is there, for the tests of the prompt.
FORMS    := $(patsubst %,$(B)/editors/%/debias,none $(found_lines))

# Everything is rebuilt when the compiler, its flags or the libraries change; for another line editor the program is
# linked again. A file for each holds what was built last.
flags    := $(CC) $(BASE) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $(cflags_bind) $(LIBS)
editor   := $(or $(LINE),none)
define last_built
ifneq ($$($(1)),$$(file <$(B)/$(1)))
$$(shell mkdir -p $(B))
$$(file >$(B)/$(1),$$($(1)))
endif
endef
$(foreach v,flags editor,$(eval $(call last_built,$v)))

# ---- Tests ----

of_library     := tests/tools/host/sanitized
san_tests      := $(wildcard tests/unit tests/lua tests/matrix tests/repl demos) tests/tools/mutations \
                  $(of_library)
tsan_tests     := tests/unit tests/lua tests/matrix $(of_library)
valgrind_tests := $(wildcard tests/repl/session*) tests/lua
long_tests     := $(wildcard tests/unit tests/lua tests/matrix tests/repl tests/golden tests/tools tests/mpi \
                  tests/faults tests/long demos)
# Under qemu the others take long: they draw, integrate or fit networks.
arm64_slow     := draw_% average_precision instrumental expect correct least lab expr_fused fused terms tail
arm64_tests    := $(filter-out $(arm64_slow:%=tests/unit/%.c),$(wildcard tests/unit/*.c)) tests/lua/bits.lua
arm64          := qemu-aarch64 -L $(CURDIR)/build/arm64/root
valgrind       := valgrind -q --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=99 \
                  --suppressions=$(CURDIR)/tests/leaks.valgrind

# ---- Commands ----

Q        := $(if $(V),,@)
again    := +$(Q)$(MAKE) --no-print-directory
layer     = $(firstword $(subst /, ,$*))
user      = $(CPPFLAGS) $(CFLAGS)
compile   = $(Q)mkdir -p $(@D) && $(CC) $(BASE) $(1) $(user) -MMD -MP -c -o $@ $<
pkg_line  = $(if $(filter-out none,$(2)),$(shell $(PKG) --$(1) $(2)))
link      = $(CC) $(SANITIZE) -pthread $(CFLAGS) $(LDFLAGS) -o $@

# ---- What users call; the text after ## is what make help prints ----

.PHONY: all help program install uninstall installable deb demo docs gallery notebooks bench scaling clean
.PHONY: faults check check-editors check-long check-san check-tsan check-valgrind check-deb check-arm64 check-format
.PHONY: check-docs run-tests layers format fuzz check-compilers
.DELETE_ON_ERROR:
.SECONDARY:

# Packages first, then make again: pkg-config is asked when the rules are read.
all: ## build the program, build/debias
	$(Q)src/tools/packages $(needs)
	$(again) program

program: $(B)/debias $(PARTS)
	@:

help: ## list these targets
	$(Q)sed -nE 's/^([a-z0-9-]+):.* ## (.*)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

demo: ## build, then run a bias lab and a race; figures in build/demo/
	$(Q)src/tools/packages $(needs)
	$(Q)[ -e $(B)/debias ] || echo "building takes about a minute"
	$(again) program
	$(Q)mkdir -p build/demo && cd build/demo && "$(CURDIR)/$(B)/debias" "$(CURDIR)/demos/quickstart.lua"
	$(Q)cd build/demo && for f in *.*; do echo "figure: build/demo/$$f"; done

gallery: ## draw all figures of plots/ again, with their page, plots/README.md
	$(Q)src/tools/packages $(needs)
	$(again) plots/README.md

plots/README.md: $(patsubst plots/%.lua,$(B)/gallery/%.md,$(call files,plots/*.lua))
	$(Q)$(B)/debias -E src/tools/gallery.lua >$@ && cat $^ >>$@
$(B)/gallery/%.md: plots/%.lua src/tools/gallery.lua $(B)/debias
	$(Q)mkdir -p $(@D) && $(B)/debias --quiet -E src/tools/gallery.lua $* >$@

docs: ## write help, lessons, demos and figures as web pages, build/docs/; minutes at first, for the figures
	$(Q)src/tools/packages $(needs)
	$(again) $(B)/docs/search.html

docs_parts := $(call files,src/tools/docs/* src/tools/cells.lua)
$(B)/docs/search.html: $(B)/$(SONAME) $(B)/libdebias.a
$(B)/docs/search.html: $(docs_parts) $(patsubst plots/%.lua,$(B)/drawn/%.html,$(call files,plots/*.lua))
	$(Q)rm -rf $(@D) && mkdir -p $(@D) && $(B)/debias --quiet -E src/tools/docs/main.lua $(@D) $(B)/drawn >/dev/null
$(B)/drawn/%.html: plots/%.lua $(B)/debias src/tools/docs/figure_part.lua src/tools/docs/picture.lua
	$(Q)mkdir -p $(@D) && $(B)/debias --quiet -E src/tools/docs/main.lua -f $(@D) $* >/dev/null

# Not by a rule for each: the program holds them, and must not wait for itself.
notebooks: $(B)/debias ## write the notebooks of demos/ again
	$(Q)for name in $(patsubst src/tools/jupyter/%.md,%,$(wildcard src/tools/jupyter/*.md)); do \
		$< -E src/tools/jupyter/notebook.lua src/tools/jupyter/$$name.md >demos/$$name.ipynb || exit; done

bench: ## measure speed against other programs; ROUNDS=7, WORKLOADS="w1 w3"
	$(Q)src/tools/packages $(needs) bench
	$(Q)src/tools/packages -n peers || echo "the bench goes on without them"
	$(again) -s $(B)/debias $(BENCH)
	$(Q)B=$(B) ROUNDS="$(ROUNDS)" WORKLOADS="$(WORKLOADS)" tests/bench/run

scaling: ## measure how time and memory grow with the sizes of runs and problems
	$(again) -s $(B)/debias
	$(Q)DEBIAS=$(B)/debias $(B)/debias tests/bench/scaling.lua

clean: ## remove build/
	rm -rf build

# ---- Installing ----

install: ## install program, parts for MPI, module, library, manual page, completions and annotations
	$(Q)src/tools/packages -n $(needs)
	$(again) installable
	$(Q)$(foreach p,$(PLACES),$(p)="$($(p))") src/tools/install $(B)

uninstall: ## remove what install has put there
	$(Q)$(foreach p,$(PLACES),$(p)="$($(p))") src/tools/install -u $(B)

installable: program $(B)/debias.so $(B)/$(SONAME) $(B)/libdebias.a
installable: $(addprefix $(B)/share/debias.,1 bash zsh fish) $(B)/share/library/debias.lua

# Built for distribution: the system's flags but for its -O, which hot code has its own of.
deb: export SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),$(shell date +%s))
deb: ## make Debian packages in build/deb/
	$(Q)src/tools/packages $(needs) deb
	$(Q)rm -rf build/deb/root build/deb/share
	$(Q)eval "$$(DEB_CFLAGS_MAINT_STRIP=-O2 DEB_BUILD_MAINT_OPTIONS=hardening=+bindnow \
		dpkg-buildflags --export=sh)" && $(MAKE) --no-print-directory MODE=deb DESTDIR=build/deb/root PREFIX=/usr \
		JUPYTER_PYTHON=/usr/bin/python3 \
		zshdir=/usr/share/zsh/vendor-completions libdir=/usr/lib/$$(dpkg-architecture -qDEB_HOST_MULTIARCH) install
	$(Q)VERSION=$(VERSION) SONAME=$(SONAME) src/tools/deb build/deb

# ---- Checking ----

# What some tests install is built before, since tests run side by side.
check: ## run every test but the long ones
	$(Q)src/tools/packages $(needs) check
	$(Q)src/tools/packages mpi || echo "tests of MPI are left out"
	$(Q)src/tools/packages jupyter || echo "tests of notebooks are left out"
	$(Q)echo "building takes about a minute on two processors, the tests three"
	$(again) installable
	$(again) run-tests

check-long: ## run every test
	$(Q)src/tools/packages $(needs) check long
	$(Q)src/tools/packages mpi || echo "tests of MPI are left out"
	$(Q)src/tools/packages jupyter || echo "tests of notebooks are left out"
	$(again) installable
	$(again) run-tests TESTS="$(long_tests)"

fuzz: ## clang's fuzzer on readers, options, functions; SECONDS=60 for each, FUZZ="csv json"
	$(Q)src/tools/packages $(needs) fuzz
	$(again) MODE=fuzz CC=$(FUZZ_CC) CFLAGS="-g -O1" build/fuzz/fuzzer
	$(Q)EACH="$(SECONDS)" tests/fuzz/harness/run $(FUZZ)

check-san: ## run the tests under AddressSanitizer and UndefinedBehaviorSanitizer
check-tsan: ## run the tests under ThreadSanitizer
check-san check-tsan: check-%:
	$(Q)src/tools/packages $(needs) check
	$(Q)QUICK=1 $(MAKE) --no-print-directory MODE=$* run-tests TESTS="$($*_tests)"
	$(Q)$(if $(filter san,$*),src/tools/packages -n fuzz || { echo "clang's fuzzer is left out"; exit 0; }; \
		INPUTS=300 $(MAKE) --no-print-directory fuzz)

check-valgrind: ## run a prompt session and the Lua tests under valgrind
	$(Q)src/tools/packages $(needs) check valgrind
	$(Q)QUICK=1 WRAP="$(valgrind)" LIMIT=1800 $(MAKE) --no-print-directory run-tests TESTS="$(valgrind_tests)"

check-editors: ## run all tests of the prompt with libedit, and without an editor
	$(Q)src/tools/packages $(needs) check
	$(Q)EDITORS=all LIMIT=1800 $(MAKE) --no-print-directory run-tests TESTS=tests/tools/editors_all

faults: ## let memory at every place, and every system call, fail once in the scripts of tests/faults; CASES="run"
	$(again) FAULTS=places LIMIT=36000 run-tests TESTS=tests/faults

check-arm64: ## build for arm64; run most of the engine's tests, and look at the bits, under qemu
	$(Q)src/tools/packages build check arm64
	$(Q)src/tools/sysroot arm64 build/arm64
	$(Q)PKG_CONFIG_LIBDIR=build/arm64/root/usr/lib/aarch64-linux-gnu/pkgconfig:build/arm64/root/usr/share/pkgconfig \
		PKG_CONFIG_SYSROOT_DIR=build/arm64/root \
		QUICK=1 WRAP="$(arm64)" $(MAKE) --no-print-directory MODE=arm64 LINE= CXX= PARTS= RUN="$(arm64)" \
		CC="aarch64-linux-gnu-gcc --sysroot=$(CURDIR)/build/arm64/root" run-tests TESTS="$(arm64_tests)"

check-compilers: ## run the engine's tests, and look at the bits, as gcc and clang build them without optimizing
	$(Q)src/tools/packages $(needs) check compilers
	$(Q)for cc in gcc clang; do QUICK=1 $(MAKE) --no-print-directory MODE=unoptimized-$$cc CC=$$cc CFLAGS=-O0 run-tests \
		TESTS="tests/unit tests/lua/bits.lua" || exit 1; done

check-docs: ## look at every page of make docs in Chromium
	$(Q)src/tools/packages $(needs) check docs
	$(again) docs
	$(again) run-tests TESTS=tests/docs

check-deb: ## test the Debian packages
	$(Q)src/tools/packages $(needs) check deb lint
	$(Q)LIMIT=1200 $(MAKE) --no-print-directory run-tests TESTS=tests/deb

# What several tests would else build at once.
installs := tests/tools tests/tools/install tests/tools/languages tests/tools/library
run-tests: $(if $(TESTS),$(if $(filter $(installs),$(TESTS)),installable),installable)
run-tests: $(if $(filter $(of_library),$(TESTS)),$(B)/libdebias.a)
run-tests: $(B)/debias $(PARTS) $(FORMS) $(UNIT) $(BENCH) $(HELPERS) ## run the tests named by TESTS
	$(Q)B=$(B) JOBS=$$(($(JOBS) + 2)) CC="$(CC)" tests/run $(TESTS)

layers: $(B)/libengine.a $(program_o) $(B)/obj/repl/editor/$(editor).o ## check the layer rule of src/README.md
	$(Q)src/tools/layers . $^

formatted := $(wildcard $(addsuffix *.[ch],src/ src/*/ src/*/*/ src/*/*/*/ tests/*/))
format: ## format the C files
	$(Q)clang-format -i $(formatted)

check-format: ## check that the C files are formatted
	$(Q)clang-format --dry-run -Werror $(formatted)

# ---- Linking ----

link_with = $(Q)mkdir -p $(@D) && $(link) $(filter %.o %.a,$^) $(call pkg_line,libs,$(1)) $(LIBS)
$(B)/debias: $(program_o) $(B)/obj/repl/editor/$(editor).o $(B)/libengine.a $(B)/editor
	$(call link_with,$(editor))
$(B)/debias-%.so: $(wildcard src/mpi/*.[ch] src/engine/machine/*.h) $(B)/flags
	$(Q)mkdir -p $(@D) && OMPI_CC="$(CC)" MPICH_CC="$(CC)" $(mpi_$*) -std=c17 -D_POSIX_C_SOURCE=200809L -O2 -fPIC -shared \
		-fvisibility=hidden -Isrc $(filter-out -Wpedantic,$(WARNINGS)) $(user) $(LDFLAGS) -o $@ $(filter %.c,$^)
$(B)/editors/%/debias: $(program_o) $(B)/obj/repl/editor/%.o $(B)/libengine.a
	$(call link_with,$*)
$(B)/debias.so: $(module_o) $(B)/libengine.a
	$(Q)$(link) -shared $^ $(libs_draw)
$(B)/libengine.a: $(engine_o)
	$(Q)rm -f $@ && $(AR) rcsD $@ $^

# The library: all but its own names stay inside, also in the static one.
$(B)/$(SONAME): $(library_o) $(B)/libengine.a
	$(Q)$(link) -shared -Wl,-soname,$(SONAME) -Wl,-z,defs $^ -lm
$(B)/libdebias.a: $(library_o) $(B)/libengine.a
	$(Q)$(CC) -r -nostdlib -o $(B)/libdebias.o $^ && $(OBJCOPY) --localize-hidden $(B)/libdebias.o
	$(Q)rm -f $@ && $(AR) rcsD $@ $(B)/libdebias.o

$(B)/share/debias.1: src/tools/manual.lua src/tools/command_line.lua $(B)/debias
	$(Q)mkdir -p $(@D) && $(B)/debias -E $< >$@
$(B)/share/library/debias.lua: $(wildcard src/tools/annotations/*.lua) $(B)/debias
	$(Q)mkdir -p $(@D) && $(B)/debias -E src/tools/annotations/main.lua >$@
$(B)/share/debias.%: src/tools/completion.lua src/tools/command_line.lua $(B)/debias
	$(Q)mkdir -p $(@D) && $(B)/debias -E $< $* >$@

$(B)/test/%: tests/%.c $(call part_o,terminal) $(call part_o,draw) $(B)/libengine.a
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) $(cflags_draw) $(user) $(LDFLAGS) -MMD -MP -o $@ $(filter %.c %.o %.a,$^) \
		-lcmocka $(shell $(PKG) --libs cairo) $(libs_draw)
$(B)/test/faults.so: $(wildcard tests/faults/harness/*.c)
	$(Q)mkdir -p $(@D) && $(CC) -std=c17 -O1 -g -fPIC -shared $(WARNINGS) $(cflags_bind) $(user) -o $@ \
		$(filter %.c,$^) -ldl
$(B)/test/fuzz/%.o: tests/fuzz/harness/%.c
	$(call compile,$(cflags_bind))
$(B)/test/fuzz/mutate: $(B)/test/fuzz/mutate.o $(driver_o) $(filter-out %/main.o,$(program_o)) $(B)/libengine.a \
    $(B)/obj/repl/editor/$(editor).o $(B)/editor
	$(call link_with,$(editor))
$(B)/fuzzer: $(B)/test/fuzz/fuzzer.o $(driver_o) $(filter-out %/main.o,$(program_o)) $(B)/libengine.a \
    $(B)/obj/repl/editor/none.o
	$(call link_with) -fsanitize=fuzzer
$(B)/bench/%: tests/bench/%.c $(B)/libengine.a
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) $(user) $(LDFLAGS) -MMD -MP -o $@ $(filter %.c %.a,$^) -lm
$(B)/bench/peer_gsl: tests/bench/peer_gsl.c
	$(Q)mkdir -p $(@D) && $(CC) -O2 -D_POSIX_C_SOURCE=200809L $(WARNINGS) -MMD -MP -o $@ $< $(shell $(PKG) --libs gsl) -lm
$(B)/bench/peer_std: tests/bench/peer_std.cpp
	$(Q)mkdir -p $(@D) && $(CXX) -O2 $(WARNINGS) -MMD -MP -o $@ $<

# ---- Compiling ----

define level_rule
$(B)/obj/$(1)/%.o: src/%.c
	$$(call compile,-O3 -fno-math-errno $$(march_$(1)) -DLEVEL=$(1))
endef
$(foreach l,$(LEVELS),$(eval $(call level_rule,$(l))))
$(B)/obj/repl/editor/%.o: src/repl/editor/%.c
	$(call compile,$(cflags_repl) $(call pkg_line,cflags,$*))
$(B)/obj/%.o: src/%.c
	$(call compile,$(cflags_$(layer)))
$(B)/obj/%.o: $(B)/gen/%.c
	$(call compile,$(cflags_bind))

# ---- Generated sources ----

$(hot_o): $(B)/gen/ziggurat.h
$(B)/gen/ziggurat.h: src/tools/ziggurat.c src/engine/number/num.h src/engine/machine/v8.h
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) $(user) $(LDFLAGS) -o $(@D)/ziggurat $< -lm && $(RUN) $(@D)/ziggurat >$@

# Generated sources change only when a file is added or removed (registries) or edited (embedded).
$(B)/gen/registry_%.c: src/tools/registry $(FAMILIES:%=src/%) $(HOT)
	$(Q)mkdir -p $(@D) && src/tools/registry $(filter %/$*,$(FAMILIES)) "$(LEVELS)" >$@
$(B)/gen/embedded.c: src/tools/embed $(B)/gen/chunks $(EMBEDDED) $(wildcard lua lua/*/ plots plots/*/ demos demos/*/)
	$(Q)mkdir -p $(addprefix $(@D)/,$(sort $(dir $(COMPILED)))) && $(RUN) $(B)/gen/chunks $(@D) $(COMPILED)
	$(Q)src/tools/embed $(@D) $(EMBEDDED) >$@
$(B)/gen/chunks: src/tools/chunks.c
	$(Q)mkdir -p $(@D) && $(CC) $(BASE) $(cflags_bind) $(user) $(LDFLAGS) -o $@ $< $(shell $(PKG) --libs lua5.4) -lm

# ---- What depends on what ----

$(program_o) $(editor_o) $(driver_o) $(library_o) $(engine_o) $(UNIT) $(BENCH) $(HELPERS) $(B)/gen/chunks: $(B)/flags
-include $(wildcard $(addsuffix *.d,$(B)/*/ $(B)/test/*/ \
    $(addprefix $(B)/obj/,*/ */*/ */*/*/ */*/*/*/ */*/*/*/*/)))
