import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { FileToImport } from '../../lib/importers/import-files';
import { filesOnDisk, whyUnreadable } from './files-on-disk';
import { STANDARD_INPUT, savedInput, shownPath } from './standard-input';

/**
 * The files for paths given by a user: a folder means everything in it, a Claude Code session includes its sub-agents'
 * files, which are in a folder with the session's name, and what Cline sent includes what it showed. A folder that cannot
 * be listed is among them, and fails like a file. A dash is standard input.
 */
export async function filesToImport(paths: readonly string[]): Promise<readonly FileToImport[]> {
  const files = new Map<string, FileToImport>();
  for (const named of paths) {
    if (named === STANDARD_INPUT) {
      const name = shownPath(named);
      files.set(name, { path: name, source: { ...(await fileSource(await savedInput())), name } });
      continue;
    }
    const path = fromWhereTheUserIs(named);
    for (const found of await filesBehind(path)) files.set(found, { path: found, source: await fileSource(found) });
  }
  return [...files.values()];
}

/** `npm run` changes to the project's folder; relative paths refer to the folder the user called it from. */
export function fromWhereTheUserIs(path: string): string {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  return script === 'highwater' && folder !== undefined && folder !== process.cwd() ? resolve(folder, path) : path;
}

async function filesBehind(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return filesIn(path);
  const shown = join(dirname(path), 'ui_messages.json');
  const isSent = basename(path) === 'api_conversation_history.json';
  if (isSent && (await stat(shown).catch(() => undefined))?.isFile()) return [path, shown];
  const subAgents = join(dirname(path), basename(path).replace(/\.jsonl$/, ''), 'subagents');
  const hasSubAgents = path.endsWith('.jsonl') && (await stat(subAgents).catch(() => undefined))?.isDirectory();
  return hasSubAgents ? [path, ...filesIn(subAgents)] : [path];
}

function filesIn(folder: string): string[] {
  const { files, unread } = filesOnDisk(folder);
  return [...files, ...unread];
}

/** A missing file fails when it is read, like one that vanishes. */
async function fileSource(path: string): Promise<FileToImport['source']> {
  const found = await stat(path).catch(() => undefined);
  return {
    name: path,
    size: found?.size ?? 0,
    stream: () => {
      const why = whyUnreadable(path);
      if (why !== undefined) throw new Error(why);
      return Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 20 })) as ReadableStream<Uint8Array>;
    },
  };
}
