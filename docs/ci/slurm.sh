#!/bin/sh
# SPDX-License-Identifier: MIT
# slurm.sh LIST DIR [TASKS]: the programs of LIST on a Slurm cluster, results in
# DIR, which all nodes see. Run it; it submits itself as an array of TASKS tasks
# (8 if nothing is said), and behind them a job that puts their results together.
#
# A task of a node that fails is started again elsewhere and goes on from what it
# had finished. Programs are dealt out by how long they took the last time.
#SBATCH --job-name=tp2ph
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --signal=B:TERM@60
set -eu
list=$1 out=$2
if [ -z "${SLURM_JOB_ID:-}" ]; then
  mkdir -p "$out"
  rm -f "$out"/batch-*-of-* "$out"/.tp2ph-batch-* # of an earlier night
  job=$(sbatch --parsable --array="1-${3:-8}" --output="$out/slurm-%a.log" "$0" "$list" "$out")
  sbatch --parsable --dependency="afterany:$job" --output="$out/slurm-merge.log" "$0" "$list" "$out"
elif [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  exec tp2ph batch ${SLURM_RESTART_COUNT:+--resume} --jobs "${SLURM_CPUS_PER_TASK:-1}" -o "$out" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" "$list"
else
  exec tp2ph merge "$out" -o "$out"
fi
