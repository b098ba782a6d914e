import type { Part, Role, ToolCallId, ToolResultPart, Usage } from '../../transcript/transcript';

/** A record of a session: a message of the user, or one of the model with the results of its tools. */
export interface Said {
  readonly id: string | undefined;
  readonly role: Extract<Role, 'user' | 'assistant'>;
  readonly parts: readonly Part[];
  readonly results: readonly ToolResultPart[];
  readonly answeredMs?: number;
  readonly usage?: Usage;
  readonly model?: string;
  /** No response of its own: a placeholder, or a message that a compression made. */
  readonly isNoCall: boolean;
  readonly timeMs: number | undefined;
  readonly line: number;
}

/** A message in the log. What is said at its place may be written again, with more in it. */
export class Entry {
  constructor(public said: Said) {}
}

interface At {
  readonly line: number;
  readonly timeMs: number | undefined;
}

export type Step =
  | { readonly type: 'entry'; readonly entry: Entry }
  | { readonly type: 'note'; readonly kind: 'notice' | 'api-error'; readonly text: string; readonly at: At }
  | { readonly type: 'rewind'; readonly dropped: readonly Entry[]; readonly at: At }
  /** The list was replaced by a shorter one: this is the context from then on. */
  | { readonly type: 'compression'; readonly context: readonly Entry[]; readonly at: At }
  | { readonly type: 'masked'; readonly callIds: readonly ToolCallId[]; readonly at: At };

/**
 * The log of operations that a session's file is, replayed in order. Nothing is taken out of it: what a rewind or a
 * compression drops stays, before the step that dropped it.
 */
export class SessionLog {
  readonly steps: Step[] = [];
  private live: Entry[] = [];
  private byId = new Map<string, Entry>();

  /** An id seen again replaces the earlier record. */
  put(said: Said): void {
    const earlier = said.id === undefined ? undefined : this.byId.get(said.id);
    if (earlier === undefined) this.append(new Entry(said));
    else earlier.said = { ...said, line: earlier.said.line };
  }

  note(kind: 'notice' | 'api-error', text: string, at: At): void {
    this.steps.push({ type: 'note', kind, text, at });
  }

  /** Deletes that message and everything after it; everything, if there is no such message. */
  rewindTo(id: string, at: At): void {
    const target = this.byId.get(id);
    const first = target === undefined ? 0 : this.live.lastIndexOf(target);
    const dropped = this.live.splice(first);
    for (const { said } of dropped) if (said.id !== undefined) this.byId.delete(said.id);
    if (dropped.length > 0) this.steps.push({ type: 'rewind', dropped, at });
  }

  /** The whole list, written anew: after a compression, or with results replaced by a note. */
  replace(list: readonly Said[], at: At): void {
    const same = this.matcher();
    const matched = list.map((said) => ({ said, entry: same(said) }));
    const kept = new Set(matched.flatMap(({ entry }) => entry ?? []));
    const masked = matched.flatMap(({ said, entry }) => (entry === undefined ? [] : this.update(entry, said)));
    const isShorter = kept.size < this.live.length;
    const answered = new Set(this.live.flatMap(({ said }) => [...said.results, ...said.parts]).flatMap(resultOf));
    const fresh = matched.flatMap(({ said, entry }) => {
      const isRepeated =
        said.parts.length > 0 && said.parts.every((part) => resultOf(part).some((id) => answered.has(id)));
      if (entry === undefined && isRepeated) return [];
      return [
        { entry: entry ?? new Entry(isShorter ? { ...said, isNoCall: true } : said), isNew: entry === undefined },
      ];
    });
    const context = fresh.map(({ entry }) => entry);
    if (masked.length > 0) this.steps.push({ type: 'masked', callIds: masked, at });
    if (isShorter) this.steps.push({ type: 'compression', context, at });
    for (const { entry, isNew } of fresh) if (isNew) this.steps.push({ type: 'entry', entry });
    this.live = context;
    this.byId = new Map(context.flatMap((entry) => (entry.said.id === undefined ? [] : [[entry.said.id, entry]])));
  }

  private append(entry: Entry): void {
    this.live.push(entry);
    if (entry.said.id !== undefined) this.byId.set(entry.said.id, entry);
    this.steps.push({ type: 'entry', entry });
  }

  /** By id, or by what it says: each message is found once. */
  private matcher(): (said: Said) => Entry | undefined {
    const found = new Set<Entry>();
    const byWords = new Map<string, Entry>();
    for (const entry of this.live) byWords.set(wordsOf(entry.said), entry);
    return (said) => {
      const entry = (said.id === undefined ? undefined : this.byId.get(said.id)) ?? byWords.get(wordsOf(said));
      if (entry === undefined || found.has(entry)) return undefined;
      found.add(entry);
      return entry;
    };
  }

  /** Takes what is new, and returns the calls whose results became shorter: the old ones are kept. */
  private update(entry: Entry, said: Said): readonly ToolCallId[] {
    const before = new Map(entry.said.results.map((result) => [result.callId, result]));
    const masked: ToolCallId[] = [];
    const results = said.results.map((result) => {
      const old = before.get(result.callId);
      if (old === undefined || lengthOf(old) <= lengthOf(result)) return result;
      masked.push(result.callId);
      return old;
    });
    if (results.length >= entry.said.results.length) entry.said = { ...entry.said, results };
    return masked;
  }
}

function resultOf(part: Part): readonly ToolCallId[] {
  return part.kind === 'tool-result' ? [part.callId] : [];
}

function wordsOf({ role, parts }: Said): string {
  return `${role} ${parts.map(wordsOfPart).join('\n')}`;
}

function wordsOfPart(part: Part): string {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'tool-call') return `call ${part.id}`;
  return part.kind === 'tool-result' ? `result ${part.callId}` : part.kind;
}

function lengthOf({ parts }: ToolResultPart): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
}
