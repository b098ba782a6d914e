import type { MessageCounter } from '../../tokens/counters';
import type { ToolResultPart } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import type { Env } from '../shape/layer';
import type { SettingsSpec } from '../shape/setting';
import { type FileInUse, filesInUse } from './files-in-use';
import { type CountedText, countedText, putBack, putBackAs, putBackWithin, textPutBack } from './put-back';

export interface RestoredFilesSettings {
  readonly restoredFiles: number;
  readonly restoredTokensPerFile: number;
  readonly restoredTokens: number;
}

export const restoredFilesSettings: SettingsSpec<RestoredFilesSettings> = {
  restoredFiles: {
    type: 'number',
    title: 'Files restored',
    explains: 'Number of recently read files to restore.',
    rule: 'F6',
    synonyms: ['reattach', 'recent files'],
    isMain: true,
    unit: 'files',
    min: 0,
    max: 50,
    step: 1,
    default: 5,
  },
  restoredTokensPerFile: {
    type: 'number',
    title: 'Max file size',
    explains: 'Longer files are truncated.',
    rule: 'F6',
    unit: 'tokens',
    min: 0,
    max: 100_000,
    step: 500,
    default: 5_000,
  },
  restoredTokens: {
    type: 'number',
    title: 'Max total file size',
    explains: 'Files that do not fit are omitted.',
    rule: 'F6',
    unit: 'tokens',
    min: 0,
    max: 500_000,
    step: 1_000,
    default: 50_000,
  },
};

/**
 * [F6] The files read last, each truncated to its share, while there is room. Not those still in the kept messages.
 *
 *   call   read a.ts                  user   a.ts, as it was read last
 *   result a.ts, 3,000 tokens  ──▶    user   b.ts, cut to 5,000 tokens
 *   call   read b.ts
 *   result b.ts, 12,000 tokens
 */
export function restoredFiles(
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  settings: RestoredFilesSettings,
  env: Env,
): ContextMessage[] {
  const inSight = new Set(kept.flatMap(({ message, shape }) => (shape.isWhole ? [message.id] : [])));
  const texts: CountedText[] = [];
  for (const file of filesInUse(withContent(messages, env))) {
    if (texts.length >= settings.restoredFiles) break;
    if (!inSight.has(file.source)) texts.push(countedFile(file, env.counter));
  }
  return putBackWithin({ each: settings.restoredTokensPerFile, all: settings.restoredTokens }, 'file', texts, env);
}

const NAMES_HEADING = 'Files read last:';

/** [F10] Instead of the files, a list of their names, latest first. */
export function namesOfFiles(
  messages: readonly ContextMessage[],
  { restoredFiles: most }: RestoredFilesSettings,
  env: Env,
): ContextMessage[] {
  const earlier = messages.find((each) => putBackAs(each) === 'files');
  const known = earlier === undefined ? '' : (textPutBack(earlier)?.part.text ?? '');
  const all = new Set<string>();
  for (const { path } of filesInUse(messages)) {
    if (all.size >= most) break;
    all.add(path);
  }
  for (const path of known.split('\n').slice(1)) all.add(path);
  const names = [...all].slice(0, most);
  if (names.length === 0) return [];
  return [putBack('files', countedText([NAMES_HEADING, ...names].join('\n'), env.counter), env)];
}

interface CountedFile extends CountedText {
  readonly path: string;
  readonly counter: MessageCounter;
}

/** The same files are restored at one compaction after another, and counting long texts is expensive. */
const counted = new WeakMap<ToolResultPart, CountedFile>();

function countedFile({ path, content }: FileInUse, counter: MessageCounter): CountedText {
  if ('tokens' in content) return content;
  const known = counted.get(content);
  if (known?.counter === counter && known.path === path) return known;
  const text = content.parts.map((inner) => (inner.kind === 'text' ? inner.text : '')).join('\n');
  const fresh = { path, counter, ...countedText(`${path}\n${text}`, counter) };
  counted.set(content, fresh);
  return fresh;
}

/** Otherwise a cleared result would be restored as its placeholder. */
function withContent(messages: readonly ContextMessage[], { recorded }: Env): readonly ContextMessage[] {
  if (messages.every(({ shape }) => shape.isWhole)) return messages;
  return messages.map((each) => {
    const message = each.shape.isWhole ? undefined : recorded.get(each.message.id);
    return message === undefined ? each : { ...each, message };
  });
}
