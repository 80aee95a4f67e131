# For tests of ranks: each MPI that is here and has its part of the program.
. tests/tools/tap.sh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
scripts=$PWD/tests/mpi/harness

# mpirun of Open MPI or MPICH, by Debian's names or its own.
mpirun_of() {
    command -v "mpirun.$1" && return
    case $1 in
    openmpi) mpirun --version 2>/dev/null | grep -q 'Open MPI' && command -v mpirun ;;
    mpich) command -v mpiexec.hydra ;;
    esac
}

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
