import type { ContextPart, Fate } from '../../layers/shape/context';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type {
  MessageRow,
  OpenSession,
  PartRow,
  SimulatedContext,
  SimulatedMessage,
} from '../../worker/engine/messages';
import { type AlignedPair, alignMessages, messageKey } from './aligned-messages';
import { enteredUpTo, fatesAtCall, type LineFate, type OutsideMessage } from './fate-history';
import { OutsideMessages, type OutsideShown } from './outside-messages';
import { SummaryOrigins } from './part-origins';

/** One line of the messages before and after a call: a part, or a message without parts. */
export interface ContextLine {
  /** The same for the same part at every call. */
  readonly key: string;
  readonly message: Omit<MessageRow, 'index'>;
  /** In the recording; missing for what a layer made. */
  readonly index: number | undefined;
  readonly part: PartRow | undefined;
  readonly partIndex: number;
  readonly before: LineSide | undefined;
  readonly after: LineSide | undefined;
  readonly fate: LineFate;
  /** It got its fate just before this call. */
  readonly isChange: boolean;
  /** The call before which it was removed, if that was an earlier one. */
  readonly leftAt: number | undefined;
  /** Shown below the message that replaced it. */
  readonly isUnfolded: boolean;
}

export interface LineSide {
  /** Index of the message on this side. */
  readonly place: number;
  readonly tokens: number;
  readonly state: ContextPart['state'];
}

type Session = Pick<OpenSession, 'rows' | 'boundaries' | 'timeline'>;
type Replayed = Pick<Simulation, 'changes' | 'mode'>;

/** The two contexts of a call side by side, with the fate of every part. */
export function contextLines(
  session: Session,
  replayed: Replayed,
  context: SimulatedContext,
  shown: Partial<OutsideShown> = {},
): readonly ContextLine[] {
  const { wholeSession = false, unfolded = new Set(), origins = new SummaryOrigins(replayed.changes) } = shown;
  const writer = new LineWriter(session, replayed, context);
  const outside = new OutsideMessages(session, replayed, context, { wholeSession, unfolded, origins });
  for (const pair of alignMessages(context.before, context.after)) {
    const message = context.before[pair.before ?? -1] ?? context.after[pair.after ?? -1];
    if (message === undefined) continue;
    for (const one of outside.before(message)) writer.addOutside(one);
    writer.addPair(pair, message);
    for (const one of outside.below(message)) writer.addOutside(one, { isUnfolded: true });
  }
  for (const one of outside.rest()) writer.addOutside(one);
  return writer.lines;
}

/** The first line of each run with the same fate, for lines that a change added. */
export function changeStarts(lines: readonly ContextLine[]): readonly number[] {
  return lines.flatMap(({ isChange, fate }, index) => {
    const before = lines[index - 1];
    return isChange && !(before?.isChange === true && before.fate === fate) ? [index] : [];
  });
}

class LineWriter {
  readonly lines: ContextLine[] = [];
  private readonly named: ReturnType<typeof fatesAtCall>;
  private readonly entered: ReturnType<typeof enteredUpTo>;
  /** By index: a set of as many numbers takes several times as long. */
  private readonly isNamed: Uint8Array;
  private readonly names = new Set<string>();

  constructor(
    private readonly session: Session,
    { changes }: Replayed,
    private readonly context: SimulatedContext,
  ) {
    this.named = fatesAtCall(changes, context.call);
    this.entered = enteredUpTo(changes, context.call);
    this.isNamed = new Uint8Array(session.rows.length);
  }

  addPair({ before: left, after: right }: AlignedPair, one: SimulatedMessage): void {
    const before = left === undefined ? undefined : this.context.before[left];
    const after = right === undefined ? undefined : this.context.after[right];
    const message = this.rowOf(one);
    if (message === undefined) return;
    const name = this.freeName(messageKey(one));
    const index = one.type === 'recorded' ? one.index : undefined;
    for (let partIndex = 0; partIndex < linesOf(message); partIndex++) {
      const sideBefore = sideOf(before, left, partIndex);
      const isSame = before === after && left === right;
      const sideAfter = isSame ? sideBefore : sideOf(after, right, partIndex);
      const { fate, isChange } = this.fateOf(one, message.id, partIndex, sideBefore, sideAfter);
      // Written out in full: there may be tens of thousands, and spreading objects takes several times as long.
      this.lines.push({
        key: `${name}.${partIndex}`,
        message,
        index,
        part: message.parts[partIndex],
        partIndex,
        before: sideBefore,
        after: sideAfter,
        fate,
        isChange,
        leftAt: undefined,
        isUnfolded: false,
      });
    }
  }

  addOutside({ index, fate, at: leftAt }: OutsideMessage, { isUnfolded = false } = {}): void {
    const message = this.session.rows[index];
    if (message === undefined) return;
    const name = this.freeName(index);
    for (let partIndex = 0; partIndex < linesOf(message); partIndex++) {
      this.lines.push({
        key: `${name}.${partIndex}`,
        message,
        index,
        part: message.parts[partIndex],
        partIndex,
        before: undefined,
        after: undefined,
        fate,
        isChange: false,
        leftAt,
        isUnfolded,
      });
    }
  }

  /** Lines with the same key would be rendered in each other's place. */
  private freeName(wanted: number | string): number | string {
    if (typeof wanted === 'number' && this.isNamed[wanted] === 0) {
      this.isNamed[wanted] = 1;
      return wanted;
    }
    let name = typeof wanted === 'number' ? `${wanted}+` : wanted;
    while (this.names.has(name)) name = `${name}+`;
    this.names.add(name);
    return name;
  }

  private rowOf(message: SimulatedMessage): ContextLine['message'] | undefined {
    return message.type === 'made' ? message.row : this.session.rows[message.index];
  }

  private fateOf(
    { type }: SimulatedMessage,
    id: string,
    partIndex: number,
    before: LineSide | undefined,
    after: LineSide | undefined,
  ): Pick<ContextLine, 'fate' | 'isChange'> {
    const named = this.named.get(id)?.[partIndex];
    if (before === undefined) return { fate: this.enteredAs(id), isChange: true };
    // The changes of a replay and its context arrive one after the other: in between they may not match.
    if (after === undefined) return { fate: named ?? 'left', isChange: true };
    const isOther = after.state !== before.state || after.tokens !== before.tokens;
    if (named !== undefined && isOther) return { fate: named, isChange: true };
    if (after.state !== 'whole') return { fate: standing(after.state), isChange: false };
    return type === 'made' ? { fate: this.enteredAs(id), isChange: false } : KEPT;
  }

  private enteredAs(id: string): Fate {
    return this.entered.get(id) ?? 'injected';
  }
}

const KEPT = { fate: 'kept', isChange: false } as const;

function linesOf({ parts }: ContextLine['message']): number {
  return Math.max(1, parts.length);
}

function standing(state: Exclude<ContextPart['state'], 'whole'>): Fate {
  return state === 'cleared' ? 'cleared' : 'stored-out';
}

function sideOf(
  message: SimulatedMessage | undefined,
  place: number | undefined,
  partIndex: number,
): LineSide | undefined {
  if (message === undefined || place === undefined) return undefined;
  const replaced = message.type === 'recorded' ? message.replaced.find(({ part }) => part === partIndex) : undefined;
  return { place, tokens: message.partTokens[partIndex] ?? 0, state: replaced?.state ?? 'whole' };
}
