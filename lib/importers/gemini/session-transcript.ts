import { assertNever } from '../../base/assert-never';
import type { Boundary, Message, MessageId, ToolCallId, Transcript, Usage } from '../../transcript/transcript';
import { contextTotal, inputSide } from '../../transcript/usage';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';
import type { Entry, Said, Step } from './session-log';
import { geminiUserKind } from './user-kind';

/** Smaller contexts fall for other reasons, such as a side call. */
const LEAST_COMPRESSED_TOKENS = 10_000;

/** A step that is a boundary, and the messages before it. */
interface Passed {
  readonly step: Exclude<Step, { readonly type: 'entry' | 'note' }>;
  readonly at: number;
  readonly lastUsage: Usage | undefined;
}

/** Makes a transcript of a session's log. */
export class SessionTranscript {
  private readonly draft = new TranscriptDraft();
  private readonly messageIds = new Map<Entry, MessageId[]>();
  private readonly answered = new Set<ToolCallId>();
  private readonly passed: Passed[] = [];
  /** What a compression made: its first prompt is the summary. */
  private made: ReadonlySet<Entry> = new Set();

  constructor(private readonly env: ImportEnv) {}

  of(steps: readonly Step[], facts: Partial<Transcript>): readonly Transcript[] {
    const { draft } = this;
    const joined = callsOfTheirReply(steps);
    for (const step of steps) {
      if (step.type === 'entry') {
        const calls = joined.get(step.entry);
        if (calls !== 'joined') this.add(step.entry, calls);
      } else if (step.type === 'note') {
        const { kind, text, at } = step;
        draft.events.push({ kind, text, at: draft.messages.length, line: at.line, ...given({ timeMs: at.timeMs }) });
      } else {
        if (step.type === 'compression')
          this.made = new Set(step.context.filter((entry) => !this.messageIds.has(entry)));
        this.passed.push({ step, at: draft.messages.length, lastUsage: draft.calls.at(-1)?.usage });
      }
    }
    if (draft.isEmpty()) return [];
    const recorded = this.boundaries();
    const all = [...recorded, ...this.unrecorded(recorded)].sort((a, b) => a.at - b.at);
    for (const boundary of all) draft.boundaries.push(boundary);
    noticeOrphanResults(draft.messages, this.env);
    return [draft.transcript({ format: 'gemini-cli', agent: { name: 'Gemini CLI' }, systemInFile: 'none', ...facts })];
  }

  private add(entry: Entry, calls: Said | undefined): void {
    const { id, line, timeMs, role, usage, model, isNoCall, ...said } = entry.said;
    const parts = [...said.parts, ...(calls?.parts ?? [])].filter(
      (part) => part.kind !== 'tool-result' || !this.answered.has(part.callId),
    );
    if (parts.length === 0 && said.parts.length > 0) return;
    const ids: MessageId[] = [];
    if (role === 'user') {
      const known = geminiUserKind(parts);
      const kind = known === 'prompt' && this.made.has(entry) ? 'summary' : known;
      if (kind === 'summary') this.made = new Set();
      ids.push(this.message({ id, line, timeMs, role: kind === 'tool-results' ? 'tool' : role, kind, parts }));
    } else if (isNoCall) ids.push(this.message({ id, line, timeMs, role, kind: 'reply', parts }));
    else {
      this.draft.addReply({ id, line, timeMs, parts, usage, model });
      const reply = this.draft.messages.at(-1);
      if (reply !== undefined) ids.push(reply.id);
    }
    for (const part of parts) if (part.kind === 'tool-result') this.answered.add(part.callId);
    const results = [...said.results, ...(calls?.results ?? [])].filter(({ callId }) => !this.answered.has(callId));
    if (results.length > 0) {
      for (const { callId } of results) this.answered.add(callId);
      const answeredMs = said.answeredMs ?? calls?.answeredMs ?? timeMs;
      ids.push(this.message({ line, timeMs: answeredMs, role: 'tool', kind: 'tool-results', parts: results }));
    }
    this.messageIds.set(entry, ids);
  }

  private message(message: Parameters<TranscriptDraft['addMessage']>[0]): MessageId {
    return this.draft.addMessage(message).id;
  }

  private boundaries(): Boundary[] {
    const { messages } = this.draft;
    const idsOf = (entries: readonly Entry[]) => entries.flatMap((entry) => this.messageIds.get(entry) ?? []);
    const positions = new Map(messages.map(({ id }, index) => [id, index]));
    return this.passed.map(({ step, at, lastUsage }): Boundary => {
      const where = { at, line: step.at.line, ...given({ timeMs: step.at.timeMs }) };
      switch (step.type) {
        case 'rewind':
          return { kind: 'rewind', trigger: 'manual', droppedMessageIds: idsOf(step.dropped), ...where };
        case 'masked':
          return { kind: 'prune', trigger: 'auto', clearedToolCallIds: step.callIds, ...where };
        case 'compression': {
          const context = idsOf(step.context);
          const summary = context.find((id) => messages[positions.get(id) ?? -1]?.kind === 'summary');
          return {
            kind: 'full',
            trigger: 'unknown',
            keptMessageIds: context.filter((id) => (positions.get(id) ?? at) < at),
            contextMessageIds: context,
            ...where,
            ...given({ summaryMessageId: summary }),
            ...(lastUsage === undefined ? {} : sizeBefore(lastUsage)),
          };
        }
        default:
          return assertNever(step);
      }
    });
  }

  /** Older versions do not write a compression: only the next call's input tells of it. */
  private unrecorded(recorded: readonly Boundary[]): Boundary[] {
    const { calls, messages } = this.draft;
    const counted = calls.filter(({ usage }) => usage !== undefined);
    let next = 0;
    return counted.flatMap(({ at, usage }, index): Boundary[] => {
      const before = counted[index - 1];
      while ((recorded[next]?.at ?? Number.POSITIVE_INFINITY) <= (before?.at ?? 0)) next += 1;
      const isRecorded = (recorded[next]?.at ?? Number.POSITIVE_INFINITY) <= at;
      if (isRecorded || before?.usage === undefined || usage === undefined) return [];
      const size = sizeBefore(before.usage);
      const preTokens = contextTotal(before.usage);
      if (preTokens < LEAST_COMPRESSED_TOKENS || inputSide(usage) * 2 > preTokens) return [];
      const start = startOfTurn(messages, at);
      const line = messages[start]?.line ?? 0;
      this.env.warn('guessed', line, 'The input fell by more than half: a compression that is not in the file');
      return [{ kind: 'full', at: start, trigger: 'unknown', ...size, isGuess: true, line }];
    });
  }
}

function sizeBefore(usage: Usage) {
  return { preTokens: contextTotal(usage), preTokensMeans: 'context' } as const;
}

/** The prompt of a call, or the reply whose results it was sent with. */
function startOfTurn(messages: readonly Message[], at: number): number {
  let start = at - 1;
  while (start > 0 && messages[start]?.kind === 'tool-results') start -= 1;
  return Math.max(0, start);
}

/**
 * Tools whose calls were written after a note on the screen are in a message of their own, without text and without
 * counts: they belong to the reply before it.
 */
function callsOfTheirReply(steps: readonly Step[]): ReadonlyMap<Entry, Said | 'joined'> {
  const joined = new Map<Entry, Said | 'joined'>();
  let reply: Entry | undefined;
  for (const step of steps) {
    if (step.type === 'note') continue;
    const entry = step.type === 'entry' ? step.entry : undefined;
    if (entry !== undefined && reply !== undefined && isOnlyCalls(entry.said)) {
      joined.set(reply, entry.said);
      joined.set(entry, 'joined');
      reply = undefined;
    } else reply = entry?.said.usage !== undefined && !hasCalls(entry.said) ? entry : undefined;
  }
  return joined;
}

function isOnlyCalls({ usage, role, parts }: Said): boolean {
  return (
    usage === undefined && role === 'assistant' && parts.length > 0 && parts.every(({ kind }) => kind === 'tool-call')
  );
}

function hasCalls({ parts }: Said): boolean {
  return parts.some(({ kind }) => kind === 'tool-call');
}
