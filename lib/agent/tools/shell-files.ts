import type { InMemoryFs } from 'just-bash/browser';
import { fullPath, mountOf, mounts, SETTINGS_ROOT } from './workspace-path';

/** What a command finds when it looks at the time. */
export interface ShellClock {
  /** It stands still while a command runs, so that the same command over the same files always prints the same. */
  readonly nowMs: number;
  /** By path. A file without one is as old as the command. */
  readonly modifiedMs: Readonly<Record<string, number>>;
}

const PAUSE_EVERY_MS = 50;

interface ShellFiles {
  readonly fs: InMemoryFs;
  /** What the command was not allowed to change. Some commands keep silent about it. */
  readonly refused: ReadonlySet<string>;
}

/** A copy of the files for one command, at the time of the run. */
export async function shellFiles(
  Fs: typeof InMemoryFs,
  files: Readonly<Record<string, string>>,
  { nowMs, modifiedMs }: ShellClock,
): Promise<ShellFiles> {
  const toRun = nowMs - Date.now();
  const copies = Object.entries(files).map(([path, content]) => {
    const mtime = new Date(Math.min(modifiedMs[path] ?? nowMs, nowMs) - toRun);
    return [fullPath(path), { content, mode: content.startsWith('#!') ? 0o755 : 0o644, mtime }] as const;
  });
  const fs = new Fs(Object.fromEntries(copies), { maxTotalBytes: 100_000_000 });
  for (const folder of [...mounts, '/tmp']) await fs.mkdir(folder, { recursive: true });
  await dateFolders(fs, copies);
  const refused = keepReadOnly(fs);
  addPausesAndClock(fs, toRun, nowMs);
  return { fs, refused };
}

/** Like its latest file, so that a listing does not change from command to command. */
async function dateFolders(
  fs: InMemoryFs,
  files: readonly (readonly [path: string, file: { readonly mtime: Date }])[],
): Promise<void> {
  const latest = new Map<string, Date>();
  for (const [path, { mtime }] of files) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      const known = latest.get(folder);
      if (known !== undefined && known >= mtime) break;
      latest.set(folder, mtime);
    }
  }
  for (const [folder, mtime] of latest) await fs.utimes(folder, mtime, mtime);
}

/** Every command searches for files: by default in its own copy. */
function addPausesAndClock(fs: InMemoryFs, toRun: number, nowMs: number): void {
  const pause = pauses();
  const exists = fs.exists.bind(fs);
  const stat = fs.stat.bind(fs);
  const lstat = fs.lstat.bind(fs);
  const utimes = fs.utimes.bind(fs);
  const startMs = nowMs - toRun;
  // What the command writes has the time of this machine, between its start and now.
  const isOwn = (mtime: Date) => mtime.getTime() >= startMs && mtime.getTime() <= Date.now();
  const timed = <Stat extends { readonly mtime: Date }>(found: Stat): Stat => {
    return { ...found, mtime: new Date(isOwn(found.mtime) ? nowMs : found.mtime.getTime() + toRun) };
  };
  fs.exists = async (path) => {
    await pause();
    return exists(path);
  };
  fs.stat = async (path) => {
    await pause();
    return timed(await stat(path));
  };
  fs.lstat = async (path) => {
    await pause();
    return timed(await lstat(path));
  };
  fs.utimes = (path, atime, mtime) => utimes(path, atime, isOwn(mtime) ? mtime : new Date(mtime.getTime() - toRun));
}

function keepReadOnly(fs: InMemoryFs): ReadonlySet<string> {
  const refused = new Set<string>();
  const isRefused = (path: string) => {
    const full = fs.resolvePath('/', path);
    if (mountOf(full) !== SETTINGS_ROOT) return false;
    refused.add(full);
    return true;
  };
  const guard = <Given extends readonly [string, ...unknown[]], Done>(
    write: (...given: Given) => Promise<Done>,
    places: readonly number[] = [0],
  ) => {
    const bound = write.bind(fs);
    return async (...given: Given): Promise<Done> => {
      for (const place of places) {
        if (isRefused(String(given[place]))) throw new Error(`EROFS: ${given[place]} is in a read-only file system`);
      }
      return bound(...given);
    };
  };
  // An error here would end the whole script, and lose what it has printed.
  const writeFile = fs.writeFile.bind(fs);
  const appendFile = fs.appendFile.bind(fs);
  fs.writeFile = async (...given) => (isRefused(given[0]) ? undefined : writeFile(...given));
  fs.appendFile = async (...given) => (isRefused(given[0]) ? undefined : appendFile(...given));
  fs.mkdir = guard(fs.mkdir);
  fs.rm = guard(fs.rm);
  fs.chmod = guard(fs.chmod);
  fs.utimes = guard(fs.utimes);
  fs.cp = guard(fs.cp, [1]);
  fs.mv = guard(fs.mv, [0, 1]);
  fs.symlink = guard(fs.symlink, [1]);
  fs.link = guard(fs.link, [1]);
  return refused;
}

/** The shell never yields by itself. Without pauses, it would not receive a stop or a message until its end. */
function pauses(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < PAUSE_EVERY_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    last = performance.now();
  };
}
