import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { corpus } from './corpus';
import { cost } from './cost';
import { inspect } from './inspect';
import { memory } from './memory';
import { score } from './score';
import { simulate } from './simulate';
import { sweep } from './sweep';
import { system } from './system';
import { validate } from './validate';

export const command = fileURLToPath(new URL('../highwater.mjs', import.meta.url));

/** The real command, in a separate process. */
export function highwater(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
  return { status, stdout, stderr };
}

const COMMANDS = { corpus, cost, inspect, memory, score, simulate, sweep, system, validate };

/** The same in this process, because starting one takes longer than most commands. */
export function highwaterHere(name: keyof typeof COMMANDS, ...words: readonly string[]) {
  return highwaterIn('.', name, ...words);
}

/** The same, called from a folder. */
export async function highwaterIn(folder: string, name: keyof typeof COMMANDS, ...words: readonly string[]) {
  const before = process.cwd();
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += text;
      return true;
    }),
  );
  process.chdir(folder);
  try {
    const status = await COMMANDS[name](words);
    return { status, ...said };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}
