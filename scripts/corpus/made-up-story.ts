import type { Random } from '../../lib/rows/statistics/random';
import { type CacheLife, ContextLedger } from '../samples/context-ledger';
import type { MadeUpProject } from './made-up-project';

export interface StoryPlan {
  readonly calls: number;
  readonly startMs: number;
  readonly cacheLife: CacheLife;
  /** How large results are, against the usual. */
  readonly bulk: number;
  /** The agent compacts from here on. */
  readonly compactsAtTokens: number;
  /** The user compacts once, before this call. */
  readonly manualBeforeCall: number | undefined;
  /** For the calls that start one. */
  readonly mayStartAgents: boolean;
}

export interface MadeUpUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export interface ToolUse {
  readonly id: string;
  readonly name: 'Read' | 'Bash' | 'Edit' | 'Task';
  readonly input: Readonly<Record<string, string>>;
  /** For a task. */
  readonly agentId: string | undefined;
}

export type StoryEvent = { readonly timeMs: number } & (
  | { readonly type: 'prompt'; readonly text: string }
  | {
      readonly type: 'reply';
      readonly id: string;
      readonly thinking: string;
      readonly text: string;
      readonly uses: readonly ToolUse[];
      readonly usage: MadeUpUsage;
    }
  | { readonly type: 'result'; readonly use: ToolUse; readonly text: string }
  | {
      readonly type: 'compaction';
      readonly trigger: 'auto' | 'manual';
      readonly preTokens: number;
      readonly summary: string;
      /** What the user had typed so far. */
      readonly prompts: readonly string[];
    }
);

const BYTES_PER_TOKEN = 3.2;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const TURN_CALLS = 9;

/** What happens in a session, in no format yet. Every count follows from the texts before it. */
export function* madeUpStory(random: Random, project: MadeUpProject, plan: StoryPlan): Generator<StoryEvent> {
  const ledger = new ContextLedger(plan.cacheLife);
  let nowMs = plan.startMs;
  const prompts: string[] = [];
  const add = (text: string) => {
    ledger.add(Math.round(text.length / BYTES_PER_TOKEN));
    ledger.estimate(Math.ceil(text.length / 4));
  };
  for (let call = 0; call < plan.calls; call++) {
    const isManual = call === plan.manualBeforeCall;
    if (call > 0 && (isManual || ledger.usedTokens >= plan.compactsAtTokens)) {
      const preTokens = ledger.usedTokens;
      nowMs += random.integer(30_000, 120_000);
      ledger.compact(nowMs);
      const summary = project.summary();
      add(summary);
      yield { type: 'compaction', timeMs: nowMs, trigger: isManual ? 'manual' : 'auto', preTokens, summary, prompts };
    }
    if (call === 0 || isManual || random.chance(1 / TURN_CALLS)) {
      if (call > 0) nowMs += random.chance(0.1) ? random.integer(600_000, 7_200_000) : random.integer(8_000, 240_000);
      const text = promptText(random, project, call);
      prompts.push(text);
      add(text);
      yield { type: 'prompt', timeMs: nowMs, text };
    }
    const isLast = call === plan.calls - 1;
    const uses = isLast ? [] : Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => toolUse(random, project, plan));
    const thinking = random.chance(0.35) ? project.body(random.integer(150, 1200)) : '';
    const text = isLast || random.chance(0.5) ? said(random, project) : '';
    const writtenBytes =
      thinking.length + text.length + uses.reduce((sum, use) => sum + JSON.stringify(use.input).length, 0);
    const output = Math.max(8, Math.round(writtenBytes / BYTES_PER_TOKEN));
    nowMs += 1500 + output * 9;
    const { input, cacheRead, cacheWrite } = ledger.request(nowMs, random.integer(1, 4), output);
    const id = `msg_01${random.text(ALPHABET, 22)}`;
    yield { type: 'reply', timeMs: nowMs, id, thinking, text, uses, usage: { input, cacheRead, cacheWrite, output } };
    for (const use of uses) {
      nowMs += random.integer(20, 2500);
      const result = resultText(random, project, plan, use);
      add(result);
      yield { type: 'result', timeMs: nowMs, use, text: result };
    }
  }
}

function promptText(random: Random, project: MadeUpProject, call: number): string {
  const sentences = [`${project.task()}.`];
  if (call === 0 || random.chance(0.2)) sentences.push(project.rule());
  if (call === 0) sentences.push(`${project.fact()}.`, `${project.fact()}.`);
  if (random.chance(0.3)) sentences.push(`What happened with "${project.factValue()}"?`);
  if (random.chance(0.3)) sentences.push(`This is the output:\n${project.body(random.integer(200, 3000))}`);
  return sentences.join(' ');
}

function said(random: Random, project: MadeUpProject): string {
  const fact = random.chance(0.3) ? ` ${project.fact()}.` : '';
  return `I looked at ${project.file()} and go on with ${project.file()}.${fact}`;
}

function toolUse(random: Random, project: MadeUpProject, { mayStartAgents }: StoryPlan): ToolUse {
  const id = `toolu_01${random.text(ALPHABET, 22)}`;
  const path = `${project.folder}/${project.file()}`;
  const kind = random.fraction();
  if (mayStartAgents && kind < 0.03) {
    const input = {
      description: 'Look around',
      prompt: `${project.task()}. ${project.rule()}`,
      subagent_type: 'Explore',
    };
    return { id, name: 'Task', input, agentId: `a${random.hex(7)}` };
  }
  const name = kind < 0.45 ? 'Read' : kind < 0.75 ? 'Bash' : 'Edit';
  return { id, name, input: inputOf(name, random, project, path), agentId: undefined };
}

function inputOf(name: 'Read' | 'Bash' | 'Edit', random: Random, project: MadeUpProject, path: string) {
  switch (name) {
    case 'Read':
      return { file_path: path };
    case 'Bash':
      return {
        command: random.chance(0.4) ? `grep -rn "${project.factValue()}" ${path}` : `npx vitest run ${path}`,
        description: 'Look at it',
      };
    case 'Edit':
      return {
        file_path: path,
        old_string: project.body(random.integer(60, 500)),
        new_string: project.body(random.integer(60, 900)),
      };
  }
}

function resultText(random: Random, project: MadeUpProject, { bulk }: StoryPlan, use: ToolUse): string {
  if (use.name === 'Edit') return `The file ${use.input.file_path} has been updated.`;
  const usual = random.chance(0.6) ? random.integer(120, 3000) : random.integer(3000, 24_000);
  const fact = random.chance(0.15) ? `\n${project.fact()}.` : '';
  return `${project.body(Math.round(use.name === 'Task' ? 1200 : usual * bulk))}${fact}`;
}
