import type { Failure } from '../../lib/base/failure';
import { fail, ok, type Result } from '../../lib/base/result';
import { type FileImport, importFiles } from '../../lib/importers/import-files';
import { type AnsweredOutside, failedRow, type RowRequest, rowsOf } from '../../lib/rows/rows-of';
import type { SessionRow } from '../../lib/rows/session-row';
import { askedOutside } from '../compactor/asked-outside';
import { JobSource } from './job-source';
import { type FileRow, type RowJob, shortHash } from './row-job';

const REPORT = 'Please report this with the command that you used.';

export interface JobOutcome {
  /** By file, in it by place, and of each session in the order of the policies. */
  readonly rows: readonly FileRow[];
  /** Some file could not be opened: on another machine, or later, it may be readable. */
  readonly isUnread: boolean;
  readonly readMs: number;
  readonly replayMs: number;
}

/** The same rows for the same files, wherever it runs. A failure is a bug: what is wrong with a file is said in its rows. */
export async function runJob(
  job: RowJob,
  request: RowRequest,
  signal?: AbortSignal,
): Promise<Result<JobOutcome, Failure>> {
  try {
    return ok(await outcomeOf(job, request, signal));
  } catch (error) {
    return fail({ what: `The session could not be computed: ${messageOf(error)}`, advice: REPORT });
  }
}

async function outcomeOf(job: RowJob, request: RowRequest, signal: AbortSignal | undefined): Promise<JobOutcome> {
  const sources = new Map(job.files.map((file) => [file.file, new JobSource(file, signal)]));
  const startMs = performance.now();
  let replayMs = 0;
  const rows: FileRow[] = [];
  /** Of the files that were attached since the last session: those belong to the next. */
  let attached: string[] = [];
  const files = [...sources].map(([path, source]) => ({ path, source }));
  for await (const imported of importFiles(files, signal === undefined ? {} : { signal })) {
    signal?.throwIfAborted();
    const { path } = imported;
    const hash = (await sources.get(path)?.hash()) ?? '';
    if (imported.type === 'attached') {
      attached.push(hash);
      continue;
    }
    const whole = imported.type === 'failed' || attached.length === 0 ? hash : shortHash([hash, ...attached.sort()]);
    if (imported.type === 'imported') attached = [];
    const beforeMs = performance.now();
    const answered = imported.type === 'imported' ? await askedOutside(imported.file.transcripts, request) : undefined;
    for (const row of rowsOfImported(imported, whole, request, answered)) rows.push({ file: path, ...row });
    replayMs += performance.now() - beforeMs;
  }
  return {
    rows: rows.sort((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1)),
    isUnread: [...sources.values()].some(({ isUnread }) => isUnread),
    readMs: performance.now() - startMs - replayMs,
    replayMs,
  };
}

/** For a job that could not be run to its end: what killed it says nothing of which of its files did. */
export function failedRows({ files: [first] }: RowJob, request: RowRequest, failure: Failure): readonly FileRow[] {
  if (first === undefined) return [];
  return failed(`unread ${first.file}`, first.file, request, failure).map((row) => ({ file: first.file, ...row }));
}

function rowsOfImported(
  imported: Exclude<FileImport, { readonly type: 'attached' }>,
  hash: string,
  request: RowRequest,
  answered: AnsweredOutside | undefined,
): readonly SessionRow[] {
  const { path } = imported;
  if (imported.type === 'failed') {
    const { problem } = imported.failure;
    return failed(
      hash,
      path,
      request,
      problem ?? { what: `Reading "${path}" was cancelled.`, advice: 'Run it again.' },
    );
  }
  try {
    return [...rowsOf(imported.file.transcripts, hash, request, answered)];
  } catch (error) {
    const what = `"${path}" could not be prepared for a replay: ${messageOf(error)}`;
    return failed(hash, path, request, { what, advice: REPORT });
  }
}

function failed(hash: string, path: string, request: RowRequest, failure: Failure): readonly SessionRow[] {
  const title = path.slice(path.lastIndexOf('/') + 1);
  return request.policies.map((policy) => failedRow(hash, title, policy, request.counts, failure));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
