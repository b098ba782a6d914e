import { beforeAll, describe, expect, it } from 'vitest';
import { inputSide } from '../../transcript/usage';
import type { RunHost } from '../host/run-host';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { runMeter } from '../view/run-meter';
import { fiveForks } from './five-forks';
import { HeadlessStage } from './headless-stage.test-support';
import { type PlayedDay, playStory } from './play-story';

// Two runs with a shell.
const PATIENCE_MS = 120_000;

async function played() {
  const stage = new HeadlessStage();
  const days: PlayedDay[] = [];
  for await (const day of playStory(fiveForks, stage)) days.push(day);
  return { days, hosts: stage.hosts };
}

let days: readonly PlayedDay[];
let hosts: readonly RunHost[];
beforeAll(async () => {
  ({ days, hosts } = await played());
}, PATIENCE_MS);

function runOf(session: number) {
  const host = hosts[session];
  if (host === undefined) throw new Error(`There is no session ${session + 1}`);
  return host.state.run;
}

/** Of one sentence, without separators of thousands. */
function numbersIn(day: number, moment: number): readonly number[] {
  const text = days[day]?.moments[moment]?.text ?? '';
  return (text.replace(/(\d),(?=\d{3})/g, '$1').match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);

it('has all its moments, and every number in them is filled in', () => {
  expect(days.map(({ moments }) => moments.length)).toEqual(fiveForks.days.map(({ moments }) => moments.length));
  for (const { text } of days.flatMap(({ moments }) => moments))
    expect(text).not.toMatch(/[{}]|NaN|undefined|Infinity/);
});

it('[O4] is two sessions: the question goes on in the first one', () => {
  expect(hosts).toHaveLength(2);
  expect(runOf(0).agents.all.map(({ start }) => start.type ?? 'fork')).toEqual([
    ...['fork', 'fork', 'fork', 'fork', 'fork'],
    'Explore',
  ]);
  expect(runOf(0).agents.all.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'done'));
  expect(runOf(1).agents.all).toEqual([]);
});

describe('five forks', () => {
  it('[O5] the first writes, and each other reads at least 95 %: the sentence has the numbers of the calls', () => {
    const forks = runOf(0).agents.all.filter(({ isFork }) => isFork);
    const [first, ...others] = forks.flatMap(({ run }) => run.calls[0] ?? []);
    const read = (call: typeof first) => call?.predictedCacheRead ?? 0;
    const sent = (call: typeof first) => (call === undefined ? 0 : inputSide(call.usage));
    for (const other of others) expect(read(other) / sent(other)).toBeGreaterThanOrEqual(0.95);
    const othersRead = sumOf(others, read);
    const othersSent = sumOf(others, sent);
    const least = Math.floor(100 * Math.min(...others.map((each) => read(each) / sent(each))));
    expect(numbersIn(0, 1)).toEqual([
      ...[sent(first), read(first), sent(first) - read(first)],
      ...[4, othersRead, othersSent, least, othersSent - othersRead],
    ]);
  });

  it('[O4] spare their parent what they read', () => {
    const [requests = 0, carried = 0, returned = 0, spared, findings] = numbersIn(0, 2);
    const forks = runOf(0).agents.all.filter(({ isFork }) => isFork);
    expect(requests).toBe(sumOf(forks, ({ run }) => run.calls.length));
    expect(spared).toBe(carried - returned);
    expect(returned).toBeLessThan(carried / 4);
    expect(findings).toBe(6);
  });
});

it('[O4] an agent of a type reads nothing from the cache of its parent', () => {
  const [, sent, forkSent, read] = numbersIn(1, 0);
  const explore = runOf(0).agents.all.at(-1)?.run.calls[0];
  expect(sent).toBe(explore === undefined ? 0 : inputSide(explore.usage));
  expect(forkSent).toBeGreaterThan(sent ?? 0);
  expect(read).toBe(0);
});

it('[O4] alone, the agent finds the same, and the costs are those of the two sessions', () => {
  const [calls, , findings, same] = numbersIn(2, 0);
  expect([findings, same]).toEqual([6, 6]);
  expect(calls).toBe(runOf(1).calls.length);
  const [alone = 0] = numbersIn(2, 1);
  expect(alone).toBeCloseTo(runMeter(runOf(1)).estimatedDollars, 3);
  // What was asked later is not part of the comparison.
  const forks = runOf(0).agents.all.filter(({ isFork }) => isFork);
  const [start] = forks;
  const ofParent = runOf(0).calls.filter(({ call }) => call <= (start?.start.call ?? 0) + 1);
  const requests = ofParent.length + sumOf(forks, ({ run }) => run.calls.length);
  expect(days[2]?.moments[1]?.text).toContain(`with forks ${requests} sent`);
  const withForks = sumOf([...ofParent, ...forks.flatMap(({ run }) => run.calls)], ({ dollars = 0 }) => dollars);
  // The note that the session keeps is written in both.
  const [, stated = 0] = /forks: \$(\S+?)\. /.exec(days[2]?.moments[1]?.text ?? '') ?? [];
  expect(Number(stated)).toBeGreaterThan(withForks);
  expect(Number(stated)).toBeLessThan(withForks * 1.3);
});

it('[O6] is repeated call by call by a replay of every record', () => {
  for (const host of hosts) {
    const { run } = host.state;
    for (const each of [run, ...run.agents.all.map((child) => child.run)]) {
      expect(decisionsOf(replayOf(each))).toEqual(decisionsOf(each.result()));
    }
  }
});

it(
  'is the same every time',
  async () => {
    const again = await played();
    expect(again.days).toEqual(days);
  },
  PATIENCE_MS,
);
