/** A batch script for Slurm: the plan's servers as nodes, its layout in the launch line. */

import { commandLine, variable } from '../engine/shell.js';
import { notTraining, trainingOf } from './deployment.js';
import { type ExportFormat, planSlug, preamble } from './export-format.js';
import {
  deepspeedFile,
  llamaFactoryCommand,
  megatronCommand,
  RENDEZVOUS_PORT,
  torchrun,
} from './launch/training-commands.js';

const MEDIA_TYPE = 'text/x-shellscript';
const CHECKED_BY = 'bash -n (syntax only; sbatch reads its own comments)';

/** `days-hours:minutes:seconds`, the slow end of the estimate with a fifth on top. */
function timeLimit(hours: number): string {
  const whole = Math.ceil(hours * 1.2);
  return `${Math.floor(whole / 24)}-${String(whole % 24).padStart(2, '0')}:00:00`;
}

export const slurm: ExportFormat = {
  id: 'slurm',
  title: { en: 'Slurm batch script', zh: 'Slurm 作业脚本' },
  mediaType: MEDIA_TYPE,
  checkedBy: CHECKED_BY,
  refuse: notTraining,
  write: (subject) => {
    const t = trainingOf(subject);
    if (t === null) throw new Error('not applicable');
    const { hardware, model, architecture } = subject;
    const name = planSlug(subject);
    const finetunes = t.method !== 'full' || t.framework === 'llama-factory';
    const command =
      finetunes && model !== null
        ? llamaFactoryCommand(t, model)
        : t.method === 'full'
          ? megatronCommand(t, architecture)
          : [...torchrun(t), variable('TRAIN_SCRIPT', 'train.py')];
    const text = [
      '#!/usr/bin/env bash',
      `#SBATCH --job-name=${name}`,
      `#SBATCH --nodes=${t.servers}`,
      '#SBATCH --ntasks-per-node=1',
      `#SBATCH --gpus-per-node=${t.devicesPerServer}`,
      ...(hardware.vcpu === null ? [] : [`#SBATCH --cpus-per-task=${hardware.vcpu}`]),
      '#SBATCH --exclusive',
      ...(t.durationHours === null ? [] : [`#SBATCH --time=${timeLimit(t.durationHours)}`]),
      `#SBATCH --output=${name}-%j.log`,
      ...preamble(subject, CHECKED_BY).map((line) => `# ${line}`),
      'set -euo pipefail',
      '',
      'HEAD="$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)"',
      `export HEAD_ADDRESS="$HEAD:${RENDEZVOUS_PORT}" JOB_ID="$SLURM_JOB_ID"`,
      'export MASTER_ADDR="$HEAD"',
      ...(finetunes
        ? [
            `export FORCE_TORCHRUN=1 NNODES=${t.servers} NPROC_PER_NODE=${t.devicesPerServer} MASTER_PORT=${RENDEZVOUS_PORT}`,
          ]
        : []),
      ...((hardware.rdmaGbps ?? 0) > 0 && t.servers > 1 ? ['export NCCL_IB_DISABLE=0'] : []),
      ...(finetunes ? deepspeedFile(t) : []),
      'run() {',
      '  export NODE_RANK="$SLURM_NODEID"',
      commandLine(command, '  '),
      '}',
      'export -f run',
      'srun --kill-on-bad-exit=1 bash -c run',
      '',
    ].join('\n');
    return { fileName: `${name}.sbatch`, mediaType: MEDIA_TYPE, text };
  },
};
