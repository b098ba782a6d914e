import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lateRun, type ShellRun, shellHere } from '../../agent/tools/shell';
import type { FromWorker, ToWorker } from '../wire/wire';
import type { AskedWorker } from '../wire/worker-client';
import { createShell, type ShellRequests } from './shell';
import { ShellClient } from './shell-client';

const NEVER = new AbortController().signal;
const limits = { timeLimitMs: 10_000, clock: { nowMs: 0, modifiedMs: {} }, signal: NEVER };
const says = (stdout: string): ShellRun => ({ stdout, stderr: '', exitCode: 0, changes: [], unfit: [] });

/** Says what it is told to run; `stuck` it never answers, nor anything after that. */
class EchoWorker implements AskedWorker<ShellRequests> {
  static started: EchoWorker[] = [];
  onmessage: AskedWorker<ShellRequests>['onmessage'] = null;
  onerror: AskedWorker<ShellRequests>['onerror'] = null;
  readonly commands: string[] = [];
  isTerminated = false;
  lastId = 0;

  constructor(private isStuck = false) {
    EchoWorker.started.push(this);
  }

  postMessage(message: ToWorker<ShellRequests>) {
    if (message.type === 'cancel') return;
    this.lastId = message.id;
    if (message.method === 'run') {
      this.commands.push(message.request.command);
      this.isStuck ||= message.request.command === 'stuck';
    }
    if (this.isStuck) return;
    const answer = message.method === 'load' ? null : says(message.request.command);
    setTimeout(() => this.tell({ type: 'answer', id: message.id, answer }));
  }

  tell(data: FromWorker<ShellRequests>) {
    this.onmessage?.(new MessageEvent('message', { data }));
  }

  terminate() {
    this.isTerminated = true;
  }
}

const startEcho = () => new EchoWorker();
const terminated = () => EchoWorker.started.map(({ isTerminated }) => isTerminated);

beforeEach(() => {
  vi.useFakeTimers();
  EchoWorker.started = [];
});
afterEach(() => {
  vi.useRealTimers();
});

it('starts its worker with the first command, and keeps it for the next', async () => {
  const client = new ShellClient(startEcho);
  expect(EchoWorker.started).toHaveLength(0);
  const runs = Promise.all([client.run('one', {}, limits), client.run('two', {}, limits)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await runs).toEqual([says('one'), says('two')]);
  expect(terminated()).toEqual([false]);
});

it('terminates the worker of a command that does not end, a second after its limit, and runs the others in a new one', async () => {
  const client = new ShellClient(startEcho);
  const runs = ['before', 'stuck', 'after'].map((command) => client.run(command, {}, limits));
  await vi.advanceTimersByTimeAsync(10_900);
  expect(terminated()).toEqual([false]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await Promise.all(runs)).toEqual([says('before'), lateRun(10_000), says('after')]);
  expect(EchoWorker.started.map(({ commands }) => commands)).toEqual([['before', 'stuck'], ['after']]);
  expect(terminated()).toEqual([true, false]);
});

it('terminates the worker soon after the user stops a command that does not end', async () => {
  const client = new ShellClient(startEcho);
  const stopping = new AbortController();
  const runs = ['stuck', 'waiting'].map((command) => client.run(command, {}, { ...limits, signal: stopping.signal }));
  await vi.advanceTimersByTimeAsync(1_000);
  stopping.abort();
  const next = client.run('next', {}, limits);
  await vi.advanceTimersByTimeAsync(250);
  expect(terminated()).toEqual([false]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await next).toEqual(says('next'));
  expect(await Promise.all(runs)).toMatchObject([{ changes: [] }, { changes: [] }]);
  expect(EchoWorker.started.map(({ commands }) => commands)).toEqual([['stuck'], ['next']]);
});

it('keeps the worker if a command ends soon after the stop', async () => {
  const client = new ShellClient(startEcho);
  const stopping = new AbortController();
  const run = client.run('short', {}, { ...limits, signal: stopping.signal });
  await Promise.resolve();
  stopping.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await run).toEqual(says('short'));
  expect(terminated()).toEqual([false]);
});

it('ignores answers from a terminated worker', async () => {
  const client = new ShellClient(startEcho);
  const late = client.run('stuck', {}, limits);
  await vi.advanceTimersByTimeAsync(11_100);
  const stuckAgain = client.run('stuck', {}, limits);
  await vi.advanceTimersByTimeAsync(100);
  const [first, second] = EchoWorker.started;
  first?.tell({ type: 'answer', id: first.lastId, answer: says('too late') });
  second?.tell({ type: 'answer', id: second.lastId, answer: says('in time') });
  expect(await late).toEqual(lateRun(10_000));
  expect(await stuckAgain).toEqual(says('in time'));
});

it('excludes the load time of the shell from the limit', async () => {
  const client = new ShellClient(() => new EchoWorker(true));
  const run = client.run('one', {}, limits);
  await vi.advanceTimersByTimeAsync(60_000);
  const [worker] = EchoWorker.started;
  worker?.tell({ type: 'answer', id: worker.lastId, answer: null });
  await vi.advanceTimersByTimeAsync(1);
  worker?.tell({ type: 'answer', id: worker.lastId, answer: says('one') });
  expect(await run).toEqual(says('one'));
});

it('tells the agent about a command that crashes the shell', async () => {
  const client = new ShellClient(startEcho);
  const dying = client.run('stuck', {}, limits);
  await vi.advanceTimersByTimeAsync(100);
  EchoWorker.started[0]?.onerror?.(new Event('error') as ErrorEvent);
  expect(await dying).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^shell: .*out of memory\.\n$/),
  });
  const again = client.run('again', {}, limits);
  await vi.advanceTimersByTimeAsync(100);
  expect(await again).toEqual(says('again'));
});

it('reports a missing shell to the user, not as an error of the command', async () => {
  const run = new ShellClient(() => new EchoWorker(true)).run('one', {}, limits);
  const refused = expect(run).rejects.toThrow('offline');
  await vi.advanceTimersByTimeAsync(0);
  EchoWorker.started[0]?.tell({ type: 'failed', id: 1, what: 'offline', advice: 'Try again.' });
  await refused;
});

it('gives the same output as the shell in this thread, over cloned messages', async () => {
  vi.useRealTimers();
  const client = new ShellClient(() => {
    const handle = createShell((message) =>
      worker.onmessage?.(new MessageEvent('message', { data: structuredClone(message) })),
    );
    const worker: AskedWorker<ShellRequests> = {
      onmessage: null,
      onerror: null,
      postMessage: (message) => void handle(structuredClone(message)),
      terminate: () => undefined,
    };
    return worker;
  });
  const files = { a: 'x\n', b: 'y\n', 'c/d': 'z\n' };
  for (const { command, args } of [
    { command: 'sed -i s/x/1/ a; rm b; ls; ln -s a l; exit 3', args: [] },
    { command: 'rg', args: ['-n', '[xz]'] },
  ]) {
    const run = await client.run(command, files, { ...limits, args });
    expect(run).toEqual(await shellHere.run(command, files, { ...limits, args }));
    expect(run.stdout).not.toBe('');
  }
});
