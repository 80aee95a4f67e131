# mpirun_of MPI: prints mpirun of Open MPI or MPICH, by Debian's names or its own; ranks may be more than processors.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
mpirun_of() {
    command -v "mpirun.$1" && return
    case $1 in
    openmpi) mpirun --version 2>/dev/null | grep -q 'Open MPI' && command -v mpirun ;;
    mpich) command -v mpiexec.hydra ;;
    esac
}
