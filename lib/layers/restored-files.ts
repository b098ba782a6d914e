import type { Part } from '../transcript/transcript';
import type { ContextMessage } from './context';
import { filesInUse } from './files-in-use';
import type { Env } from './layer';
import { madeMessage } from './made-message';
import type { SettingsSpec } from './setting';

export interface RestoredFilesSettings {
  readonly restoredFiles: number;
  readonly restoredTokensPerFile: number;
  readonly restoredTokens: number;
}

export const restoredFilesSettings: SettingsSpec<RestoredFilesSettings> = {
  restoredFiles: {
    type: 'number',
    title: 'Files put back',
    explains: 'The files that were read last.',
    rule: 'F6',
    unit: 'files',
    min: 0,
    max: 50,
    step: 1,
    default: 5,
  },
  restoredTokensPerFile: {
    type: 'number',
    title: 'Most of one file',
    explains: 'A longer file is cut at its end.',
    rule: 'F6',
    unit: 'tokens',
    min: 0,
    max: 100_000,
    step: 500,
    default: 5_000,
  },
  restoredTokens: {
    type: 'number',
    title: 'Most of all files',
    explains: 'Files that do not fit any more are left out.',
    rule: 'F6',
    unit: 'tokens',
    min: 0,
    max: 500_000,
    step: 1_000,
    default: 50_000,
  },
};

/** [F6] The files read last, each cut to its share, as long as there is room for them. Not those still in what is kept. */
export function restoredFiles(
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  settings: RestoredFilesSettings,
  env: Env,
): ContextMessage[] {
  const restored: ContextMessage[] = [];
  const inSight = new Set(kept.filter(isWhole).map(({ message }) => message.id));
  const files = filesInUse(withContent(messages, env)).filter(({ source }) => !inSight.has(source));
  let room = settings.restoredTokens;
  for (const { path, text } of files.slice(0, settings.restoredFiles)) {
    const part: Part = { kind: 'text', text: `${path}\n${text}` };
    const tokens = env.counter.partTokens(part);
    const most = Math.min(settings.restoredTokensPerFile, room);
    const shown = tokens <= most ? part.text : part.text.slice(0, Math.floor((part.text.length * most) / tokens));
    if (most <= 0 || shown === '') continue;
    const id = `made-${env.call}-file-${restored.length + 1}`;
    const counter = { ...env.counter, partTokens: () => Math.min(tokens, most) };
    restored.push(madeMessage(id, 'injected', [{ kind: 'text', text: shown }], counter));
    room -= Math.min(tokens, most);
  }
  return restored;
}

function isWhole({ parts }: ContextMessage): boolean {
  return parts.every(({ state }) => state === 'whole');
}

/** Else a cleared result would be put back as its placeholder. */
function withContent(messages: readonly ContextMessage[], { recorded }: Env): readonly ContextMessage[] {
  return messages.map((each) => {
    const message = isWhole(each) ? undefined : recorded.get(each.message.id);
    return message === undefined ? each : { ...each, message };
  });
}
