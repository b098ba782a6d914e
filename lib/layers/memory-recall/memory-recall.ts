import type { Layer, Outcome } from '../shape/layer';
import type { Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';

export interface MemoryRecallSettings {
  readonly mostMemories: number;
  readonly candidates: number;
  readonly linesOfMemory: number;
  readonly bytesOfMemory: number;
  readonly bytesOfSession: number;
  readonly waitMs: number;
}

/**
 * Shows memories that are about a prompt.
 *
 *   user   fix the date parser            user   fix the date parser
 *                               ──▶       user   [memory feedback-dates.md, saved 3 days ago]
 */
export const memoryRecall: Layer<MemoryRecallSettings> = {
  title: 'Recall',
  explains: 'At each prompt, a smaller model chooses memories of the project that are about it, and they are attached.',
  mark: {
    kind: 'recall',
    title: 'Memory recalled',
    gravity: 5,
    look: { shape: 'M0-6L5 0H2V6H-2V0H-5Z', color: 'var(--text-muted)' },
  },
  settings: {
    mostMemories: {
      type: 'number',
      title: 'Memories per prompt',
      explains: 'At most this many memories are chosen for one prompt.',
      rule: 'R2',
      isMain: true,
      unit: 'files',
      min: 1,
      max: 50,
      step: 1,
      default: 5,
    },
    candidates: {
      type: 'number',
      title: 'Candidates',
      explains: 'Only the latest memories are offered to the selection.',
      rule: 'R1',
      unit: 'files',
      min: 10,
      max: 2_000,
      step: 10,
      default: 200,
    },
    linesOfMemory: {
      type: 'number',
      title: 'Lines of a memory',
      explains: 'A longer memory is cut after this many lines.',
      rule: 'R3',
      unit: 'lines',
      min: 10,
      max: 2_000,
      step: 10,
      default: 200,
    },
    bytesOfMemory: {
      type: 'number',
      title: 'Bytes of a memory',
      explains: 'A longer memory is cut after this many bytes, after the limit of lines.',
      rule: 'R3',
      unit: 'bytes',
      min: 256,
      max: 262_144,
      step: 256,
      default: 4_096,
    },
    bytesOfSession: {
      type: 'number',
      title: 'Bytes of a session',
      explains: 'Recalled memories add at most this much to a session; a compaction starts the count again.',
      rule: 'R3',
      isMain: true,
      unit: 'bytes',
      min: 0,
      max: 1_048_576,
      step: 1_024,
      default: 61_440,
    },
    waitMs: {
      type: 'number',
      title: 'Wait for the selection',
      explains:
        'How long the first call of a turn is held back for the selection. If it takes longer, the memories follow with the next results.',
      rule: 'R1',
      unit: 'milliseconds',
      min: 0,
      max: 60_000,
      step: 100,
      default: 0,
    },
  },
  recalling: ({ mostMemories, candidates, linesOfMemory, bytesOfMemory, bytesOfSession, waitMs }) => ({
    mostMemories,
    candidates,
    budget: { linesOfFile: linesOfMemory, bytesOfFile: bytesOfMemory, bytesOfSession },
    waitMs,
  }),
  reasons: { 'no-folder': 'there is no memory here' },
  turn: 'prompt',
  idle: () => NO_FOLDER,
  ...withoutAsking((): Outcome => ({ type: 'unchanged', reason: NO_FOLDER })),
};

const NO_FOLDER: Reason = { rule: 'R1', code: 'no-folder', values: {} };
