#!/bin/sh
# try.sh - tests the jobs of this folder with Slurm on this machine alone.
#
#     try.sh HOSHI [selfplay|solve]
#
# Starts munged, slurmctld and slurmd in a temporary folder.
# selfplay: two tasks play, one of them is requeued half-way, and the files must equal those of a run
# without Slurm.
# solve: sixteen tasks solve Levee 7x7, one is cancelled and one requeued half-way, and the proof is checked.
# The number of positions that all tasks searched is compared with that of one search.
# Takes some minutes, because Slurm lets a requeued task wait. Needs root, slurm-wlm and munge.
set -eu
case ${1:-} in -h | --help | "") sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
HOSHI=$(realpath "$1")
export HOSHI
what=${2:-all}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
pids=
# shellcheck disable=SC2086,SC2317 # several words; called by the trap
finish() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT
chmod 755 "$work"
mkdir "$work/state" "$work/spool" "$work/munge"
chmod 755 "$work/munge"
dd if=/dev/urandom of="$work/key" bs=1024 count=1 2>/dev/null
chmod 400 "$work/key"
cat >"$work/slurm.conf" <<CONF
ClusterName=try
SlurmctldHost=$(hostname -s)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
NodeName=$(hostname -s) NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$work/slurm.conf"
munged --foreground --force --key-file="$work/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" &
pids=$!
sleep 1
slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld.log" 2>&1 &
pids="$pids $!"
slurmd -D -f "$SLURM_CONF" >"$work/slurmd.log" 2>&1 &
pids="$pids $!"
for _ in $(seq 60); do
    [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && break
    sleep 1
done
[ "$(sinfo -h -o %t)" = idle ] || { cat "$work"/slurm*.log && exit 1; }

wait_for() { while [ -n "$(squeue -h -j "$1" 2>/dev/null)" ]; do sleep 1; done; }

try_solve() {
    alone=$("$HOSHI" solve levee --size 7 | sed -n 's/^positions: \([0-9]*\).*/\1/p')
    "$HOSHI" solve levee --size 7 --split "$work/proved"
    job=$(sbatch --parsable --mem=0 --array=1-16 --chdir="$work" --output="$work/solve-%a.log" \
        "$here/solve.sbatch" "$work/proved" --memory 64)
    echo "try: job $job"
    until [ "$(find "$work/proved" -name '*.log' -size +100k | wc -l)" -ge 2 ]; do sleep 0.1; done
    scontrol requeue "${job}_1"
    scancel "${job}_2"
    echo "try: task 1 is requeued, task 2 cancelled"
    wait_for "$job"
    cat "$work"/solve-*.log
    "$HOSHI" solve --merge "$work/proved" --proof "$work/proof.gz" | tee "$work/merged"
    "$HOSHI" verify "$work/proof.gz"
    all=$(sed -n 's/^learned: \([0-9]*\).*/\1/p' "$work/merged")
    echo "try: $all positions by all, $alone by one search: $((all * 100 / alone)) %"
    [ $((all * 10)) -le $((alone * 13)) ]
}

try_selfplay() {
    set -- palisade --size 7 --games 96 --nodes 60 --fast 20
    mkdir "$work/shared"
    job=$(sbatch --parsable --mem=0 --array=1-2 --chdir="$work" --output="$work/%a.log" "$here/selfplay.sbatch" \
        "$work/shared" "$@")
    echo "try: job $job"
    until [ -e "$work/shared/palisade-7x7-2-00000.games" ]; do sleep 0.1; done
    scontrol requeue "${job}_2"
    echo "try: task 2 is requeued with $(find "$work/shared" -name '*-2-*.games' | wc -l) of 3 files"
    wait_for "$job"
    cat "$work"/?.log

    for seed in 1 2; do "$HOSHI" selfplay "$@" --out "$work/alone" --seed "$seed"; done
    rm -f "$work"/shared/*.part # left by the task that was stopped
    diff -r "$work/alone" "$work/shared"
    echo "try: $(find "$work/shared" -name '*.games' | wc -l) files, each as without Slurm: nothing lost, nothing doubled"
}

if [ "$what" != solve ]; then try_selfplay; fi
if [ "$what" != selfplay ]; then try_solve; fi
