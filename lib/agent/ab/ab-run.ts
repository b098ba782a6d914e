import type { Policy } from '../../policies/shape/policy';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { Transcript } from '../../transcript/transcript';
import { AgentRun } from '../host/agent-run';
import { executeBeside } from '../host/execute-beside';
import { type ExecutionParts, executeNeed } from '../host/execute-need';
import { JOURNAL_VERSION, type ModelChoice } from '../journal/entry';
import type { StopReason } from '../journal/need';
import type { NewEntry } from '../journal/new-entry';
import { rereadsIn } from '../run/count-rereads';
import type { RunSurroundings } from '../run/live-context';

/** What both sides do, each as far as its context lets it. */
export interface AbScript {
  readonly model: ModelChoice;
  readonly files: Readonly<Record<string, string>>;
  /** Each when the agent has finished with those before. */
  readonly prompts: readonly string[];
}

export interface AbSide {
  /** The calls so far. */
  readonly simulation: Simulation;
  /** The calls that read a file again because its text had left the context; a call may be there twice. */
  readonly rereads: readonly number[];
  /** Missing while it runs. */
  readonly end?: SideEnd;
}

export type SideEnd = 'finished' | StopReason['type'];

export interface AbParts extends Pick<ExecutionParts, 'model' | 'runTools' | 'shell'> {
  readonly surroundings: RunSurroundings;
  readonly signal: AbortSignal;
}

const LIMITS = { calls: 400, dollars: 1_000 };
/** So that two runs are the same whenever they run. */
const START_MS = Date.UTC(2026, 0, 1);
const CALL_MS = 1_000;

/** `A: Playground`. Both have the same prompts, so their policies tell them apart. */
export function sideTitle({ title }: Policy, place: number): string {
  return `${'AB'.charAt(place)}: ${title}`;
}

/** Both sides make their next call, then the next: what happens at a call is compared at that call. */
export class AbRun {
  private readonly sides: readonly Side[];
  private readonly titles: readonly string[];
  private calls = 0;

  constructor(policies: readonly Policy[], script: AbScript, parts: AbParts) {
    this.titles = policies.map(sideTitle);
    this.sides = policies.map((policy) => new Side(policy, script, parts));
  }

  /** Whether a side made a call. */
  async step(): Promise<boolean> {
    this.calls += 1;
    for (const side of this.sides) await side.advanceTo(this.calls);
    return this.sides.some(({ end }) => end === undefined);
  }

  view(): readonly AbSide[] {
    return this.sides.map((side) => side.view());
  }

  get transcripts(): readonly Transcript[] {
    return this.sides.map(({ transcript }, place) => ({ ...transcript, title: this.titles[place] ?? '' }));
  }
}

class Side {
  end: SideEnd | undefined;
  private readonly state: AgentRun;
  private prompts: readonly string[];
  private timeMs = START_MS;

  constructor(
    policy: Policy,
    { model, files, prompts }: AbScript,
    private readonly parts: AbParts,
  ) {
    // Of constant length, because it is part of the paths of stored results, which are counted like all text.
    const setup = {
      version: JOURNAL_VERSION,
      runId: 'ab-run-000000000',
      policy,
      model,
      limits: LIMITS,
      files,
    } as const;
    this.state = AgentRun.of([{ type: 'begun', timeMs: START_MS, setup }], parts.surroundings);
    this.prompts = prompts;
  }

  get transcript(): Transcript {
    return this.state.run.transcript;
  }

  async advanceTo(calls: number): Promise<void> {
    while (this.end === undefined && this.state.run.calls.length < calls) {
      const entry = await this.next();
      if (entry === undefined) return;
      this.timeMs += CALL_MS;
      this.state.apply({ ...entry, timeMs: this.timeMs });
    }
  }

  private async next(): Promise<NewEntry | undefined> {
    const { need } = this.state.run;
    if (need.type === 'help') {
      this.end = need.why.type;
      return undefined;
    }
    const meeting = { ...this.parts, nowMs: () => this.timeMs, show: () => undefined };
    const [task] = this.state.run.open.flatMap((id) => this.state.run.besideNeed(id) ?? []);
    if (task !== undefined) return executeBeside(task, this.state, meeting);
    if (need.type === 'agents' || need.type === 'hook-agent' || need.type === 'permission') {
      // Nobody answers, and neither side starts agents.
      this.end = 'stopped';
      return undefined;
    }
    if (need.type !== 'prompt') return executeNeed(need, this.state, meeting);
    const [text, ...others] = this.prompts;
    this.prompts = others;
    if (text === undefined) this.end = 'finished';
    return text === undefined ? undefined : { type: 'prompt', text };
  }

  view(): AbSide {
    const { run } = this.state;
    const side = { simulation: run.result(), rereads: rereadsIn(run.transcript) };
    return this.end === undefined ? side : { ...side, end: this.end };
  }
}
