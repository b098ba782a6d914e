import type { Page } from 'playwright';

/** The longest task of the page's main thread. */
export interface LongestTask {
  /** From start to end. On a busy machine this includes other processes. */
  readonly wallMs: number;
  /** CPU time of the thread within it. */
  readonly ownMs: number;
}

/** The longest task, and the CPU time of all. Traced by the browser: pages only see tasks over 50 ms, and never their CPU time. */
export async function longestTaskOf<Result>(
  page: Page,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly longestTask: LongestTask; readonly ownMs: number }> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: ['toplevel'] },
  });
  const result = await work();
  const whole = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await whole;
  await session.detach();
  const tasks = tasksOfPage(events);
  return {
    result,
    longestTask: {
      wallMs: Math.max(...tasks.map(({ dur }) => milliseconds(dur))),
      ownMs: Math.max(...tasks.map(ownMsOf)),
    },
    ownMs: tasks.reduce((sum, task) => sum + ownMsOf(task), 0),
  };
}

type TraceEvent = Readonly<Record<string, unknown>>;

function tasksOfPage(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && nameIn(args) === 'CrRendererMain');
  const names = new Set(threads.map(threadOf));
  const tasks = events.filter((event) => event.name === TASK && names.has(threadOf(event)));
  if (tasks.length === 0) throw new Error(`The trace of the browser has no "${TASK}" of the page`);
  return tasks;
}

function ownMsOf({ tdur, dur }: TraceEvent): number {
  return milliseconds(tdur ?? dur);
}

const TASK = 'ThreadControllerImpl::RunTask';

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

function nameIn(args: unknown): unknown {
  return typeof args === 'object' && args !== null && 'name' in args ? args.name : undefined;
}

function milliseconds(microseconds: unknown): number {
  return Number(microseconds ?? 0) / 1000;
}
