import { describe, expect, it } from 'vitest';
import { asRecorded } from '../../policies/presets/as-recorded';
import { none } from '../../policies/presets/none';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import { countRereads } from '../run/count-rereads';
import { shellHere } from '../tools/shell';
import { ScriptedRun, sampleFiles } from './scripted-run.test-support';

const FIX_AND_REVIEW = 'Fix the failing tests, then review every file';
// A run takes seconds; on a machine with other work it waited minutes for its turn.
const PATIENCE_MS = 300_000;

async function runOf(policy: Policy, ...prompts: string[]): Promise<ScriptedRun> {
  const run = new ScriptedRun(policy);
  for (const prompt of prompts) await run.turn(prompt);
  return run;
}

const roomy: Policy = { ...none, windowTokens: 200_000 };
const small: Policy = { ...asRecorded, windowTokens: 14_000 };

describe.each([
  ['a large window', roomy],
  ['the policy of the playground', playground],
])('the scripted model, with %s', (_, policy) => {
  it(
    'fixes the bug, follows the rules, and reviews every file',
    async () => {
      const run = await runOf(policy, FIX_AND_REVIEW);
      const before = sampleFiles();
      const after = run.workspace.files();
      expect(run.run.need).toEqual({ type: 'prompt' });
      expect(run.run.calls.length).toBeGreaterThanOrEqual(150);
      expect(await run.testCounts()).toBe('14 passed, 0 failed');
      expect(run.said).toContain('All tests pass: 14 passed, 0 failed.');

      const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
      expect(changed.sort()).toEqual(['CHANGELOG.md', 'PLAN.md', 'REVIEW-1.md', 'src/amount.awk']);
      expect(Object.keys(before).filter((path) => after[path] === undefined)).toEqual([]);
      expect(after['REVIEW-1.md']?.match(/(?<=^## ).*$/gm)?.sort()).toEqual(Object.keys(before).sort());
      expect(run.openSteps).toEqual([]);

      const calls = run.run.transcript.messages.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'tool-call' ? [part.id] : [])),
      );
      expect(new Set(calls).size).toBe(calls.length);
    },
    PATIENCE_MS,
  );
});

it(
  'repeats exactly, and finishes even if everything is compacted away again and again',
  async () => {
    const run = await runOf(small, 'Fix the failing tests');
    const again = new ScriptedRun(small, undefined, undefined, shellHere);
    await again.turn('Fix the failing tests');
    expect(JSON.stringify(again.run.transcript)).toBe(JSON.stringify(run.run.transcript));
    expect(run.run.transcript.boundaries.length).toBeGreaterThanOrEqual(4);
    expect(await run.testCounts()).toBe('14 passed, 0 failed');
    expect(run.everythingSaid).toContain("I've lost track of where I was. Let me check the plan in PLAN.md.");
  },
  PATIENCE_MS,
);

it(
  'uses every playground layer over a few turns, and rereads what it lost',
  async () => {
    const run = await runOf(playground, 'Fix the failing tests', 'Review every file', 'go on');
    const layers = new Set(run.run.result().changes.map(({ layer }) => layer));
    expect([...layers].sort()).toEqual(['full-compact', 'microcompact-cached', 'result-budget', 'session-memory']);
    expect(run.run.forks.map(({ purpose, failed }) => [purpose, failed])).toContainEqual(['note', undefined]);
    expect(countRereads(run.run.transcript)).toBeGreaterThan(10);
    const said = run.everythingSaid;
    expect(said.some((text) => text.includes("is no longer in my context, so I'll read it again"))).toBe(true);
    expect(said).toContain("The output was too long and was stored. I'll read it from there.");
    expect(run.workspace.read('REVIEW-2.md')).toContain('## src/sort.awk\n');
  },
  PATIENCE_MS,
);

it(
  'answers from memory, and looks up the rest',
  async () => {
    const run = await runOf(playground, 'Fix the failing tests', 'What did you change?');
    expect(run.said).toContain('Changed src/amount.awk.');
    const calls = run.run.calls.length;
    await run.turn('Which rule speaks of the files under data?');
    expect(run.said).toContain('Never edit the files under `data`.');
    await run.turn('Where is the carriage mentioned?');
    expect(run.said).toMatch(/docs\/manual\.md:\d+:.*carriage return/i);
    await run.turn('What about zeppelins?');
    expect(run.said).toContain('found nothing about zeppelins in the files.');
    expect(run.run.calls.length - calls).toBeLessThanOrEqual(8);
  },
  PATIENCE_MS,
);

describe('during a run, the scripted model', () => {
  it.each([
    ['changes the plan', (plan: string) => plan.replace('- [~]', '- [~] (mine)')],
    ['deletes the plan', () => undefined],
  ])(
    'finishes when someone %s',
    async (_, changed) => {
      const run = new ScriptedRun(playground);
      await run.turn('Fix the failing tests', 20);
      const plan = changed(run.workspace.read('PLAN.md') ?? '');
      if (plan === undefined) run.workspace.remove('PLAN.md');
      else run.workspace.write('PLAN.md', plan);
      await run.goOn();
      expect(run.run.need).toEqual({ type: 'prompt' });
      expect(await run.testCounts()).toBe('14 passed, 0 failed');
      expect(run.openSteps).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'answers a question, resumes the work, and drops it for a new task',
    async () => {
      const run = new ScriptedRun(playground);
      await run.turn('Fix the failing tests', 20);
      await run.turn('Which rule speaks of the files under data?');
      expect(run.said).toContain('Never edit the files under `data`.');
      expect(await run.testCounts()).toBe('10 passed, 4 failed');
      await run.turn('go on', 10);
      await run.turn('Review every file', 30);
      expect(run.workspace.read('PLAN.md')).toContain('Task: Review every file');
      await run.turn('Fix the failing tests');
      expect(await run.testCounts()).toBe('14 passed, 0 failed');
    },
    PATIENCE_MS,
  );

  it('reports something about an unknown folder', async () => {
    const run = new ScriptedRun(roomy, { 'notes.txt': 'milk\n' });
    await run.turn('Fix it, then review everything');
    expect(run.run.need).toEqual({ type: 'prompt' });
    expect(run.said).toContain("I couldn't find out how to run the tests.");
    expect(run.workspace.read('REVIEW-1.md')).toContain('## notes.txt\n');
  });

  it('does nothing twice when nothing is left to fix', async () => {
    const run = await runOf(roomy, 'Fix the failing tests');
    const fixed = run.workspace.read('src/amount.awk');
    const calls = run.run.calls.length;
    await run.turn('Fix the failing tests');
    expect(run.workspace.read('src/amount.awk')).toBe(fixed);
    expect(run.run.calls.length - calls).toBeLessThan(12);
    expect(run.said).toContain('All tests pass');
  });
});
