import { describe, expect, it } from 'vitest';
import { asRecorded } from '../../policies/presets/as-recorded';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import { settingDifferences, type ViewSettings } from './setting-differences';

const place = { window: 200_000, version: '2.1.50' };
const view: ViewSettings = { policy: claudeCode21, mode: 'free', replies: { type: 'recorded' }, pinned: ['m1'] };
const withPolicy = (policy: ViewSettings['policy']): ViewSettings => ({ ...view, policy });

function differences(first: ViewSettings, second: ViewSettings) {
  return settingDifferences(first, second, place).map(({ path, values }) => [path, ...values]);
}

describe('the differences between two views', () => {
  it('are empty for a view and itself', () => {
    expect(differences(view, { ...view })).toEqual([]);
  });

  it('are paths with both values, in the order of the first view', () => {
    const other = changed(changed(claudeCode21, 'thresholds.percent', 50), 'result-budget.limitsByTool.shell', 'never');
    expect(differences(view, withPolicy(other))).toEqual([
      ['thresholds.percent', 100, 50],
      ['result-budget.limitsByTool.shell', 30_000, 'never'],
    ]);
    expect(differences(withPolicy(other), view)[0]).toEqual(['thresholds.percent', 50, 100]);
  });

  it('have the title and unit of a setting', () => {
    const [difference] = settingDifferences(view, withPolicy(changed(claudeCode21, 'thresholds.percent', 50)), place);
    expect(difference).toMatchObject({ title: 'Share of the effective window', unit: 'percent' });
  });

  it('include the replay, the summaries and the pinned messages', () => {
    const other: ViewSettings = {
      ...view,
      mode: 'following',
      replies: { type: 'assumed', tokens: 900 },
      pinned: ['m2'],
    };
    expect(differences(view, other)).toEqual([
      ['mode', 'from the start', 'reset at recorded compactions'],
      ['replies', 'recorded', 'assumed'],
      ['replies.tokens', undefined, 900],
      ['pinned.m1', 'pinned', undefined],
      ['pinned.m2', undefined, 'pinned'],
    ]);
  });

  it('[F1] [F3] [F9] include the prompt, hook output and typed commands', () => {
    const policy = {
      ...claudeCode21,
      summaryPrompt: { id: 'mine', title: 'Mine', text: 'Be short.' },
      hooks: { blocks: 'not on Fridays', results: ['Linted.'] },
    };
    const commands = [{ call: 4, command: { type: 'snip' } } as const, { call: 4, command: { type: 'note' } } as const];
    expect(differences(view, { ...withPolicy(policy), commands })).toEqual([
      ['policy.summaryPrompt', 'Nine sections', 'Mine, 9 characters'],
      ['policy.hooks.blocks', undefined, 'not on Fridays'],
      ['policy.hooks.results', undefined, 'Linted.'],
      ['command.4', undefined, '/snip, /summary'],
    ]);
  });

  it('include the policies that a run had before', () => {
    const earlier = [{ until: 40, policy: claudeCodeCurrent }];
    expect(differences({ ...view, earlier }, view)).toEqual([['earlier.40', claudeCodeCurrent.title, undefined]]);
  });

  it('[M1] include exempt tools', () => {
    expect(differences(view, withPolicy({ ...claudeCode21, exemptTools: ['Read'] }))).toEqual([
      ['exempt.Read', undefined, 'exempt'],
    ]);
  });

  it('include a table row that one view lacks', () => {
    const other = changed(claudeCode21, 'result-budget.limitsByTool.grep', 5_000);
    expect(differences(view, withPolicy(other))).toEqual([['result-budget.limitsByTool.grep', undefined, 5_000]]);
  });

  it('exclude settings of a layer that is off in both, but not if it is on in one', () => {
    const other = changed(claudeCode21, 'snip.triggerShare', 0.5);
    expect(differences(view, withPolicy(other))).toEqual([]);
    expect(differences(view, withPolicy(changed(other, 'snip.isOn', true)))).toEqual([
      ['snip.isOn', false, true],
      ['snip.triggerShare', 0.75, 0.5],
    ]);
  });

  it('[W9] [W1] use the version and the window of the session', () => {
    const paths = (version: string) =>
      settingDifferences(withPolicy(asRecorded), withPolicy(claudeCodeCurrent), { ...place, version }).map(
        ({ path }) => path,
      );
    expect(paths('2.1.50')).toContain('thresholds.reserve');
    expect(paths('2.1.90')).not.toContain('thresholds.reserve');
    expect(differences(view, withPolicy({ ...claudeCode21, windowTokens: 500_000 }))).toEqual([]);
  });
});
