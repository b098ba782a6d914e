import { optional } from '../../base/optional';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import type { RecallRule } from '../../layers/shape/layer';
import type { MemoryFolder } from '../../memory/files/memory-folder';
import { type RecallOutcome, type RecallSession, recall } from '../../memory/recall/recall-session';
import type { SelectionAsk } from '../../memory/recall/selection';
import { selectorRequest } from '../../memory/recall/selector-request';
import { builtInCalibration } from '../../tokens/calibrated';
import type { CallId, MessageId, Transcript, Usage } from '../../transcript/transcript';
import type { ModelRequest } from '../journal/chat-model';
import type { EntryOf } from '../journal/entry';
import { LiveTranscript } from '../record/live-transcript';

export interface SelectionStart {
  readonly timeMs: number;
  readonly prompt: MessageId;
  /** The folder that it chooses from. */
  readonly root: string;
  readonly ask: SelectionAsk;
  /** Memories that are no candidates: shown before, or more than are looked at. */
  readonly shownBefore: readonly string[];
  readonly notLookedAt: number;
  readonly rule: RecallRule;
  /** [R3] Of the budget, before it. */
  readonly bytesBefore: number;
  readonly model: string;
}

/** [R1] [R2] The choice of memories for one prompt, beside the turn. */
export class MemorySelection {
  state: 'waits' | 'late' | 'done' = 'waits';
  outcome: RecallOutcome | undefined;
  answer: Pick<EntryOf<'recalled'>, 'problem' | 'tookMs'> | undefined;
  usage: Usage | undefined;
  /** The call that first carried what was chosen. */
  firstCall: number | undefined;
  /** Of the messages with what was chosen, as the policy counts them. */
  tokens: number | undefined;
  readonly request: ModelRequest;
  readonly text: string;

  constructor(readonly start: SelectionStart) {
    const body = selectorRequest(start.ask, start.model);
    this.request = { purpose: 'recall', body, betas: [] };
    this.text = JSON.stringify([body.system, body.messages]);
  }

  get id(): string {
    return recallId(this.start.prompt);
  }

  /** Differs with everything that changes. */
  get version(): string {
    return `${this.state} ${this.firstCall}`;
  }

  /** Nothing of it changes any more. */
  get isSettled(): boolean {
    return this.state === 'done' && (this.firstCall !== undefined || this.outcome?.recalled.length === 0);
  }

  get dollars(): number | undefined {
    return this.usage === undefined ? undefined : costOf(this.usage, modelFor(this.start.model));
  }

  /** [R4] What is shown is worded now, once. Returns what this session has been shown with it. */
  take(entry: EntryOf<'recalled'>, before: RecallSession, folder: MemoryFolder): RecallOutcome {
    const { rule } = this.start;
    const outcome = recall(before, folder, entry.files, entry.timeMs, rule.budget);
    this.outcome = outcome;
    this.state = 'done';
    this.answer = { tookMs: entry.tookMs, ...optional('problem', entry.problem) };
    // Alone, its request has no beginning that another one wrote to the cache.
    this.usage = entry.isAnswered
      ? (entry.usage ?? {
          input: tokensOf(this.text),
          cacheRead: 0,
          cacheWrite5m: 0,
          cacheWrite1h: 0,
          output: tokensOf(JSON.stringify(entry.files)),
        })
      : undefined;
    return outcome;
  }

  /** A side call, as a child of the run. */
  transcript(entry: EntryOf<'recalled'>): Transcript | undefined {
    const { usage } = this;
    if (usage === undefined) return undefined;
    const { ask, model } = this.start;
    const record = new LiveTranscript({
      runId: this.id,
      idPrefix: `${this.id}-`,
      system: [],
      tools: [],
      contextWindow: modelFor(model).windowTokens,
      systemInFile: 'none',
    });
    const { timeMs } = entry;
    const said = (role: 'user' | 'assistant', text: string) =>
      record.add({
        ...record.next,
        role,
        kind: role === 'user' ? 'prompt' : 'reply',
        timeMs,
        parts: [{ kind: 'text', text }],
        ...(role === 'assistant' ? { callId } : {}),
      });
    const callId = `${this.id}-call-1` as CallId;
    record.transcript.title = `Selection of memories: ${ask.prompt.trim().slice(0, 60)}`;
    said('user', ask.prompt);
    record.addCall({ id: callId, model, at: 1, usage, timeMs }, entry.usage === undefined);
    said('assistant', JSON.stringify(entry.files));
    return record.transcript;
  }
}

function tokensOf(text: string): number {
  return Math.max(1, Math.round(builtInCalibration.partTokens({ kind: 'text', text })));
}

export function recallId(prompt: MessageId): string {
  return `recall-${prompt}`;
}
