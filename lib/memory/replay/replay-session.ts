import { asObject, asText } from '../../base/json';
import { addCost, type CostSum, costOf, noCosts } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { roughText } from '../../tokens/rough';
import { RecordedContextWalker } from '../../transcript/recorded-context';
import { isReminder } from '../../transcript/reminder';
import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { Boundary, Message, ToolCallPart, Transcript } from '../../transcript/transcript';
import { extractOffline, type KeptMemory, type LeftOut } from '../extraction/extract-offline';
import { instructionsIn } from '../extraction/instructions-in';
import { memoryRules } from '../extraction/memory-rules';
import { type MessageCursor, nextCursor, startOfSession } from '../extraction/message-cursor';
import { editFile, indexOf, type MemoryFolder, writeFile } from '../files/memory-folder';
import { cutIndex } from '../files/memory-index';
import { candidatesFor, type Recalled, type RecallSession, recall, startOfRecall } from '../recall/recall-session';
import { selectOffline } from '../recall/selection';

/** A memory that the recorded agent wrote itself. */
export interface OwnWrite {
  readonly message: number;
  readonly path: string;
  /** Why it could not be stored. */
  readonly problem?: string;
}

export interface RecalledAt extends Recalled {
  readonly message: number;
  readonly words: readonly string[];
}

/** [A5] Tokens of each way into the session, for each call. */
export interface CarriedTokens {
  readonly rules: readonly number[];
  readonly index: readonly number[];
  readonly recalled: readonly number[];
}

export interface SessionReplay {
  readonly folderBefore: MemoryFolder;
  readonly folder: MemoryFolder;
  readonly extractions: number;
  readonly kept: readonly KeptMemory[];
  readonly leftOut: readonly LeftOut[];
  readonly ownWrites: readonly OwnWrite[];
  /** With the message from which on each was in the context. */
  readonly indexTexts: readonly { readonly message: number; readonly text: string }[];
  readonly recalled: readonly RecalledAt[];
  readonly notRecalled: number;
  readonly carried: CarriedTokens;
  /** Of what was carried: written to the cache once, read in every later call while the cache is warm. */
  readonly cost: CostSum;
}

const TOOLS_LATELY = 10;

/** [A8] [R1] Extraction after each turn, recall at each prompt, with the compactions of the recording. */
export function replaySession(
  transcript: Transcript,
  folder: MemoryFolder,
  isCopy: (message: Message) => boolean,
): SessionReplay {
  return new SessionWalk(transcript, folder, isCopy).run();
}

class SessionWalk {
  private folder: MemoryFolder;
  private cursor: MessageCursor = startOfSession;
  private recallState: RecallSession = startOfRecall;
  private nowMs = 0;
  private index = '';
  private extractions = 0;
  private notRecalled = 0;
  private recalledTokens = 0;
  private written = { rules: 0, rest: 0 };
  private cost = noCosts;
  private tools: readonly string[] = [];
  private readonly kept: KeptMemory[] = [];
  private readonly leftOut: LeftOut[] = [];
  private readonly ownWrites: OwnWrite[] = [];
  private readonly recalled: RecalledAt[] = [];
  private readonly indexTexts: { message: number; text: string }[] = [];
  private readonly carried = { rules: [] as number[], index: [] as number[], recalled: [] as number[] };
  private readonly places = new Map<string, number>();
  private readonly failed: ReadonlySet<string>;
  private readonly instructions: string;
  private readonly rulesTokens: number;

  constructor(
    private readonly transcript: Transcript,
    private readonly folderBefore: MemoryFolder,
    private readonly isCopy: (message: Message) => boolean,
  ) {
    this.folder = folderBefore;
    this.failed = failedCalls(transcript.messages);
    this.instructions = instructionsIn(transcript);
    this.rulesTokens = roughText(memoryRules(folderBefore.root));
  }

  run(): SessionReplay {
    const { messages, calls, boundaries } = this.transcript;
    const context = new RecordedContextWalker(this.transcript);
    this.loadIndex(0);
    let nextCall = 0;
    let nextBoundary = 0;
    for (let at = 0; at <= messages.length; at++) {
      for (let next = boundaries[nextBoundary]; next !== undefined && next.at <= at; next = boundaries[nextBoundary]) {
        nextBoundary += 1;
        context.moveTo(at);
        this.pass(next, context.messages, at);
      }
      for (let call = calls[nextCall]; call !== undefined && call.at <= at; call = calls[nextCall]) {
        nextCall += 1;
        this.carry(call.model);
      }
      const message = messages[at];
      if (message !== undefined) this.add(message, at);
    }
    const { folderBefore, folder, extractions, kept, leftOut, ownWrites, indexTexts, recalled } = this;
    const { notRecalled, carried, cost } = this;
    return {
      folderBefore,
      folder,
      extractions,
      kept,
      leftOut,
      ownWrites,
      indexTexts,
      recalled,
      notRecalled,
      carried,
      cost,
    };
  }

  private add(message: Message, at: number): void {
    this.nowMs = Math.max(this.nowMs, message.timeMs ?? 0);
    if (!isSaid(message) || this.isCopy(message)) return;
    if (message.kind === 'prompt' && message.role === 'user') this.recallFor(message, at);
    const id = String(at);
    this.places.set(id, at);
    this.cursor = nextCursor(this.cursor, { type: 'message', id });
    if (message.kind !== 'reply') return;
    const called = message.parts.filter((part): part is ToolCallPart => part.kind === 'tool-call');
    this.tools = [...this.tools, ...called.map(({ name }) => name)].slice(-TOOLS_LATELY);
    for (const call of called) this.ownWrite(call, at);
    if (called.length === 0 && !this.goesOn(at)) this.endTurn(at);
  }

  /** A response that is recorded in pieces ends with the last of them. */
  private goesOn(at: number): boolean {
    const next = this.transcript.messages.slice(at + 1, at + 6).find(isSaid);
    return next?.kind === 'reply' || next?.kind === 'tool-results';
  }

  private endTurn(at: number): void {
    this.cursor = nextCursor(this.cursor, { type: 'turn-ended' });
    const { decision } = this.cursor;
    if (decision?.type !== 'run') return;
    this.extractions += 1;
    const extraction = extractOffline({
      messages: this.transcript.messages.slice(0, at + 1),
      wanted: decision.ids.flatMap((id) => this.places.get(id) ?? []),
      instructions: this.instructions,
      folder: this.folder,
      nowMs: this.nowMs,
    });
    this.folder = extraction.folder;
    this.kept.push(...extraction.kept);
    this.leftOut.push(...extraction.leftOut);
    this.cursor = nextCursor(this.cursor, { type: 'finished', isOk: true });
  }

  private recallFor(message: Message, at: number): void {
    const prompt = message.parts
      .flatMap((part) => (part.kind === 'text' && !isReminder(part.text) ? [part.text] : []))
      .join('\n');
    const candidates = candidatesFor(this.recallState, this.folder);
    const chosen = selectOffline({ prompt, candidates, tools: this.tools });
    const outcome = recall(
      this.recallState,
      this.folder,
      chosen.map(({ file }) => file),
      this.nowMs,
    );
    this.recallState = outcome.session;
    this.notRecalled += outcome.leftOut.length;
    for (const each of outcome.recalled) {
      this.recalledTokens += roughText(each.text);
      const words = chosen.find(({ file }) => file === each.file)?.words ?? [];
      this.recalled.push({ ...each, message: at, words });
    }
  }

  private pass({ kind }: Boundary, context: readonly number[], at: number): void {
    const now = new Set(context);
    const ids = this.cursor.messages;
    const isThere = (id: string) => now.has(this.places.get(id) ?? -1);
    if (kind === 'rewind') {
      this.cursor = nextCursor(this.cursor, { type: 'undone', ids: ids.filter((id) => !isThere(id)) });
    } else if (kind === 'full') {
      this.cursor = nextCursor(this.cursor, { type: 'compacted', kept: ids.filter(isThere) });
      this.recallState = startOfRecall;
      this.recalledTokens = 0;
      this.written = { ...this.written, rest: 0 };
      this.loadIndex(at);
    }
  }

  private loadIndex(message: number): void {
    this.index = cutIndex(indexOf(this.folder)).text;
    this.indexTexts.push({ message, text: this.index });
  }

  private carry(model: string | undefined): void {
    const index = this.index === '' ? 0 : roughText(this.index);
    this.carried.rules.push(this.rulesTokens);
    this.carried.index.push(index);
    this.carried.recalled.push(this.recalledTokens);
    const rest = index + this.recalledTokens;
    const usage = {
      input: 0,
      cacheRead: this.written.rules + this.written.rest,
      cacheWrite5m: this.rulesTokens - this.written.rules + rest - this.written.rest,
      cacheWrite1h: 0,
      output: 0,
    };
    this.written = { rules: this.rulesTokens, rest };
    const id = model ?? this.transcript.models.at(-1);
    this.cost = addCost(this.cost, id === undefined ? undefined : costOf(usage, modelFor(id)));
  }

  /** [A7] Way one: what the recorded agent saved is saved here too. */
  private ownWrite(call: ToolCallPart, message: number): void {
    const use = toolUse(call);
    if ((use !== 'write' && use !== 'edit') || this.failed.has(call.id)) return;
    const [path = ''] = pathsOf(call.input);
    const name = MEMORY_PATH.exec(path.replaceAll('\\', '/'))?.[1];
    if (name === undefined) return;
    const args = asObject(call.input);
    const text = asText(args?.content);
    const old = asText(args?.old_string);
    const now = asText(args?.new_string);
    const written =
      text !== undefined
        ? writeFile(this.folder, name, text, this.nowMs)
        : editFile(this.folder, name, { old: old ?? '', now: now ?? '' }, this.nowMs);
    if (written.ok) this.folder = written.value;
    this.ownWrites.push({ message, path: name, ...(written.ok ? {} : { problem: written.error }) });
    this.cursor = nextCursor(this.cursor, { type: 'wrote' });
  }
}

const MEMORY_PATH = /\/\.claude\/projects\/[^/]+\/memory\/(.+\.md)$/i;

/** [A8] Messages of user and assistant. */
function isSaid({ kind }: Message): boolean {
  return kind === 'prompt' || kind === 'reply' || kind === 'tool-results';
}

function failedCalls(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'tool-result' && part.isError ? [part.callId] : [])),
    ),
  );
}
