import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json';
import { asArray } from '../../base/json';
import { playground } from '../../policies/presets/playground';
import { unpairedTools } from '../../transcript/unpaired-tools';
import type { ChatModel, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { Entry, ReplyBlock } from '../journal/entry';
import { LiveConversation } from '../run/live-conversation';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { problemOf, randomFrom } from './made-up-agent.test-support';
import { happens, type MemoryRun, memoryRun, settled } from './memory-run.test-support';
import { surroundings } from './surroundings';

const RUNS = 200;
const FIRST_SEED = Number(process.env.HIGHWATER_SEED ?? 1);
const STEPS = ['/compact', 'stop', 'undo', 'redo', 'end', 'wait', 'full', 'fail', 'crash', 'reload'] as const;

const says = (...blocks: readonly ReplyBlock[]): ModelOutcome => ({
  type: 'answered',
  reply: { blocks, stopReason: 'end_turn', timeMs: 1 },
});
const text = (words: string): ReplyBlock => ({ type: 'text', text: words });
const tool = (id: string, name: string, input: Json): ReplyBlock => ({ type: 'tool-call', id, name, input });

/** A parent and its agents at random, and a provider that fails now and then. */
class Team {
  failing = 0;
  readonly problems: string[] = [];
  private made = 0;

  constructor(private readonly random: () => number) {}

  readonly model = (scripted: ChatModel): ChatModel => ({
    ask: async (request, options) => {
      const problem = problemOf(request);
      if (problem !== undefined) this.problems.push(`${request.purpose}: ${problem}`);
      for (let left = Math.floor(this.random() * 4); left > 0; left--) await new Promise((done) => setImmediate(done));
      if (options.signal.aborted) return { type: 'stopped' };
      this.failing -= 1;
      if (this.failing >= 0) return { type: 'failed', what: 'It broke.', advice: 'Go on.' };
      if (request.purpose === 'agent') return this.random() < 0.05 ? TOO_LONG : this.ofAgent();
      if (request.purpose === 'turn') return this.ofParent(request);
      return scripted.ask(request, options);
    },
  });

  private ofParent({ body }: ModelRequest): ModelOutcome {
    const last = JSON.stringify(asArray(body.messages)?.at(-1) ?? null);
    if (last.includes('"tool_result"') && this.random() < 0.6) return says(text('That was it.'));
    const calls = Array.from({ length: Math.floor(this.random() * 5) }, () => this.delegation());
    return says(text('I share the work.'), ...calls);
  }

  private delegation(): ReplyBlock {
    const id = this.nextId();
    const kind = this.random();
    if (kind < 0.15) return tool(id, 'Read', { file_path: 'README.md' });
    if (kind < 0.25) return tool(id, 'SendMessage', { to: '*', summary: 'hurry', message: 'Be quick.' });
    const type = kind < 0.4 ? { subagent_type: 'Explore' } : kind < 0.5 ? { subagent_type: 'nobody' } : {};
    const background = this.random() < 0.3 ? { run_in_background: true } : {};
    return tool(id, 'Agent', { description: 'A part', prompt: `Do part ${id}.`, ...type, ...background });
  }

  private ofAgent(): ModelOutcome {
    if (this.random() < 0.45) return says(text(`Part done, as far as ${this.made}.`));
    const id = this.nextId();
    const kind = this.random();
    if (kind < 0.2) return says(tool(id, 'Agent', { description: 'More', prompt: 'Fork again.' }));
    if (kind < 0.4) return says(tool(id, 'SendMessage', { to: 'main', summary: 'news', message: 'Half done.' }));
    if (kind < 0.7) return says(tool(id, 'Read', { file_path: 'README.md' }));
    return says(tool(id, 'Write', { file_path: `out/${id}.md`, content: `# ${id}\n` }));
  }

  private nextId(): string {
    this.made += 1;
    return `toolu_${this.made}`;
  }
}

const REFUSED = 'It is too long.';
const TOO_LONG: ModelOutcome = { type: 'too-long', what: REFUSED, gapTokens: 500 };

function seeds(): number[] {
  return Array.from({ length: RUNS }, (_, place) => FIRST_SEED + place);
}

async function misadventure(
  seed: number,
): Promise<{ readonly run: MemoryRun; readonly team: Team; readonly typed: boolean }> {
  const random = randomFrom(seed);
  const team = new Team(random);
  const parts = {
    own: { agents: seed % 2 === 0 ? 'in-tool' : 'in-message' },
    policy: seed % 3 === 0 ? { ...playground, windowTokens: 9_000, maxOutputTokens: 2_000 } : playground,
    model: team.model,
  } as const;
  let run = memoryRun(parts);
  let typed = false;
  for (let step = 0; step < 8; step++) {
    if (random() < 0.5) await settled(run);
    const isPrompt = random() < 0.5;
    const wanted = isPrompt ? `Go on, part ${step}` : (STEPS[Math.floor(random() * STEPS.length)] ?? 'stop');
    if (wanted.startsWith('/')) typed = true;
    run = await happens(run, wanted, {
      reloaded: (entries) => memoryRun({ ...parts, entries }),
      failsNext: () => {
        team.failing = 1 + Math.floor(random() * 2);
      },
    });
    if (wanted === 'stop') expect(run.host.state.run.open, `seed ${seed}`).toEqual([]);
  }
  run.store.isFull = false;
  team.failing = 0;
  for (let times = 0; times < 5; times++) {
    await run.host.goOn();
    await settled(run);
  }
  return { run, team, typed };
}

/** Every call that was answered, with the agent whose call it is. */
function answered(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'results' && entry.type !== 'task-results') return [];
    const of = entry.type === 'task-results' ? entry.task : 'main';
    return entry.results.map(({ callId }) => `${of} ${callId}`);
  });
}

describe('200 runs with agents, in which everything goes wrong', () => {
  it(`[O4] from seed ${FIRST_SEED}: valid records, no tool twice, and a stop ends all`, async () => {
    const counts = { agents: 0, done: 0, failed: 0, stopped: 0, replayed: 0, compacted: 0 };
    for (const seed of seeds()) {
      const { run, team, typed } = await misadventure(seed);
      const { state } = run.host;
      const at = `seed ${seed}`;
      expect(team.problems, at).toEqual([]);
      expect(state.run.open, at).toEqual([]);
      const results = answered(state.entries);
      expect(new Set(results).size, at).toBe(results.length);
      for (const each of [state.run, ...state.run.agents.all.map((child) => child.run)]) {
        if (each.need.type === 'prompt')
          expect(unpairedTools(each.transcript), at).toEqual({ unanswered: [], orphans: [] });
        // Compacted for a call that the user's next prompt forestalled: a replay compacts with that prompt.
        if (each === state.run && each.compactions > 0) continue;
        // No recording tells that a request was refused which should have fitted.
        if (typed || each.transcript.events.some(({ text: what }) => what === REFUSED)) continue;
        counts.replayed += 1;
        expect(decisionsOf(replayOf(each)), at).toEqual(decisionsOf(each.result()));
      }
      const again = LiveConversation.of(JSON.parse(JSON.stringify(state.entries)), surroundings);
      expect(JSON.stringify(again.need), at).toBe(JSON.stringify(state.run.need));
      expect(again.transcript, at).toEqual(state.run.transcript);
      expect(run.stored.slice(0, state.entries.length), at).toEqual(state.entries);
      for (const child of state.run.agents.all) {
        counts.agents += 1;
        counts.compacted += child.run.compactions;
        if (child.state !== 'running') counts[child.state] += 1;
      }
    }
    console.log(JSON.stringify(counts));
    expect(counts.agents).toBeGreaterThan(200);
    expect(counts.failed * counts.stopped * counts.done).toBeGreaterThan(0);
  }, 600_000);
});
