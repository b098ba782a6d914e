import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from '../../lib/base/failure';
import { fail, ok, type Result } from '../../lib/base/result';
import type { RowRequest } from '../../lib/rows/rows-of';
import { type FileRow, jobKey, type RowJob, shortHash } from './row-job';
import { RunFile } from './run-file';
import { jobWork, RunCounts, type RunProgress } from './run-progress';

/** What is to be computed: every job under the same question. */
export interface RowWork {
  readonly jobs: readonly RowJob[];
  readonly request: RowRequest;
}

export interface RunOptions {
  /** Where the rows are kept until the run is complete, so that it can go on if it was stopped. */
  readonly runFile?: string;
  readonly signal?: AbortSignal;
  /** Of one job, as soon as they are known, in any order. */
  readonly onRows?: (rows: readonly FileRow[]) => void;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** However the rows were computed, they are the same, in the same order. */
export interface ComputedRows {
  /** Job by job; before `close`. */
  rows(): Iterable<FileRow>;
  readonly progress: RunProgress;
  /** False if it was stopped: the rows are then those that are known. */
  readonly isComplete: boolean;
  /** The rows of a run that is not complete stay for the next time. */
  close(): void;
}

/** Fails where the rows cannot be kept. */
export function startRun(work: RowWork, options: RunOptions): Result<RowRun, Failure> {
  try {
    return ok(new RowRun(work, options));
  } catch (error) {
    return fail({
      what: `Could not write the rows to disk: ${error instanceof Error ? error.message : String(error)}.`,
      advice: 'Make room there, or let this user write to it.',
    });
  }
}

/** The rows of a run as they come, from threads or from other machines. */
export class RowRun {
  readonly keys: readonly string[];
  private readonly folder: string | undefined;
  private readonly file: RunFile;
  private readonly counts: RunCounts;

  constructor(
    readonly work: RowWork,
    private readonly options: RunOptions,
  ) {
    const question = shortHash(work.request);
    this.keys = work.jobs.map((job) => shortHash([question, jobKey(job)]));
    this.folder = options.runFile === undefined ? mkdtempSync(join(tmpdir(), 'highwater-rows-')) : undefined;
    this.file = RunFile.open(options.runFile ?? join(this.folder ?? '', 'rows.jsonl'), this.keys);
    this.counts = new RunCounts(work.jobs);
    for (const [place, job] of work.jobs.entries()) if (this.file.has(place)) this.counts.reuse(job);
  }

  /** The places of the jobs whose rows are not known, most work first: the last to end is then a small one. */
  places(): readonly number[] {
    const { jobs } = this.work;
    const work = Float64Array.from(jobs, jobWork);
    const open = [...jobs.keys()].filter((place) => !this.file.has(place));
    return open.sort((a, b) => (work[b] ?? 0) - (work[a] ?? 0) || a - b);
  }

  get path(): string {
    return this.file.path;
  }

  has(place: number): boolean {
    return this.file.has(place);
  }

  /** How often this process ended while it computed the job. */
  timesEnded(place: number): number {
    return this.file.timesEnded(place);
  }

  begin(place: number): void {
    this.file.begin(place);
  }

  add(place: number, rows: readonly FileRow[]): void {
    const job = this.work.jobs[place];
    if (job === undefined || !this.file.add(place, rows)) return;
    this.counts.add(job, rows);
    this.options.onRows?.(rows);
    this.options.onProgress?.(this.counts.progress);
  }

  get isComplete(): boolean {
    return this.file.jobsDone === this.work.jobs.length;
  }

  computed(): ComputedRows {
    const { isComplete } = this;
    return {
      rows: () => this.file.rows(),
      progress: this.counts.progress,
      isComplete,
      close: () => this.close(),
    };
  }

  close(): void {
    this.file.close({ isKept: !this.isComplete });
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}
