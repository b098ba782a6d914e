import type { Brand } from '../../base/brand';
import type { MessageId } from '../../transcript/transcript';
import type { ContextMessage } from './context';
import type { Memory } from './memory';

export type ResultDecision = 'stored' | 'whole';

/** A result, by where it stands: some agents begin to count their calls anew with each turn, so the id of a call names several. */
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
 * The decisions with more of them; what was decided already stays. Those given are not changed. A copy for every call
 * would make a replay of n calls cost n², so all share one growing log, of which each sees what stood in it at its time.
 */
export function withDecisions(given: Decisions, added: Iterable<readonly [ResultKey, ResultDecision]>): Decisions {
  return asLog(given).with(added);
}

/** All results from there on are left whole, as nearly all results of all calls are, but for those decided about before. */
export function withWhole(given: Decisions, messages: readonly ContextMessage[], start: number): Decisions {
  return asLog(given).withWhole(messages, start);
}

/** Of a part of the message that is a result. */
export function isStored(decisions: Decisions, { message }: ContextMessage, part: number): boolean {
  return mayHoldStored(decisions) && decisions.get(resultKey(message.id, part)) === 'stored';
}

/** Whether these results are what was decided about last. */
export function wereDecidedLast(decisions: Decisions, holder: ContextMessage): boolean {
  return decisions instanceof DecisionLog && decisions.endsWith(holder);
}

/** Without looking for one. */
export function mayHoldStored(decisions: Decisions): boolean {
  return decisions instanceof DecisionLog ? decisions.mayHoldStored : decisions.size > 0;
}

function asLog(given: Decisions): DecisionLog {
  return given instanceof DecisionLog ? given : DecisionLog.of(given);
}

type Logged = ContextMessage | readonly [ResultKey, ResultDecision];

/** What is decided, in its order. By id it is put in order when someone asks: of most results nobody ever does. */
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
    /** Entries of the log that it sees. */
    private readonly length: number,
  ) {}

  /** The log itself grows with what others decide later. */
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
      if (each !== undefined && each.makeup.results > 0) log.add(each);
    }
    return new DecisionLog(log, log.entries.length);
  }

  /** Another one where someone has gone on from here already: what they added must not be seen by those who go on from this. */
  private logToAddTo(): SharedLog {
    return this.log.entries.length > this.length ? DecisionLog.of(this).log : this.log;
  }

  endsWith(holder: ContextMessage): boolean {
    const last = this.log.entries[this.length - 1];
    if (last === undefined) return false;
    // A message that was edited since then is still the one that was recorded there.
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
