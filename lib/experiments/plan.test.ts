import { describe, expect, it } from 'vitest';
import { answer, boundary, design, promptRow } from './design.test-support';
import { jobsOf, openJobs } from './plan';

const offline = { id: 'r8', type: 'offline' } as const;
const recorded = { id: 'r9', type: 'recorded' } as const;

describe('the answers of an experiment', () => {
  it('are asked boundary by boundary, model by model and repeat by repeat; what costs nothing first, and once', () => {
    const rows = [promptRow(1), promptRow(2, 'claude-opus-5'), promptRow(3), offline];
    const jobs = jobsOf(design(rows, [boundary(1), boundary(2)], { repeats: 2 })).map(({ id }) => id);
    expect(jobs.slice(0, 7)).toEqual(['r8.b1.1', 'r1.b1.1', 'r3.b1.1', 'r1.b1.2', 'r3.b1.2', 'r2.b1.1', 'r2.b1.2']);
    expect(jobs).toHaveLength(14);
    expect(new Set(jobs).size).toBe(14);
  });

  it('have no recorded summary where the recording has none', () => {
    const without = { ...boundary(2), hasRecordedSummary: false };
    expect(jobsOf(design([recorded], [boundary(1), without])).map(({ id }) => id)).toEqual(['r9.b1.1']);
  });

  it('are open until they are whole; what was paid counts as an attempt, what was rejected does not', () => {
    const asked = design([promptRow(1)], [boundary(1)], { repeats: 4, attempts: 3 });
    const answers = [
      answer('r1', 'b1', 1, 0.5),
      answer('r1', 'b1', 2, 0, { state: 'partial' }),
      answer('r1', 'b1', 3, 0, { state: 'failed', sent: { timeMs: 10 } }),
      answer('r1', 'b1', 4, 0, { state: 'failed', sent: { timeMs: 10 }, isBillUnknown: true }),
    ];
    expect(openJobs(asked, answers).map(({ repeat, attempts }) => [repeat, attempts])).toEqual([
      [2, 2],
      [3, 3],
      [4, 2],
    ]);
  });

  it('get one more attempt when all were used, if the user continues', () => {
    const asked = design([promptRow(1)], [boundary(1)], { repeats: 1, attempts: 1 });
    const partial = answer('r1', 'b1', 1, 0, { state: 'partial' });
    expect(openJobs(asked, [partial, partial]).map(({ attempts }) => attempts)).toEqual([1]);
  });
});
