import { expect, it } from 'vitest';
import { none } from '../../policies/presets/none';
import { surroundings } from '../host/surroundings';
import { type Entry, JOURNAL_VERSION } from '../journal/entry';
import { scriptedModel } from '../scripted/scripted-model';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { runTools } from '../tools/run-tools';
import { compareListings } from './compare-listings';
import type { ListingComparison } from './listing-comparison';

const scripted = scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 });
const agentFile = {
  path: '.claude/agents/reviewer.md',
  text: '---\nname: reviewer\ndescription: Reviews a change\n---\nReview.\n',
};

function begun(model: Extract<Entry, { type: 'begun' }>['setup']['model'] = { type: 'scripted' }): Entry {
  const setup = {
    version: JOURNAL_VERSION,
    runId: 'run',
    policy: none,
    model,
    limits: { calls: 50, dollars: 5 },
    files: sampleFiles(),
  } as const;
  return { type: 'begun', timeMs: 1, setup };
}
const says = (text: string): Entry => ({ type: 'prompt', timeMs: 2, text });

async function compared(...entries: readonly Entry[]): Promise<ListingComparison | undefined> {
  const parts = {
    surroundings,
    model: () => scripted,
    runTools: (...[calls, desk, signal]: Parameters<typeof runTools>) => runTools(calls, desk, signal, () => 0),
    signal: new AbortController().signal,
  };
  return compareListings(entries, parts, async () => undefined);
}

it('[O3] a change of the list breaks the cache in the description, and not in a message', async () => {
  const session = [begun(), says('Show README.md'), { type: 'files', timeMs: 3, files: [agentFile] } as const];
  const comparison = await compared(...session, says('Show AGENTS.md'));
  const { calls = [], sums = [], isAdded } = comparison ?? {};
  expect(isAdded).toBe(false);
  const broken = calls.map((sides) => sides.map((side) => side?.list)).filter((sides) => sides.some((list) => list));
  expect(broken).toEqual([['broken', 'changed']]);
  const place = calls.findIndex((sides) => sides[0]?.list === 'broken');
  const [inTool, inMessage] = calls[place] ?? [];
  expect(inTool?.read).toBeLessThan(inMessage?.read ?? 0);
  expect(inTool?.written).toBeGreaterThan(2 * (inMessage?.written ?? 0));
  // The calls before it differ by a few tokens alone.
  const [first, second] = calls[0] ?? [];
  expect(Math.abs((first?.written ?? 0) - (second?.written ?? 0))).toBeLessThan(50);
  const [toolSum, messageSum] = sums;
  expect(toolSum?.dollars).toBeGreaterThan(messageSum?.dollars ?? 0);
  for (const [side, sum] of sums.entries()) {
    expect(calls.reduce((total, sides) => total + (sides[side]?.read ?? 0), 0)).toBe(sum.read);
  }
});

it('[O3] adds an agent where the list never changed, and says so', async () => {
  const comparison = await compared(begun(), says('Show README.md'));
  expect(comparison?.isAdded).toBe(true);
  expect(comparison?.calls.flat().filter((side) => side?.list === 'broken')).toHaveLength(1);
});

it('[O3] compares a session of a paid model with the script, its agents included, and is the same each time', async () => {
  const paid = begun({ type: 'api', id: 'claude-opus-5-5', thinks: true, serverClears: false });
  const session = [paid, says('Review the change with five agents')];
  const once = await compared(...session);
  expect(once?.calls.length).toBeGreaterThan(2);
  expect(await compared(...session)).toEqual(once);
});

it('compares nothing without a prompt', async () => {
  expect(await compared(begun())).toBeUndefined();
});
