# What make install puts there, for tests that only read it, which share it: . tests/tools/installed.sh
# Sets top (where / is), lib and examples, and flags PKG-CONFIG-OPTION .. for programs that are linked with the library.
shared=$TMPDIR # by hand; the runner's HOME is above the folders of all tests
[ "$(dirname "$TMPDIR")" = "$HOME" ] && shared=$HOME
top=$shared/installed/root lib=$top/opt/lib examples=$top/opt/share/doc/debias/examples build=${B:-build}
mkdir -p "$shared/installed"
exec 8>"$shared/installed/lock"
flock 8
if [ ! -d "$top" ]; then
    make -s $([ "$build" = build ] || echo "MODE=${build#build/}") install DESTDIR="$TMPDIR/root" PREFIX=/opt 2>&1 || exit 1
    mv "$TMPDIR/root" "$top"
fi
exec 8>&-
flags() { PKG_CONFIG_SYSROOT_DIR=$top PKG_CONFIG_PATH=$lib/pkgconfig pkg-config "$@" debias; }
