import { type HostParts, RunHost } from '../../agent/host/run-host';
import { surroundings } from '../../agent/host/run-host.test-support';
import type { ChatModel } from '../../agent/journal/chat-model';
import { type Entry, emptyToolState, type OwnSetup, parseEntry } from '../../agent/journal/entry';
import { type HomeRecord, parseHomeRecord } from '../../agent/project/home-record';
import type { RunSurroundings } from '../../agent/run/live-context';
import { optional } from '../../base/optional';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { createJournalStore } from '../../storage/journal-store';
import type { KeyValueStore } from '../../storage/key-value-store';
import { type MemoryStore, memoryStore } from '../../storage/memory-store.test-support';
import { createVersionBook } from '../../storage/version-book';
import type { RunRequest } from '../agent/agent-messages';
import { type OpeningParts, openingOf } from '../agent/run-opening';
import { mirrorOf } from './begin-session';
import { mirroredJournal } from './mirrored-journal';
import { projectOfRun } from './project-of-run';

export const PROJECT = 'shop';

/** Tabs of one browser whose accesses to the store come in any order, and end with their tab. */
export class Browser {
  readonly homes: MemoryStore = memoryStore();
  readonly journals: MemoryStore = memoryStore();
  readonly held = new Map<string, Tab>();
  private waiting: { readonly tab: Tab; readonly go: () => void }[] = [];
  private clockMs = 1_000;
  private ids = 0;

  constructor(readonly random: () => number) {}

  nowMs(): number {
    this.clockMs += 1;
    return this.clockMs;
  }

  newId(): string {
    this.ids += 1;
    return `run-${this.ids}`;
  }

  gate(tab: Tab): Promise<void> {
    return new Promise((go) => this.waiting.push({ tab, go }));
  }

  drop(tab: Tab): void {
    this.waiting = this.waiting.filter((each) => each.tab !== tab);
    for (const [run, holder] of this.held) if (holder === tab) this.held.delete(run);
  }

  /** Lets one access after another happen until the given work is done. */
  async during(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    work.then(
      () => {
        isDone = true;
      },
      () => {
        isDone = true;
      },
    );
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = this.waiting.splice(Math.floor(this.random() * this.waiting.length), 1);
      next?.go();
    }
    await work;
  }

  /** Without a tab. */
  async book(): Promise<readonly (HomeRecord | undefined)[]> {
    const read = await createVersionBook({ records: this.homes, noun: 'book', parse: parseHomeRecord }).read(PROJECT);
    if (!read.ok) throw new Error(read.error.what);
    return read.value.records;
  }

  async journalOf(run: string): Promise<readonly Entry[]> {
    const read = await createJournalStore(this.journals, parseEntry).read(run);
    if (!read.ok) throw new Error(read.error.what);
    return read.value.entries;
  }

  get runs(): readonly string[] {
    return [...new Set([...this.journals.content.keys()].map((key) => key.split('/')[0] ?? ''))];
  }
}

/** What a tab has instead of a model that says nothing. */
export interface TabParts {
  readonly policy?: Policy;
  readonly model?: ChatModel;
  readonly runTools?: HostParts['runTools'];
  /** It looks at what other sessions do: for dreams, and for messages. */
  readonly dreams?: boolean;
  readonly own?: OwnSetup;
  readonly surroundings?: RunSurroundings;
}

/** One that shows one run at a time. */
export class Tab {
  host: RunHost | undefined;
  id = '';
  kept: readonly { readonly session: number; readonly path: string }[] = [];
  isFull = false;
  private isGone = false;
  private readonly gone: Promise<void>;
  private crash: () => void = () => undefined;
  private readonly opening: OpeningParts;

  constructor(
    private readonly browser: Browser,
    private readonly given: TabParts = {},
  ) {
    this.gone = new Promise((resolve) => {
      this.crash = resolve;
    });
    this.opening = {
      books: createVersionBook({ records: this.slow(browser.homes), noun: 'home folder', parse: parseHomeRecord }),
      journals: createJournalStore<Entry>(this.slow(browser.journals), parseEntry),
      newId: () => browser.newId(),
      nowMs: () => browser.nowMs(),
      lock: async (run) => {
        if (browser.held.has(run)) return undefined;
        browser.held.set(run, this);
        return () => browser.held.delete(run);
      },
    };
  }

  /** In the midst of whatever it does. */
  die(): void {
    this.isGone = true;
    this.browser.drop(this);
    this.crash();
  }

  /** Whether it was done: the tab may be gone in between. */
  async does(step: () => Promise<unknown>): Promise<void> {
    await Promise.race([step(), this.gone]);
  }

  begin(files: Readonly<Record<string, string>> = { 'a.txt': 'one' }): Promise<void> {
    const setup = {
      policy: this.given.policy ?? none,
      model: { type: 'scripted' },
      limits: { calls: 50, dollars: 5 },
      own: this.given.own ?? {},
    } as const;
    const { newId } = this.opening;
    return this.open({ type: 'begin', ...setup, files, project: PROJECT, keys: {}, providers, pace: 'fast' }, newId());
  }

  next(of: string): Promise<void> {
    return this.open({ type: 'next', of, keys: {}, providers, pace: 'fast' }, this.opening.newId());
  }

  again(run: string): Promise<void> {
    return this.open({ type: 'open', id: run, keys: {}, providers, pace: 'fast' }, run);
  }

  copy(of: string): Promise<void> {
    return this.open({ type: 'copy', id: of, keys: {}, providers, pace: 'fast' }, this.opening.newId());
  }

  private async open(request: RunRequest, id: string): Promise<void> {
    await this.host?.stop();
    this.browser.held.delete(this.id);
    this.host = undefined;
    this.id = '';
    const { lock, journals } = this.opening;
    if ((await lock(id)) === undefined) return;
    this.id = id;
    const opened = await openingOf(request, id, this.opening);
    // There was no room for it: nothing is stored of it.
    if (opened.notKept !== undefined) return;
    const mirror = mirrorOf(id, opened, this.opening);
    if (mirror === undefined) throw new Error('The run belongs to no project');
    if ((await mirror.synchronise()).ok) await mirror.unmark();
    const [begun] = opened.entries;
    if (begun?.type !== 'begun') throw new Error('A run has a beginning');
    const journal = {
      append: (place: number, entry: Entry) => journals.append(id, place, entry),
      cut: (length: number) => journals.cut(id, length),
    };
    const parts = {
      journal: mirroredJournal(journal, mirror, id),
      surroundings: this.given.surroundings ?? surroundings,
      model: () =>
        this.given.model ?? {
          ask: async () => ({
            type: 'answered' as const,
            reply: { blocks: [{ type: 'text' as const, text: 'done' }], stopReason: 'end_turn', timeMs: 1 },
          }),
        },
      runTools: this.given.runTools ?? (async () => ({ results: [], files: [], desk: emptyToolState })),
      ...optional('project', this.given.dreams === true ? projectOfRun(begun.setup, id, this.opening) : undefined),
      nowMs: () => this.browser.nowMs(),
      onChange: () => {
        this.kept = [...this.kept, ...mirror.takeKept()];
      },
    };
    this.host = new RunHost(parts, opened.entries, opened.cutOff);
  }

  private slow(store: MemoryStore): KeyValueStore {
    const slowly = async <Value>(access: () => Promise<Value>, writes = false): Promise<Value> => {
      if (this.isGone) return new Promise<never>(() => undefined);
      await this.browser.gate(this);
      if (writes && this.isFull) throw new DOMException('full', 'QuotaExceededError');
      // What is asked for in one turn happens in one transaction.
      const value = await access();
      await this.browser.gate(this);
      return value;
    };
    return {
      entries: (prefix) => slowly(() => store.entries(prefix)),
      keys: () => slowly(() => store.keys()),
      get: (key) => slowly(() => store.get(key)),
      set: (key, value) => slowly(() => store.set(key, structuredClone(value)), true),
      setBehind: (before, key, value) => slowly(() => store.setBehind(before, key, structuredClone(value)), true),
      remove: (keys) => slowly(() => store.remove(keys)),
      add: (records) => slowly(() => store.add(structuredClone(records)), true),
      change: (key, edit) => slowly(() => store.change(key, edit), true),
    };
  }
}

const providers = { anthropic: 'default', openai: 'openai-default' };
