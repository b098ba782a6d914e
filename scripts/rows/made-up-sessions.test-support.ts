import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeCode21 } from '../../lib/policies/presets/claude-code-2-1';
import { none } from '../../lib/policies/presets/none';
import { asRecorded } from '../../lib/rows/row-policy';
import type { RowRequest } from '../../lib/rows/rows-of';
import { largeSessionLines } from '../samples/large-session';

export const request: RowRequest = {
  policies: [
    asRecorded,
    { name: 'As it is', policy: claudeCode21, replies: { type: 'recorded' } },
    {
      name: 'Small window',
      policy: { ...claudeCode21, windowTokens: 40_000 },
      replies: { type: 'assumed', tokens: 900 },
    },
    { name: 'None', policy: none, replies: { type: 'offline' } },
  ],
  counts: { losses: true, error: true },
};

/** Made-up sessions of several sizes, some with a sub-agent, and a file that is none. */
export function writeSessions(folder: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const lines = [...largeSessionLines(20_000 * (1 + (index % 4)), index)];
    write(join(folder, `session-${index}.jsonl`), lines);
    if (index % 10 !== 3) continue;
    const own = lines.map((line) => line.replace('"isSidechain":false', '"isSidechain":true,"agentId":"a1"'));
    write(join(folder, `session-${index}`, 'subagents', 'agent-a1.jsonl'), own.slice(0, 12));
  }
  write(join(folder, 'notes.json'), ['{"no": "session"}']);
}

function write(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
}
