import type { ChildProcess } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ours = new Set<ChildProcess>();

/** A process in a group of its own would go on when this one is stopped. */
export function endWithUs(child: ChildProcess): void {
  if (ours.size === 0) {
    process.on('exit', endAll);
    for (const signal of SIGNALS) process.on(signal, stopped);
  }
  ours.add(child);
}

/** Ends it, and everything that it started. */
export function noLongerOurs(child: ChildProcess): void {
  endGroup(child);
  if (!ours.delete(child) || ours.size > 0) return;
  process.off('exit', endAll);
  for (const signal of SIGNALS) process.off(signal, stopped);
}

function endAll(): void {
  for (const child of ours) endGroup(child);
}

function stopped(signal: NodeJS.Signals): void {
  for (const child of [...ours]) noLongerOurs(child);
  process.kill(process.pid, signal);
}

function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    // A group has the number of its first process.
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
}
