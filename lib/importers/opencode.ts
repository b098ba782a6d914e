import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Boundary, Part, RecordedEvent, ToolCallId, ToolResultPart, Transcript } from '../transcript/transcript';
import { contextTotal } from '../transcript/usage';
import { completedSummaries, keepsBeforeSummary } from './opencode/compaction';
import { filePart, textPart } from './opencode/parts';
import { type Beginning, type Cleared, prunesOf } from './opencode/prunes';
import { errorText, type Step, stepsOf } from './opencode/steps';
import { opencodeUsage } from './opencode/usage';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { type NewCall, TranscriptDraft } from './read/transcript-draft';
import { has, objectsOf } from './recognition/rule';

/**
 * What `opencode export` prints: the session, and messages with their parts.
 *
 *   user        text, file                           prompt
 *               compaction                           boundary, if a summary was written
 *   assistant   step-start … step-finish             a call, its reply and the results of its tools
 *               summary: true                        summary
 *   tool        state.time.compacted                 its output is cleared by a prune at that time
 */
export const opencode: Importer = { format: 'opencode', start: (env) => new OpencodeReading(env) };

class OpencodeReading implements Reading {
  private readonly transcripts: Transcript[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const document = asObject(value);
    const messages = asArray(value) ?? asArray(document?.messages);
    if (messages === undefined) {
      this.env.warn('skipped', line, 'Not an opencode export');
      return;
    }
    const session = new OpencodeSession(asObject(document?.info) ?? {}, messages, this.env);
    for (const [index, message] of messages.entries()) session.add(message, index + 1);
    this.transcripts.push(...session.transcripts());
  }

  finish(): readonly Transcript[] {
    return this.transcripts;
  }
}

/** What opencode calls a session until the model has named it. */
const UNNAMED = /^(?:New|Child) session - \d{4}-/;

class OpencodeSession {
  private readonly draft = new TranscriptDraft();
  private readonly beginnings: Beginning[] = [];
  private readonly positions = new Map<string, number>();
  private readonly cleared: Cleared[] = [];
  private readonly callIds = new Set<string>();
  private readonly system = new Set<string>();
  private readonly summaries: ReadonlyMap<string, JsonObject>;
  /** By the message that asked for the summary. */
  private readonly compactions = new Map<string, number>();
  private readonly version: string | undefined;
  private contextTokens: number | undefined;
  private copied: { readonly line: number; count: number } | undefined;

  constructor(
    private readonly info: JsonObject,
    messages: readonly Json[],
    private readonly env: ImportEnv,
  ) {
    this.summaries = completedSummaries(messages);
    this.version = asText(info.version);
  }

  add(value: Json, line: number): void {
    const message = asObject(value);
    const info = asObject(message?.info);
    if (message === undefined || info === undefined) {
      this.env.warn('skipped', line, 'Not an opencode message');
      return;
    }
    const parts = objectsOf(asArray(message.parts));
    const timeMs = asTimeMs(asObject(info.time)?.created);
    const id = asText(info.id);
    this.beginnings.push({ at: this.draft.messages.length, timeMs });
    if (id !== undefined && !this.positions.has(id)) this.positions.set(id, this.draft.messages.length);
    this.noticeCopy(timeMs, line);
    if (info.role === 'user') this.addUser(info, parts, line, timeMs);
    else if (info.role === 'assistant') this.addAssistant(info, parts, line, timeMs);
    else this.env.warn('skipped', line, `Unknown opencode role "${asText(info.role)?.slice(0, 40) ?? ''}"`);
  }

  /** None without messages. */
  transcripts(): readonly Transcript[] {
    const { draft, info, cleared, beginnings, system, version } = this;
    if (draft.isEmpty()) return [];
    if (this.copied !== undefined) {
      const { line, count } = this.copied;
      this.env.warn('noticed', line, `The session is a fork: ${count} of its messages are copies of an earlier one's`);
    }
    const rewind = this.reverted();
    draft.boundaries.push(...prunesOf(cleared, beginnings, draft.messages.length));
    draft.boundaries.sort((a, b) => a.at - b.at || (a.timeMs ?? 0) - (b.timeMs ?? 0));
    if (rewind !== undefined) draft.boundaries.push(rewind);
    const title = asText(info.title);
    const parentSessionId = asText(info.parentID);
    const sessionId = asText(info.id);
    return [
      draft.transcript({
        format: 'opencode',
        systemInFile: system.size > 0 ? 'some' : 'none',
        system: [...system].map(textPart),
        agent: { name: 'opencode', ...given({ version }) },
        ...given({
          sessionId,
          parentSessionId,
          agentId: parentSessionId === undefined ? undefined : sessionId,
          title: title === undefined || UNNAMED.test(title) ? undefined : wellFormed(title),
          workingDirectory: asText(info.directory),
        }),
      }),
    ];
  }

  private addUser(info: JsonObject, parts: readonly JsonObject[], line: number, timeMs: number | undefined): void {
    const said: Part[] = [];
    let isTyped = false;
    let isCommand = false;
    let compaction: JsonObject | undefined;
    if (asText(info.system)) this.system.add(asText(info.system) ?? '');
    for (const part of parts) {
      const type = asText(part.type) ?? 'untyped';
      if (type === 'text' && part.ignored === true) this.note('notice', asText(part.text) ?? '', line, timeMs);
      else if (type === 'text') {
        said.push(textPart(asText(part.text) ?? ''));
        isTyped ||= part.synthetic !== true;
      } else if (type === 'file') {
        const file = filePart(part);
        if (file !== undefined) said.push(file);
        isTyped = true;
      } else if (type === 'subtask') {
        said.push(textPart(`/${asText(part.command) ?? asText(part.agent) ?? 'task'}`));
        isCommand = true;
      } else if (type === 'compaction') compaction = part;
      else if (type !== 'agent') this.unknownPart(type, line);
    }
    if (compaction !== undefined) {
      this.compact(info, compaction, line);
      said.push(textPart('[opencode asks what was done so far]'));
    }
    if (said.length === 0 && parts.length === 0) return;
    // Without any text of its own it is not sent, but it begins a turn: the pruning counts those.
    const kind = isTyped ? 'prompt' : isCommand ? 'command-echo' : 'injected';
    this.draft.addMessage({ id: asText(info.id), role: 'user', kind, parts: said, line, timeMs });
  }

  /** The summary's request carried everything before; its own message follows the question. */
  private compact(info: JsonObject, part: JsonObject, line: number): void {
    const id = asText(info.id) ?? '';
    const summary = this.summaries.get(id);
    if (this.compactions.has(id)) return;
    if (summary === undefined) {
      this.env.warn('noticed', line, 'A compaction that came to no summary');
      return;
    }
    const tail = asText(part.tail_start_id);
    const from = tail === undefined ? this.draft.messages.length : this.positions.get(tail);
    if (from === undefined) {
      this.env.warn('guessed', line, 'A compaction keeps messages from one on that is not in the file: none are kept');
    }
    const trigger = part.auto === true ? 'auto' : part.auto === false ? 'manual' : 'unknown';
    this.compactions.set(id, this.addCompaction(summary, line, trigger, from));
  }

  private addCompaction(
    summary: JsonObject,
    line: number,
    trigger: 'auto' | 'manual' | 'unknown',
    keptFrom: number | undefined,
  ): number {
    const { messages, boundaries } = this.draft;
    const time = asObject(summary.time);
    const [startMs, timeMs] = [asTimeMs(time?.created), asTimeMs(time?.completed)];
    const usage = opencodeUsage(summary.tokens);
    if (usage !== undefined) this.draft.addCall({ usage, timeMs: startMs, model: asText(summary.modelID) });
    const kept = messages.slice(keptFrom ?? messages.length);
    const preTokens = this.contextTokens;
    return (
      boundaries.push({
        kind: 'full',
        at: messages.length,
        trigger,
        keptMessageIds: kept.map(({ id }) => id),
        ...(kept.length > 0 && keepsBeforeSummary(this.version) ? { keptPosition: 'before-summary' } : {}),
        line,
        ...given({
          timeMs: timeMs ?? startMs,
          preTokens,
          preTokensMeans: preTokens === undefined ? undefined : ('context' as const),
          durationMs: timeMs === undefined || startMs === undefined ? undefined : Math.max(0, timeMs - startMs),
          agentVersion: this.version,
        }),
      }) - 1
    );
  }

  private addAssistant(info: JsonObject, parts: readonly JsonObject[], line: number, timeMs: number | undefined): void {
    const steps = stepsOf(parts, {
      callId: (part) => this.callId(part, line),
      unknown: (type) => this.unknownPart(type, line),
      retried: (part) => this.note('api-error', errorText(asObject(part.error)), line, asTimeMs(part.time)),
    });
    const error = asObject(info.error);
    const isAborted = asText(error?.name) === 'MessageAbortedError';
    if (error !== undefined) this.note(isAborted ? 'interrupt' : 'api-error', errorText(error), line, timeMs);
    if (info.summary === true && this.addSummary(info, steps, line, timeMs)) return;
    const isSent = error === undefined || (isAborted && steps.some(({ parts: said }) => said.some(isSaid)));
    for (const [index, step] of steps.entries()) {
      const usage = step.usage ?? (steps.length === 1 ? opencodeUsage(info.tokens) : undefined);
      const stopReason = step.stopReason ?? asText(info.finish);
      const call = { usage, stopReason, model: asText(info.modelID), timeMs };
      const id = index === 0 ? asText(info.id) : undefined;
      if (usage !== undefined) this.contextTokens = contextTotal(usage);
      const isCall = usage !== undefined || (step.hasStart && error === undefined);
      if (isSent && step.parts.length > 0) this.addStep(step, { id, line, timeMs }, isCall ? call : undefined);
      else if (usage !== undefined) this.draft.addCall(call);
    }
  }

  /** A message of the model without a request is a tool that the user's command ran. */
  private addStep(
    step: Step,
    message: { readonly id: string | undefined; readonly line: number; readonly timeMs: number | undefined },
    call: NewCall | undefined,
  ): void {
    const { parts, results, cleared, endMs } = step;
    if (call !== undefined) this.draft.addReply({ ...message, ...call, parts });
    else this.draft.addMessage({ ...message, role: 'assistant', kind: 'reply', parts });
    if (parts.some((part) => isPluginCompression(part, results))) {
      this.env.warn('noticed', message.line, 'A plugin compressed the context: what it removed is not recorded');
    }
    if (results.length === 0) return;
    this.draft.addMessage({ role: 'tool', kind: 'tool-results', parts: results, line: message.line, timeMs: endMs });
    const after = this.draft.messages.length;
    this.cleared.push(...cleared.map((output) => ({ ...output, after, line: message.line })));
  }

  /** False if it was not completed: then nothing was compacted. */
  private addSummary(info: JsonObject, steps: readonly Step[], line: number, timeMs: number | undefined): boolean {
    const asked = asText(info.parentID) ?? '';
    if (this.summaries.get(asked) !== info) return false;
    // Without a question in old versions.
    const index = this.compactions.get(asked) ?? this.addCompaction(info, line, 'unknown', undefined);
    this.compactions.set(asked, index);
    const parts = steps.flatMap((step) => step.parts);
    const summary = this.draft.addMessage({
      id: asText(info.id),
      role: 'assistant',
      kind: 'summary',
      parts,
      line,
      timeMs,
    });
    const boundary = this.draft.boundaries[index];
    if (boundary !== undefined) this.draft.boundaries[index] = { ...boundary, summaryMessageId: summary.id };
    return true;
  }

  /** The user went back and has not gone on since. */
  private reverted(): Boundary | undefined {
    const from = this.positions.get(asText(asObject(this.info.revert)?.messageID) ?? '');
    const { messages } = this.draft;
    if (from === undefined || from >= messages.length) return undefined;
    const droppedMessageIds = messages.slice(from).map(({ id }) => id);
    return {
      kind: 'rewind',
      at: messages.length,
      trigger: 'manual',
      droppedMessageIds,
      line: messages[from]?.line ?? 0,
    };
  }

  private noticeCopy(timeMs: number | undefined, line: number): void {
    const started = asTimeMs(asObject(this.info.time)?.created);
    if (timeMs === undefined || started === undefined || timeMs >= started) return;
    this.copied ??= { line, count: 0 };
    this.copied.count += 1;
  }

  private callId(part: JsonObject, line: number): ToolCallId {
    const names = [asText(part.callID) ?? '', asText(part.id) ?? ''].filter((name) => name !== '');
    let id = names.find((name) => !this.callIds.has(name)) ?? `made-${line}-${this.callIds.size + 1}`;
    while (this.callIds.has(id)) id = `${id}-`;
    this.callIds.add(id);
    return id as ToolCallId;
  }

  private unknownPart(type: string, line: number): void {
    this.env.warn('skipped', line, `Unknown opencode part of type "${type.slice(0, 40)}"`);
  }

  private note(kind: RecordedEvent['kind'], text: string, line: number, timeMs: number | undefined): void {
    this.draft.events.push({
      kind,
      at: this.draft.messages.length,
      text: wellFormed(text),
      line,
      ...given({ timeMs }),
    });
  }
}

/** A tool of a plugin that replaces messages by what the model says of them, in the requests alone. */
function isPluginCompression(part: Part, results: readonly ToolResultPart[]): boolean {
  if (part.kind !== 'tool-call' || part.name !== 'compress') return false;
  if (!results.some(({ callId, isError }) => callId === part.id && !isError)) return false;
  return objectsOf(asArray(asObject(part.input)?.content)).some((range) => has(range, 'startId', 'endId', 'summary'));
}

/** Of an aborted answer, thinking alone is not sent again. */
function isSaid({ kind }: Part): boolean {
  return kind !== 'thinking';
}
