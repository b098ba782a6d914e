import { open, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHOWN_FILE } from '../../lib/importers/cline/with-shown';
import { FILE_HEAD_BYTES, type FileHead, fileHead } from '../../lib/importers/read/file-head';
import { fromWhereTheUserIs } from '../command-line/file-source';
import { filesOnDisk, whyUnreadable } from '../command-line/files-on-disk';
import { STANDARD_INPUT, savedInput, shownPath } from '../command-line/standard-input';
import type { JobFile, RowJob } from './row-job';
import { isOnServer } from './server-file';

const SENT_FILE = 'api_conversation_history.json';
/** Reading the beginnings of files is waiting, so many at once. */
const AT_ONCE = 16;
const UUID_LENGTH = 36;

/**
 * The sessions behind paths and addresses, in the order of their files. Files of sub-agents, both files of a Cline task
 * and the parts of a run are one job: only together are they the session.
 */
export async function sessionJobs(named: readonly string[]): Promise<readonly RowJob[]> {
  const files = new Map<string, JobFile>();
  for (const name of named) for (const file of await filesBehind(name)) files.set(file.address, file);
  const all = [...files.values()].sort((a, b) => compare(a.file, b.file));
  const owners = await ownersOf(all);
  const jobs = new Map<JobFile, JobFile[]>();
  for (const file of all) {
    const owner = owners.get(file) ?? file;
    const job = jobs.get(owner);
    if (job === undefined) jobs.set(owner, owner === file ? [file] : [owner, file]);
    else if (owner !== file) job.push(file);
  }
  return [...jobs.values()].map((files) => ({ files }));
}

export function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

async function filesBehind(name: string): Promise<readonly JobFile[]> {
  if (isOnServer(name)) return [{ file: name, address: name, bytes: 0, modifiedMs: 0 }];
  if (name === STANDARD_INPUT) return [{ ...(await jobFile(await savedInput())), file: shownPath(name) }];
  const path = name.startsWith('file:') ? fileURLToPath(name) : fromWhereTheUserIs(name);
  const found = await stat(path).catch(() => undefined);
  const paths = found?.isDirectory() ? filesIn(path) : [path, ...(await filesOf(path))];
  return inTurn(paths, jobFile);
}

async function jobFile(file: string): Promise<JobFile> {
  const size = await stat(file).catch(() => undefined);
  return { file, address: resolve(file), bytes: size?.size ?? 0, modifiedMs: Math.round(size?.mtimeMs ?? 0) };
}

/** What belongs to a file that was named alone. */
async function filesOf(path: string): Promise<readonly string[]> {
  if (basename(path) === SENT_FILE) {
    const shown = join(dirname(path), SHOWN_FILE);
    return (await stat(shown).catch(() => undefined))?.isFile() ? [shown] : [];
  }
  const folder = subAgentsOf(path);
  const hasSubAgents = path.endsWith('.jsonl') && (await stat(folder).catch(() => undefined))?.isDirectory();
  return hasSubAgents ? filesIn(folder) : [];
}

function subAgentsOf(path: string): string {
  return join(path.slice(0, -'.jsonl'.length), 'subagents');
}

/** A folder that cannot be listed fails like a file, as a job of its own. */
function filesIn(folder: string): readonly string[] {
  const { files, unread } = filesOnDisk(folder);
  return [...files, ...unread];
}

/** The file of the session for each file that belongs to another's. */
async function ownersOf(files: readonly JobFile[]): Promise<ReadonlyMap<JobFile, JobFile>> {
  const byAddress = new Map(files.map((file) => [file.address, file]));
  const owners = new Map<JobFile, JobFile>();
  const others: JobFile[] = [];
  for (const file of files) {
    const owner = ownerByPlace(file.address, byAddress);
    if (owner === undefined) others.push(file);
    else owners.set(file, owner);
  }
  const heads = await inTurn(others, async (file) => ({ file, ...(await headOf(file.address)) }));
  const named = new Map(others.flatMap((file) => namesOf(file.address).map((name) => [name, file] as const)));
  const firstIn = new Map(
    heads.map(({ file, continues }) => [continues ? '' : dirname(file.address), file] as const).reverse(),
  );
  const continued = new Set(heads.flatMap(({ file, continues }) => (continues ? dirname(file.address) : [])));
  for (const { file, parent } of heads) {
    const folder = dirname(file.address);
    // Which of the runs in a folder goes on is in their records, which are not read here.
    const owner = continued.has(folder) ? firstIn.get(folder) : named.get(parent ?? '');
    if (owner !== undefined && owner !== file) owners.set(file, owner);
  }
  return new Map([...owners.keys()].map((file) => [file, sessionOf(file, owners)]));
}

/** A sub-agent may have been started by another. */
function sessionOf(file: JobFile, owners: ReadonlyMap<JobFile, JobFile>): JobFile {
  const passed = new Set<JobFile>();
  let last = file;
  for (let owner = owners.get(last); owner !== undefined && !passed.has(owner); owner = owners.get(last)) {
    passed.add(owner);
    last = owner;
  }
  return last;
}

function ownerByPlace(address: string, files: ReadonlyMap<string, JobFile>): JobFile | undefined {
  if (basename(address) === SHOWN_FILE) return files.get(join(dirname(address), SENT_FILE));
  const at = address.lastIndexOf(`${sep}subagents${sep}`);
  return at < 0 ? undefined : files.get(`${address.slice(0, at)}.jsonl`);
}

/** A session's file has its id for a name, or at the end of it. */
function namesOf(address: string): readonly string[] {
  const name = basename(address).replace(/\.jsonl?$/, '');
  return [name.slice(-UUID_LENGTH), name];
}

async function headOf(address: string): Promise<FileHead> {
  // The job reports a file that cannot be read.
  if (isOnServer(address) || whyUnreadable(address) !== undefined) return fileHead('');
  try {
    const file = await open(address);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(FILE_HEAD_BYTES), 0, FILE_HEAD_BYTES, 0);
      return fileHead(buffer.toString('utf8', 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return fileHead('');
  }
}

async function inTurn<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    made.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(make))));
  return made;
}
