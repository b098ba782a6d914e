import type { JsonObject } from '../../../base/json';
import { contentWords } from '../../../fidelity/text/content-words';
import { type Extraction, extractOffline } from '../../../memory/extraction/extract-offline';
import { type ExtractionAsk, readExtractionText } from '../../../memory/extraction/extraction-request';
import { INDEX_NAME } from '../../../memory/files/memory-path';
import { type Candidate, manifestIn } from '../../../memory/recall/manifest';
import type { Message, MessageId } from '../../../transcript/transcript';
import { dayInSight } from '../sight/date-in-sight';
import { userContextIn } from '../sight/memory-in-sight';
import { type Answer, call, end, type PlannedCall, read, write } from '../sight/move';
import { counted } from '../sight/quoted-lines';
import { hasFailed, type SeenFile, visibleFiles } from '../sight/seen-files';
import { textsOf, type VisibleContext, visibleContextOf } from '../sight/sight';
import { pathOf, type ToolUse } from '../sight/tool-uses';

/** Reading more memories than this takes longer than what it finds is worth. */
const MAX_READ = 20;
/** Someone else may write at the same time: then it is read again, once. */
const MAX_WRITES = 2;

interface Task {
  readonly sight: VisibleContext;
  readonly ask: ExtractionAsk;
  /** [A8] Of the messages before the request of the task. */
  readonly before: readonly Message[];
  readonly wanted: readonly number[];
  readonly known: readonly Candidate[];
  /** What the task itself has called. */
  readonly uses: readonly ToolUse[];
}

/**
 * [A11] The background agent by rules. It reads what it may change, then writes, then says what it saved:
 *
 *   request ─▶ all reads ─▶ all writes ─▶ “Saved 2 memories.”
 */
export function extractionAnswer(body: JsonObject): Answer | undefined {
  const task = taskIn(visibleContextOf(body));
  if (task === undefined) return undefined;
  const last = roundsOf(task.uses).at(-1) ?? [];
  if (last.length === 0) return begun(task);
  return last.some(isWrite) ? ended(task, last) : written(task);
}

function taskIn(sight: VisibleContext): Task | undefined {
  const at = sight.messages.findLastIndex(({ kind }) => kind === 'prompt');
  const ask = readExtractionText(textsOf(sight.messages[at]));
  if (ask === undefined) return undefined;
  const left = (ask.left ?? []).map(promptOf);
  const before = [...left, ...sight.messages.slice(0, at)];
  const said = [...before.keys()].filter((index) => index >= left.length && isSaid(before[index]));
  const wanted = [...left.keys(), ...(ask.newMessages === 0 ? [] : said.slice(-ask.newMessages))];
  const uses = sight.uses.filter((use) => use.at > at);
  return { sight, ask, before, wanted, known: manifestIn(ask.manifest), uses };
}

function promptOf(text: string, place: number): Message {
  return { id: `left-${place}` as MessageId, role: 'user', kind: 'prompt', parts: [{ kind: 'text', text }], line: 0 };
}

/** [A8] */
function isSaid(message: Message | undefined): boolean {
  return message?.kind === 'prompt' || message?.kind === 'reply' || message?.kind === 'tool-results';
}

function begun(task: Task): Answer {
  const { kept } = extracted(task, new Map());
  if (kept.length === 0) return end('Nothing to save.');
  if (task.known.length === 0) return written(task);
  const files = [INDEX_NAME, ...mayChange(task, kept)];
  return call('I look at what is remembered about this.', ...files.map((file) => read(pathIn(task, file))));
}

/** Memories of the same type; of many, those that share most words with what was said. */
function mayChange({ known }: Task, kept: Extraction['kept']): readonly string[] {
  const types = new Set(kept.map(({ type }) => type));
  const words = new Set(kept.flatMap(({ from }) => contentWords(from.text).map(({ word }) => word)));
  const shared = ({ description }: Candidate) => contentWords(description).filter(({ word }) => words.has(word)).length;
  return known
    .filter(({ type }) => type !== undefined && types.has(type))
    .map((candidate) => ({ file: candidate.file, rank: shared(candidate) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_READ)
    .map(({ file }) => file);
}

function written(task: Task): Answer {
  const seen = filesRead(task);
  const { kept, folder } = extracted(task, seen);
  if (kept.length === 0) return end('Nothing to save: it is remembered already.');
  const now = visibleFiles(task.sight.messages, task.uses);
  const writes: PlannedCall[] = [];
  for (const file of new Set([...kept.map(({ file }) => file), INDEX_NAME])) {
    const path = pathIn(task, file);
    const text = folder.files.get(file)?.text ?? '';
    // A part of the index must not replace all of it.
    const isPart = seen.get(path)?.isWhole === false;
    if (!(isPart && file === INDEX_NAME) && now.get(path)?.text.trimEnd() !== text.trimEnd()) {
      writes.push(write(path, text));
    }
  }
  return writes.length === 0 ? ended(task, []) : call(`I save ${counted(kept.length, 'thing')}.`, ...writes);
}

function ended(task: Task, last: readonly ToolUse[]): Answer {
  const again = last.filter((use) => hasFailed(use) && isOutdated(use));
  const writes = roundsOf(task.uses).filter((round) => round.some(isWrite)).length;
  if (again.length > 0 && writes < MAX_WRITES) {
    const paths = new Set(again.flatMap((use) => pathOf(use) ?? []));
    return call('Someone else has written there. I read it again.', ...[...paths].map((path) => read(path)));
  }
  const isMemory = (use: ToolUse) => isWrite(use) && pathOf(use) !== pathIn(task, INDEX_NAME);
  const saved = new Set(task.uses.filter((use) => isMemory(use) && !hasFailed(use)).map(pathOf)).size;
  const failed = last.find(hasFailed);
  const problem = failed?.result?.state === 'whole' ? ` Not everything was written: ${failed.result.text}` : '';
  return end(`Saved ${saved === 1 ? '1 memory' : `${saved} memories`}.${problem}`);
}

function isOutdated({ result }: ToolUse): boolean {
  return result?.state === 'whole' && /\bread it\b/i.test(result.text);
}

function isWrite({ name }: ToolUse): boolean {
  return name !== 'Read';
}

function roundsOf(uses: readonly ToolUse[]): readonly (readonly ToolUse[])[] {
  const rounds = new Map<number, ToolUse[]>();
  for (const use of uses) rounds.set(use.at, [...(rounds.get(use.at) ?? []), use]);
  return [...rounds.values()];
}

/** As the task has read them, without what it wrote itself: writing again gives the same. */
function filesRead({ sight, uses }: Task): ReadonlyMap<string, SeenFile> {
  const before = new Set(sight.messages.flatMap(({ kind }, at) => (kind === 'injected' ? [at] : [])));
  const messages = sight.messages.filter((_, at) => !before.has(at));
  return visibleFiles(
    messages,
    uses.filter((use) => !isWrite(use)),
  );
}

/** Memories that were not read are only names that are taken. */
function extracted(task: Task, seen: ReadonlyMap<string, SeenFile>): Extraction {
  const { ask, before, wanted, known, sight } = task;
  const texts = new Map(known.map(({ file, mtimeMs }) => [file, { text: '', mtimeMs }]));
  for (const file of [INDEX_NAME, ...texts.keys()]) {
    const text = seen.get(pathIn(task, file))?.text;
    if (text !== undefined) texts.set(file, { text, mtimeMs: texts.get(file)?.mtimeMs ?? 0 });
  }
  const { instructions } = userContextIn(sight);
  const folder = { root: ask.root, files: texts };
  return extractOffline({ messages: before, wanted, instructions, folder, nowMs: dayInSight(sight) });
}

function pathIn({ ask }: Task, file: string): string {
  return `${ask.root}/${file}`;
}
