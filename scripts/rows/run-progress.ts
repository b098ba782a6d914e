import { jobBytes, type RowJob } from './row-job';

/** Starting with a file takes as long as reading so many bytes. */
const BYTES_OF_A_START = 50_000;

export interface RunProgress {
  readonly jobs: number;
  readonly jobsDone: number;
  /** Of these, known from an earlier run. */
  readonly jobsReused: number;
  readonly rows: number;
  /** Rows without figures. */
  readonly rowsFailed: number;
  /** Unknown before the first job is done. */
  readonly restMs: number | undefined;
}

/** How much work a job is, in bytes. */
export function jobWork(job: RowJob): number {
  return jobBytes(job) + BYTES_OF_A_START;
}

/** Counts what a run has done, and says from its speed how long the rest will take. */
export class RunCounts {
  private jobsDone = 0;
  private jobsReused = 0;
  private rows = 0;
  private rowsFailed = 0;
  private left: number;
  private done = 0;
  private readonly startMs = performance.now();

  constructor(private readonly jobs: readonly RowJob[]) {
    this.left = jobs.reduce((sum, job) => sum + jobWork(job), 0);
  }

  reuse(job: RowJob): void {
    this.jobsDone += 1;
    this.jobsReused += 1;
    this.left -= jobWork(job);
  }

  add(job: RowJob, rows: readonly { readonly figures: unknown }[]): void {
    const work = jobWork(job);
    this.jobsDone += 1;
    this.left -= work;
    this.done += work;
    this.rows += rows.length;
    this.rowsFailed += rows.filter(({ figures }) => figures === null).length;
  }

  get progress(): RunProgress {
    const { jobsDone, jobsReused, rows, rowsFailed } = this;
    const restMs = this.done === 0 ? undefined : ((performance.now() - this.startMs) * this.left) / this.done;
    return { jobs: this.jobs.length, jobsDone, jobsReused, rows, rowsFailed, restMs };
  }
}

/** `412 of 1,000 sessions, about 3 minutes left`. */
export function progressWords({ jobs, jobsDone, restMs }: RunProgress): string {
  const count = (value: number) => value.toLocaleString('en-US');
  const rest = restMs === undefined ? '' : `, about ${durationWords(restMs)} left`;
  return `${count(jobsDone)} of ${count(jobs)} sessions${rest}`;
}

function durationWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
