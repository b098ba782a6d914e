import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { largeSessionLines } from '../samples/large-session';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { computeRows, type LocalOptions } from './compute-rows';
import { request, writeSessions } from './made-up-sessions.test-support';
import type { RowJob } from './row-job';
import { RowPool } from './row-pool';
import { type ComputedRows, RowRun } from './row-run';
import { runJob } from './run-job';
import { sessionJobs } from './session-jobs';

function sessions(count: number): string {
  const folder = temporaryFolder({});
  writeSessions(folder, count);
  return folder;
}

async function compute(jobs: readonly RowJob[], options: LocalOptions): Promise<ComputedRows> {
  const computed = await computeRows({ jobs, request }, options);
  if (!computed.ok) throw new Error(computed.error.what);
  return computed.value;
}

const written = (computed: ComputedRows) => [...computed.rows()].map((row) => JSON.stringify(row));

describe('the rows of many sessions', () => {
  it('are the same from here and from threads, in the order of files, places and policies', async () => {
    const folder = sessions(14);
    const jobs = await sessionJobs([folder]);
    const here = await compute(jobs, { threads: 0 });
    const rows = written(here);
    const { progress, isComplete } = here;
    expect({ isComplete, ...progress }).toMatchObject({ isComplete: true, jobs: 15, jobsDone: 15, rowsFailed: 4 });
    expect([...here.rows()].map(({ file, session, policy }) => [file, session.place, policy.name])).toEqual(
      jobs.flatMap(({ files: [first, ...others] }) =>
        [0, ...others.map((_, place) => place + 1)].flatMap((place) =>
          request.policies.map(({ name }) => [first?.file, place, name]),
        ),
      ),
    );
    expect(rows.filter((row) => row.includes('"agentId":"a1"'))).toHaveLength(8);
    expect(written(await compute(jobs, { threads: 2 }))).toEqual(rows);
  });

  it('that are known when it is stopped are there when it goes on', async () => {
    const folder = sessions(8);
    const jobs = await sessionJobs([folder]);
    const runFile = join(folder, 'run', 'rows.jsonl');
    const stop = new AbortController();
    let answers = 0;
    const onRows = () => ++answers === 3 && stop.abort();
    const stopped = await compute(jobs, { threads: 2, runFile, signal: stop.signal, onRows });
    expect(stopped.isComplete).toBe(false);
    expect(stopped.progress.jobsDone).toBe(3);
    stopped.close();
    const whole = await compute(jobs, { threads: 0, runFile });
    expect(whole.progress).toMatchObject({ jobs: 9, jobsDone: 9, jobsReused: 3 });
    expect(written(whole)).toEqual(written(await compute(jobs, { threads: 0 })));
    whole.close();
  });

  it('say so of a session that ended the whole process twice, and of no other', async () => {
    const folder = sessions(2);
    const jobs = await sessionJobs([folder]);
    const runFile = join(folder, 'run', 'rows.jsonl');
    for (let time = 0; time < 2; time++) new RowRun({ jobs, request }, { runFile }).begin(1);
    const computed = await compute(jobs, { threads: 0, runFile });
    const failures = [...computed.rows()].flatMap(({ file, failure }) =>
      failure === null ? [] : [[file, failure.what]],
    );
    computed.close();
    expect(failures.slice(request.policies.length)).toEqual(
      request.policies.map(() => [jobs[1]?.files[0]?.file, expect.stringContaining('the whole process ended')]),
    );
  });

  it('are a failure with its reason if there is no place for them', async () => {
    const folder = temporaryFolder({ file: '' });
    const computed = await computeRows({ jobs: [], request }, { runFile: join(folder, 'file', 'rows.jsonl') });
    expect(computed).toMatchObject({ ok: false, error: { what: expect.stringMatching(/^Could not write the rows/) } });
  });

  it('say so if a session takes more memory than a thread has, and the thread is replaced', async () => {
    // Small records: what takes much at once, outside of JavaScript, ends the whole process.
    const large = '{"role":"user","content":"on"}\n{"role":"assistant","content":"and on"}\n'.repeat(90_000);
    const folder = temporaryFolder({
      'large.jsonl': large,
      'small.jsonl': [...largeSessionLines(20_000, 1)].join('\n'),
    });
    const [tooLarge, small] = await sessionJobs([folder]);
    if (tooLarge === undefined || small === undefined) throw new Error('No jobs');
    const pool = new RowPool(1, 80);
    onTestFinished(() => pool.close());
    const [died, done] = await Promise.all([pool.run({ job: tooLarge, request }), pool.run({ job: small, request })]);
    expect(died).toMatchObject({ ok: false, error: { what: expect.stringContaining('more memory than the 80 MB') } });
    expect(done).toEqual({ ok: true, value: expect.objectContaining({ isUnread: false }) });
  });
});

describe('a session on a server', () => {
  it('has the rows of the same session on disk, and is asked for again if the server is busy', async () => {
    const lines = [...largeSessionLines(30_000, 5)].join('\n');
    const folder = temporaryFolder({ 'session.jsonl': lines });
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      const isBusy = url === '/session' && asked.filter((each) => each === url).length === 1;
      response.writeHead(url === '/gone' ? 404 : isBusy ? 503 : 200).end(isBusy ? '' : lines);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const [gone, job] = await sessionJobs([`http://127.0.0.1:${port}/session`, `http://127.0.0.1:${port}/gone`]);
    const [local] = await sessionJobs([join(folder, 'session.jsonl')]);
    const [remote, near, missing] = await Promise.all([job, local, gone].map((each) => each && runJob(each, request)));
    const keys = (outcome: typeof near) =>
      outcome?.ok ? outcome.value.rows.map(({ key, failure }) => [key, failure]) : [];
    expect(asked.sort()).toEqual(['/gone', '/session', '/session']);
    expect(keys(remote)).toEqual(keys(near));
    expect(missing).toMatchObject({ ok: true, value: { isUnread: true } });
  });
});
