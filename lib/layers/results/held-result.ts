import { categoryOf } from '../../tokens/category-of';
import type { Message, ToolResultPart } from '../../transcript/transcript';
import type { ContextMessage, ContextPart } from '../shape/context';
import type { Env } from '../shape/layer';
import { type PreviewSettings, storedResultPath, storedResultStub, textOfResult } from '../shape/stored-result';

/** A tool result with its position in the context. */
export interface HeldResult {
  readonly message: number;
  readonly part: number;
  readonly of: Message;
  readonly held: ContextPart;
  readonly result: ToolResultPart;
  readonly text: string;
}

export function resultsFrom(messages: readonly ContextMessage[], start: number): HeldResult[] {
  const results: HeldResult[] = [];
  for (let place = start; place < messages.length; place++) {
    const message = messages[place];
    if (message === undefined) continue;
    for (let part = 0; part < message.parts.length; part++) {
      const held = message.parts[part];
      if (held?.part.kind !== 'tool-result') continue;
      const text = textOfResult(held.part);
      results.push({ message: place, part, of: message.message, held, result: held.part, text });
    }
  }
  return results;
}

export interface StoredResult {
  readonly part: ContextPart;
  readonly characters: number;
}

/** What replaces a stored result; nothing if it may not be stored, or would not get smaller. */
export function storedResult(each: HeldResult, settings: PreviewSettings, env: Env): StoredResult | undefined {
  if (!mayReplace(each, env) || holdsMedia(each.result)) return undefined;
  const path = storedResultPath(env.transcript.sessionId ?? 'session', each.result.callId);
  const stub = storedResultStub(each.text, path, settings);
  const part = withText(each, stub, 'stored', env);
  const isSmaller = stub.length < each.text.length && part.tokens < each.held.tokens;
  return isSmaller ? { part, characters: stub.length } : undefined;
}

/** [B4] Some providers reject empty results, and the model would have to guess. */
export function notePart(each: HeldResult, env: Env): ContextPart | undefined {
  if (/\S/.test(each.text) || !mayReplace(each, env) || holdsMedia(each.result)) return undefined;
  return withText(each, `[${each.result.toolName ?? 'The tool'} gave no output]`, 'whole', env);
}

function mayReplace({ of, held, result }: HeldResult, env: Env): boolean {
  return held.state === 'whole' && !env.pinned.has(of.id) && !env.exemptTools.has(result.toolName ?? '');
}

function holdsMedia({ parts }: ToolResultPart): boolean {
  return parts.some(({ kind }) => kind === 'image' || kind === 'document');
}

function withText({ of, result }: HeldResult, text: string, state: ContextPart['state'], env: Env): ContextPart {
  const part: ToolResultPart = { ...result, parts: [{ kind: 'text', text }] };
  return { part, category: categoryOf(of, part), tokens: env.counter.partTokens(part), state };
}
