#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A night on Slurm: a real slurmctld and two nodes on this machine, docs/ci/slurm.sh
# as users copy it, and a node that dies in the middle. Nothing is lost, nothing
# is done twice. Needs root, and slurm-wlm and munge of Debian, which it installs.
#
# A node is a slurmd in PID namespace of its own: when its first process is
# killed the kernel ends all that ran there, as when a machine goes down.
set -u
cd "$(dirname "$0")/../.." || exit 2
. regress/tools/check.sh
count=${COUNT:-24}
[ "$(id -u)" = 0 ] || { echo "needs root"; exit 1; }
sh regress/tools/packages.sh slurm || exit 1
suite slurm
PATH=$(dirname "$tp2ph"):$PATH
export PATH
chmod 711 "$work"
pids=
end_all() {
  for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
  clean_up
}
trap end_all EXIT
port=$((20000 + $$ % 20000))

# ---- the cluster -----------------------------------------------------------------
mkdir "$work/state" "$work/spool-n1" "$work/spool-n2" "$work/munge"
chmod 711 "$work/munge"
head -c 128 /dev/urandom >"$work/munge/key"
chmod 600 "$work/munge/key"
munged --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --log-file="$work/munge/log" --seed-file="$work/munge/seed" --num-threads=2 >"$work/munge/out" 2>&1 &
pids="$pids $!"
cat >"$work/slurm.conf" <<END_OF_CONF
ClusterName=night
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
SlurmctldPort=$port
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SlurmdTimeout=10
SchedulerParameters=sched_interval=2,batch_sched_delay=0
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2
PartitionName=night Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END_OF_CONF
SLURM_CONF=$work/slurm.conf
export SLURM_CONF
sleep 1
slurmctld -D >"$work/slurmctld.out" 2>&1 &
pids="$pids $!"
sleep 2
for node in n1 n2; do
  unshare -pf --mount-proc --kill-child slurmd -D -N $node >"$work/$node.out" 2>&1 &
  victim=$! # the last one
  pids="$pids $!"
done
idle() { [ "$(sinfo -h -o %D -t idle)" = 2 ]; }
for i in $(seq 60); do idle && break; sleep 1; done
idle || { echo "the cluster does not start"; cat "$work"/*.out "$work"/*.log; exit 1; }

# ---- the night -------------------------------------------------------------------
mkdir "$work/programs"
for i in $(seq "$count"); do
  tp2ph gen --conditions 200 --seed "$i" -o "$work/programs/p$i.c"
  echo "p$i.c"
done >"$work/programs/list"
out=$work/results
sh docs/ci/slurm.sh "$work/programs/list" "$out" 4 >"$work/merge-job" || exit 1
ended() { cat "$out"/.tp2ph-batch-* 2>/dev/null | cut -d ' ' -f 5; }
for i in $(seq 600); do [ "$(ended | wc -l)" -ge $((count / 3)) ] && break; sleep 0.2; done
node_of_tasks=$(squeue -h -t running -w n2 -o %i | tr '\n' ' ')
kill -KILL "$victim"
sleep 1
ended >"$work/mark"
echo "count: node n2 killed with tasks $node_of_tasks"
for i in $(seq 900); do [ -z "$(squeue -h)" ] && break; sleep 1; done
check "a node was killed at work" test -n "$node_of_tasks"
check "tasks were started again" sh -c 'grep -q "tp2ph: .* of " "$1"/slurm-?.log && test -n "$(scontrol show job | grep "Restarts=[1-9]")"' sh "$out"
check "each program once" python3 regress/tools/check_night.py "$out" "$count" "$work/mark"
[ "$failed" = 0 ] || { cat "$out"/slurm-*.log; tail -n 20 "$work/slurmctld.log"; }
finish
