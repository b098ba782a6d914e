import { asNumber, asText } from '../../../base/json';
import { isReminder } from '../../../transcript/reminder';
import type { Message } from '../../../transcript/transcript';
import { pathOf, plainPath, type ToolUse, textOf } from './tool-uses';

/** The visible content of a file. */
export interface SeenFile {
  readonly text: string;
  /** Read from the first line to the end, as far as visible. */
  readonly isWhole: boolean;
}

const GOES_ON = /\n\[lines [^\][]* continue with offset \d+\]$/;
/** In characters. A restored file may be truncated without saying so. */
const SURELY_WHOLE = 1_600;

const NUMBERED = /^[ \t]*(\d{1,7})[\t→](.*)$/;

/** The files whose text is in sight: read, written, or restored after a compaction, with later changes applied. */
export function visibleFiles(messages: readonly Message[], uses: readonly ToolUse[]): ReadonlyMap<string, SeenFile> {
  const files = new Map<string, SeenFile>();
  for (const { kind, parts } of messages) {
    const [first] = parts;
    if (kind === 'injected' && first?.kind === 'text') addPutBack(first.text, files);
  }
  for (const use of uses) {
    const path = pathOf(use);
    if (path === undefined) continue;
    if (use.name === 'Read') addRead(path, use, files);
    else if (use.name === 'Write') addWritten(path, use, files);
    else if (use.name === 'Edit') addEdited(path, use, files);
  }
  return files;
}

function addPutBack(text: string, files: Map<string, SeenFile>): void {
  // A reminder that a file has changed has some of its lines.
  if (isReminder(text)) return;
  const end = text.indexOf('\n');
  const lines = numberedLines(text.slice(end + 1));
  if (end <= 0 || lines.length === 0) return;
  files.set(plainPath(text.slice(0, end)), fileOf(lines, text.length <= SURELY_WHOLE));
}

function addRead(path: string, use: ToolUse, files: Map<string, SeenFile>): void {
  const text = textOf(use);
  if (text === undefined) return;
  const lines = numberedLines(text);
  const isPart = use.input.offset !== undefined || use.input.limit !== undefined || GOES_ON.test(text);
  const before = isPart ? files.get(path) : undefined;
  const file = fileOf(lines, !isPart);
  const continues = before !== undefined && asNumber(use.input.offset) === before.text.split('\n').length + 1;
  files.set(path, continues ? { text: `${before.text}\n${file.text}`, isWhole: before.isWhole } : file);
}

function addWritten(path: string, use: ToolUse, files: Map<string, SeenFile>): void {
  const text = asText(use.input.content);
  if (text !== undefined && !hasFailed(use)) files.set(path, { text, isWhole: true });
}

function addEdited(path: string, use: ToolUse, files: Map<string, SeenFile>): void {
  const file = files.get(path);
  const from = asText(use.input.old_string);
  const to = asText(use.input.new_string);
  if (file === undefined || from === undefined || to === undefined || hasFailed(use)) return;
  if (file.text.includes(from)) files.set(path, { ...file, text: file.text.replace(from, () => to) });
  // The file was different before, so the visible text is outdated.
  else files.delete(path);
}

export function hasFailed({ result }: ToolUse): boolean {
  return result === undefined || (result.state === 'whole' && result.isError);
}

function numberedLines(text: string): string[] {
  return text.split('\n').flatMap((line) => NUMBERED.exec(line)?.[2] ?? []);
}

function fileOf(lines: readonly string[], isWhole: boolean): SeenFile {
  return { text: lines.join('\n'), isWhole };
}
