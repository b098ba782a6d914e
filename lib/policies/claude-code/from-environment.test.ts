import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../presets/claude-code-2-1';
import { everythingOn } from '../presets/everything-on';
import { teachingV5 } from '../presets/teaching-v5';
import { tutorial } from '../presets/tutorial';
import { changed } from '../shape/arbitrary-policy.test-support';
import type { Policy } from '../shape/policy';
import { settingsOf } from '../shape/settings-of';
import { claudeCodeSettings } from './claude-code-environment';
import { fromEnvironment } from './from-environment';

const read = (text: string, preset: Policy = claudeCode21) => {
  const result = fromEnvironment(text, preset);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

/** What a text changes in Claude Code 2.1. */
const changes = (text: string) => {
  const before = new Map(settingsOf(claudeCode21).map(({ path, value }) => [path, value]));
  const after = settingsOf(read(text).policy).filter(({ path, value }) => before.get(path) !== value);
  return Object.fromEntries(after.map(({ path, value }) => [path, value]));
};

describe('environment lines', () => {
  it.each([
    ['CLAUDE_CODE_AUTO_COMPACT_WINDOW=500000', { 'policy.windowTokens': 500_000 }],
    ['export CLAUDE_CODE_MAX_OUTPUT_TOKENS="16384"', { 'policy.maxOutputTokens': 16_384 }],
    ["CLAUDE_AUTOCOMPACT_PCT_OVERRIDE = '62.5'", { 'thresholds.percent': 62.5 }],
    ['CLAUDE_CODE_BLOCKING_LIMIT_OVERRIDE=150000', { 'thresholds.blockingLimitTokens': 150_000 }],
    ['bashOutputMaxChars=20000', { 'result-budget.limitsByTool.shell': 20_000 }],
    ['DISABLE_AUTO_COMPACT=True', { 'thresholds.isAutomatic': false }],
    ['DISABLE_COMPACT=1', { 'policy.isDisabled': true }],
    ['CLAUDE_CONTEXT_COLLAPSE=1', { 'collapse.isOn': true }],
    ['CLAUDE_CONTEXT_COLLAPSE=1\nCLAUDE_CONTEXT_COLLAPSE=0', {}],
    ['DISABLE_AUTO_COMPACT=0\nDISABLE_COMPACT=false', {}],
    ['DISABLE_AUTO_COMPACT=Yes', { 'thresholds.isAutomatic': false }],
    ['DISABLE_AUTO_COMPACT="ON"', { 'thresholds.isAutomatic': false }],
    ['DISABLE_AUTO_COMPACT=NO\nDISABLE_COMPACT=off\nCLAUDE_CONTEXT_COLLAPSE=', {}],
    ['# DISABLE_COMPACT=1\r\n\r\n  DISABLE_AUTO_COMPACT=1\r\n', { 'thresholds.isAutomatic': false }],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=50\nCLAUDE_AUTOCOMPACT_PCT_OVERRIDE=60', { 'thresholds.percent': 60 }],
    ['DISABLE_AUTO_COMPACT=1\nDISABLE_AUTO_COMPACT=0', {}],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=0.5', { 'thresholds.percent': 0.5 }],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=.5', { 'thresholds.percent': 0.5 }],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=100', {}],
    ['', {}],
  ])('are settings of a policy: %j', (text, expected) => {
    expect(changes(text)).toEqual(expected);
    expect(read(text).notes).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['DISABLE_COMPACT', /^line 1 is not NAME=value$/],
    ['\n{"env": "secret"}', /^line 2 is not NAME=value$/],
    ['DISABLE_COMPACT=2', /^line 1: DISABLE_COMPACT is "2", but must be 1 or 0$/],
    ['DISABLE_COMPACT=maybe', /^line 1: DISABLE_COMPACT is "maybe", but must be 1 or 0$/],
    [
      'CLAUDE_CODE_AUTO_COMPACT_WINDOW=500k',
      /^line 1: CLAUDE_CODE_AUTO_COMPACT_WINDOW is "500k", but takes whole numbers from 100,000 to 1,000,000$/,
    ],
    ['CLAUDE_CODE_AUTO_COMPACT_WINDOW=50000', /is "50000", but takes whole numbers from 100,000/],
    ['CLAUDE_CODE_MAX_OUTPUT_TOKENS=10.5', /is "10.5", but takes whole numbers/],
    ['CLAUDE_CODE_BLOCKING_LIMIT_OVERRIDE=0', /is "0", but takes whole numbers from 1 to 10,000,000$/],
  ])('are rejected with a message: %j', (text, says) => {
    const result = fromEnvironment(text, claudeCode21);
    expect(result.ok ? 'accepted' : result.error).toMatch(says);
  });

  it.each<[string, Policy, RegExp]>([
    ['ANTHROPIC_MODEL=opus', claudeCode21, /^ANTHROPIC_MODEL ignored: it does not affect compaction\.$/],
    ['BASH_MAX_OUTPUT_LENGTH=50000', claudeCode21, /how much command output is read/],
    ['MAX_MCP_OUTPUT_TOKENS=50000', claudeCode21, /in tokens and for MCP servers only/],
    ['CLAUDE_CODE_MAX_OUTPUT_TOKENS=', claudeCode21, /it is empty/],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=most', claudeCode21, /"most" is not a number above 0\.$/],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=80%', claudeCode21, /"80%" is not a number above 0\.$/],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=0', claudeCode21, /"0" is not a number above 0\.$/],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=-5', claudeCode21, /"-5" is not a number above 0\.$/],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=1e999', claudeCode21, /"1e999" is above 100, and has no effect\.$/],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=100.5', claudeCode21, /"100.5" is above 100, and has no effect\.$/],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=90', tutorial, /it can only lower the threshold, which is already 83.5\.$/],
    ['bashOutputMaxChars=20000', teachingV5, /the policy uses another unit for this value/],
  ])('are named if they are ignored: %j', (text, preset, note) => {
    const { policy, notes } = read(text, preset);
    expect(policy).toBe(preset);
    expect(notes).toEqual([expect.stringMatching(note)]);
  });

  it('[C3] turn off the collapse of a policy that uses it', () => {
    const { policy, notes } = read('CLAUDE_CONTEXT_COLLAPSE=0', everythingOn);
    expect(policy).toEqual(changed(everythingOn, 'collapse.isOn', false));
    expect(notes).toEqual([]);
  });

  it('[W3] ignore an invalid share, which also disables an earlier one', () => {
    const { policy, notes } = read('CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=50\nCLAUDE_AUTOCOMPACT_PCT_OVERRIDE=all');
    expect(policy).toBe(claudeCode21);
    expect(notes).toHaveLength(1);
  });

  it('reproduce the policy that they were made from', () => {
    const values = fc.record({
      'policy.windowTokens': fc.integer({ min: 100_000, max: 1_000_000 }),
      'policy.isDisabled': fc.boolean(),
      'policy.maxOutputTokens': fc.integer({ min: 1, max: 1_000_000 }),
      'thresholds.percent': fc.integer({ min: 1, max: 1_000 }).map((tenths) => tenths / 10),
      'thresholds.isAutomatic': fc.boolean(),
      'thresholds.blockingLimitTokens': fc.integer({ min: 0, max: 1_000_000 }),
      'collapse.isOn': fc.boolean(),
      'result-budget.limitsByTool.shell': fc.integer({ min: 4_000, max: 128_000 }),
    });
    fc.assert(
      fc.property(values, (given) => {
        // What is switched off altogether need not be told that it is not automatic either.
        fc.pre(!given['policy.isDisabled'] || given['thresholds.isAutomatic']);
        const policy = Object.entries(given).reduce<Policy>(
          (next, [path, value]) => changed(next, path, value),
          claudeCode21,
        );
        const { environment, settings, notExpressed } = claudeCodeSettings(policy);
        const text = Object.entries({ ...environment, ...settings }).map(([name, value]) => `${name}=${value}`);
        expect(notExpressed).toEqual([]);
        expect(settingsOf(read(text.join('\n')).policy)).toEqual(settingsOf(policy));
      }),
    );
  });
});
