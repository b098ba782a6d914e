import { asText, type JsonObject } from '../../../base/json';
import { codeNamesIn, namesPath } from '../../../memory/dreaming/code-facts';
import { consolidateOffline, type Dream } from '../../../memory/dreaming/consolidate-offline';
import { type DreamAsk, readDreamText } from '../../../memory/dreaming/dream-request';
import { dreamWords } from '../../../memory/dreaming/dream-words';
import { factsOf } from '../../../memory/dreaming/memory-facts';
import { type MemoryFolder, memoriesIn, type StoredFile } from '../../../memory/files/memory-folder';
import { INDEX_NAME } from '../../../memory/files/memory-path';
import { manifestIn } from '../../../memory/recall/manifest';
import { type Answer, call, end, glob, grepAny, type PlannedCall, read, write } from '../sight/move';
import { hasFailed, visibleFiles } from '../sight/seen-files';
import { textsOf, type VisibleContext, visibleContextOf } from '../sight/sight';
import { pathOf, plainPath, type ToolUse, textOf } from '../sight/tool-uses';

/** So many files at once: their text has to fit into the next request. */
const MOST_READ = 60;
/** Someone else may write at the same time: then it is read again, once. */
const MAX_WRITES = 2;
const DAY_MS = 86_400_000;

interface Task {
  readonly ask: DreamAsk;
  readonly sight: VisibleContext;
  /** What the dream itself has called. */
  readonly uses: readonly ToolUse[];
}

/**
 * [D3] A dream by rules, in its four phases:
 *
 *   request ─▶ read all memories ─▶ read logs, look at the code ─▶ write ─▶ “Merged 3 memories.”
 */
export function dreamAnswer(body: JsonObject): Answer | undefined {
  const sight = visibleContextOf(body);
  const at = sight.messages.findLastIndex(({ kind }) => kind === 'prompt');
  const ask = readDreamText(textsOf(sight.messages[at]));
  if (ask === undefined) return undefined;
  const task = { ask, sight, uses: sight.uses.filter((use) => use.at > at) };
  const last = lastRound(task.uses);
  if (last.some(isWrite)) return ended(task, last);
  return orienting(task) ?? gathering(task) ?? consolidating(task);
}

function orienting(task: Task): Answer | undefined {
  const known = new Set(task.uses.flatMap((use) => (use.name === 'Read' ? (pathOf(use) ?? []) : [])));
  const files = [INDEX_NAME, ...manifestIn(task.ask.manifest).map(({ file }) => file)];
  const missing = files.map((file) => pathIn(task, file)).filter((path) => !known.has(path) && isOfDream(path));
  if (missing.length === 0) return undefined;
  const reads = missing.slice(0, MOST_READ).map((path) => read(path));
  const isFirst = task.uses.length === 0;
  return call(
    isFirst ? 'I list what there is, and read it.' : 'I read the rest.',
    ...reads,
    ...(isFirst ? [glob(`${task.ask.root}/logs/**/*.md`)] : []),
  );
}

/** Logs of this time, and whatever of the code the memories speak of. */
function gathering(task: Task): Answer | undefined {
  if (task.uses.some(({ name }) => name === 'Grep') || task.uses.some((use) => isGlob(use, '**/*'))) return undefined;
  const known = new Set(task.uses.flatMap((use) => pathOf(use) ?? []));
  const calls: PlannedCall[] = newLogs(task).flatMap((path) => (known.has(path) ? [] : [read(path)]));
  const facts = memoriesIn(folderRead(task)).memories.flatMap((memory) => factsOf(memory).map(({ text }) => text));
  const names = [...new Set(facts.flatMap(codeNamesIn))];
  if (names.length > 0) calls.push(grepAny(names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))));
  if (facts.some(namesPath)) calls.push(glob('**/*'));
  return calls.length === 0 ? undefined : call('I compare it with the logs and the code.', ...calls);
}

function newLogs({ uses, ask }: Task): readonly string[] {
  const listed = uses.find((use) => isGlob(use, `${ask.root}/logs/**/*.md`));
  const lines = listed === undefined ? [] : (textOf(listed) ?? '').split('\n');
  return lines.filter((path) => {
    const day = /(\d{4}-\d\d-\d\d)\.md$/.exec(path)?.[1];
    return day !== undefined && Date.parse(day) + DAY_MS > (ask.lastMs ?? 0);
  });
}

function consolidating(task: Task): Answer {
  const before = folderRead(task);
  const { folder, actions } = dreamOf(task, before);
  const writes: PlannedCall[] = [];
  for (const [file, { text }] of folder.files) {
    if (file !== INDEX_NAME && before.files.get(file)?.text.trimEnd() !== text.trimEnd()) {
      writes.push(write(pathIn(task, file), text));
    }
  }
  for (const file of before.files.keys()) if (!folder.files.has(file)) writes.push(write(pathIn(task, file), ''));
  const index = folder.files.get(INDEX_NAME)?.text ?? '';
  if (index.trimEnd() !== (before.files.get(INDEX_NAME)?.text ?? '').trimEnd()) {
    writes.push(write(pathIn(task, INDEX_NAME), index));
  }
  return writes.length === 0 ? end('Nothing to tidy.') : call(dreamWords(actions, 'present'), ...writes);
}

function ended(task: Task, last: readonly ToolUse[]): Answer {
  const failed = last.filter(hasFailed);
  const outdated = failed.filter((use) => use.result?.state === 'whole' && /\bread it\b/i.test(use.result.text));
  const writes = task.uses.filter(isWrite);
  if (outdated.length > 0 && new Set(writes.map(({ at }) => at)).size < MAX_WRITES) {
    const paths = new Set(outdated.flatMap((use) => pathOf(use) ?? []));
    return call('Someone else has written there. I read it again.', ...[...paths].map((path) => read(path)));
  }
  const [first] = failed;
  const problem = first?.result?.state === 'whole' ? ` Not everything was written: ${first.result.text}` : '';
  return end(`${dreamWords(dreamOf(task, folderRead(task)).actions, 'past')}${problem}`);
}

function dreamOf({ ask, uses }: Task, folder: MemoryFolder): Dream {
  const { code, isWhole } = codeSeen(uses);
  return consolidateOffline({
    folder,
    nowMs: ask.nowMs,
    code,
    isCodeWhole: isWhole,
    sinceMs: ask.lastMs ?? 0,
    ...(ask.index === undefined ? {} : { rule: ask.index }),
  });
}

/** The list of files, and the lines that were found. */
function codeSeen(uses: readonly ToolUse[]) {
  const code = new Map<string, string>();
  const listed = uses.find((use) => isGlob(use, '**/*'));
  const list = listed === undefined ? '' : (textOf(listed) ?? '');
  for (const path of list.split('\n')) if (path.startsWith('/workspace/')) code.set(plainPath(path), '');
  for (const use of uses) {
    if (use.name !== 'Grep') continue;
    for (const line of (textOf(use) ?? '').split('\n')) {
      const [, path, text] = /^(.+?):\d+:([\s\S]*)$/.exec(line) ?? [];
      if (path === undefined || text === undefined) continue;
      const file = plainPath(path);
      code.set(file, `${code.get(file) ?? ''}${text}\n`);
    }
  }
  return { code, isWhole: list !== '' && !/\n\[and \d+ more\]$/.test(list) };
}

/** As the dream has read it, without what it wrote itself. */
function folderRead({ ask, sight, uses }: Task): MemoryFolder {
  const times = new Map(manifestIn(ask.manifest).map(({ file, mtimeMs }) => [file, mtimeMs]));
  const messages = sight.messages.filter(({ kind }) => kind !== 'injected');
  const seen = visibleFiles(
    messages,
    uses.filter((use) => !isWrite(use)),
  );
  const files = new Map<string, StoredFile>();
  for (const [path, { text }] of seen) {
    if (!path.startsWith(`${ask.root}/`)) continue;
    const file = path.slice(ask.root.length + 1);
    const day = /^logs\/.*?(\d{4}-\d\d-\d\d)\.md$/.exec(file)?.[1];
    const mtimeMs = times.get(file) ?? (day === undefined ? ask.nowMs : Date.parse(day) + DAY_MS);
    files.set(file, { text, mtimeMs });
  }
  return { root: ask.root, files };
}

function lastRound(uses: readonly ToolUse[]): readonly ToolUse[] {
  const at = uses.at(-1)?.at;
  return uses.filter((use) => use.at === at);
}

function isWrite({ name }: ToolUse): boolean {
  return name === 'Write';
}

function isGlob({ name, input }: ToolUse, pattern: string): boolean {
  return name === 'Glob' && asText(input.pattern) === pattern;
}

/** Logs are read if they are of this time. */
function isOfDream(path: string): boolean {
  return !/\/logs\//.test(path);
}

function pathIn({ ask }: Task, file: string): string {
  return `${ask.root}/${file}`;
}
