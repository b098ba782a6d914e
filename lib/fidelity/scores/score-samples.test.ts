import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACTS } from '../../../scripts/samples/facts';
import { importFile } from '../../importers/import-file';
import { sourceOf } from '../../reading/read-for-test';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { offlineSummary } from '../../summarizers/offline/offline-summary';
import { roughText } from '../../tokens/rough';
import { partTexts } from '../text/part-texts';
import { cutAtCall } from './cut-at-call';
import { indexOf } from './cut-from-text.test-support';
import type { ScoreId } from './score-definitions';
import { scoreSummary } from './score-summary';

async function sample(name: string) {
  const text = readFileSync(new URL(`../../../public/samples/${name}.jsonl`, import.meta.url), 'utf8');
  const imported = await importFile(sourceOf(text));
  const [transcript] = imported.ok ? imported.value.transcripts : [];
  if (transcript === undefined) throw new Error(`no transcript in ${name}`);
  const material = replayMaterial(transcript);
  const index = indexOf(transcript.messages);
  const score = (call: number, summary: string) =>
    new Map(scoreSummary(material, index, { call, summary }).map((each) => [each.id, each]));
  return { material, score };
}

/** What could be written in the place of all that stood before a call, from the most to nothing. */
function summariesAt({ material }: Awaited<ReturnType<typeof sample>>, call: number) {
  const { left } = cutAtCall(material, call, []);
  const everything = left.map(({ part }) => [...partTexts(part)].join('\n')).join('\n');
  const messages = [...new Set(left.map(({ message }) => message))];
  const offline = offlineSummary({ messages, maxTokens: 5_000, countTokens: roughText });
  return { everything, offline, firstLines: everything.split('\n').slice(0, 20).join('\n'), empty: '' };
}

const hunt = await sample('long-bug-hunt');
const refactoring = await sample('refactoring');
const rules = await sample('rules-and-images');

describe.each([
  ['the long bug hunt at its first compaction', hunt, 140],
  ['the long bug hunt at its third', hunt, 378],
  ['the long bug hunt between compactions', hunt, 500],
  ['the refactoring at its manual compaction', refactoring, 32],
  ['the refactoring at its second compaction', refactoring, 75],
  ['the rules and images halfway', rules, 30],
  ['the rules and images near the end', rules, 55],
])('in %s', (_, session, call) => {
  const { everything, offline, firstLines, empty } = summariesAt(session, call);
  const ranked = [everything, offline, firstLines, empty].map((summary) => session.score(call, summary));
  const counts = (id: ScoreId) => ranked.map((scores) => scores.get(id)?.count ?? -1);

  it.each(['exact-values', 'used-later', 'files-named', 'grounded-values'] as const)(
    '%s ranks in order: everything, nine sections offline, the first lines, nothing',
    (id) => {
      const [most = 0, sections = 0, lines = 0, none] = counts(id);
      expect(most).toBeGreaterThanOrEqual(sections);
      expect(sections).toBeGreaterThan(lines);
      expect(lines).toBeGreaterThanOrEqual(0);
      expect(none).toBe(0);
      expect(most).toBe(ranked[0]?.get(id)?.of);
    },
  );

  it.each(['rules-preserved', 'open-tasks', 'user-sentences'] as const)(
    '%s ranks them in the same order, if there are any',
    (id) => {
      const [most = 0, sections = 0, lines = 0, none] = counts(id);
      expect(most).toBeGreaterThanOrEqual(sections);
      expect(sections).toBeGreaterThanOrEqual(lines);
      expect(none).toBe(0);
      expect(most).toBe(ranked[0]?.get(id)?.of);
    },
  );

  it('makes nothing up and reverses no rule in a summary that quotes everything', () => {
    for (const id of ['files-made-up', 'rules-inverted'] as const) expect(counts(id)[0]).toBe(0);
  });
});

describe('[K2] the planted facts of the long bug hunt', () => {
  const [first, third] = [140, 378];

  it.each([
    [`SOAK_SEED=${FACTS.soakSeed}`, first],
    [FACTS.soakPath, first],
    [FACTS.graceSetting, first],
    ['npm run check:schema', first],
  ])('%s is needed after call %i: missed by a summary without it, found in one with it', (value, call) => {
    const item = (summary: string) =>
      hunt
        .score(call, summary)
        .get('used-later')
        ?.items.find(({ text }) => text.endsWith(value));
    const missed = item('');
    expect(missed).toMatchObject({ state: 'missing', marks: [] });
    const cutAt = hunt.material.transcript.calls[call]?.at ?? 0;
    expect(missed?.was?.message).toBeLessThan(cutAt);
    expect(missed?.used?.message).toBeGreaterThanOrEqual(cutAt - 1);
    const before = 'Needed: ';
    expect(item(`${before}${value}.`)).toMatchObject({
      state: 'found',
      marks: [{ made: 0, start: before.length, end: before.length + value.length }],
    });
  });

  it.each([
    [FACTS.errorCode, first],
    [FACTS.adminPort, first],
    [FACTS.lastGoodCommit, first],
    // In the file it stands as a number without a unit; the model is the first to write it with one.
    [`${FACTS.graceValue} ms`, third],
  ])('%s is lost at call %i, but a result shows it again before the model writes it', (value, call) => {
    const scores = hunt.score(call, '');
    const item = scores.get('exact-values')?.items.find(({ text }) => text === value);
    expect(item).toMatchObject({ state: 'missing', was: {}, used: {}, shownAgain: {} });
    expect(item?.shownAgain?.message).toBeLessThan(item?.used?.message ?? 0);
    expect(scores.get('used-later')?.items.map(({ text }) => text)).not.toContain(value);
    expect(scores.get('used-later')?.shownAgain).toBeGreaterThan(3);
  });

  it.each([FACTS.migrationsRule, FACTS.schemaRule])('[K4] the rule “%s” is preserved, reversed or lost', (rule) => {
    const state = (summary: string) => {
      const items = hunt.score(140, summary).get('rules-preserved')?.items ?? [];
      const found = items.find(({ text }) => text.toLowerCase().startsWith(rule.toLowerCase()));
      return found?.given ?? found?.state;
    };
    expect(state(`- Rule: ${rule}.`)).toBe('found');
    expect(state('')).toBe('missing');
    expect(
      state(rule === FACTS.migrationsRule ? 'Touch the migrations folder.' : rule.replace('always', 'do not')),
    ).toBe('turned');
  });
});

it('[K6] the name that was decided twice in the refactoring is superseded before the second compaction', () => {
  const stale = (summary: string) =>
    refactoring
      .score(75, summary)
      .get('superseded-values')
      ?.items.filter(({ state }) => state === 'found') ?? [];
  expect(stale('The table is in src/pricing/fare-table.ts.').length).toBeGreaterThan(0);
  expect(stale('The class FareTable holds the fares.').map(({ text, now }) => [text, now])).toEqual([
    ['FareTable', 'TariffPlan'],
  ]);
  expect(stale('TariffPlan, in src/pricing/tariff-plan.ts, was FareTable before.')).toEqual([]);
});
