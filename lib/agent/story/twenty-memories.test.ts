import { beforeAll, describe, expect, it } from 'vitest';
import { indexOf, memoriesIn } from '../../memory/files/memory-folder';
import { memoryFolderIn } from '../tools/memory-files';
import { COUNT } from './club-memories';
import { HeadlessStage } from './headless-stage.test-support';
import { type PlayedDay, playStory } from './play-story';
import { twentyMemories } from './twenty-memories';

const PATIENCE_MS = 120_000;

async function played() {
  const stage = new HeadlessStage();
  const days: PlayedDay[] = [];
  for await (const day of playStory(twentyMemories, stage)) days.push(day);
  return { days, stage };
}

let days: readonly PlayedDay[];
let stage: HeadlessStage;
beforeAll(async () => {
  ({ days, stage } = await played());
}, PATIENCE_MS);

const text = (day: number, moment: number) => days[day]?.moments[moment]?.text ?? '';
const numbers = (day: number, moment: number) =>
  (text(day, moment).match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
const folderAfter = (day: number) => {
  const host = stage.hosts[day];
  if (host === undefined) throw new Error(`Day ${day + 1} was not played`);
  return memoryFolderIn(host.state.run.files);
};
const dreams = () => stage.hosts.map(({ state }) => state.run.memory.dreams.all.map((dream) => dream.state));

describe('the story of twenty memories', () => {
  it('comes to all of its moments, and every sentence has its numbers', () => {
    expect(days.map(({ moments }) => moments.length)).toEqual(twentyMemories.days.map(({ moments }) => moments.length));
    const sentences = days.flatMap(({ moments }) => moments.map((moment) => moment.text));
    expect(sentences.join('\n')).not.toMatch(/[{}]|NaN|undefined|Infinity/);
  });

  it('[D1] dreams on the third day, and not before', () => {
    expect(COUNT).toBe(20);
    expect(dreams()).toEqual([['closed'], ['closed'], ['completed'], []]);
    expect([numbers(0, 0)[0], numbers(0, 0).slice(-2), numbers(1, 0).slice(0, 2)]).toEqual([20, [0, 2], [1, 2]]);
    expect(numbers(2, 0).slice(0, 2)).toEqual([2, 2]);
  });

  it('[D3] [K1] tidies what was planted, and loses nothing', () => {
    const { memories } = memoriesIn(folderAfter(2));
    const bodies = memories.map(({ body }) => body).join('\n');
    expect(bodies).toContain('Never edit data/2026/club.txt by hand');
    expect(bodies).toContain('The audit of the books is on Monday, 2026-02-09.');
    expect(bodies).toContain('The committee decides about the new boats on 2026-02-05.');
    expect(bodies).toContain('unless Ines Moreau has agreed to it');
    expect(bodies).not.toMatch(/max_entries|members\/2025|^Round amounts down/m);
    const index = indexOf(folderAfter(2));
    expect(index).not.toContain('project-year.md');
    expect(index).toContain('reference-statutes.md');
    // Before and after; twice, contradicted, by the code; dates; links, entries, stories.
    expect(numbers(2, 1)).toEqual([20, memories.length, 2, 2, 2, 2, 1, 2, 1]);
    expect(numbers(2, 2).slice(1)).toEqual([0, 3, 0]);
  });

  it('[D4] costs what its requests cost, most of it read from the cache', () => {
    const dream = stage.hosts[2]?.state.run.memory.dreams.all[0];
    const [, , read, files, requests] = numbers(2, 0);
    expect(read).toBeGreaterThanOrEqual(21);
    expect(files).toBe(dream?.task?.changes.length);
    expect(requests).toBe(dream?.task?.steps.length);
    expect(dream?.task?.says).toMatch(
      /^Dated 2 relative dates, removed 3 contradicted facts, corrected 1 path, merged 2/,
    );
  });

  it('[A5] leaves a smaller index to the next session', () => {
    const [atStart, index = 0, indexBefore = 0] = numbers(3, 0);
    expect(atStart).toBe(memoriesIn(folderAfter(2)).memories.length);
    expect(index).toBeLessThan(indexBefore);
  });
});
