#!/bin/sh
# try.sh - tries selfplay.sbatch with Slurm on this machine alone: try.sh HOSHI starts munged, slurmctld and
# slurmd in a folder of their own, lets two tasks play, requeues one of them on its way, and compares the
# files with those that are made without Slurm. Takes some minutes (Slurm lets a requeued task wait), and
# needs root, slurm-wlm and munge.
set -eu
case ${1:-} in -h | --help | "") sed -n '2,/^set/s/^# //p' "$0" && exit ;; esac
HOSHI=$(realpath "$1")
export HOSHI
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

set -- palisade --size 7 --games 96 --nodes 60 --fast 20
mkdir "$work/shared"
job=$(sbatch --parsable --mem=0 --array=1-2 --chdir="$work" --output="$work/%a.log" "$here/selfplay.sbatch" \
    "$work/shared" "$@")
echo "try: job $job"
until [ -e "$work/shared/palisade-7x7-2-00000.games" ]; do sleep 0.1; done
scontrol requeue "${job}_2"
echo "try: task 2 is requeued with $(find "$work/shared" -name '*-2-*.games' | wc -l) of 3 files"
while [ -n "$(squeue -h -j "$job" 2>/dev/null)" ]; do sleep 1; done
cat "$work"/?.log

for seed in 1 2; do "$HOSHI" selfplay "$@" --out "$work/alone" --seed "$seed"; done
rm -f "$work"/shared/*.part # of the task that was stopped
diff -r "$work/alone" "$work/shared"
echo "try: $(find "$work/shared" -name '*.games' | wc -l) files, each as without Slurm: nothing lost, nothing doubled"
