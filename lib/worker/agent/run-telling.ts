import type { HostedRun } from '../../agent/host/run-host';
import { RunReporter } from '../../agent/host/run-reporter';
import type { RunSurroundings } from '../../agent/run/live-context';
import type { Pace, RunView } from '../../agent/view/run-view';
import { tailOf } from '../../agent/view/tail-of';
import type { Failure } from '../../base/failure';
import type { Message } from '../../transcript/transcript';
import { messageRow } from '../engine/message-rows';
import type { AgentUpdate } from './agent-messages';

/** More often would not be visible, and would keep the page busy. */
const TELL_EVERY_MS = 50;

export interface RunTellingParts {
  readonly id: string;
  readonly host: HostedRun;
  readonly surroundings: RunSurroundings;
  readonly notKept: Failure | undefined;
  nowMs(): number;
  pace(): Pace;
  team?(): RunView['team'];
  report(update: AgentUpdate): void;
}

/** Tells the page what changed in a run, not too often. */
export class RunTelling {
  private readonly reporter: RunReporter;
  private messages: readonly Message[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private toldMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly parts: RunTellingParts,
    private readonly onTold: () => void,
  ) {
    this.reporter = new RunReporter(parts.id, parts.notKept, parts.surroundings);
  }

  soon(): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        this.now();
      },
      Math.max(0, this.toldMs + TELL_EVERY_MS - this.parts.nowMs()),
    );
  }

  /** Also instead of what was to be told soon. */
  now(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { host, report, pace, nowMs, team } = this.parts;
    this.toldMs = nowMs();
    const { messages } = host.state.run.transcript;
    const tail = tailOf(this.messages, messages);
    const rows = tail.items.map((message, place) => ({ index: tail.from + place, ...messageRow(message) }));
    this.messages = [...messages];
    report({ ...this.reporter.update(host, pace(), team?.()), rows: { ...tail, items: rows } });
    this.onTold();
  }
}
