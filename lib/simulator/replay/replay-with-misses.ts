import { RemainingParts } from '../../fidelity/values/held-parts';
import { isNeeded, weighedUse } from '../../fidelity/values/used-later';
import type { IndexedValue, PartPlace } from '../../fidelity/values/value-index';
import type { Policy } from '../../policies/shape/policy';
import type { Summarizer } from '../../summarizers/summarizer';
import type { MessageId, Part } from '../../transcript/transcript';
import type { SimulatedChange, Simulation } from '../pipeline/simulation';
import { Replay, type ReplayOptions } from './replay';
import type { ValuedRecording } from './valued-recording';

export interface SimulationWithMisses extends Simulation {
  /** [K2] What `lostAtCall` lists as missed, over all calls, each use once. */
  readonly misses: number;
}

/** A free replay, and how many removed values the model needs later. Takes many times as long as the replay alone. */
export function replayWithMisses(
  recording: ValuedRecording,
  policy: Policy,
  summarizer: Summarizer,
  options: Omit<ReplayOptions, 'mode'> = {},
): SimulationWithMisses {
  const run = new MissCountingReplay(recording, policy, summarizer, options);
  run.advanceTo(recording.material.transcript.calls.length - 1);
  return { ...run.result(), misses: run.countMisses() };
}

interface Taken {
  readonly value: IndexedValue;
  readonly used: PartPlace;
}

/** Contexts are not compared, which would take many times longer: what is still there follows from the changes. */
class MissCountingReplay extends Replay {
  private readonly misses = new Set<string>();
  /** 1 for each part of the recording that is no longer in the context, or not completely. */
  private readonly isGone: Uint8Array;
  /** Before the call that was changed last. */
  private readonly taken = new Map<string, Taken>();
  private changedCall = -1;
  private nextBoundary = 0;
  /** Content that is not in the recording: by message, and placeholders. */
  private made = new Map<MessageId, readonly Part[]>();
  private placeholders: readonly Part[] = [];

  constructor(
    private readonly recording: ValuedRecording,
    policy: Policy,
    summarizer: Summarizer,
    options: Omit<ReplayOptions, 'mode'>,
  ) {
    super(recording.material, policy, summarizer, options);
    this.isGone = recording.isUnsent.slice();
  }

  /** The call it has reached. */
  countMisses(): number {
    this.judgeTaken();
    return this.misses.size;
  }

  override changed(change: SimulatedChange): void {
    super.changed(change);
    if (change.call !== this.changedCall) {
      this.judgeTaken();
      this.changedCall = change.call;
      this.passRewinds();
    }
    for (const { fate, parts } of change.changes) {
      if (fate === 'injected' || fate === 'restored') continue;
      for (const { message, part } of parts) this.take(message, part);
    }
    this.seeWhatIsMade();
  }

  private take(id: MessageId, part: number): void {
    const { index, indexOf, writtenLater } = this.recording;
    const message = indexOf.get(id);
    if (message === undefined) {
      const made = this.made.get(id)?.[part];
      if (made !== undefined) this.takeValues(index.valuesIn(made));
      return;
    }
    const row = index.rowOf({ message, part });
    if (this.isGone[row] === 1) return;
    this.isGone[row] = 1;
    this.takeValues(writtenLater[row] ?? []);
  }

  private takeValues(values: readonly IndexedValue[]): void {
    const { index, material } = this.recording;
    const later = {
      from: this.position,
      isSent: (message: number) => material.isConsequence[message] !== 1,
    };
    for (const value of values) {
      if (this.taken.has(value.value)) continue;
      const use = weighedUse(index, value, later);
      if (use !== undefined && isNeeded(use)) this.taken.set(value.value, { value, used: use.used });
    }
  }

  private seeWhatIsMade(): void {
    const made = new Map<MessageId, readonly Part[]>();
    const placeholders: Part[] = [];
    for (const { message, origin, parts } of this.pipeline.ledger.messages) {
      if (origin === 'made') made.set(message.id, message.parts);
      else for (const { part, state } of parts) if (state !== 'whole') placeholders.push(part);
    }
    this.made = made;
    this.placeholders = placeholders;
  }

  /** A layer may remove what another one restored before the same call: the result is only known after all have run. */
  private judgeTaken(): void {
    const { index } = this.recording;
    const end = index.rowFrom(this.position);
    const missing = [...this.taken.values()].filter(
      ({ value }) => !value.rows.some((row) => row < end && this.isGone[row] === 0),
    );
    this.taken.clear();
    if (missing.length === 0) return;
    const held = new RemainingParts(index, {
      stays: [],
      made: [...[...this.made.values()].flat(), ...this.placeholders],
    });
    for (const { value, used } of missing) {
      if (!held.holds(value)) this.misses.add(`${index.rowOf(used)} ${value.value}`);
    }
  }

  /** What the user had rewound by this call is not there to be removed. */
  private passRewinds(): void {
    const { index, indexOf, material } = this.recording;
    const { boundaries, messages } = material.transcript;
    for (let next = boundaries[this.nextBoundary]; next !== undefined && next.at <= this.position; ) {
      for (const id of next.kind === 'rewind' ? (next.droppedMessageIds ?? []) : []) {
        const message = indexOf.get(id);
        if (message === undefined) continue;
        messages[message]?.parts.forEach((_, part) => {
          this.isGone[index.rowOf({ message, part })] = 1;
        });
      }
      this.nextBoundary += 1;
      next = boundaries[this.nextBoundary];
    }
  }

  /** Of the call that was changed last. */
  private get position(): number {
    return this.recording.material.transcript.calls[this.changedCall]?.at ?? 0;
  }
}
