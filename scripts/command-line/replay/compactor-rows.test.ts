import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { highwaterHere } from '../run-highwater.test-support';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const samples = ['refactoring', 'rules-and-images'].map((name) => here(`../../../public/samples/${name}.jsonl`));
const script = here('../../compactor/misbehaving.test-support.mjs');
const compactor = (mode: string) => `${JSON.stringify(process.execPath)} ${JSON.stringify(script)} ${mode}`;

/** Of the compactor, of its policy, and of the recording: by session. */
async function rowsWith(mode: string, ...words: readonly string[]) {
  const given = ['--policy', 'claude-code-2.1', '--compactor', compactor(mode), '--compactor-timeout', '2', ...words];
  const { status, stdout } = await highwaterHere('replay', ...samples, ...given, '--json');
  const [, ...rows] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { status, rows };
}

describe('rows with a compactor', () => {
  it('have its figures beside those of its policy', async () => {
    const { status, rows } = await rowsWith('good', '--losses');
    expect(status).toBe(0);
    const [recorded, policy, ours] = rows;
    expect([recorded, policy, ours].map((row) => row.policy.id)).toEqual(['recorded', 'claude-code-2.1', 'compactor']);
    expect(ours.figures.compactions).toBeGreaterThan(0);
    expect(ours.figures.cost).not.toBe(policy.figures.cost);
    expect(ours.figures.neededLater).toEqual(expect.any(Number));
    expect(ours.key).not.toBe(policy.key);
  });

  it.each([
    ['hangs', /no answer within 2 s/],
    ['rubbish', /not JSON/],
    ['gigabyte', /MB|too long|more than/],
    ['dies', /ended|exit/],
  ])('have the reason instead if it %s, and the others are unharmed', async (mode, reason) => {
    const { status, rows } = await rowsWith(mode);
    const { rows: sound } = await rowsWith('good');
    expect(status).toBe(1);
    const [, , ours] = rows;
    expect(ours).toMatchObject({ figures: null, failure: { what: expect.stringMatching(reason) } });
    // The second session is never full, so nothing was asked about it.
    expect(rows[5]).toMatchObject({ policy: { id: 'compactor' }, failure: null });
    const others = (all: readonly { policy: { id: string } }[]) =>
      all.filter(({ policy }) => policy.id !== 'compactor');
    expect(others(rows)).toEqual(others(sound));
  });

  it('are not computed at a queue: whoever can write to it could run any command there', async () => {
    const words = ['--compactor', 'node x.mjs', '--queue', 'redis://127.0.0.1:1'];
    expect(await highwaterHere('replay', ...samples, ...words)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('cannot be used with --queue'),
    });
  });
});

it('a compactor passes or fails a gate like a policy', async () => {
  const given = ['--policy', 'claude-code-2.1', '--compactor', compactor('good'), '--baseline', 'claude-code-2.1'];
  const check = (gate: string) => highwaterHere('check', ...samples, ...given, '--fail-if', gate);
  expect((await check('cost > +900%')).status).toBe(0);
  expect((await check('cost > -99%')).status).toBe(1);
});
