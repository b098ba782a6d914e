import { optional } from '../../base/optional';
import { AgentRun } from '../host/agent-run';
import { executeBeside } from '../host/execute-beside';
import { type ExecutionParts, executeNeed } from '../host/execute-need';
import { JOURNAL_VERSION, type RunSetup } from '../journal/entry';
import type { StopReason } from '../journal/need';
import type { NewEntry, OwnEntry } from '../journal/new-entry';
import type { RunSurroundings } from '../run/live-context';
import type { LiveConversation } from '../run/live-conversation';

export type SideEnd = 'finished' | StopReason['type'];

/** What the user did, each when the agent has finished with what came before. */
export interface SideScript extends Pick<RunSetup, 'policy' | 'model' | 'files' | 'own' | 'sections'> {
  readonly steps: readonly OwnEntry[];
}

export interface SideParts extends Pick<ExecutionParts, 'model' | 'runTools' | 'shell'> {
  readonly surroundings: RunSurroundings;
  readonly signal: AbortSignal;
}

const LIMITS = { calls: 400, dollars: 1_000 };
/** So that two runs are the same whenever they run. */
const START_MS = Date.UTC(2026, 0, 1);
const CALL_MS = 1_000;

/** One side of a comparison: a run that is stored nowhere, and goes as far as its context lets it. */
export class ScriptSide {
  end: SideEnd | undefined;
  private readonly state: AgentRun;
  private steps: readonly OwnEntry[];
  private timeMs = START_MS;

  constructor(
    { steps, policy, model, files, own, sections }: SideScript,
    private readonly parts: SideParts,
  ) {
    const setup: RunSetup = {
      version: JOURNAL_VERSION,
      // Of constant length, because it is part of the paths of stored results, which are counted like all text.
      runId: 'ab-run-000000000',
      policy,
      model,
      limits: LIMITS,
      files,
      ...optional('own', own),
      ...optional('sections', sections),
    };
    this.state = AgentRun.of([{ type: 'begun', timeMs: START_MS, setup }], parts.surroundings);
    this.steps = steps;
  }

  get run(): LiveConversation {
    return this.state.run;
  }

  async advanceTo(calls: number): Promise<void> {
    while (this.end === undefined && this.state.run.calls.length < calls) {
      const entry = await this.next();
      if (entry === undefined) return;
      this.timeMs += CALL_MS;
      this.state.apply({ ...entry, timeMs: this.timeMs });
      if (entry.type === 'waited') this.timeMs += entry.ms;
    }
  }

  private async next(): Promise<NewEntry | undefined> {
    const { run } = this.state;
    const { need } = run;
    if (need.type === 'help') {
      this.end = need.why.type;
      return undefined;
    }
    const meeting = { ...this.parts, nowMs: () => this.timeMs, show: () => undefined };
    const beside = run.open.flatMap((id) => run.besideNeed(id) ?? []).find(({ type }) => type !== 'waits');
    if (beside !== undefined) return executeBeside(beside, this.state, meeting);
    const [question] = run.questions;
    if (question !== undefined) {
      // Nobody is there to be asked, and only files of this side can be changed.
      return { type: 'permitted', callId: question.call.id, answer: 'once', ...optional('task', question.task) };
    }
    if (need.type === 'agents' || need.type === 'hook-agent' || need.type === 'permission') {
      this.end = 'stopped';
      return undefined;
    }
    if (need.type !== 'prompt') return executeNeed(need, this.state, meeting);
    if (run.hasNews) return { type: 'woken' };
    const [step, ...others] = this.steps;
    this.steps = others;
    if (step === undefined) this.end = 'finished';
    return step;
  }
}
