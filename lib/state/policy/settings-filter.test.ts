import { describe, expect, it } from 'vitest';
import { layers } from '../../layers/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { tutorial } from '../../policies/presets/tutorial';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { layerSettings, windowSettings } from './edited-settings';
import { filterSettings, whyNoSetting } from './settings-filter';

/** The paths that all cards of the editor show together. */
function found(filter: string, policy: Policy = claudeCode21): readonly string[] {
  const cards = [
    filterSettings(windowSettings(policy, policy, 200_000, undefined), filter, { title: 'Window and thresholds' }),
    ...policy.layers.map((layer) => {
      const { title, explains } = layers[layer.layer];
      return filterSettings(layerSettings(layer, policy), filter, { title, explains, path: `${layer.layer}.isOn` });
    }),
  ];
  return cards.flatMap((settings) => settings.map(({ path }) => path));
}

const all = found('');

describe('the filter of settings', () => {
  it('finds words of the title, in any order and case', () => {
    expect(found('WINDOW effective')).toContain('thresholds.percent');
    expect(found('kept rounds')).toContain('full-compact.keptRounds');
  });

  it('finds rules', () => {
    expect(found('w3')).toEqual(
      ['bufferTokens', 'percent', 'percentOf', 'largeFromTokens', 'largeBufferTokens', 'atTokens'].map(
        (name) => `thresholds.${name}`,
      ),
    );
  });

  it('finds a whole group by its title, and everything with an empty filter', () => {
    const own = windowSettings(tutorial, tutorial, 200_000, undefined);
    expect(filterSettings(own, 'thresholds', { title: 'Window and thresholds' })).toHaveLength(own.length);
    expect(found('  ')).toEqual(all);
    expect(all.length).toBeGreaterThan(60);
  });

  it('finds a layer by its explanation if none of its settings has the words', () => {
    expect(found('note covers')).toEqual(all.filter((path) => path.startsWith('session-memory.')));
  });

  it('finds nothing if a word does not occur', () => {
    expect(found('buffer zebra')).toEqual([]);
    expect(found('.')).toEqual(all);
  });

  it.each([
    [
      'keepRecent',
      [
        'microcompact-time.keep',
        'microcompact-cached.keep',
        'microcompact-counting.keep',
        'microcompact-declarative.keep',
        'collapse.protectedRounds',
        'session-memory.keptMessages',
        'full-compact.keptRounds',
        'full-compact.keptRoundTokens',
      ],
    ],
    ['autocompact', ['thresholds.isAutomatic', 'thresholds.bufferTokens', 'thresholds.percent']],
    ['auto_compact', ['thresholds.isAutomatic', 'thresholds.percent']],
    ['percent', ['thresholds.percent', 'snip.triggerShare', 'collapse.commitShare']],
    ['ttl', ['microcompact-time.gapMinutes']],
    ['CLAUDE_AUTOCOMPACT_PCT_OVERRIDE', ['thresholds.percent']],
    ['claude_code_auto_compact_window', ['policy.windowTokens']],
    ['DISABLE_AUTO_COMPACT', ['thresholds.isAutomatic']],
    ['CLAUDE_CONTEXT_COLLAPSE', ['collapse.stageShare', 'collapse.targetShare']],
    ['bashOutputMaxChars', ['result-budget.limitsByTool']],
    ['clear_at_least', ['microcompact-declarative.clearAtLeastTokens']],
    ['restoredTokensPerFile', ['full-compact.restoredTokensPerFile', 'session-memory.restoredTokensPerFile']],
    ['full-compact.keptRounds', ['full-compact.keptRounds']],
  ])('finds “%s”, by name, synonym or variable', (filter, paths) => {
    expect(found(filter)).toEqual(expect.arrayContaining([...paths]));
    expect(found(filter).length).toBeLessThan(all.length / 2);
  });

  it('finds numbers as values or shares, and not as a part of others', () => {
    expect(found('60')).toEqual(['snip.targetShare', 'microcompact-time.gapMinutes', 'dreaming.staleMinutes']);
    expect(found('60', changed(claudeCode21, 'thresholds.percent', 60))).toEqual([
      'thresholds.percent',
      'snip.targetShare',
      'microcompact-time.gapMinutes',
      'dreaming.staleMinutes',
    ]);
    const forms = ['13,000', '13000', '13k'].map((form) => found(form));
    expect(forms).toEqual([['thresholds.bufferTokens'], ['thresholds.bufferTokens'], ['thresholds.bufferTokens']]);
    expect(found('95%')).toEqual(['collapse.commitShare']);
    expect(found('30000')).toContain('result-budget.limitsByTool');
  });

  it('says why a variable of Claude Code has no setting', () => {
    expect(whyNoSetting(' max_mcp_output_tokens ')).toMatch(/^MAX_MCP_OUTPUT_TOKENS is no setting of a policy: it is/);
    expect(whyNoSetting('keep')).toBeUndefined();
  });
});
