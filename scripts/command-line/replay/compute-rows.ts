import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { Failure } from '../../../lib/base/failure';
import { type FileToImport, importFiles } from '../../../lib/importers/import-files';
import type { FileRow } from '../../../lib/rows/file/rows-file';
import { failedRow, type RowRequest, rowsOf } from '../../../lib/rows/rows-of';
import type { SessionRow } from '../../../lib/rows/session-row';
import type { Transcript } from '../../../lib/transcript/transcript';
import { filesToImport } from '../file-source';

/** The files of one session: its own first, then those of its sub-agents. */
export interface RowJob {
  readonly files: readonly (FileToImport & { readonly file: string })[];
}

export interface RowWork {
  readonly jobs: readonly RowJob[];
  readonly request: RowRequest;
}

export interface ComputedRows {
  rows(): Iterable<FileRow>;
  close(): void;
}

export async function sessionJobs(paths: readonly string[]): Promise<readonly RowJob[]> {
  const files = await filesToImport(paths);
  const known = new Set(files.map(({ path }) => path));
  const jobs = new Map<string, (FileToImport & { readonly file: string })[]>();
  for (const file of files) {
    const parent = parentOf(file.path);
    const first = parent !== undefined && known.has(parent) ? parent : file.path;
    jobs.set(first, [...(jobs.get(first) ?? []), { ...file, file: file.path }]);
  }
  return [...jobs.values()].map((own) => ({ files: own }));
}

function parentOf(path: string): string | undefined {
  const folder = dirname(path);
  if (basename(path) === 'ui_messages.json') return `${folder}/api_conversation_history.json`;
  return basename(folder) === 'subagents' ? `${dirname(folder)}.jsonl` : undefined;
}

/** In this process, one after another. */
export async function computeRows(
  { jobs, request }: RowWork,
  { onRows }: { readonly onRows?: (rows: readonly FileRow[]) => void } = {},
): Promise<ComputedRows> {
  const all: FileRow[] = [];
  for (const job of jobs) {
    const file = job.files[0]?.file ?? '';
    const rows = (await rowsOfJob(job, request)).map((row) => ({ file, ...row }));
    all.push(...rows);
    onRows?.(rows);
  }
  return { rows: () => all, close: () => {} };
}

async function rowsOfJob({ files }: RowJob, request: RowRequest): Promise<readonly SessionRow[]> {
  const file = files[0]?.file ?? '';
  const hash = await hashOf(files).catch(() => `unread ${file}`);
  const transcripts: Transcript[] = [];
  let problem: Failure | undefined;
  for await (const imported of importFiles(files)) {
    if (imported.type === 'imported') transcripts.push(...imported.file.transcripts);
    if (imported.type === 'failed') problem ??= imported.failure.problem;
  }
  if (problem === undefined) return [...rowsOf(transcripts, hash, request)];
  const failure = problem;
  return request.policies.map((policy) => failedRow(hash, basename(file), policy, request.counts, failure));
}

async function hashOf(files: readonly FileToImport[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { source } of files) for await (const bytes of source.stream()) hash.update(bytes);
  return hash.digest('hex');
}
