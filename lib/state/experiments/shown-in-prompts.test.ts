import { describe, expect, it } from 'vitest';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { keptRunForm } from '../prompts/prompt-kept-run';
import { readPromptsLink } from '../prompts/prompts-link';
import { whatIfView } from '../simulate/simulated-session';
import { readViewLink } from '../simulate/view-link';
import { answerForm, experimentForm, type StoredAnswer } from './experiment-record';
import { experimentOf } from './experiments.test-support';
import { keptRunOf, promptsAddress } from './shown-in-prompts';
import { versionRuns } from './version-runs';

const experiment = experimentOf(1);
const answer: StoredAnswer = {
  id: 'answer-1',
  job: 'r1.b1.1',
  row: 'r1',
  boundary: 'b1',
  repeat: 1,
  atMs: 1_000,
  state: 'whole',
  text: 'A summary.',
  tokens: 12,
  scores: [{ id: 'used-later', count: 3, of: 4 }],
  isBillUnknown: false,
};
const lists = { scores: [{ id: 'used-later', count: 3, of: 4, itemsInAll: 0, items: [] }] } as const;

describe('an answer shown in Prompts', () => {
  it('becomes a saved run, as Prompts reads it', () => {
    const run = keptRunOf(experiment, answer, lists);
    expect(run).toMatchObject({ id: 'answer-1', place: 'session=one', call: 10, writer: { maxTokens: 4_000 } });
    const read = keptRunForm.parse(run === undefined ? undefined : keptRunForm.write(run));
    expect(read).toEqual({ ok: true, value: run });
    expect(keptRunOf(experiment, { ...answer, row: 'r3' }, lists)).toBeUndefined();
  });

  it('has an address with itself beside what costs nothing', () => {
    const [boundary] = experiment.boundaries;
    if (boundary === undefined) throw new Error('There is a boundary');
    const [row, , offline] = experiment.rows;
    if (row === undefined || offline === undefined) throw new Error('There are rows');
    const address = promptsAddress(boundary, row, 'answer-1');
    expect(address).toMatch(/^\/prompts\?session=one&at=11#/);
    const link = readPromptsLink(address.slice(address.indexOf('#')));
    expect(link.ok && link.value?.columns).toEqual([{ type: 'kept', run: 'answer-1' }, { type: 'recorded' }]);
    const free = promptsAddress({ ...boundary, hasRecordedSummary: false }, offline, 'answer-2');
    expect(readPromptsLink(free.slice(free.indexOf('#')))).toMatchObject({
      ok: true,
      value: { columns: [{ type: 'offline' }, { type: 'offline' }] },
    });
  });

  it('has the policy in its address at a simulated boundary', () => {
    const [recorded] = experiment.boundaries;
    if (recorded === undefined) throw new Error('There is a boundary');
    const choice = whatIfView(claudeCodeCurrent);
    const boundary = { ...recorded, place: { type: 'simulation', call: 10, choice } } as const;
    const address = promptsAddress(boundary, { id: 'r3', type: 'offline' }, 'answer-2');
    const view = readViewLink(new URL(address, 'http://a').searchParams.get('view') ?? '');
    expect(view.ok && view.value?.policy.id).toBe(claudeCodeCurrent.id);
    const stored = experimentForm.parse(
      JSON.parse(JSON.stringify(experimentForm.write({ ...experiment, boundaries: [boundary] }))),
    );
    expect(stored.ok && stored.value.boundaries[0]?.place).toMatchObject({ type: 'simulation', call: 10 });
  });
});

describe('a stored experiment', () => {
  it('is read as it was written, and its answers too', () => {
    expect(experimentForm.parse(experimentForm.write(experiment))).toEqual({ ok: true, value: experiment });
    expect(answerForm.parse(answerForm.write(answer))).toEqual({ ok: true, value: answer });
  });

  it('is refused with a reason if it is damaged, and forgets scores of other versions', () => {
    const damaged = experimentForm.parse({ ...experiment, version: 1, rows: [{ id: 'r1', type: 'poet' }] });
    expect(damaged.ok ? '' : damaged.error).toContain('poet');
    const later = experimentForm.parse({ version: 1, ...experiment, thresholds: { 'used-later': 0.5, beauty: 1 } });
    expect(later.ok && later.value.thresholds).toEqual({ 'used-later': 0.5 });
  });

  it('[V5] gives its answers to the history of a prompt, by session and place', async () => {
    const runs = await versionRuns([experiment], 'nine-sections', async () => [answer]);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ experiment: 'experiment-1', answers: [answer] });
    expect(runs[0]?.boundary).toContain('session=one');
    expect(await versionRuns([experiment], 'another', async () => [answer])).toEqual([]);
  });
});
