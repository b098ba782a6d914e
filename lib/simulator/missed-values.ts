import { HeldParts } from '../fidelity/held-parts';
import { usedLater } from '../fidelity/used-later';
import { type IndexedValue, type PartPlace, ValueIndex } from '../fidelity/value-index';
import type { Policy } from '../policies/policy';
import { Replay, type ReplayOptions } from './replay';
import type { ReplayMaterial } from './replay-material';
import type { SimulatedChange } from './simulation';
import type { Summarizer } from '../summarizers/summarizer';
import type { MessageId, Part } from '../transcript/transcript';

/** A recording, and where its exact values stand. Made once for many replays: it takes as long as to read everything. */
export class ValuedRecording {
  readonly index: ValueIndex;
  readonly indexOf: ReadonlyMap<MessageId, number>;
  /** By row, the values that the model writes behind it. Of most that a result holds it never does. */
  readonly writtenLater: readonly (readonly IndexedValue[])[];
  /** By row, 1 for what only the recording's own compactions put there. */
  readonly isUnsent: Uint8Array;

  constructor(readonly material: ReplayMaterial) {
    const { transcript, isConsequence } = material;
    const work = ValueIndex.of(transcript.messages);
    let step = work.next();
    while (!step.done) step = work.next();
    const index = step.value;
    this.index = index;
    this.indexOf = new Map(transcript.messages.map(({ id }, place) => [id, place]));
    const isWritten = (row: number) => index.roleAt(index.placeOf(row)) === 'assistant';
    const lastWritten = new Map<IndexedValue, number>();
    const lastOf = (value: IndexedValue) => {
      const last = lastWritten.get(value) ?? value.rows.findLast(isWritten) ?? -1;
      lastWritten.set(value, last);
      return last;
    };
    const places = transcript.messages.flatMap(({ parts }, message) => parts.map((_, part) => ({ message, part })));
    this.writtenLater = places.map((place, row) => index.valuesAt(place).filter((value) => lastOf(value) > row));
    this.isUnsent = Uint8Array.from(places, ({ message }) => isConsequence[message] ?? 0);
  }
}

interface Taken {
  readonly value: IndexedValue;
  readonly used: PartPlace;
}

/**
 * [K2] A free replay that counts the values which its changes took and the model writes again later: what `lostAtCall` lists,
 * added up over all calls, each use once. Contexts are not compared, which would take many times as long as the replay:
 * what is still there follows from what the changes took.
 */
export class MissCountingReplay extends Replay {
  private readonly misses = new Set<string>();
  /** 1 for each part of the recording that the context does not hold, whole, any more. */
  private readonly isGone: Uint8Array;
  /** Of one call. */
  private readonly taken = new Map<string, Taken>();
  private call = -1;
  private nextBoundary = 0;
  /** What is there and not in the recording: by message, and placeholders. */
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

  /** Up to the call that it stands at. */
  get missed(): number {
    this.count();
    return this.misses.size;
  }

  override changed(change: SimulatedChange): void {
    super.changed(change);
    if (change.call !== this.call) {
      this.count();
      this.call = change.call;
      this.passRewinds();
    }
    for (const { fate, parts } of change.changes) {
      if (fate === 'injected' || fate === 'restored') continue;
      for (const { message, part } of parts) this.take(message, part);
    }
    this.look();
  }

  private take(id: MessageId, part: number): void {
    const { index, indexOf } = this.recording;
    const message = indexOf.get(id);
    if (message === undefined) {
      const made = this.made.get(id)?.[part];
      if (made !== undefined) this.takeValues(index.valuesIn(made));
      return;
    }
    const row = index.rowOf({ message, part });
    if (this.isGone[row] === 1) return;
    this.isGone[row] = 1;
    this.takeValues(this.recording.writtenLater[row] ?? []);
  }

  private takeValues(values: readonly IndexedValue[]): void {
    const later = { from: this.position, isSent: () => true };
    for (const value of values) {
      if (this.taken.has(value.value)) continue;
      const use = usedLater(this.recording.index, value, later);
      if (use !== undefined) this.taken.set(value.value, { value, used: use.used });
    }
  }

  private look(): void {
    const made = new Map<MessageId, readonly Part[]>();
    const placeholders: Part[] = [];
    for (const { message, origin, parts } of this.pipeline.ledger.messages) {
      if (origin === 'made') made.set(message.id, message.parts);
      else for (const { part, state } of parts) if (state !== 'whole') placeholders.push(part);
    }
    this.made = made;
    this.placeholders = placeholders;
  }

  /** Of what was taken before one call, what is nowhere else. */
  private count(): void {
    const { index } = this.recording;
    const end = index.rowFrom(this.position);
    const missing = [...this.taken.values()].filter(({ value }) => !value.rows.some((row) => row < end && this.isGone[row] === 0));
    this.taken.clear();
    if (missing.length === 0) return;
    const held = new HeldParts(index, { stays: [], made: [...[...this.made.values()].flat(), ...this.placeholders] });
    for (const { value, used } of missing) {
      if (!held.holds(value)) this.misses.add(`${index.rowOf(used)} ${value.value}`);
    }
  }

  /** What the user had gone back from by this call. */
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
    return this.recording.material.transcript.calls[this.call]?.at ?? 0;
  }
}
