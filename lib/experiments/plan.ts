import type { Answer, Boundary, Design, Job, Row } from './experiment';

/** A recorded summary is only compared at its own boundary. */
export function isAsked(row: Row, boundary: Boundary): boolean {
  return row.type !== 'recorded' || boundary.hasRecordedSummary;
}

/** Rules and recordings give the same text every time. */
export function repeatsOf(row: Row, { repeats }: Pick<Design, 'repeats'>): number {
  return row.type === 'model' ? repeats : 1;
}

/** Everything before the prompt is the same for these requests, so that all but the first read it from the cache. */
export function prefixOf(row: Row, boundary: string): string | undefined {
  return row.type === 'model' ? `${boundary} ${row.model}` : undefined;
}

/**
 * All answers of an experiment in the order in which they are asked: boundary by boundary, because the cache of a
 * prefix lives for minutes; what costs nothing first.
 */
export function jobsOf(design: Design): readonly Job[] {
  const free = design.rows.filter(({ type }) => type !== 'model');
  const models = [...new Set(design.rows.flatMap((row) => (row.type === 'model' ? [row.model] : [])))];
  const groups = [
    free,
    ...models.map((model) => design.rows.filter((row) => row.type === 'model' && row.model === model)),
  ];
  return design.boundaries.flatMap((boundary) => groups.flatMap((rows) => jobsAt(rows, boundary, design)));
}

/** Repeat by repeat: an experiment that is stopped early has as many answers of each row as possible. */
function jobsAt(rows: readonly Row[], boundary: Boundary, design: Design): readonly Job[] {
  const asked = rows.filter((row) => isAsked(row, boundary));
  return Array.from({ length: design.repeats }, (_, index) => index + 1).flatMap((repeat) =>
    asked.flatMap((row) => (repeat <= repeatsOf(row, design) ? [jobOf(row.id, boundary.id, repeat)] : [])),
  );
}

function jobOf(row: string, boundary: string, repeat: number): Job {
  return { id: `${row}.${boundary}.${repeat}`, row, boundary, repeat };
}

/** An answer to ask for, with the number of requests that it may still take. */
export interface OpenJob extends Job {
  readonly attempts: number;
}

/**
 * What is left to ask. Requests that cost nothing do not count, and everything open gets at least one more.
 * `inBatch`: the jobs whose answers a batch still owes.
 */
export function openJobs(
  design: Design,
  answers: readonly Answer[],
  inBatch: readonly string[] = [],
): readonly OpenJob[] {
  const done = new Set([...inBatch, ...answers.filter(({ state }) => state === 'whole').map(({ job }) => job)]);
  return jobsOf(design)
    .filter(({ id }) => !done.has(id))
    .map((job) => ({ ...job, attempts: Math.max(1, design.attempts - paidAttempts(answers, job.id)) }));
}

function paidAttempts(answers: readonly Answer[], job: string): number {
  return answers.filter((answer) => answer.job === job && isPaid(answer)).length;
}

export function isPaid({ sent, isBillUnknown }: Answer): boolean {
  return isBillUnknown || (sent?.dollars ?? 0) > 0;
}
