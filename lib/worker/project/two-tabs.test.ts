import { describe, expect, it } from 'vitest';
import { AgentRun } from '../../agent/host/agent-run';
import { randomFrom } from '../../agent/host/made-up-agent.test-support';
import { surroundings } from '../../agent/host/run-host.test-support';
import { homeFolder } from '../../agent/project/home-folder';
import type { HomeBook } from '../../agent/project/home-record';
import { homeWritesOf, isAtHome } from '../../agent/project/home-writes';
import { Browser, PROJECT, Tab } from './two-tabs.test-support';

const SCHEDULES = 1_000;
const FIRST_SEED = Number(process.env.HIGHWATER_SEED ?? 1);
const STEPS = 9;
const PATHS = ['a', 'b', 'c'].map((name) => `/home/agent/${name}.md`);

/** Two tabs on one project that write, undo, redo, begin sessions, crash and run out of room, in any order. */
class Schedule {
  readonly browser: Browser;
  readonly happened = new Map<string, number>();
  private texts = 0;

  constructor(private readonly seed: number) {
    this.browser = new Browser(randomFrom(seed));
  }

  async run(): Promise<void> {
    const first = new Tab(this.browser);
    await this.browser.during(first.begin());
    await this.browser.during(Promise.all([this.user(1, first), this.user(2, new Tab(this.browser))]));
    // Whoever comes next finds what was left behind by tabs that have crashed.
    const last = new Tab(this.browser);
    await this.browser.during(last.begin());
    expect(last.host, `seed ${this.seed}`).toBeDefined();
  }

  private async user(number: number, given: Tab): Promise<void> {
    const random = randomFrom(this.seed * 10 + number);
    let tab = given;
    for (let step = 0; step < STEPS; step++) {
      const deed = random();
      const isCrash = random() < 0.12;
      const { runs } = this.browser;
      const other = runs[Math.floor(random() * runs.length)] ?? '';
      const here = tab;
      const { host } = here;
      const doing = here.does(async () => {
        if (host === undefined || deed < 0.12) await this.open(here, other, random());
        else if (deed < 0.55) await this.write(here, random);
        else if (deed < 0.65) await this.does('prompt', () => host.enter({ type: 'prompt', text: 'go on' }));
        else if (deed < 0.72) await this.does('wait', () => host.enter({ type: 'waited', ms: 1_000 }));
        else if (deed < 0.9) await this.does('undo', () => host.undo());
        else await this.does('redo', () => host.redo());
      });
      if (isCrash) {
        await Promise.race([doing, this.moments(random)]);
        here.die();
        this.count('crash');
        tab = new Tab(this.browser);
      }
      await doing;
    }
    tab.isFull = false;
    await tab.does(async () => tab.host?.goOn());
    // Closed, so that another may look after its run.
    await tab.does(async () => tab.host?.stop());
    tab.die();
  }

  private async open(tab: Tab, run: string, dice: number): Promise<void> {
    if (dice < 0.5) await this.does('session', () => tab.next(run));
    else if (dice < 0.9) await this.does('open', () => tab.again(run));
    else await this.does('copy', () => tab.copy(run));
  }

  private async write(tab: Tab, random: () => number): Promise<void> {
    const { host } = tab;
    if (host === undefined) return;
    tab.isFull = random() < 0.15;
    const paths = PATHS.filter(() => random() < 0.5);
    this.texts += 1;
    const text = random() < 0.2 ? null : `text ${this.texts}`;
    await host.enter({ type: 'files', files: ['a.txt', ...paths].map((path) => ({ path, text })) });
    if (host.status.type === 'unsaved') {
      this.count('full');
      expect(host.status.what).toMatch(/quota is full/);
    }
    tab.isFull = false;
    await host.goOn();
    this.count('write');
  }

  private async moments(random: () => number): Promise<void> {
    for (let left = Math.floor(random() * 12); left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
  }

  private async does(what: string, step: () => Promise<unknown>): Promise<void> {
    await step();
    this.count(what);
  }

  private count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }
}

/** As little as possible in common with the code it checks. */
function foldedByHand(book: HomeBook): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [place, record] of book.entries()) {
    if (record?.type !== 'written') continue;
    if (book.some((other) => other?.type === 'withdrawn' && other.of === place)) continue;
    if (record.text === null) delete files[record.path];
    else files[record.path] = record.text;
  }
  return files;
}

const textsOf = (book: HomeBook, place?: number) =>
  Object.fromEntries([...homeFolder(book, place)].map(([path, { text }]) => [path, text]));

const homeOf = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => isAtHome(path)));

async function check({ browser }: Schedule): Promise<void> {
  const book = await browser.book();
  expect(book.every((record) => record !== undefined)).toBe(true);
  expect(textsOf(book)).toEqual(foldedByHand(book));
  const isDetached = (place: number) =>
    book.some((record) => (record?.type === 'withdrawn' || record?.type === 'kept') && record.of === place);

  const own = new Set<string>();
  for (const run of browser.runs) {
    const entries = await browser.journalOf(run);
    const [begun] = entries;
    if (begun?.type !== 'begun' || begun.setup.project === undefined) throw new Error(`${run} has not begun`);
    const { homeVersion, session, copied = 1 } = begun.setup.project;
    if (begun.setup.project.copied === undefined) own.add(run);
    // What it began with is what was there then, and nothing that came later.
    expect(homeOf(begun.setup.files)).toEqual(textsOf(book, homeVersion));
    const times = Object.entries(begun.setup.modified ?? {}).sort();
    expect(times).toEqual([...homeFolder(book, homeVersion)].map(([path, { mtimeMs }]) => [path, mtimeMs]).sort());
    expect(book.some((record) => record?.type === 'session' && record.run === run && record.session === session)).toBe(
      true,
    );
    // Every version of it is in the book, once, in order.
    const wanted = entries.flatMap((entry, place) => (place < copied ? [] : homeWritesOf(entry, run, place)));
    const stored = book.filter(
      (record, place) =>
        (record?.type === 'written' || record?.type === 'passed') && record.by.run === run && !isDetached(place),
    );
    expect(stored).toEqual(wanted);
    // Its own files are a fold of its own entries.
    const files: Record<string, string> = { ...begun.setup.files };
    for (const entry of entries) {
      if (entry.type !== 'files') continue;
      for (const { path, text } of entry.files) {
        if (text === null) delete files[path];
        else files[path] = text;
      }
    }
    expect(AgentRun.of(entries, surroundings).workspace.files()).toEqual(files);
  }
  for (const record of book) {
    if (record?.type !== 'kept') continue;
    const standing = book.findIndex((other) => other?.type === 'session' && other.session === record.session);
    expect(standing).toBeGreaterThan(record.of);
  }
  const sessions = book.flatMap((record) => (record?.type === 'session' ? [record] : []));
  expect(new Set(sessions.map(({ session }) => session)).size).toBe(sessions.length);
  // The clock of a copy is that of what it copies.
  const clocks = sessions.flatMap(({ run, passedMs }) => (own.has(run) ? [passedMs] : []));
  expect(clocks).toEqual([...clocks].sort((a, b) => a - b));
  expect([...browser.homes.content.keys()].filter((key) => key.startsWith(`${PROJECT}/m/`))).toEqual([]);
}

describe('two tabs on one project', () => {
  it(`[J1] lose no version, double none, and do not change each other’s runs, in ${SCHEDULES} random schedules`, async () => {
    const happened = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
      const schedule = new Schedule(seed);
      await schedule.run();
      try {
        await check(schedule);
      } catch (error) {
        throw new Error(`HIGHWATER_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`);
      }
      for (const [what, times] of schedule.happened) happened.set(what, (happened.get(what) ?? 0) + times);
      const book = await schedule.browser.book();
      for (const record of book)
        if (record !== undefined) happened.set(record.type, (happened.get(record.type) ?? 0) + 1);
    }
    for (const what of ['copy', 'crash', 'full', 'kept', 'open', 'redo', 'session', 'undo', 'withdrawn', 'written']) {
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(20);
    }
  }, 240_000);
});
