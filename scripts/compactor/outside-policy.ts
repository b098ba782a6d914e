import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OutsideCompactor, RowPolicy } from '../../lib/rows/row-policy';
import { usualLimits } from './compactor-process';
import type { CompactorChoice } from './replay-with-compactor';

/** Larger files are data rather than code. */
const MOST_BYTES = 10_000_000;

/** A policy whose compactions are those of a process. */
export function outsidePolicy(base: RowPolicy, choice: CompactorChoice): RowPolicy {
  const { command, folder, when } = choice;
  const outside: OutsideCompactor = {
    command,
    folder,
    when,
    timeoutMs: choice.limits?.timeoutMs ?? usualLimits.timeoutMs,
    hash: hashOfNamed(command, folder),
  };
  return { ...base, name: `${command} (${base.name})`, outside };
}

/** Rows that were computed before are only taken again if the program is the same. What it imports is not seen. */
function hashOfNamed(command: string, folder: string): string {
  const hash = createHash('sha256');
  for (const word of command.split(/\s+/)) {
    const path = resolve(folder, word.replace(/^["']|["']$/g, ''));
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && found.size <= MOST_BYTES) hash.update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 32);
}
