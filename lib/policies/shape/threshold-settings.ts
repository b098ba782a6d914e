import type { SettingsSpec } from '../../layers/shape/setting';
import type { ThresholdRule } from './thresholds';

const TOKENS = { type: 'number', unit: 'tokens', min: 0, max: 10_000_000, step: 1_000 } as const;

/** [W2]–[W5] The defaults are their formula. */
export const thresholdSettings: SettingsSpec<ThresholdRule> = {
  isAutomatic: {
    type: 'switch',
    title: 'Automatic compaction',
    explains: 'Off, the context is only compacted by hand, or when a call was refused.',
    rule: 'G1',
    default: true,
  },
  reserve: {
    type: 'choice',
    title: 'Held back for the reply',
    explains: 'Taken off the window; what is left is the effective window.',
    rule: 'W2',
    options: {
      capped: 'The output limit of the model, but no more than the cap',
      whole: 'The whole output limit of the model',
      none: 'Nothing',
    },
    default: 'capped',
  },
  reserveCapTokens: {
    ...TOKENS,
    title: 'Cap of what is held back',
    explains: 'No more than this of the output limit is held back.',
    rule: 'W2',
    default: 20_000,
  },
  bufferTokens: {
    ...TOKENS,
    title: 'Buffer',
    explains: 'Compaction comes this far before the end of the effective window.',
    rule: 'W3',
    default: 13_000,
  },
  percent: {
    type: 'number',
    title: 'Share of the effective window',
    explains: 'Compaction comes here, where that is earlier than by the buffer. 100 leaves it to the buffer.',
    rule: 'W3',
    unit: 'percent',
    min: 0.01,
    max: 100,
    step: 0.5,
    default: 100,
  },
  comparison: {
    type: 'choice',
    title: 'Comparison',
    explains: 'How the size is held against the threshold.',
    rule: 'W7',
    options: { 'at-least': 'Compaction comes at the threshold', above: 'Compaction comes only above the threshold' },
    default: 'at-least',
  },
  warningTokens: {
    ...TOKENS,
    title: 'Warning',
    explains: 'The warning line lies this far before the threshold.',
    rule: 'W4',
    default: 20_000,
  },
  errorTokens: {
    ...TOKENS,
    title: 'Error',
    explains: 'The error line lies this far before the threshold.',
    rule: 'W4',
    default: 20_000,
  },
  blockingTokens: {
    ...TOKENS,
    title: 'Blocking',
    explains: 'Without automatic compaction a turn is refused this far before the end of the effective window.',
    rule: 'W5',
    default: 3_000,
  },
  blockingLimitTokens: {
    ...TOKENS,
    title: 'Blocking limit',
    explains: 'From here on a turn is refused, wherever the effective window ends. 0 leaves it to the formula.',
    rule: 'W5',
    default: 0,
  },
  leavesFree: {
    type: 'choice',
    title: 'A call leaves free',
    explains: 'A call that leaves less is refused, and compaction has to help.',
    rule: 'X1',
    options: { output: 'The whole output limit of the model', nothing: 'Nothing: the agent asks for a shorter reply' },
    default: 'nothing',
  },
};
