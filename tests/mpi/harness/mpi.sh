# For tests of ranks: each MPI that is here and has its part of the program.
. tests/tools/tap.sh
. tests/mpi/harness/mpirun.sh
scripts=$PWD/tests/mpi/harness

found=()
for mpi in openmpi mpich; do
    [ -e "${B:-build}/debias-$mpi.so" ] && mpirun_of $mpi >/dev/null && found+=($mpi)
done
[ ${#found[@]} -gt 0 ] || { echo "1..0 # SKIP no MPI is here" && exit; }

# ranks MPI N OPTION..: the program on so many ranks, in the present folder. In the background its process is mpirun's.
ranks() {
    local mpi=$1 n=$2 run=
    shift 2
    [ "$BASHPID" = $$ ] || run=exec
    $run "$(mpirun_of "$mpi")" -n "$n" "$DEBIAS" "$@"
}
