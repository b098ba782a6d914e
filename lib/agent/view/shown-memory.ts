import { indexOf, memoriesIn } from '../../memory/files/memory-folder';
import { checkIndex, cutIndex, indexLimits } from '../../memory/files/memory-index';
import { INDEX_NAME } from '../../memory/files/memory-path';
import { ageInDays, recallBudget } from '../../memory/recall/recall-session';
import { roughText } from '../../tokens/rough';
import { utf8Bytes } from '../../tokens/text-size';
import type { LiveConversation } from '../run/live-conversation';
import { memoryRuleOf } from '../run/live-memory';
import { isMemoryPath, MEMORY_ROOT, memoryFolderIn } from '../tools/memory-files';
import type { MemoryView, ShownIndex, ShownMemory } from './memory-view';
import { shownDreaming } from './shown-dream';

/** Undefined if memory is off and there is none. */
export function shownMemory(run: LiveConversation, nowMs: number, underWay: readonly string[]): MemoryView | undefined {
  const { extraction, recalling, dream } = memoryRuleOf(run.policy);
  const folder = memoryFolderIn(run.files);
  const isOff = extraction === undefined && recalling === undefined && dream === undefined;
  if (isOff && folder.files.size === 0) return undefined;
  const limits = extraction?.index ?? indexLimits;
  const index = indexOf(folder);
  const names = [...folder.files.keys()];
  const session = run.memory.shownSince(run.compactions);
  const { deadLinks, unlisted, outside } = checkIndex(index, names, MEMORY_ROOT);
  const isUnlisted = new Set(unlisted);
  const { memories, unreadable } = memoriesIn(folder);
  const common = (file: string) => {
    const { text, mtimeMs } = folder.files.get(file) ?? { text: '', mtimeMs: 0 };
    return {
      file,
      bytes: utf8Bytes(text),
      modifiedMs: mtimeMs,
      ageDays: ageInDays(mtimeMs, nowMs),
      isShown: session.shown.has(file),
      isUnlisted: isUnlisted.has(file),
    };
  };
  const files: ShownMemory[] = [
    ...memories.map(({ file, type, name, description }) => ({ ...common(file), type, name, description })),
    ...unreadable.map(({ file, why }) => ({
      ...common(file),
      type: undefined,
      name: file,
      description: '',
      problem: why,
    })),
  ];
  const isOn = extraction !== undefined;
  return {
    root: MEMORY_ROOT,
    saves: isOn,
    recalls: recalling !== undefined,
    dreams: shownDreaming(run, nowMs),
    files: files.sort((a, b) => b.modifiedMs - a.modifiedMs || (a.file < b.file ? -1 : 1)),
    index: shownIndex(index, limits, { deadLinks, outside }),
    tokens: {
      ...tokensSent(run),
      recalled: Math.round(run.memory.recalledTokens(run.context)),
    },
    recallBytes: {
      used: session.bytes,
      most: recalling?.budget.bytesOfSession ?? recallBudget.bytesOfSession,
    },
    atStart: run.filesAtStart
      .filter((path) => isMemoryPath(path) && /\.md$/i.test(path) && !path.endsWith(`/${INDEX_NAME}`))
      .map((path) => path.slice(MEMORY_ROOT.length + 1)),
    underWay,
    notExtracted: notExtracted(run),
  };
}

/** [A5] Of the rules and the index as they are sent, which is how they were when the session began. */
function tokensSent({ assembly }: LiveConversation): Pick<MemoryView['tokens'], 'rules' | 'index'> {
  const { context = [] } = assembly;
  return {
    rules: roughText(assembly.memoryRules),
    index: context.reduce((sum, { path, text }) => sum + (path === INDEX_PATH ? roughText(text) : 0), 0),
  };
}

const INDEX_PATH = `${MEMORY_ROOT}/${INDEX_NAME}`;

function shownIndex(
  text: string,
  limits: { readonly lines: number; readonly bytes: number },
  problems: Pick<ShownIndex, 'deadLinks' | 'outside'>,
): ShownIndex {
  const cut = cutIndex(text, limits);
  const kept = cut.cutBy === undefined ? cut.text : cut.text.slice(0, cut.text.lastIndexOf('\n\n['));
  return {
    text,
    lines: cut.lines,
    bytes: cut.bytes,
    mostLines: limits.lines,
    mostBytes: limits.bytes,
    cutBy: cut.cutBy,
    keptLines: kept === '' ? 0 : kept.split('\n').length,
    ...problems,
  };
}

const WHY_NOT = {
  off: undefined,
  running: 'An extraction was still running. The next one starts right after it, and gets this turn, too.',
  'nothing-new': 'There was no new message.',
  'wrote-itself': 'The agent had saved a memory itself.',
  throttled: 'By the policy, not every turn is looked at.',
} as const;

function notExtracted({ memory: { decision } }: LiveConversation): string | undefined {
  return decision?.type === 'skip' ? WHY_NOT[decision.reason] : undefined;
}
