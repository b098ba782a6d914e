import { appended } from '../../base/appended';
import { toolAction } from '../../transcript/tool-action';
import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { Message, MessageId, ToolCallId, ToolCallPart, ToolResultPart } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import { type CountedText, putBackAs, textPutBack } from './put-back';

/** A file that was read, with its latest content. */
export interface FileInUse {
  readonly path: string;
  /** The result that contains it, or a file restored by an earlier compaction: its text under its path. */
  readonly content: ToolResultPart | CountedText;
  readonly source: MessageId;
}

/**
 * The files that were read, latest first. Files restored by an earlier compaction are already in that order, and count as
 * read before all others, except earlier readings of the same file. A generator, so that finding the latest few does not
 * walk all messages at every compaction of every replay.
 */
export function* filesInUse(messages: readonly ContextMessage[]): Generator<FileInUse, undefined> {
  const readings = new Readings();
  const earlier: FileInUse[] = [];
  for (let place = messages.length - 1; place >= 0; place--) {
    const each = messages[place];
    if (each === undefined) continue;
    const content = putBackAs(each) === 'file' ? textPutBack(each) : undefined;
    if (content !== undefined) {
      const path = firstLine(content.part.text);
      if (readings.isNew(path)) earlier.push({ path, content, source: each.message.id });
    } else if (each.shape.calls + each.shape.results > 0) {
      readings.lookAt(each.message);
      yield* readings.known();
    }
  }
  yield* readings.all();
  yield* earlier.reverse();
  return undefined;
}

const NO_FILE = Symbol('no file');

interface Reading {
  readonly result: ToolResultPart;
  readonly source: MessageId;
  /** Undefined until the call is found, `NO_FILE` if it reads none. */
  path: string | typeof NO_FILE | undefined;
}

/** Results come before their calls, because the walk is backwards. */
class Readings {
  private readonly seen = new Set<string>();
  private readonly byCall = new Map<ToolCallId, Reading[]>();
  /** Latest first. */
  private waiting: Reading[] = [];

  lookAt({ id, parts }: Message): void {
    for (let place = parts.length - 1; place >= 0; place--) {
      const part = parts[place];
      if (part?.kind === 'tool-result') this.result(part, id);
      else if (part?.kind === 'tool-call') this.call(part);
    }
  }

  private result(result: ToolResultPart, source: MessageId): void {
    if (result.isError || (result.toolName !== undefined && !mayRead(result.toolName))) return;
    const reading: Reading = { result, source, path: undefined };
    this.waiting.push(reading);
    this.byCall.set(result.callId, appended(this.byCall.get(result.callId), reading));
  }

  private call(call: ToolCallPart): void {
    const { id } = call;
    const answered = this.byCall.get(id);
    if (answered === undefined) return;
    const path = fileRead(call);
    for (const reading of answered) reading.path = path ?? NO_FILE;
    this.byCall.delete(id);
  }

  /** Restored files not yielded yet, once nothing later can come before them. */
  *known(): Generator<FileInUse, undefined> {
    const open = this.waiting.findIndex(({ path }) => path === undefined);
    const told = open === -1 ? this.waiting : this.waiting.slice(0, open);
    if (told.length === 0) return undefined;
    this.waiting = this.waiting.slice(told.length);
    for (const { result, source, path } of told) {
      if (path === undefined || path === NO_FILE || !this.isNew(path)) continue;
      const hasText = result.parts.some((inner) => inner.kind === 'text' && inner.text !== '');
      if (hasText) yield { path, content: result, source };
    }
    return undefined;
  }

  /** Without its call, a result cannot be matched to a file. */
  *all(): Generator<FileInUse, undefined> {
    this.waiting = this.waiting.filter(({ path }) => path !== undefined);
    yield* this.known();
    return undefined;
  }

  isNew(path: string): boolean {
    if (this.seen.has(path)) return false;
    this.seen.add(path);
    return true;
  }
}

/** Multi-purpose editors read only with certain arguments. */
function mayRead(toolName: string): boolean {
  const deed = toolAction(toolName);
  return deed === 'read' || deed === 'editor';
}

/** A result with several files is not the text of any one of them. */
function fileRead(call: ToolCallPart): string | undefined {
  if (!mayRead(call.name) || toolUse(call) !== 'read') return undefined;
  const paths = pathsOf(call.input);
  return paths.length === 1 ? paths[0] : undefined;
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}
