import { type DreamLadder, type DreamRule, dreamLadder, dreamRule } from '../../memory/dreaming/dream-gates';
import { dreamText } from '../../memory/dreaming/dream-request';
import { dreamScores } from '../../memory/dreaming/folder-scores';
import { seenCode } from '../../memory/dreaming/seen-code';
import { INDEX_NAME } from '../../memory/files/memory-path';
import { candidatesIn, manifestText } from '../../memory/recall/manifest';
import type { Context } from '../shape/context';
import type { AnyAsk, Env, Layer, Outcome, Reply } from '../shape/layer';
import type { MemoryEvent, ProjectMemory } from '../shape/project-memory';
import type { Reason } from '../shape/reason';

export type DreamingSettings = DreamRule;

/**
 * Tidies the memory of the project, once in a while.
 *
 *   user   thanks                               the same messages
 *   reply  you are welcome              ──▶
 *                                               and in the memory folder: three memories became one
 *
 * The context stays unchanged. Live, it is an agent of its own beside the turns.
 */
export const dreaming: Layer<DreamingSettings> = {
  title: 'Dreaming',
  explains: 'Once in a while, a background agent tidies the memory of the project: it merges, corrects and prunes.',
  mark: {
    kind: 'memory-tidied',
    title: 'Memory tidied',
    gravity: 6,
    look: { shape: 'M2-6A6 6 0 1 0 6 3A5 5 0 1 1 2-6Z', color: 'var(--text-muted)' },
  },
  settings: {
    hoursBetween: {
      type: 'number',
      title: 'Hours between dreams',
      explains: 'A dream starts only if the last one was at least so long ago.',
      rule: 'D1',
      isMain: true,
      unit: 'hours',
      min: 0,
      max: 8_760,
      step: 1,
      default: dreamRule.hoursBetween,
    },
    sessions: {
      type: 'number',
      title: 'Sessions between dreams',
      explains: 'A dream starts only if so many other sessions were used since the last one.',
      rule: 'D1',
      isMain: true,
      unit: 'sessions',
      min: 0,
      max: 1_000,
      step: 1,
      default: dreamRule.sessions,
    },
    minutesBetweenLooks: {
      type: 'number',
      title: 'Minutes between looks',
      explains: 'Sessions are counted at most once in this time.',
      rule: 'D1',
      unit: 'minutes',
      min: 0,
      max: 1_440,
      step: 1,
      default: dreamRule.minutesBetweenLooks,
    },
    staleMinutes: {
      type: 'number',
      title: 'Stale lock',
      explains: 'A lock that is older than this, and whose holder is gone, is taken.',
      rule: 'D2',
      unit: 'minutes',
      min: 0,
      max: 1_440,
      step: 1,
      default: dreamRule.staleMinutes,
    },
    mostRequests: {
      type: 'number',
      title: 'Requests per dream',
      explains: 'The background agent is stopped after this many requests.',
      rule: 'D4',
      isReconstruction: true,
      unit: 'calls',
      min: 1,
      max: 100,
      step: 1,
      default: dreamRule.mostRequests,
    },
    indexLines: {
      type: 'number',
      title: 'Lines of a tidy index',
      explains: 'A dream leaves at most this many lines in MEMORY.md.',
      rule: 'D3',
      unit: 'lines',
      min: 10,
      max: 2_000,
      step: 10,
      default: dreamRule.indexLines,
    },
    indexBytes: {
      type: 'number',
      title: 'Bytes of a tidy index',
      explains: 'A dream leaves at most this many bytes in MEMORY.md.',
      rule: 'D3',
      unit: 'bytes',
      min: 500,
      max: 250_000,
      step: 500,
      default: dreamRule.indexBytes,
    },
    entryCharacters: {
      type: 'number',
      title: 'Characters of an entry',
      explains: 'What a longer entry of MEMORY.md says moves into its file.',
      rule: 'D3',
      unit: 'characters',
      min: 50,
      max: 2_000,
      step: 10,
      default: dreamRule.entryCharacters,
    },
  },
  dreams: (settings) => settings,
  reasons: {
    'kept-elsewhere': 'the agent of this recording keeps its memory itself',
    'not-main': 'only the main agent dreams',
    empty: 'there are no memories yet',
    time: 'the last dream was {has} hours ago, and {needs} have to pass',
    look: 'sessions were counted {has} minutes ago, and {needs} have to pass',
    sessions: '{has} other sessions since the last dream, and {needs} are needed',
    lock: 'the lock is taken',
    on: 'switched off',
    tidied: 'tidied {before} memories: {after} are left',
    nothing: 'looked at {before} memories: nothing to tidy',
    failed: 'the request failed: {what}',
  },
  turn: 'turn-end',
  // A replay has ends of turns only for layers that follow the session.
  follow: (memory) => memory,
  idle: ({ memory: { project } }, settings, env) => {
    if (project === undefined) return d1('kept-elsewhere');
    if (!env.isMainThread) return d1('not-main');
    if (project.folder.files.size === 0) return d1('empty');
    return closedReason(ladderOf(project, settings, env, false));
  },
  run,
};

/** In a replay there is one tab: the lock is free. */
function ladderOf({ dream, nowMs }: ProjectMemory, settings: DreamingSettings, env: Env, looks: boolean): DreamLadder {
  const facts = {
    isOn: true,
    isByCommand: false,
    nowMs: Math.max(nowMs, env.nowMs ?? 0),
    lock: dream.lastMs === undefined ? undefined : { text: '', mtimeMs: dream.lastMs },
    lastLookMs: dream.lookedMs,
  };
  const look = { sessions: dream.sessions, isAlive: () => false };
  return dreamLadder(facts, settings, looks ? look : undefined);
}

function closedReason({ gates, closedBy }: DreamLadder): Reason | undefined {
  const gate = gates.find(({ id }) => id === closedBy);
  if (gate === undefined) return undefined;
  const { id, has = 0, needs = 0 } = gate;
  return { rule: 'D1', code: id, values: { has, needs } };
}

function* run(context: Context, settings: DreamingSettings, env: Env): Generator<AnyAsk, Outcome, Reply> {
  const { messages, memory } = context;
  const { project } = memory;
  if (project === undefined) return { type: 'unchanged', reason: d1('kept-elsewhere') };
  const { folder, dream } = project;
  const nowMs = Math.max(project.nowMs, env.nowMs ?? 0);
  const ladder = ladderOf(project, settings, env, true);
  const remembered = (now: ProjectMemory, reason: Reason, happened: readonly MemoryEvent[]): Outcome => ({
    type: 'changed',
    context: { messages, memory: { ...memory, project: now } },
    changes: [],
    reason,
    happened,
  });
  const looked: ProjectMemory = { ...project, dream: { ...dream, lookedMs: nowMs } };
  const closed = closedReason(ladder);
  const looking: MemoryEvent = { type: 'dream-looked', gates: ladder.gates };
  if (closed !== undefined) return remembered(looked, closed, [looking]);
  const instruction = dreamText({
    root: folder.root,
    manifest: manifestText(candidatesIn(folder, Number.POSITIVE_INFINITY)),
    nowMs,
    ...(dream.lastMs === undefined ? {} : { lastMs: dream.lastMs }),
    sessions: dream.sessions,
    most: settings.mostRequests,
    index: settings,
  });
  const ask = { type: 'dream', context: { messages }, sharesCache: true, maxTokens: MAX_TOKENS } as const;
  const code = seenCode(env.transcript, project.told);
  const input = { folder, nowMs, code, isCodeWhole: false, sinceMs: dream.lastMs ?? 0, rule: settings };
  // It reads all memories, writes what changed, and says so: each a request that has what was before it.
  const texts = [...folder.files.values()].map(({ text }) => text).join('\n');
  const read = settings.mostRequests < 2 ? undefined : yield { ...ask, instruction };
  const reply =
    read === undefined || read.type === 'text'
      ? yield {
          ...ask,
          instruction: read === undefined ? instruction : `${instruction}\n\n${read.text}\n\n${texts}`,
          dream: input,
        }
      : read;
  if (reply.type !== 'text') {
    const what = reply.type === 'error' ? reply.what : reply.type;
    return remembered(looked, { rule: 'D2', code: 'failed', values: { what } }, [looking]);
  }
  const { folder: after, actions } = reply.dream ?? { folder, actions: [] };
  let requests = read === undefined ? 1 : 2;
  if (actions.length > 0 && settings.mostRequests > requests) {
    yield { ...ask, instruction: `${instruction}\n\n${texts}\n\n${reply.text}` };
    requests += 1;
  }
  const { memories: left } = countsOf(after);
  const { memories: had } = countsOf(folder);
  const now = { ...looked, folder: after, dream: { lastMs: nowMs, sessions: 0, lookedMs: nowMs } };
  return remembered(
    now,
    { rule: 'D3', code: actions.length > 0 ? 'tidied' : 'nothing', values: { before: had, after: left } },
    [
      {
        type: 'dreamt',
        gates: ladder.gates,
        timeMs: nowMs,
        actions,
        scores: dreamScores(folder, after, { code, isCodeWhole: false, rule: settings }),
        requests,
      },
    ],
  );
}

function countsOf({ files }: ProjectMemory['folder']) {
  return { memories: [...files.keys()].filter((file) => file !== INDEX_NAME && !file.startsWith('logs/')).length };
}

/** [D3] Enough for several memories at once. */
const MAX_TOKENS = 8_192;

function d1(code: string): Reason {
  return { rule: 'D1', code, values: {} };
}
