import type {
  MemoryChange,
  MemoryView,
  ShownCandidate,
  ShownMemory,
  ShownRecall,
  ShownTask,
} from '../../../agent/view/memory-view';

/** Of the made-up session. */
export const BEGAN_MS = Date.UTC(2026, 2, 9, 9);
const DAY_MS = 86_400_000;

export const RULE_TEXT = `---
name: run-the-tests-twice
description: Run the tests twice before reporting
type: feedback
---

Run the tests twice before you report.

**Why:** A flaky test passed once and failed in review.
**How to apply:** After the last change, before the final answer.
`;

export function madeUpMemory(given: Partial<ShownMemory> = {}): ShownMemory {
  return {
    file: 'feedback-tests-twice.md',
    type: 'feedback',
    name: 'run-the-tests-twice',
    description: 'Run the tests twice before reporting',
    bytes: 312,
    modifiedMs: BEGAN_MS,
    ageDays: 0,
    isShown: false,
    isUnlisted: false,
    ...given,
  };
}

export function madeUpChange(given: Partial<MemoryChange> = {}): MemoryChange {
  return { file: 'feedback-tests-twice.md', before: null, after: RULE_TEXT, ...given };
}

export function madeUpTask(given: Partial<ShownTask> = {}): ShownTask {
  return {
    id: 'memory-3',
    call: 3,
    state: 'done',
    model: 'scripted',
    newMessages: 8,
    isFallback: false,
    steps: [],
    changes: [],
    startedMs: BEGAN_MS + 60_000,
    tookMs: 900,
    says: '',
    ...given,
  };
}

export function madeUpCandidate(given: Partial<ShownCandidate> = {}): ShownCandidate {
  return {
    file: 'feedback-tests-twice.md',
    type: 'feedback',
    description: 'Run the tests twice before reporting',
    ageDays: 1,
    fate: 'not-chosen',
    ...given,
  };
}

export function madeUpRecall(given: Partial<ShownRecall> = {}): ShownRecall {
  return {
    state: 'done',
    candidates: [],
    others: 0,
    notLookedAt: 0,
    shownBefore: [],
    tokens: 0,
    bytesLeft: 61_440,
    model: 'scripted',
    ...given,
  };
}

export function madeUpMemoryView(given: Partial<MemoryView> = {}): MemoryView {
  return {
    root: '/home/agent/.claude/projects/-workspace/memory',
    saves: true,
    recalls: true,
    dreams: { isOn: false, gates: [], askedMs: undefined, canStart: false },
    files: [],
    index: {
      text: '',
      lines: 0,
      bytes: 0,
      mostLines: 200,
      mostBytes: 25_000,
      cutBy: undefined,
      keptLines: 0,
      deadLinks: [],
      outside: [],
    },
    tokens: { rules: 2_950, index: 0, recalled: 0 },
    recallBytes: { used: 0, most: 61_440 },
    atStart: [],
    underWay: [],
    notExtracted: undefined,
    ...given,
  };
}

/** A folder of so many memories, of all types and ages. */
export function manyMemories(count: number): readonly ShownMemory[] {
  const types = ['user', 'feedback', 'project', 'reference'] as const;
  return Array.from({ length: count }, (_, at) =>
    madeUpMemory({
      file: `memory-${at}.md`,
      name: `memory-${at}`,
      description: `What was said about subject ${at}`,
      type: types[at % types.length],
      ageDays: at,
      modifiedMs: BEGAN_MS - at * DAY_MS,
      bytes: 200 + at,
    }),
  );
}
