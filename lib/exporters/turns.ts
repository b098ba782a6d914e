import type { Message, Part, ToolResultPart } from '../transcript/transcript';

/** Neighbouring messages of one side, merged. */
export type Turn = ModelTurn | UserTurn;

export interface ModelTurn {
  readonly side: 'assistant';
  readonly parts: readonly Part[];
}

export interface UserTurn {
  readonly side: 'user';
  /** Providers require results first. */
  readonly results: readonly ToolResultPart[];
  readonly others: readonly { readonly role: 'user' | 'system'; readonly parts: readonly Part[] }[];
}

export interface Conversation {
  /** Of the system messages before the first turn. */
  readonly system: readonly Part[];
  readonly turns: readonly Turn[];
}

/**
 * Messages in the form that providers require: merged by side, results first. Thinking is omitted: its signature is not
 * in the transcript, and without it no provider accepts it. Calls without a result are left unchanged.
 */
export function conversationOf(messages: readonly Message[]): Conversation {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const leading = first === -1 ? messages : messages.slice(0, first);
  const turns: Turn[] = [];
  if (first !== -1)
    for (const run of runsBySide(messages.slice(first))) for (const turn of turnsOf(run)) add(turns, turn);
  return { system: leading.flatMap(({ parts }) => parts), turns };
}

function* runsBySide(messages: readonly Message[]): Generator<readonly Message[]> {
  let run: Message[] = [];
  for (const message of messages) {
    // A reply with only thinking does not separate the user messages before and after it.
    if (isOnlyThinking(message)) continue;
    const side = run[0]?.role === 'assistant';
    if (run.length > 0 && side !== (message.role === 'assistant')) {
      yield run;
      run = [];
    }
    run.push(message);
  }
  if (run.length > 0) yield run;
}

function isOnlyThinking({ role, parts }: Message): boolean {
  return role === 'assistant' && parts.length > 0 && parts.every(({ kind }) => kind === 'thinking');
}

function turnsOf(run: readonly Message[]): Turn[] {
  if (run[0]?.role === 'assistant') return modelTurns(run.flatMap(({ parts }) => parts));
  const results = run.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool-result'));
  const others = run.flatMap(({ role, parts }) => {
    const rest = parts.filter(({ kind }) => kind !== 'tool-result');
    return rest.length === 0 ? [] : [{ role: role === 'system' ? role : ('user' as const), parts: rest }];
  });
  return [{ side: 'user', results, others }];
}

/** A tool that ran at the provider has its result within the reply; otherwise it must be in a separate turn. */
function modelTurns(parts: readonly Part[]): Turn[] {
  const spoken = parts.filter(({ kind }) => kind !== 'thinking');
  const results = spoken.filter((part) => part.kind === 'tool-result');
  if (results.length === 0) return [{ side: 'assistant', parts: spoken }];
  const answered = new Set(results.map(({ callId }) => callId));
  const isOwn = (part: Part) => part.kind === 'tool-call' && answered.has(part.id);
  const own = spoken.filter(isOwn);
  const rest = spoken.filter((part) => part.kind !== 'tool-result' && !isOwn(part));
  return [
    ...(own.length === 0 ? [] : [{ side: 'assistant' as const, parts: own }]),
    { side: 'user', results, others: [] },
    ...(rest.length === 0 ? [] : [{ side: 'assistant' as const, parts: rest }]),
  ];
}

function add(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (last?.side === 'assistant' && turn.side === 'assistant') {
    turns[turns.length - 1] = { side: 'assistant', parts: [...last.parts, ...turn.parts] };
  } else if (last?.side === 'user' && turn.side === 'user') {
    const results = [...last.results, ...turn.results];
    turns[turns.length - 1] = { side: 'user', results, others: [...last.others, ...turn.others] };
  } else turns.push(turn);
}
