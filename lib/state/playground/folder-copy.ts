import { workspacePath } from '../../agent/tools/workspace-path';
import { teamOfConfig } from '../../team/team-of-workspace';
import type { ImportSource } from '../../worker/engine/messages';
import { configWithRemote } from './team/team-words';

/** The text files of a folder, for a workspace, and what was skipped. */
export interface FolderCopy {
  readonly files: Readonly<Record<string, string>>;
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

const MAX_BYTES_OF_FILE = 1_000_000;
const MAX_BYTES = 20_000_000;
const MAX_FILES = 2_000;
/** Generated folders. */
const notTaken = new Set(['.git', 'node_modules', '.next', 'dist', 'build', 'target', '.venv', '__pycache__']);

/** A model that reads a file sends it. Templates such as `.env.example` are taken. */
const SECRETS =
  /(?:^|\/)(?:\.env(?!\.(?:example|sample|template)$)(?:\.[\w.-]+)?|\.netrc|\.npmrc|\.pypirc|id_(?:rsa|ed25519|ecdsa|dsa)|[^/]+\.(?:pem|key|p12))$/i;

/** [U2] Only which repository it is: the file itself may have passwords. */
const GIT_CONFIG = '.git/config';

/** By path in the folder, without its own name. */
export async function readFolder(sources: readonly ImportSource[]): Promise<FolderCopy> {
  const files: Record<string, string> = {};
  const left: { path: string; why: string }[] = [];
  let bytes = 0;
  // Browsers differ in their order, and what is skipped must not depend on it.
  for (const { path: whole, file } of [...sources].sort(byPath)) {
    const path = whole.split('/').slice(1).join('/') || whole;
    if (path === GIT_CONFIG && file.size <= MAX_BYTES_OF_FILE) {
      const remote = teamOfConfig((await textOf(file)) ?? '');
      if (remote === undefined) left.push({ path, why: 'names no remote repository' });
      else files[path] = configWithRemote(`https://${remote}`);
      continue;
    }
    const reason = reasonToLeave(path, file.size, bytes, Object.keys(files).length);
    const text = reason === undefined ? await textOf(file) : undefined;
    if (text === undefined) {
      left.push({ path, why: reason ?? 'not text' });
      continue;
    }
    files[path] = text;
    bytes += file.size;
  }
  return { files, left };
}

function byPath({ path: a }: ImportSource, { path: b }: ImportSource): number {
  return a < b ? -1 : Number(a > b);
}

function reasonToLeave(path: string, size: number, bytes: number, count: number): string | undefined {
  if (!workspacePath(path).ok) return 'its name cannot be used';
  if (SECRETS.test(path)) return 'often has keys or passwords';
  const folder = path.split('/').find((name) => notTaken.has(name));
  if (folder !== undefined) return `in ${folder}`;
  if (size > MAX_BYTES_OF_FILE) return 'larger than 1 MB';
  if (bytes + size > MAX_BYTES) return 'more than 20 MB in total';
  return count >= MAX_FILES ? 'more than 2,000 files' : undefined;
}

async function textOf(file: Blob): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8, or unreadable: listed as skipped.
    return undefined;
  }
}
