import type { SettingsSpec } from '../../layers/shape/setting';
import type { ThresholdRule } from './thresholds';

const TOKENS = { type: 'number', unit: 'tokens', min: 0, max: 10_000_000, step: 1_000 } as const;

/** [W2]–[W5] The defaults are their formula. */
export const thresholdSettings: SettingsSpec<ThresholdRule> = {
  isAutomatic: {
    type: 'switch',
    title: 'Automatic compaction',
    explains: 'Off, compaction only runs manually or after a rejected call.',
    rule: 'G1',
    synonyms: ['autocompact', 'autoCompactEnabled'],
    default: true,
  },
  reserve: {
    type: 'choice',
    title: 'Reserved for the reply',
    explains: 'Subtracted from the window to get the effective window.',
    rule: 'W2',
    synonyms: ['headroom'],
    options: {
      capped: 'The model’s output limit, up to the cap',
      whole: 'The model’s whole output limit',
      none: 'Nothing',
    },
    default: 'capped',
  },
  reserveCapTokens: {
    ...TOKENS,
    title: 'Reserve cap',
    explains: 'Maximum tokens reserved for the reply.',
    rule: 'W2',
    default: 20_000,
  },
  bufferTokens: {
    ...TOKENS,
    title: 'Buffer',
    explains: 'Compaction triggers this far before the end of the effective window.',
    rule: 'W3',
    synonyms: ['autocompact', 'margin', 'headroom'],
    default: 13_000,
  },
  percent: {
    type: 'number',
    title: 'Share of the effective window',
    explains: 'Compaction triggers at this share if that comes before the buffer. 100 uses the buffer only.',
    rule: 'W3',
    synonyms: ['autocompact', 'percentage', 'trigger', 'compact at', 'model_auto_compact_token_limit'],
    isMain: true,
    unit: 'percent',
    min: 0.01,
    max: 100,
    step: 0.5,
    default: 100,
  },
  comparison: {
    type: 'choice',
    title: 'Comparison',
    explains: 'How the size is compared with the threshold.',
    rule: 'W7',
    synonyms: ['greater than', '≥'],
    options: { 'at-least': 'Compact at the threshold', above: 'Compact only above the threshold' },
    default: 'at-least',
  },
  warningTokens: {
    ...TOKENS,
    title: 'Warning',
    explains: 'Distance of the warning line below the threshold.',
    rule: 'W4',
    default: 20_000,
  },
  errorTokens: {
    ...TOKENS,
    title: 'Error',
    explains: 'Distance of the error line below the threshold.',
    rule: 'W4',
    default: 20_000,
  },
  blockingTokens: {
    ...TOKENS,
    title: 'Blocking',
    explains: 'Without automatic compaction, turns are blocked this far before the end of the effective window.',
    rule: 'W5',
    default: 3_000,
  },
  blockingLimitTokens: {
    ...TOKENS,
    title: 'Blocking limit',
    explains: 'Turns are blocked from this size on. 0 uses the formula.',
    rule: 'W5',
    synonyms: ['hard limit'],
    default: 0,
  },
  leavesFree: {
    type: 'choice',
    title: 'Free space per call',
    explains: 'A call that leaves less free space is rejected, which triggers reactive compaction.',
    rule: 'X1',
    options: { output: 'The model’s whole output limit', nothing: 'Nothing: the agent requests a shorter reply' },
    default: 'nothing',
  },
};
