import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelledFolders } from '../calibration/labelled-folder';
import { emptyFolder, indexOf, memoriesIn, saveMemory } from '../files/memory-folder';
import { memoryTypeNames } from '../files/memory-type';
import { consolidateOffline } from './consolidate-offline';
import { dreamScores } from './folder-scores';

const read = labelledFolders(readFileSync(join(import.meta.dirname, '../calibration/made-up/dreams.md'), 'utf8'));
if (!read.ok) throw new Error(read.error);
const folders = read.value;

it('[U2] a consolidation leaves what the team shares alone', () => {
  const memory = {
    name: 'deploy',
    description: 'we deploy on Thursdays',
    type: 'project',
    body: 'We deploy on Thursdays.',
  } as const;
  const own = saveMemory(emptyFolder('/m'), 'deploy.md', memory, 1);
  if (!own.ok) throw new Error(own.error);
  const text = own.value.files.get('deploy.md')?.text ?? '';
  const index = '- [Deploy](deploy.md) — on Thursdays\n';
  const files = new Map(own.value.files);
  for (const [file, shared] of [
    ['team/deploy.md', text],
    ['team/MEMORY.md', index],
  ] as const) {
    files.set(file, { text: shared, mtimeMs: 1 });
  }
  const dream = consolidateOffline({ folder: { root: '/m', files }, nowMs: 2 });
  expect(dream.actions).toEqual([]);
  expect(dream.folder.files).toEqual(files);
});

describe('a consolidation by rules', () => {
  it('has 20 folders with planted faults', () => {
    expect(folders).toHaveLength(20);
  });

  it.each(folders.map((each) => [each.title, each] as const))('[D3] %s', (_, given) => {
    const { folder, code, nowMs, keep, gone, faults } = given;
    const dream = consolidateOffline({ folder, nowMs, code });
    const scores = dreamScores(folder, dream.folder, { code });
    const { before, after } = scores;
    const found = {
      duplicates: before.duplicates,
      contradictions: before.contradictions,
      refuted: before.refuted,
      relativeDates: before.relativeDates,
      deadLinks: before.deadLinks,
      unlisted: before.unlisted,
      longEntries: before.longEntries,
      overfull: Number(before.isOverfull),
    };
    const none = Object.fromEntries(Object.keys(found).map((name) => [name, 0]));
    expect(found).toEqual({ ...none, ...faults });
    const text = memoriesIn(dream.folder)
      .memories.map(({ description, body }) => `${description}\n${body}`)
      .join('\n');
    expect(keep.filter((fact) => !text.includes(fact))).toEqual([]);
    const everything = `${text}\n${indexOf(dream.folder)}`;
    expect(gone.filter((fact) => everything.includes(fact))).toEqual([]);
    expect(scores.lost).toEqual([]);
    expect(scores.changed).toEqual([]);
    expect(after).toMatchObject({
      duplicates: 0,
      contradictions: 0,
      refuted: 0,
      relativeDates: 0,
      deadLinks: 0,
      unlisted: 0,
      longEntries: 0,
      isOverfull: false,
    });
    const again = consolidateOffline({ folder: dream.folder, nowMs: nowMs + 1, code, sinceMs: nowMs });
    expect(again.actions).toEqual([]);
    expect([...again.folder.files]).toEqual([...dream.folder.files]);
  });
});

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 2, 2, 9);
/** All of them can be true together. */
const TRUE_FACTS = folders.flatMap(({ keep, title }) =>
  /thousand|hundred|never, then|tabs/i.test(title) ? [] : keep.filter((fact) => /^[A-Z].*\.$/.test(fact)),
);

describe('a consolidation by rules, over random folders', () => {
  it('[D3] loses no true fact and invents none, and a second one finds nothing to do', () => {
    const memory = fc.record({
      facts: fc.subarray(TRUE_FACTS, { minLength: 1, maxLength: 3 }),
      type: fc.constantFrom(...memoryTypeNames),
      day: fc.nat(40),
    });
    let merged = 0;
    fc.assert(
      fc.property(fc.array(memory, { minLength: 1, maxLength: 12 }), (given) => {
        let folder = emptyFolder('/home/agent/.claude/projects/x/memory');
        for (const [place, { facts, type, day }] of given.entries()) {
          const body = facts.join('\n');
          const file = `${type}-${place}.md`;
          const saved = saveMemory(
            folder,
            file,
            { name: `m${place}`, description: facts[0] ?? '', type, body },
            FIRST_DAY + day * DAY_MS,
          );
          if (saved.ok) folder = saved.value;
        }
        const nowMs = FIRST_DAY + 60 * DAY_MS;
        const dream = consolidateOffline({ folder, nowMs });
        const scores = dreamScores(folder, dream.folder);
        expect([scores.lost, scores.refuted, scores.changed]).toEqual([[], [], []]);
        expect(scores.after).toMatchObject({ duplicates: 0, deadLinks: 0, unlisted: 0 });
        expect(consolidateOffline({ folder: dream.folder, nowMs: nowMs + 1 }).actions).toEqual([]);
        merged += dream.actions.filter(({ type }) => type === 'merged').length;
      }),
      { numRuns: 300 },
    );
    expect(merged).toBeGreaterThan(20);
  });

  it('[D3] leaves the memory of the team alone', () => {
    const root = '/home/agent/.claude/projects/x/memory';
    const text = '---\nname: a\ndescription: Keep answers short.\ntype: feedback\n---\n\nKeep answers short.\n';
    const files = new Map([
      ['feedback-a.md', { text, mtimeMs: 1 }],
      ['team/feedback-a.md', { text, mtimeMs: 2 }],
      ['MEMORY.md', { text: '- [a](feedback-a.md) — Keep answers short.\n', mtimeMs: 3 }],
    ]);
    expect(consolidateOffline({ folder: { root, files }, nowMs: FIRST_DAY }).actions).toEqual([]);
  });

  it('[K1] a fact that goes without a reason is lost, and a value from nowhere is changed', () => {
    const [first] = folders.filter(({ title }) => title.startsWith('Nothing to tidy'));
    if (first === undefined) throw new Error('The folder is gone');
    const { folder } = first;
    const files = new Map(folder.files);
    files.delete('reference-board.md');
    const season = files.get('project-season.md');
    if (season === undefined) throw new Error('The memory is gone');
    files.set('project-season.md', { ...season, text: season.text.replaceAll('2026-05-01', '2026-06-15') });
    const scores = dreamScores(folder, { ...folder, files });
    expect(scores.lost.map(({ file }) => file)).toEqual(['reference-board.md']);
    expect(scores.changed).toMatchObject([{ file: 'project-season.md', values: ['2026-06-15'] }]);
    expect(dreamScores(folder, { ...folder, files }, { sources: ['Now from 2026-06-15 on.'] }).changed).toEqual([]);
  });
});

it('[D3] prints what 20 dreams found', () => {
  const sum = { facts: 0, lost: 0, refuted: 0, changed: 0, actions: 0, before: 0, after: 0 };
  for (const { folder, code, nowMs } of folders) {
    const dream = consolidateOffline({ folder, nowMs, code });
    const { facts, lost, refuted, changed, before, after } = dreamScores(folder, dream.folder, { code });
    const faults = ({
      duplicates,
      contradictions,
      refuted: wrong,
      relativeDates,
      deadLinks,
      unlisted,
      longEntries,
    }: typeof before) => duplicates + contradictions + wrong + relativeDates + deadLinks + unlisted + longEntries;
    sum.facts += facts;
    sum.lost += lost.length;
    sum.refuted += refuted.length;
    sum.changed += changed.length;
    sum.actions += dream.actions.length;
    sum.before += faults(before) + Number(before.isOverfull);
    sum.after += faults(after) + Number(after.isOverfull);
  }
  console.info(`20 folders: ${JSON.stringify(sum)}`);
  expect(sum).toMatchObject({ lost: 0, changed: 0, after: 0 });
});
