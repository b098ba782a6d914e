import { ok } from '../../base/result';
import { lookAlone, type ProjectOfRun } from '../host/project-look';
import { RunHost } from '../host/run-host';
import { surroundings } from '../host/surroundings';
import type { ChatModel, ModelRequest } from '../journal/chat-model';
import { type Entry, JOURNAL_VERSION } from '../journal/entry';
import { scriptedModel } from '../scripted/scripted-model';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { rememberedShell } from '../tools/remembered-shell.test-support';
import { runTools } from '../tools/run-tools';
import { ownMeter } from '../view/run-meter';
import { ShownAgents } from '../view/shown-agents';
import { shownMemory } from '../view/shown-memory';
import type { StoryStage } from './play-story';
import type { StorySession } from './reached-story-moments';
import type { Story } from './story';

const A_MONDAY = Date.UTC(2026, 2, 2, 9);
const LONGEST_WAIT_MS = 60_000;

/** A story without a page: real runs of the scripted model with the real tools, on a clock of its own. */
export class HeadlessStage implements StoryStage {
  readonly hosts: RunHost[] = [];
  readonly requests: (Pick<ModelRequest, 'purpose' | 'body'> & { readonly day: number; readonly answer: string })[] =
    [];

  constructor(private clockMs = A_MONDAY) {}

  private get host(): RunHost {
    const host = this.hosts.at(-1);
    if (host === undefined) throw new Error('The story has not begun');
    return host;
  }

  async beginSession({ policy, own }: Story): Promise<void> {
    const before = this.hosts.at(-1)?.state;
    const passedMs = before?.passedMs ?? 0;
    const setup = {
      version: JOURNAL_VERSION,
      runId: `story-${this.hosts.length + 1}`,
      policy,
      model: { type: 'scripted' },
      limits: { calls: 100, dollars: 10 },
      own,
      files: before?.run.files.files() ?? sampleFiles(),
      ...(before === undefined ? {} : { modified: before.run.files.modificationTimes() }),
      passedMs,
    } as const;
    const entries: Entry[] = [{ type: 'begun', timeMs: this.now() + passedMs, setup }];
    const day = this.hosts.length;
    const scripted = scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 });
    const model: ChatModel = {
      ask: async (request, by) => {
        const outcome = await scripted.ask(request, by);
        const blocks = outcome.type === 'answered' ? outcome.reply.blocks : [];
        const answer = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
        this.requests.push({ purpose: request.purpose, body: request.body, day, answer });
        return outcome;
      },
    };
    this.hosts.push(
      new RunHost(
        {
          journal: { append: async () => ok(undefined), cut: async () => ok(undefined) },
          surroundings,
          model: () => model,
          runTools: (calls, desk, signal) => runTools(calls, desk, signal, () => 0),
          shell: rememberedShell,
          nowMs: () => this.now(),
          onChange: () => undefined,
          project: this.projectOf(day),
        },
        entries,
      ),
    );
  }

  /** [D1] One session after another, so that each has all that those before it wrote. */
  private projectOf(day: number): ProjectOfRun {
    const workspace = () => this.host.state.workspace;
    return {
      look: async () => ({ ...lookAlone(workspace()), sessions: day }),
      letters: async () => [],
      sessions: async () =>
        this.hosts.slice(0, day).flatMap(({ state: { entries } }, place) => {
          const prompt = entries.find(({ type }) => type === 'prompt');
          return prompt?.type === 'prompt' ? [{ session: place + 1, title: prompt.text }] : [];
        }),
      transcripts: async () => new Map(),
    };
  }

  async prompt(text: string): Promise<void> {
    await this.host.enter({ type: 'prompt', text });
    const end = Date.now() + LONGEST_WAIT_MS;
    while (this.host.state.run.open.length > 0 || !this.host.isResting) {
      if (Date.now() > end) throw new Error('The run did not come to rest');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async wait(ms: number): Promise<void> {
    await this.host.enter({ type: 'waited', ms });
  }

  async fileText(path: string): Promise<string> {
    return this.host.state.run.files.read(path) ?? '';
  }

  async changeFiles(files: Parameters<StoryStage['changeFiles']>[0]): Promise<void> {
    await this.host.enter({ type: 'files', files });
  }

  look(): StorySession {
    const { run, log, files } = this.host.state;
    return {
      items: log.items,
      memory: shownMemory(run, this.clockMs, run.memory.open),
      usedTokens: run.size,
      agents: new ShownAgents().view(run, files, ownMeter(run)),
      peakTokens: Math.max(0, ...run.result().used),
    };
  }

  /** A second later each time. */
  private now(): number {
    this.clockMs += 1_000;
    return this.clockMs;
  }
}
