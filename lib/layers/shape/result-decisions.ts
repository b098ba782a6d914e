import type { Brand } from '../../base/brand';
import type { MessageId } from '../../transcript/transcript';
import type { ContextMessage } from './context';
import type { Memory } from './memory';

export type ResultDecision = 'stored' | 'whole';

/** A result, identified by position: some agents restart their call ids with each turn, so an id can name several. */
export type ResultKey = Brand<'ResultKey'>;

export function resultKey(message: MessageId, part: number): ResultKey {
  return `${message}.${part}` as ResultKey;
}

type Decisions = Memory['resultDecisions'];

interface Numbered {
  readonly decision: ResultDecision;
  readonly number: number;
}

/**
 * Adds decisions and returns a new view; existing decisions stay, and this one is unchanged. A copy for every call would
 * make a replay of n calls cost n², so all views share one growing log, and each sees the entries of its time.
 */
export function withDecisions(given: Decisions, added: Iterable<readonly [ResultKey, ResultDecision]>): Decisions {
  return asLog(given).with(added);
}

/** Keeps all results from here on whole, as is usual, except those already decided. */
export function withWhole(given: Decisions, messages: readonly ContextMessage[], start: number): Decisions {
  return asLog(given).withWhole(messages, start);
}

/** For a part of the message that is a result. */
export function isStored(decisions: Decisions, { message }: ContextMessage, part: number): boolean {
  return mayHoldStored(decisions) && decisions.get(resultKey(message.id, part)) === 'stored';
}

/** Whether the last decisions were about these results. */
export function wereDecidedLast(decisions: Decisions, holder: ContextMessage): boolean {
  return decisions instanceof DecisionLog && decisions.endsWith(holder);
}

/** Does not search. */
export function mayHoldStored(decisions: Decisions): boolean {
  return decisions instanceof DecisionLog ? decisions.mayHoldStored : decisions.size > 0;
}

function asLog(given: Decisions): DecisionLog {
  return given instanceof DecisionLog ? given : DecisionLog.of(given);
}

type Logged = ContextMessage | readonly [ResultKey, ResultDecision];

/** The decisions in order. Sorted by id only on demand: most results are never looked up. */
class SharedLog {
  readonly entries: Logged[] = [];
  mayHoldStored = false;
  private readonly byId = new Map<ResultKey, Numbered>();
  private indexed = 0;

  add(entry: Logged): void {
    this.entries.push(entry);
    if (!isMessage(entry) && entry[1] === 'stored') this.mayHoldStored = true;
  }

  index(): ReadonlyMap<ResultKey, Numbered> {
    for (; this.indexed < this.entries.length; this.indexed++) {
      const entry = this.entries[this.indexed];
      if (entry === undefined) continue;
      if (!isMessage(entry)) this.put(...entry);
      else {
        entry.parts.forEach(({ part }, place) => {
          if (part.kind === 'tool-result') this.put(resultKey(entry.message.id, place), 'whole');
        });
      }
    }
    return this.byId;
  }

  private put(id: ResultKey, decision: ResultDecision): void {
    if (!this.byId.has(id)) this.byId.set(id, { decision, number: this.indexed });
  }
}

function isMessage(entry: Logged): entry is ContextMessage {
  return 'message' in entry;
}

class DecisionLog implements Decisions {
  private constructor(
    private readonly log: SharedLog,
    /** Number of log entries it sees. */
    private readonly length: number,
  ) {}

  /** The log itself grows with later decisions of other views. */
  toJSON(): [ResultKey, ResultDecision][] {
    return [...this.entries()];
  }

  static of(decisions: Iterable<readonly [ResultKey, ResultDecision]>): DecisionLog {
    return new DecisionLog(new SharedLog(), 0).with(decisions);
  }

  with(added: Iterable<readonly [ResultKey, ResultDecision]>): DecisionLog {
    const log = this.logToAddTo();
    for (const entry of added) log.add(entry);
    return new DecisionLog(log, log.entries.length);
  }

  withWhole(messages: readonly ContextMessage[], start: number): DecisionLog {
    const log = this.logToAddTo();
    for (let place = start; place < messages.length; place++) {
      const each = messages[place];
      if (each !== undefined && each.shape.results > 0) log.add(each);
    }
    return new DecisionLog(log, log.entries.length);
  }

  /**
   * Copies the log if another view has already continued from here, because the views must not see each other's
   * additions.
   */
  private logToAddTo(): SharedLog {
    return this.log.entries.length > this.length ? DecisionLog.of(this).log : this.log;
  }

  endsWith(holder: ContextMessage): boolean {
    const last = this.log.entries[this.length - 1];
    if (last === undefined) return false;
    // A message edited since then is still the one recorded at that position.
    if (isMessage(last)) return last.recordedAt === holder.recordedAt;
    return holder.parts.some((_, place) => resultKey(holder.message.id, place) === last[0]);
  }

  get mayHoldStored(): boolean {
    return this.log.mayHoldStored;
  }

  get size(): number {
    return [...this.entries()].length;
  }

  get(id: ResultKey): ResultDecision | undefined {
    const found = this.log.index().get(id);
    return found !== undefined && found.number < this.length ? found.decision : undefined;
  }

  has(id: ResultKey): boolean {
    return this.get(id) !== undefined;
  }

  *entries(): Generator<[ResultKey, ResultDecision], undefined> {
    for (const [id, { decision, number }] of this.log.index()) {
      if (number >= this.length) return undefined;
      yield [id, decision];
    }
    return undefined;
  }

  *keys(): Generator<ResultKey, undefined> {
    for (const [id] of this.entries()) yield id;
    return undefined;
  }

  *values(): Generator<ResultDecision, undefined> {
    for (const [, decision] of this.entries()) yield decision;
    return undefined;
  }

  [Symbol.iterator](): Generator<[ResultKey, ResultDecision], undefined> {
    return this.entries();
  }

  forEach(visit: (decision: ResultDecision, id: ResultKey, decisions: Decisions) => void): void {
    for (const [id, decision] of this.entries()) visit(decision, id, this);
  }
}
