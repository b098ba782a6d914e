import { describe, expect, it } from 'vitest';
import { AgentRun } from '../../agent/host/agent-run';
import { randomFrom } from '../../agent/host/made-up-agent.test-support';
import { surroundings } from '../../agent/host/run-host.test-support';
import type { ChatModel } from '../../agent/journal/chat-model';
import type { Entry } from '../../agent/journal/entry';
import { asArray } from '../../base/json';
import { Browser, Tab, type TabParts } from './two-tabs.test-support';

const SCHEDULES = 150;
const FIRST_SEED = Number(process.env.HIGHWATER_SEED ?? 1);
const STEPS = 9;

/** As a prompt: what other sessions began with is only listed. */
const SENDS = /"text":"send (m\d+e) to (session:\d+)"/g;

/** Sends what the latest prompt says. */
const sends: ChatModel = {
  ask: async ({ body }) => {
    const said = JSON.stringify(asArray(body.messages)?.at(-1) ?? null);
    const [, text, to] = [...said.matchAll(SENDS)].at(-1) ?? [];
    const block =
      text === undefined || to === undefined || said.includes('tool_result')
        ? ({ type: 'text', text: 'done' } as const)
        : ({
            type: 'tool-call',
            id: `c-${text}`,
            name: 'SendMessage',
            input: { to, message: text, summary: 'n' },
          } as const);
    return { type: 'answered', reply: { blocks: [block], stopReason: 'end_turn', timeMs: 1 } };
  },
};

const parts: TabParts = { model: sends, dreams: true, own: { agents: 'in-message' } };

/** Two tabs that write to each other’s sessions, undo, redo, reload and crash, in any order. */
class Schedule {
  readonly browser: Browser;
  readonly happened = new Map<string, number>();
  private texts = 0;

  constructor(private readonly seed: number) {
    this.browser = new Browser(randomFrom(seed));
  }

  async run(): Promise<void> {
    const { browser } = this;
    const first = new Tab(browser, parts);
    await browser.during(first.begin());
    await browser.during(this.prompt(first, 'hello'));
    await browser.during(first.next(first.id));
    await browser.during(this.prompt(first, 'hello'));
    await browser.during(Promise.all([this.user(1, first), this.user(2, new Tab(browser, parts))]));
    // A tab that was gone while it opened a run may hold it still.
    browser.held.clear();
    // What a crash has left is sent first, and then everything is read.
    for (const round of [1, 2]) {
      for (const run of browser.runs) {
        const tab = new Tab(browser, parts);
        await browser.during(tab.again(run));
        if (tab.host === undefined) throw new Error(`${run} does not open in round ${round}`);
        await browser.during(tab.host.goOn());
        await browser.during(this.prompt(tab, 'hello'));
        await browser.during(tab.host.stop());
        tab.die();
      }
    }
  }

  private async prompt({ host }: Tab, text: string): Promise<void> {
    await host?.enter({ type: 'prompt', text });
  }

  private async user(number: number, given: Tab): Promise<void> {
    const random = randomFrom(this.seed * 10 + number);
    let tab = given;
    for (let step = 0; step < STEPS; step++) {
      const deed = random();
      const isCrash = random() < 0.15;
      const { runs } = this.browser;
      const other = runs[Math.floor(random() * runs.length)] ?? '';
      const here = tab;
      const { host } = here;
      const doing = here.does(async () => {
        if (host === undefined || deed < 0.15) await this.does('open', () => here.again(other));
        else if (deed < 0.2) await this.does('session', () => here.next(here.id));
        else if (deed < 0.65) await this.send(here, 1 + Math.floor(random() * runs.length));
        else if (deed < 0.72) await this.does('stop', () => host.stop());
        else if (deed < 0.88) await this.does('undo', () => host.undo());
        else await this.does('redo', () => host.redo());
      });
      if (isCrash) {
        await Promise.race([doing, this.moments(random)]);
        here.die();
        this.count('crash');
        tab = new Tab(this.browser, parts);
      }
      await doing;
    }
    await tab.does(async () => tab.host?.stop());
    tab.die();
  }

  private send(tab: Tab, session: number): Promise<void> {
    this.texts += 1;
    const text = `send m${this.texts}e to session:${session}`;
    return this.does('send', () => this.prompt(tab, text));
  }

  private async moments(random: () => number): Promise<void> {
    for (let left = Math.floor(random() * 40); left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
  }

  private async does(what: string, step: () => Promise<unknown>): Promise<void> {
    await step();
    this.count(what);
  }

  private count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }
}

/** What the agent was told it has sent, and to which session. */
function sentIn(entries: readonly Entry[]): readonly (readonly [text: string, to: number])[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'results') return [];
    return entry.results.flatMap(({ callId, text }) => {
      const [, to] = /^Sent to session:(\d+)\./.exec(text) ?? [];
      return to === undefined ? [] : [[callId.slice(2), Number(to)] as const];
    });
  });
}

/** What stands in its context as a message of another session. */
function readIn(entries: readonly Entry[]): readonly string[] {
  const { messages } = AgentRun.of(entries, surroundings).run.transcript;
  return messages.flatMap(({ parts: [part] }) =>
    part?.kind === 'text' ? (/^<agent-message from="session:[^>]*>\n(m\d+e)\n/.exec(part.text)?.slice(1) ?? []) : [],
  );
}

async function check({ browser, happened }: Schedule): Promise<void> {
  const bySession = new Map<number, readonly string[]>();
  const sent: (readonly [string, number])[] = [];
  for (const run of browser.runs) {
    const entries = await browser.journalOf(run);
    const [begun] = entries;
    if (begun?.type !== 'begun') throw new Error(`${run} has not begun`);
    const read = readIn(entries);
    expect(new Set(read).size, 'read twice').toBe(read.length);
    bySession.set(begun.setup.project?.session ?? 0, read);
    sent.push(...sentIn(entries));
  }
  for (const [text, to] of sent) {
    for (const [session, read] of bySession) {
      if (session === to) expect(read, 'lost').toContain(text);
      else expect(read, 'read by somebody else').not.toContain(text);
    }
  }
  happened.set('read', (happened.get('read') ?? 0) + sent.length);
}

describe('sessions that write to each other', () => {
  it(`[O9] lose no message and read none twice, in ${SCHEDULES} random schedules`, async () => {
    const happened = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
      const schedule = new Schedule(seed);
      try {
        await schedule.run();
        await check(schedule);
      } catch (error) {
        throw new Error(`HIGHWATER_SEED=${seed}: ${error instanceof Error ? error.message : String(error)}`);
      }
      for (const [what, times] of schedule.happened) happened.set(what, (happened.get(what) ?? 0) + times);
    }
    for (const what of ['crash', 'open', 'redo', 'send', 'session', 'stop', 'undo', 'read']) {
      expect(happened.get(what) ?? 0, what).toBeGreaterThan(20);
    }
  }, 240_000);
});
