import { asObject, type Json, parseJson } from '../base/json';
import type { DocumentPart, ImagePart, TextPart, ThinkingPart, ToolCallId } from './transcript';

/** Items after the first word of a line of `transcriptFromText`. */

const BYTES_PER_TOKEN = 4;

export function splitWord(text: string): [first: string, rest: string] {
  const [, first = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(text) ?? [];
  return [first, rest];
}

export function count(word: string): number {
  if (!/^\d+$/.test(word)) throw new Error(`has "${word}" where a number is expected`);
  return Number(word);
}

export function textPart(text: string): TextPart {
  return { kind: 'text', text };
}

export function toolCallId(word: string): ToolCallId {
  if (!/^#\S+$/.test(word)) throw new Error(`has "${word}" where an id such as #1 is expected`);
  return word as ToolCallId;
}

function tokenCount(text: string): number | undefined {
  const tokens = /^(\d+) tokens?$/.exec(text)?.[1];
  return tokens === undefined ? undefined : Number(tokens);
}

/** Different on every line, so that two texts of the same length differ. */
function filler(tokens: number, line: number): string {
  return `text of line ${line}, `.repeat(tokens).slice(0, tokens * BYTES_PER_TOKEN);
}

export function content(source: string, line: number): string {
  const tokens = tokenCount(source);
  if (tokens !== undefined) return filler(tokens, line);
  if (/^[{[]/.test(source)) return source;
  const parsed = parseJson(source);
  if (parsed.ok && typeof parsed.value === 'string') return parsed.value;
  throw new Error('has neither "text" in quotes nor a number of tokens');
}

/** The usual argument of each kind of tool, so that a test can write `read a.ts` for a file. */
export function toolInput(name: string, source: string): Json {
  const tokens = tokenCount(source);
  if (tokens !== undefined) return { text: fillerForInput(name, tokens) };
  if (source === '') return {};
  const parsed = parseJson(source);
  if (parsed.ok && (typeof parsed.value === 'string' || asObject(parsed.value) !== undefined)) return parsed.value;
  if (/^(read|write|edit|multiedit|file)/i.test(name)) return { file_path: source };
  if (/^(bash|shell|exec)/i.test(name)) return { command: source };
  if (/^(grep|glob|search)/i.test(name)) return { pattern: source };
  return { input: source };
}

function fillerForInput(name: string, tokens: number): string {
  const bytesOfJson = (tokens - Math.ceil(name.length / BYTES_PER_TOKEN)) * BYTES_PER_TOKEN;
  const length = bytesOfJson - JSON.stringify({ text: '' }).length;
  if (length < 0) throw new Error('has too few tokens for a call of that name');
  return 'x'.repeat(length);
}

export function image(rest: string): ImagePart {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(rest) ?? [];
  if (rest !== '' && width === undefined) throw new Error('has a size that is not such as 640x480');
  return {
    kind: 'image',
    mediaType: 'image/png',
    ...(width === undefined ? {} : { width: Number(width), height: Number(height) }),
  };
}

export function document(rest: string, line: number): DocumentPart {
  if (rest === '') return { kind: 'document', mediaType: 'application/pdf' };
  return { kind: 'document', mediaType: 'text/plain', text: content(rest, line) };
}

export function thinking(rest: string, line: number): ThinkingPart {
  if (rest === 'hidden') return { kind: 'thinking', text: '', opaqueLength: 100 };
  return { kind: 'thinking', text: content(rest, line) };
}
