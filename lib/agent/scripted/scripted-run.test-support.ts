import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Policy } from '../../policies/shape/policy';
import { roughText } from '../../tokens/rough';
import { surroundings } from '../host/surroundings';
import type { ChatModel, ModelRequest } from '../journal/chat-model';
import { emptyToolState, JOURNAL_VERSION } from '../journal/entry';
import type { Need } from '../journal/need';
import { forkReply } from '../model/fork-reply';
import { afterCompaction } from '../run/after-compaction';
import { LiveConversation } from '../run/live-conversation';
import { bash } from '../tools/bash';
import { rememberedShell } from '../tools/remembered-shell.test-support';
import { runTools } from '../tools/run-tools';
import type { ShellRunner } from '../tools/shell';
import { ToolContext } from '../tools/tool-context';
import { Workspace } from '../tools/workspace';
import { scriptedModel } from './scripted-model';

const FOLDER = join(import.meta.dirname, '../../../public/workspace');

export function sampleFiles(): Record<string, string> {
  const paths = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.json')
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [relative(FOLDER, path), readFileSync(path, 'utf8')]));
}

const NEVER = new AbortController().signal;

/** A run of the scripted model with the real tools, one prompt after another, driven like the host does. */
export class ScriptedRun {
  readonly run: LiveConversation;
  readonly workspace: Workspace;
  readonly requests: ModelRequest[] = [];
  private desk = emptyToolState;
  private compactions = 0;
  private clockMs = Date.UTC(2026, 0, 5, 9);

  constructor(
    policy: Policy,
    files: Readonly<Record<string, string>> = sampleFiles(),
    private readonly model: ChatModel = scriptedModel({
      pace: () => ({ firstWordMs: 0, perWordMs: 0 }),
      nowMs: () => 0,
    }),
    private readonly shell: ShellRunner = rememberedShell,
  ) {
    const limits = { calls: 10_000, dollars: 10_000 };
    const setup = {
      version: JOURNAL_VERSION,
      runId: 'run-1',
      policy,
      model: { type: 'scripted' },
      limits,
      files,
    } as const;
    this.run = new LiveConversation({ type: 'begun', timeMs: this.now(), setup }, surroundings);
    this.workspace = Workspace.of(files);
  }

  /** Also while another is being worked on, once a round is complete. */
  async turn(text: string, mostCalls = 2_000): Promise<void> {
    while (this.run.need.type === 'results' || this.run.need.type === 'fork') await this.next(this.run.need);
    this.run.apply({ type: 'prompt', timeMs: this.now(), text });
    await this.goOn(mostCalls);
  }

  async goOn(mostCalls = 2_000): Promise<void> {
    const end = this.run.calls.length + mostCalls;
    while (this.run.calls.length < end) {
      const { need } = this.run;
      if (need.type === 'prompt' || need.type === 'help') return;
      await this.next(need);
    }
  }

  private async next(need: Exclude<Need, { type: 'prompt' | 'help' }>): Promise<void> {
    if (need.type === 'results') await this.runCalls(need.calls);
    else if (need.type === 'reply' || need.type === 'fork') await this.ask(need.request);
    else throw new Error(`Its policies and tools need no "${need.type}"`);
  }

  /** The last line of the sample repository's tests. */
  async testCounts(): Promise<string | undefined> {
    const desk = new ToolContext(Workspace.of(this.workspace.files()), undefined, undefined, this.shell);
    const ran = await bash.run({ command: 'sh run-tests.sh' }, desk, NEVER);
    return ran.text.match(/^\d+ passed, \d+ failed$/m)?.[0];
  }

  /** The model's texts, latest last. */
  get everythingSaid(): readonly string[] {
    return this.run.transcript.messages.flatMap(({ kind, parts }) =>
      parts.flatMap((part) => (kind === 'reply' && part.kind === 'text' ? [part.text] : [])),
    );
  }

  get said(): string {
    return this.everythingSaid.at(-1) ?? '';
  }

  get openSteps(): readonly string[] {
    return this.workspace.read('PLAN.md')?.match(/^- \[[ ~]\].*$/gm) ?? [];
  }

  private async runCalls(calls: Parameters<typeof runTools>[0]): Promise<void> {
    if (this.run.compactions > this.compactions) this.desk = afterCompaction(this.desk, this.run.context);
    this.compactions = this.run.compactions;
    const desk = new ToolContext(this.workspace, this.desk, (path) => this.run.storedResult(path), this.shell);
    const done = await runTools(calls, desk, NEVER, () => 0);
    this.desk = done.desk;
    this.run.apply({ type: 'results', timeMs: this.now(), ...done });
  }

  private async ask(request: ModelRequest): Promise<void> {
    this.requests.push(request);
    const outcome = await this.model.ask(request, { signal: NEVER });
    const timeMs = this.now();
    if (request.purpose !== 'turn') {
      this.run.apply({ type: 'forked', timeMs, reply: forkReply(outcome, roughText), tookMs: 0 });
    } else if (outcome.type === 'answered') this.run.apply({ type: 'reply', timeMs, reply: outcome.reply });
    else throw new Error(`The scripted model ${outcome.type}`);
  }

  private now(): number {
    this.clockMs += 1_000;
    return this.clockMs;
  }
}
