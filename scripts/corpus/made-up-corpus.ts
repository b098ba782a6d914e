import { Random } from '../../lib/rows/statistics/random';
import { ClaudeCodeLines } from './claude-code-lines';
import { CodexLines } from './codex-lines';
import { MadeUpProject } from './made-up-project';
import { madeUpStory, type StoryEvent, type StoryPlan } from './made-up-story';

export interface CorpusPlan {
  readonly sessions: number;
  readonly seed: string;
  /** The fewest and most model calls of a session; short ones are more frequent. */
  readonly calls: readonly [number, number];
  /** Of the sessions, those in the format of Codex. */
  readonly codexShare: number;
  /** The last session starts before it, the first up to 60 days earlier. */
  readonly untilMs: number;
}

/** A file, with slashes between its folders, line by line. */
export interface CorpusFile {
  readonly path: string;
  lines(): Generator<string>;
}

const DAY_MS = 86_400_000;
const DAYS = 60;
const CLAUDE_CODE_COMPACTS_AT = 167_000;
const CODEX_COMPACTS_AT = 244_800;

/**
 * Session by session, as the agents name their files below `~/.claude` and `~/.codex`. A session only depends on the seed
 * and its number: of a larger corpus with the same seed, a smaller one is the beginning.
 */
export function* madeUpCorpus(plan: CorpusPlan): Generator<CorpusFile> {
  for (let number = 0; number < plan.sessions; number++) yield* filesOf(plan, number);
}

function* filesOf(corpus: CorpusPlan, number: number): Generator<CorpusFile> {
  const name = `corpus/${corpus.seed}/${number}`;
  const random = new Random(name);
  const sessionId = random.uuid();
  const isCodex = random.chance(corpus.codexShare);
  const [fewest, most] = corpus.calls;
  const calls = Math.round(fewest * (most / fewest) ** random.fraction());
  const startMs = Math.floor(corpus.untilMs - random.fraction() * DAYS * DAY_MS);
  const cacheLife = random.chance(0.5) ? '5m' : '1h';
  const story: StoryPlan = {
    calls,
    startMs,
    cacheLife,
    bulk: 0.5 + 2 * random.fraction(),
    compactsAtTokens: isCodex ? CODEX_COMPACTS_AT : CLAUDE_CODE_COMPACTS_AT,
    manualBeforeCall: calls > 20 && random.chance(0.1) ? random.integer(15, calls - 1) : undefined,
    mayStartAgents: !isCodex && random.chance(0.4),
  };
  // Several sessions share a project, in a corpus of any size.
  const projectName = `project/${corpus.seed}/${random.integer(0, 11)}/${Math.floor(number / 100)}`;
  const events = () => madeUpStory(new Random(`${name}/story`), new MadeUpProject(new Random(projectName)), story);
  const { folder } = new MadeUpProject(new Random(projectName));
  if (isCodex) {
    const model = random.chance(0.5) ? 'gpt-5.3-codex' : 'gpt-5.5';
    yield {
      path: codexPath(startMs, sessionId),
      lines: () => codexFile(events, { sessionId, folder, model, startMs }),
    };
    return;
  }
  const model = random.chance(0.6) ? 'claude-sonnet-4-6' : 'claude-opus-4-5';
  const home = `projects/${folder.replace(/[^a-zA-Z0-9]/g, '-')}`;
  const conversation = { sessionId, folder, model, cacheLife } as const;
  const main = () => new ClaudeCodeLines(new Random(`${name}/records`), { ...conversation, agentId: undefined });
  const title = `Made-up session ${number}`;
  yield {
    path: `${home}/${sessionId}.jsonl`,
    *lines() {
      const writer = main();
      yield writer.title(title);
      for (const event of events()) yield* writer.of(event);
    },
  };
  if (!story.mayStartAgents) return;
  for (const event of events()) {
    if (event.type !== 'reply') continue;
    for (const { agentId } of event.uses) {
      if (agentId === undefined) continue;
      const plan = subAgentPlan(story, event.timeMs, new Random(`${name}/${agentId}`));
      yield {
        path: `${home}/${sessionId}/subagents/agent-${agentId}.jsonl`,
        *lines() {
          const writer = new ClaudeCodeLines(new Random(`${name}/${agentId}/records`), { ...conversation, agentId });
          const project = new MadeUpProject(new Random(projectName));
          for (const each of madeUpStory(new Random(`${name}/${agentId}/story`), project, plan)) yield* writer.of(each);
        },
      };
    }
  }
}

function subAgentPlan(parent: StoryPlan, startMs: number, random: Random): StoryPlan {
  const calls = random.integer(2, 12);
  return { ...parent, calls, startMs, manualBeforeCall: undefined, mayStartAgents: false };
}

function* codexFile(
  events: () => Generator<StoryEvent>,
  thread: ConstructorParameters<typeof CodexLines>[0],
): Generator<string> {
  const writer = new CodexLines(thread);
  yield* writer.begin();
  for (const event of events()) yield* writer.of(event);
}

function codexPath(startMs: number, sessionId: string): string {
  const time = new Date(startMs).toISOString();
  const [year, month, day] = time.slice(0, 10).split('-');
  return `sessions/${year}/${month}/${day}/rollout-${time.slice(0, 19).replaceAll(':', '-')}-${sessionId}.jsonl`;
}
