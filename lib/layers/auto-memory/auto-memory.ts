import type { Layer, Outcome } from '../shape/layer';
import type { Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';

export interface AutoMemorySettings {
  readonly everyTurns: number;
  readonly mostRequests: number;
  readonly indexLines: number;
  readonly indexBytes: number;
}

/**
 * Saves what later sessions should know, after a turn.
 *
 *   user   never commit without asking            the same messages
 *   reply  understood                   ──▶
 *                                                 and in the memory folder: feedback-commits.md
 *
 * The context stays unchanged: later sessions start with the index of the folder, and recall shows single memories.
 */
export const autoMemory: Layer<AutoMemorySettings> = {
  title: 'Auto memory',
  explains: 'After a turn, a background agent saves what later sessions of the project should know.',
  mark: {
    kind: 'memory',
    title: 'Memory saved',
    gravity: 5,
    look: { shape: 'M-5-5H3L5-3V5H-5ZM-2-5V-1H2V-5Z', color: 'var(--text-muted)' },
  },
  settings: {
    everyTurns: {
      type: 'number',
      title: 'Every nth turn',
      explains: 'Turns between two extractions; 1 extracts after every turn.',
      rule: 'A9',
      isMain: true,
      unit: 'turns',
      min: 1,
      max: 100,
      step: 1,
      default: 1,
    },
    mostRequests: {
      type: 'number',
      title: 'Requests per extraction',
      explains: 'The background agent is stopped after this many requests.',
      rule: 'A10',
      unit: 'calls',
      min: 1,
      max: 20,
      step: 1,
      default: 5,
    },
    indexLines: {
      type: 'number',
      title: 'Lines of the index',
      explains: 'A session starts with at most this many lines of MEMORY.md.',
      rule: 'A4',
      unit: 'lines',
      min: 10,
      max: 2_000,
      step: 10,
      default: 200,
    },
    indexBytes: {
      type: 'number',
      title: 'Bytes of the index',
      explains: 'A session starts with at most this many bytes of MEMORY.md, after the limit of lines.',
      rule: 'A4',
      unit: 'bytes',
      min: 500,
      max: 250_000,
      step: 500,
      default: 25_000,
    },
  },
  extraction: ({ everyTurns, mostRequests, indexLines, indexBytes }) => ({
    everyTurns,
    mostRequests,
    index: { lines: indexLines, bytes: indexBytes },
  }),
  reasons: { 'no-folder': 'there is no memory here' },
  turn: 'turn-end',
  idle: () => NO_FOLDER,
  ...withoutAsking((): Outcome => ({ type: 'unchanged', reason: NO_FOLDER })),
};

const NO_FOLDER: Reason = { rule: 'A7', code: 'no-folder', values: {} };
