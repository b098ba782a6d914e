import { type ImportedFile, importPlainLines } from '../importers/import-file';
import { withCalls } from '../simulator/recorded/recorded-bill';
import type { Transcript } from '../transcript/transcript';
import { ClaudeCodeEnd } from './claude-code-end';
import { CodexEnd } from './codex-end';
import { agentFigures } from './figures-of';
import type { EndTracker, FileEnd, LineSpan } from './file-end';
import { endAfter } from './file-figures';
import type { AgentFigures, FileFigures } from './session-figures';

export interface GrownFile {
  readonly name: string;
  readonly known: FileFigures & { readonly end: FileEnd };
  /** What follows `known.end.bytes`. */
  readonly added: Uint8Array;
  /** Of the part that is known: for the lines that `known.end` names. */
  readonly read: (line: LineSpan) => Uint8Array;
}

/**
 * The figures of a file to which was only added, from those of its first part and what was added: the same as of the
 * whole file. Undefined if that is not sure.
 */
export function grownFileFigures({ name, known, added, read }: GrownFile): FileFigures | undefined {
  const { end } = known;
  const before = known.sessions[0]?.main;
  if (before === undefined) return undefined;
  const context = end.type === 'codex' ? contextOf(end.lines.map(read)) : EMPTY;
  const tracker: EndTracker = end.type === 'codex' ? new CodexEnd(end) : new ClaudeCodeEnd(end);
  const shift = end.bytes - context.length;
  const imported = importPlainLines(name, joined([context, added]), {
    format: end.type,
    pass: (record, from, to) => {
      if (from >= context.length) tracker.add(record, { from: from + shift, to: to + shift });
      return record;
    },
  });
  const transcript = imported?.ok === true ? onlyOne(imported.value) : undefined;
  if (transcript === undefined || !tracker.standsAlone) return undefined;
  // The last count makes a call of its own, since its reply is not there.
  const own = end.type === 'codex' ? withoutFirstCall(transcript) : transcript;
  if (own === undefined) return undefined;
  return {
    sessions: [{ main: withMore(before, own), subAgents: [] }],
    end: endAfter(tracker, added, end.bytes),
  };
}

const EMPTY = new Uint8Array(0);
const LINE_END = Uint8Array.of(0x0a);

function contextOf(lines: readonly Uint8Array[]): Uint8Array {
  return joined(lines.flatMap((line) => [line, LINE_END]));
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function onlyOne({ transcripts: [first, ...others] }: ImportedFile): Transcript | undefined {
  return others.length > 0 || first === undefined || first.children.length > 0 ? undefined : first;
}

function withoutFirstCall(transcript: Transcript): Transcript | undefined {
  const [first, ...calls] = transcript.calls;
  if (first === undefined || first.at > 0) return undefined;
  return { ...transcript, calls, models: [...new Set(calls.flatMap(({ model }) => model ?? []))] };
}

function withMore(before: AgentFigures, added: Transcript): AgentFigures {
  const more = agentFigures(added);
  const models = new Map(before.models.map(({ id, calls }) => [id, calls]));
  for (const { id, calls } of more.models) models.set(id, (models.get(id) ?? 0) + calls);
  return {
    ...before,
    // Claude Code goes on with the latest, Codex with the first.
    sessionId: more.sessionId ?? before.sessionId,
    agentVersion: more.agentVersion ?? before.agentVersion,
    firstMs: before.firstMs ?? more.firstMs,
    lastMs: latest(before.lastMs, more.lastMs),
    firstCall: before.tally.calls === 0 ? more.firstCall : before.firstCall,
    tally: withCalls(before.tally, added.calls),
    compactions: before.compactions + more.compactions,
    contextWindow: more.contextWindow ?? before.contextWindow,
    models: [...models].map(([id, calls]) => ({ id, calls })),
    answeredTokens: Math.max(before.answeredTokens, more.answeredTokens),
    seenTokens: Math.max(before.seenTokens, more.seenTokens),
  };
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
