import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import type { MessageId } from '../../transcript/transcript';
import { type RequestRule, validateRequest } from '../../transcript/validate-request';
import { type Change, type ContextMessage, type PartRef, partRefs, tokensOf } from '../shape/context';
import { type Failed, failed } from '../shape/failed';
import type { Env, Outcome } from '../shape/layer';
import { contextMessage, madeMessage } from '../shape/made-message';
import type { Memory } from '../shape/memory';
import type { OwnAnswer, OwnItem } from '../shape/own';
import { boundaryOf, memoryAfter } from '../summary/compaction-result';

interface Given {
  /** What the layer was shown, and what comes behind it in any case. */
  readonly shown: readonly ContextMessage[];
  readonly waiting: readonly ContextMessage[];
  readonly memory: Memory;
}

interface Asked {
  readonly name: string;
  readonly isCompaction: boolean;
}

/**
 * [Z2] An answer as an outcome: by id it is known what stayed, was changed, left and entered. What a provider would refuse,
 * what is in another order, and what is not smaller is not taken.
 */
export function takenAnswer(given: Given, answer: OwnAnswer, { name, isCompaction }: Asked, env: Env): Outcome {
  switch (answer.type) {
    case 'keep':
      return kept(name);
    case 'failed':
      return failed(answer.kind, 'Z2', answer.kind, { name, what: answer.what });
    case 'messages':
      break;
    default:
      return assertNever(answer);
  }
  const placed = new Placing(given.shown, env).of(answer.items);
  if ('problem' in placed) return unusable(name, placed.problem);
  const { messages, made, gone, cleared } = placed;
  if (made.length === 0 && gone.length === 0 && cleared.parts.length === 0) return kept(name);
  const all = [...given.shown, ...given.waiting];
  const result = [...messages, ...given.waiting];
  const refused = newProblem(all, result);
  if (refused !== undefined) return unusable(name, refused);
  const before = tokensOf(all);
  const after = tokensOf(result);
  if (after >= before) return failed('inflated', 'Z2', 'inflated', { name, before, after });
  const isMade = new Set(made);
  const stays = result.filter((each) => !isMade.has(each));
  const [anchor] = made;
  const values = { name, messages: gone.length + cleared.messages, before, after, ...optional('note', answer.note) };
  return {
    type: 'changed',
    context: { messages: result, memory: gone.length === 0 ? given.memory : memoryAfter(given.memory, stays) },
    changes: [
      ...changeOf(made.length === 0 ? 'snipped' : 'summarised', partRefs(gone), tokensOf(gone)),
      ...changeOf('cleared', cleared.parts, cleared.tokens),
      ...changeOf('injected', partRefs(made), -tokensOf(made)),
    ],
    reason: { rule: 'Z2', code: answer.note === undefined ? 'replaced' : 'replaced-with-note', values },
    summaryTokens: tokensOf(made.filter(({ message }) => message.kind === 'summary')),
    // [T3] The size after a compaction is counted anew.
    ...(isCompaction ? {} : { freedTokens: before - after }),
    ...(isCompaction && anchor !== undefined
      ? optional('boundary', boundaryOf({ gone, stays, anchor, before, after }, env))
      : {}),
  };
}

function kept(name: string): Outcome {
  return { type: 'unchanged', reason: { rule: 'Z2', code: 'keep', values: { name } } };
}

function unusable(name: string, what: string): Failed {
  return failed('invalid', 'Z2', 'invalid', { name, what });
}

function changeOf(fate: Change['fate'], parts: readonly PartRef[], tokens: number): Change[] {
  return parts.length === 0 ? [] : [{ fate, parts, tokens }];
}

interface Placed {
  readonly messages: readonly ContextMessage[];
  readonly made: readonly ContextMessage[];
  readonly gone: readonly ContextMessage[];
  readonly cleared: { readonly messages: number; readonly parts: readonly PartRef[]; readonly tokens: number };
}

interface Problem {
  readonly problem: string;
}

/** Puts the items of an answer in their places. */
class Placing {
  private readonly places: ReadonlyMap<MessageId, number>;
  private readonly messages: ContextMessage[] = [];
  private readonly made: ContextMessage[] = [];
  private readonly stayed = new Set<MessageId>();
  private readonly clearedParts: PartRef[] = [];
  private clearedMessages = 0;
  private clearedTokens = 0;
  private last = -1;
  private next: number;

  constructor(
    private readonly shown: readonly ContextMessage[],
    private readonly env: Env,
  ) {
    this.places = new Map(shown.map(({ message }, place) => [message.id, place]));
    // [X2] It may be asked twice before one call, and what it made first may still be there.
    const start = `made-${env.call}-own-`;
    const numbers = shown.flatMap(({ message: { id } }) =>
      id.startsWith(start) ? Number(id.slice(start.length)) : [],
    );
    this.next = Math.max(0, ...numbers.filter(Number.isFinite)) + 1;
  }

  of(items: readonly OwnItem[]): Placed | Problem {
    for (const [index, item] of items.entries()) {
      const problem = item.type === 'new' ? this.add(item) : this.stay(item);
      if (problem !== undefined) return { problem: `message ${index + 1} ${problem}` };
    }
    const gone = this.shown.filter(({ message }) => !this.stayed.has(message.id));
    const lost = gone.find(({ message }) => this.env.pinned.has(message.id));
    if (lost !== undefined) return { problem: `the pinned message "${lost.message.id}" is missing` };
    const { messages, made, clearedMessages, clearedParts: parts, clearedTokens: tokens } = this;
    return { messages, made, gone, cleared: { messages: clearedMessages, parts, tokens } };
  }

  private add({ kind, parts, role }: Extract<OwnItem, { readonly type: 'new' }>): undefined {
    const { call, counter } = this.env;
    const made = madeMessage(`made-${call}-own-${this.next}`, kind, parts, counter, role);
    this.next += 1;
    this.made.push(made);
    this.messages.push(made);
  }

  private stay(item: Exclude<OwnItem, { readonly type: 'new' }>): string | undefined {
    const { id } = item;
    const place = this.places.get(id);
    const known = place === undefined ? undefined : this.shown[place];
    if (place === undefined || known === undefined) return `has the id "${id}", which is not in the context`;
    if (this.stayed.has(id)) return `repeats the id "${id}"`;
    // [L3]
    if (place < this.last) return `has the id "${id}", which stood before the one in front of it`;
    this.stayed.add(id);
    this.last = place;
    if (item.type === 'same') {
      this.messages.push(known);
      return undefined;
    }
    if (this.env.pinned.has(id)) return `changes the pinned message "${id}"`;
    if (item.parts.length !== known.parts.length) return partsMustMatch(id);
    return this.change(known, item.parts);
  }

  private change(
    known: ContextMessage,
    given: Extract<OwnItem, { readonly type: 'changed' }>['parts'],
  ): string | undefined {
    const { message } = known;
    const { counter } = this.env;
    let isWrong = false;
    let isChanged = false;
    const parts = known.parts.map((held, place) => {
      const shortened = given[place];
      if (shortened === undefined) return held;
      if (!isInPlaceOf(shortened, held.part)) isWrong = true;
      const part = withToolName(shortened, held.part);
      isChanged = true;
      const tokens = counter.partTokens(part);
      this.clearedParts.push(known.refs[place] ?? { message: message.id, part: place });
      this.clearedTokens += held.tokens - tokens;
      return { part, category: held.category, tokens, state: 'cleared' as const };
    });
    if (isWrong) return partsMustMatch(message.id);
    if (isChanged) this.clearedMessages += 1;
    const shortened = { ...message, parts: parts.map(({ part }) => part) };
    this.messages.push(isChanged ? contextMessage(shortened, parts, known.recordedAt, known.refs) : known);
    return undefined;
  }
}

const partsMustMatch = (id: MessageId) =>
  `keeps the id "${id}" but not the number, kinds and call ids of its parts: leave out the id to replace the message`;

type AnyPart = ContextMessage['parts'][number]['part'];

/** A result stays the result of its call, and a call keeps its name: only what they carry may be another. */
function isInPlaceOf(part: AnyPart, before: AnyPart): boolean {
  if (part.kind === 'tool-result') return before.kind === part.kind && before.callId === part.callId;
  if (part.kind === 'tool-call') return before.kind === part.kind && before.id === part.id && before.name === part.name;
  // Something short may stand in the place of an image.
  return part.kind === 'text' && before.kind !== 'tool-result' && before.kind !== 'tool-call';
}

/** Which tool a result is of is not for an answer to say. */
function withToolName(part: AnyPart, before: AnyPart): AnyPart {
  if (part.kind !== 'tool-result' || before.kind !== 'tool-result') return part;
  const { toolName: _, ...rest } = part;
  return { ...rest, ...optional('toolName', before.toolName) };
}

/** [L1] [L2] A rule of the provider that the answer breaks, and that the context before it did not break as often. */
function newProblem(before: readonly ContextMessage[], after: readonly ContextMessage[]): string | undefined {
  const known = new Map<RequestRule, number>();
  for (const { rule } of problemsOf(before)) known.set(rule, (known.get(rule) ?? 0) + 1);
  for (const { rule, what, messageIndex } of problemsOf(after)) {
    const left = (known.get(rule) ?? 0) - 1;
    if (left < 0) return `the provider would refuse its message ${messageIndex + 1}: ${what}`;
    known.set(rule, left);
  }
  return undefined;
}

function problemsOf(messages: readonly ContextMessage[]) {
  // The last message of a context is never the model's, unless the recording is so.
  return validateRequest(
    messages.map(({ message }) => message),
    'anthropic',
    { continuesReply: false },
  );
}
