import { describe, expect, it } from 'vitest';
import { asRecorded } from '../presets/as-recorded';
import { claudeCode20 } from '../presets/claude-code-2-0';
import { claudeCode21 } from '../presets/claude-code-2-1';
import { claudeCodeCurrent } from '../presets/claude-code-current';
import { none } from '../presets/none';
import { teachingV5 } from '../presets/teaching-v5';
import { tutorial } from '../presets/tutorial';
import { changed } from '../shape/arbitrary-policy.test-support';
import type { Policy } from '../shape/policy';
import { claudeCodeSettings } from './claude-code-environment';

const changedSettings = (policy: Policy, changes: Readonly<Record<string, number | boolean | string>>) =>
  claudeCodeSettings(
    Object.entries(changes).reduce<Policy>((next, [path, value]) => changed(next, path, value), policy),
  );

describe('Claude Code settings for a policy', () => {
  it.each([claudeCode20, claudeCode21, claudeCodeCurrent])('are empty for its own behaviour: $id', (policy) => {
    expect(claudeCodeSettings(policy)).toEqual({
      version: policy.title,
      environment: {},
      settings: {},
      notExpressed: [],
    });
  });

  it('cover the window, the output limit, the share, the blocking limit and result lengths', () => {
    const told = changedSettings(claudeCode21, {
      'policy.windowTokens': 500_000,
      'policy.maxOutputTokens': 16_384,
      'thresholds.percent': 62.5,
      'thresholds.blockingLimitTokens': 150_000,
      'result-budget.limitsByTool.shell': 20_000,
    });
    expect(told).toEqual({
      version: 'Claude Code 2.1',
      environment: {
        CLAUDE_CODE_AUTO_COMPACT_WINDOW: '500000',
        CLAUDE_CODE_MAX_OUTPUT_TOKENS: '16384',
        CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '62.5',
        CLAUDE_CODE_BLOCKING_LIMIT_OVERRIDE: '150000',
      },
      settings: { bashOutputMaxChars: 20_000 },
      notExpressed: [],
    });
  });

  it('are a single switch for automatic compaction or all of it', () => {
    expect(changedSettings(claudeCode21, { 'thresholds.isAutomatic': false })).toMatchObject({
      environment: { DISABLE_AUTO_COMPACT: '1' },
      notExpressed: [],
    });
    const off = [
      { 'policy.isDisabled': true },
      { 'policy.isDisabled': true, 'thresholds.isAutomatic': false, 'full-compact.summaryTokens': 1_000 },
      { 'thresholds.isAutomatic': false, 'full-compact.isOn': false },
      { 'full-compact.isOn': false },
    ];
    for (const changes of off) {
      expect(changedSettings(claudeCode21, changes)).toMatchObject({
        environment: { DISABLE_COMPACT: '1' },
        notExpressed: [],
      });
    }
    expect(claudeCodeSettings(none).environment).toEqual({ DISABLE_COMPACT: '1' });
  });
});

it('[C3] can turn on collapse, but not configure it', () => {
  const told = changedSettings(claudeCode21, { 'collapse.isOn': true, 'collapse.stageShare': 0.5 });
  expect(told).toEqual({
    version: 'Claude Code 2.1',
    environment: { CLAUDE_CONTEXT_COLLAPSE: '1' },
    settings: {},
    notExpressed: ['Context collapse: Stage at: 0.5 here, 0.9 in Claude Code, which has no setting for it.'],
  });
});

describe('what Claude Code cannot be configured to do', () => {
  it.each<[string, Policy, Readonly<Record<string, number | boolean | string>>, string]>([
    [
      'a window out of range',
      claudeCode21,
      { 'policy.windowTokens': 99_999 },
      'Window: 99,999 here; CLAUDE_CODE_AUTO_COMPACT_WINDOW takes whole numbers from 100,000 to 1,000,000.',
    ],
    [
      'a limit that is never reached',
      claudeCode21,
      { 'result-budget.limitsByTool.shell': 'never' },
      'Tool-result budget: Per-tool limits, shell: never here; bashOutputMaxChars takes whole numbers from 4,000 to 128,000.',
    ],
    [
      'the buffer',
      claudeCode21,
      { 'thresholds.bufferTokens': 5_000 },
      'Buffer: 5,000 here, 13,000 in Claude Code, which has no setting for it.',
    ],
    [
      'a layer that it lacks',
      claudeCode21,
      { 'snip.isOn': true },
      'Snip: on here, off in Claude Code, which has no setting for it.',
    ],
    [
      'a limit for a single tool',
      claudeCode21,
      { 'result-budget.limitsByTool.Grep': 900 },
      'Tool-result budget: Per-tool limits, Grep: 900 here, not set in Claude Code, which has no setting for it.',
    ],
    [
      'a share without a window, in newer versions',
      claudeCodeCurrent,
      { 'thresholds.percent': 80 },
      'The share only applies when compaction comes before the model’s own limit: set a window as well.',
    ],
  ])('includes %s', (_, policy, changes, sentence) => {
    expect(changedSettings(policy, changes).notExpressed).toEqual([sentence]);
  });

  it('lists the rest: exempt tools, recovery steps, older eras', () => {
    const told = claudeCodeSettings({ ...asRecorded, exemptTools: ['Skill'], recovery: [['full-compact']] });
    expect(told.version).toBe('Claude Code, current');
    expect(told.notExpressed).toEqual(
      expect.arrayContaining([
        'Thresholds differ by version; these are the latest.',
        'Claude Code has no setting to exempt tools (Skill).',
        'Claude Code has no setting for the steps to try after a rejected request.',
      ]),
    );
  });

  it('includes a limit in tokens, which cannot be given in characters', () => {
    const told = changedSettings(teachingV5, { 'result-budget.limitsByTool.shell': 20_000 });
    expect(told.settings).toEqual({});
  });

  it('excludes settings of disabled layers, and bands', () => {
    const told = claudeCodeSettings(tutorial);
    expect(told.version).toBe('Claude Code, current');
    expect(told.notExpressed.join('\n')).toMatch(/^Microcompact by size: on here/m);
    expect(told.notExpressed.join('\n')).not.toMatch(/Microcompact by size: Results kept|Band/);
  });
});
