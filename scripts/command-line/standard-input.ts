import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { complain } from './terminal';

/** As on the command line. */
export const STANDARD_INPUT = '-';
/** As in what is printed. */
const NAME = 'standard input';

export function shownPath(path: string): string {
  return path === STANDARD_INPUT ? NAME : path;
}

let saved: Promise<string> | undefined;

/**
 * The path of a file with all that comes, which exists until the command ends: a session is read more than once, and by
 * several threads.
 */
export function savedInput(): Promise<string> {
  saved ??= saveInput(process.stdin);
  return saved;
}

export async function saveInput(input: NodeJS.ReadableStream & { readonly isTTY?: boolean }): Promise<string> {
  if (input.isTTY)
    complain('Reading a session from standard input. Paste it, and end it with Ctrl-D on a line of its own.\n');
  const folder = mkdtempSync(join(tmpdir(), 'highwater-input-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      remove();
      // Without another listener it would have ended the command.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
  const path = join(folder, 'session.jsonl');
  await pipeline(input, createWriteStream(path, { mode: 0o600 }));
  return path;
}
