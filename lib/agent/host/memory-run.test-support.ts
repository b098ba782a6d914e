import { optional } from '../../base/optional';
import { ok } from '../../base/result';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { ChatModel, ModelRequest } from '../journal/chat-model';
import { type Entry, JOURNAL_VERSION, type ModelChoice, type OwnSetup, type RunSetup } from '../journal/entry';
import { scriptedModel } from '../scripted/scripted-model';
import { runTools } from '../tools/run-tools';
import type { ProjectOfRun } from './project-look';
import { RunHost } from './run-host';
import { surroundings } from './surroundings';

const AT_ONCE = { firstWordMs: 0, perWordMs: 0 };
export const MONDAY_MS = Date.UTC(2026, 2, 2, 9);

/** The playground's policy with both layers of memory on, with these settings. */
export function withMemory(
  settings: { readonly save?: object | undefined; readonly recall?: object | undefined } = { save: {}, recall: {} },
): Policy {
  const { save, recall } = settings;
  const on = policyLayers({ ...(save && { 'auto-memory': save }), ...(recall && { 'memory-recall': recall }) });
  const layers = playground.layers.map((row, place) => (on[place]?.isOn === true ? on[place] : row));
  return { ...playground, id: 'with-memory', layers };
}

export interface MemoryRunParts {
  readonly files?: Readonly<Record<string, string>>;
  readonly policy?: Policy;
  readonly model?: (scripted: ChatModel) => ChatModel;
  readonly choice?: ModelChoice;
  readonly entries?: readonly Entry[];
  readonly project?: ProjectOfRun;
  /** When files were modified. */
  readonly modified?: Readonly<Record<string, number>>;
  readonly startMs?: number;
  readonly own?: OwnSetup;
  /** Told of each call that a tool is run for. */
  readonly onRun?: (callId: string) => void;
  /** False for runs so long that a second copy of them would count. */
  readonly keepsEntries?: boolean;
}

/** A run with the real tools and the scripted model, in memory. */
export function memoryRun(parts: MemoryRunParts = {}) {
  const {
    files = { 'README.md': '# Pool\n' },
    policy = withMemory(),
    startMs = MONDAY_MS,
    keepsEntries = true,
  } = parts;
  const setup: RunSetup = {
    version: JOURNAL_VERSION,
    runId: 'run',
    policy,
    model: parts.choice ?? { type: 'scripted' },
    limits: { calls: 500, dollars: 50 },
    files,
    ...optional('own', parts.own),
    ...optional('modified', parts.modified),
  };
  const entries: readonly Entry[] = parts.entries ?? [{ type: 'begun', timeMs: startMs, setup }];
  const stored: Entry[] = [...entries];
  let cutOff: readonly Entry[] = [];
  const asked: ModelRequest[] = [];
  const scripted = scriptedModel({ pace: () => AT_ONCE, nowMs: () => 0 });
  const inner = parts.model?.(scripted) ?? scripted;
  const model: ChatModel = {
    ask: (request, options) => {
      asked.push(request);
      return inner.ask(request, options);
    },
  };
  let nowMs = startMs;
  const store = { isFull: false };
  const host: RunHost = new RunHost(
    {
      journal: {
        append: async (place, entry) => {
          await new Promise((resolve) => setImmediate(resolve));
          if (store.isFull) return { ok: false, error: { what: 'The store is full.', advice: 'Make room.' } };
          if (place > stored.length) throw new Error(`Entry ${place} of ${stored.length} left a gap`);
          cutOff = [];
          stored.splice(place, stored.length, keepsEntries ? structuredClone(entry) : entry);
          return ok(undefined);
        },
        // Like the store: what was cut off is gone with the next entry, and until then comes back with a longer cut.
        cut: async (length) => {
          const all = [...stored, ...cutOff];
          stored.splice(0, stored.length, ...all.slice(0, length));
          cutOff = all.slice(length);
          return ok(undefined);
        },
      },
      surroundings,
      model: () => model,
      runTools: (calls, desk, signal) => {
        for (const { id } of calls) parts.onRun?.(id);
        return runTools(calls, desk, signal, () => 0);
      },
      nowMs: () => {
        nowMs += 1;
        return nowMs;
      },
      onChange: () => undefined,
      ...optional('project', parts.project),
    },
    entries,
  );
  return { host, asked, stored, store, memories: () => memoriesOf(host) };
}

export type MemoryRun = ReturnType<typeof memoryRun>;

function memoriesOf({ state }: RunHost): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(state.workspace.files()).flatMap(([path, text]) => {
      const name = /\/memory\/(.*)$/.exec(path)?.[1];
      return name === undefined ? [] : [[name, text]];
    }),
  );
}

/** What the user says, and everything that follows from it. */
export async function said(run: MemoryRun, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await run.host.enter({ type: 'prompt', text });
    await settled(run);
  }
}

interface Chances {
  /** The same run, begun again from what is stored. */
  reloaded(entries: readonly Entry[]): MemoryRun;
  /** The next request that may fail does. */
  failsNext(): void;
}

/** What the user, the store or bad luck does to a run; any other step is a prompt. Returns the run that goes on. */
export async function happens(run: MemoryRun, step: string, chances: Chances): Promise<MemoryRun> {
  const { host, store, stored } = run;
  switch (step) {
    case '/compact':
      await host.enter({ type: 'command', command: { type: 'compact' } });
      return run;
    case '/snip':
      await host.enter({ type: 'command', command: { type: 'snip' } });
      return run;
    case 'stop':
      await host.stop();
      return run;
    case 'undo':
      await host.undo();
      return run;
    case 'redo':
      await host.redo();
      return run;
    case 'end':
      for (const id of host.state.run.open) await host.endTask(id);
      return run;
    case 'wait':
      await host.enter({ type: 'waited', ms: 86_400_000 });
      return run;
    case 'full':
      store.isFull = !store.isFull;
      return run;
    case 'fail':
      chances.failsNext();
      return run;
    case 'crash':
      // Whatever it still does is stored nowhere.
      store.isFull = true;
      return chances.reloaded([...stored]);
    case 'reload':
      await host.halt();
      return chances.reloaded(stored.slice(0, host.state.entries.length));
    default:
      await host.enter({ type: 'prompt', text: step });
      return run;
  }
}

/** Until nothing is done any more, beside the turns either. */
export async function settled({ host, stored }: Pick<MemoryRun, 'host' | 'stored'>): Promise<void> {
  for (let times = 0; times < 200_000; times++) {
    await new Promise((resolve) => setImmediate(resolve));
    const { open } = host.state.run;
    const isStored = host.status.type === 'unsaved' || stored.length >= host.state.entries.length;
    if (isStored && host.isResting && !open.some((id) => host.isUnderWay(id))) return;
  }
  const { open } = host.state.run;
  throw new Error(
    `The run does not come to rest: ${JSON.stringify([host.isResting, open, host.status, stored.length, host.state.entries.map(({ type }) => type)])}`,
  );
}
