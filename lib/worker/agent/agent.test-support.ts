import { surroundings as smallSurroundings } from '../../agent/host/run-host.test-support';
import type { ChatModel, ModelOutcome } from '../../agent/journal/chat-model';
import type { Entry } from '../../agent/journal/entry';
import { parseEntry } from '../../agent/journal/entry';
import { parseHomeRecord } from '../../agent/project/home-record';
import type { RunSurroundings } from '../../agent/run/live-context';
import { runTools } from '../../agent/tools/run-tools';
import { Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import { fail, ok } from '../../base/result';
import { createJournalStore } from '../../storage/journal-store';
import { memoryStore } from '../../storage/memory-store.test-support';
import { createRecordStore } from '../../storage/record-store';
import { storedProjectForm } from '../../storage/stored-project';
import { storedRunForm } from '../../storage/stored-run';
import { createVersionBook } from '../../storage/version-book';
import type { ToWorker } from '../wire/wire';
import { type AskedWorker, WorkerClient } from '../wire/worker-client';
import { createAgent } from './agent';
import type { AgentRequests } from './agent-messages';
import type { TeamParts } from './run-team';

/** What the tabs of a browser share. */
export function testBrowser() {
  const journalRecords = memoryStore();
  const homeRecords = memoryStore();
  const runChanges = changesInTabs();
  const journalsGone = changesInTabs();
  const projectChanges = changesInTabs();
  const held = new Map<string, (() => void)[]>();
  const channels = new Map<string, Set<(message: unknown) => void>>();
  let ids = 0;
  return {
    journalRecords,
    homeRecords,
    onJournalsGone: journalsGone.listen,
    /** As another tab or the browser's settings do. */
    deleteJournals: () => {
      journalRecords.content.clear();
      journalsGone.tell();
    },
    runs: createRecordStore({ records: memoryStore(), changes: runChanges, noun: 'run', form: storedRunForm }),
    projects: createRecordStore({
      records: memoryStore(),
      changes: projectChanges,
      noun: 'project',
      form: storedProjectForm,
    }),
    lock: async (id: string) => {
      if (held.has(id)) return undefined;
      held.set(id, []);
      return () => {
        const waiting = held.get(id) ?? [];
        held.delete(id);
        for (const go of waiting) go();
      };
    },
    freed: (id: string) =>
      new Promise<void>((resolve) => {
        const waiting = held.get(id);
        if (waiting === undefined) resolve();
        else waiting.push(resolve);
      }),
    /** Like a `BroadcastChannel`: cloned, later, and not to oneself. */
    channel: (id: string) => {
      const all = channels.get(id) ?? new Set();
      channels.set(id, all);
      let own: ((message: unknown) => void) | undefined;
      return {
        post: (message: unknown) => {
          const data: unknown = structuredClone(message);
          setTimeout(() => {
            for (const hear of all) if (hear !== own) hear(data);
          });
        },
        onMessage: (hear: (message: unknown) => void) => {
          own = hear;
          all.add(hear);
        },
        close: () => void (own !== undefined && all.delete(own)),
      };
    },
    newId: () => {
      ids += 1;
      return `run-${ids}`;
    },
  };
}

function changesInTabs() {
  const listeners = new Set<() => void>();
  return {
    tell: () => {
      for (const listener of listeners) listener();
    },
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type TestBrowser = ReturnType<typeof testBrowser>;

/** The agent of one tab, with its own worker: the real one, with cloned, asynchronous messages. */
export function testAgent(
  browser: TestBrowser,
  model: ChatModel,
  surroundings: RunSurroundings = smallSurroundings,
  team?: TeamParts,
): WorkerClient<AgentRequests> {
  const startWorker = (): AskedWorker<AgentRequests> => {
    let isTerminated = false;
    const worker: AskedWorker<AgentRequests> = {
      onmessage: null,
      onerror: null,
      postMessage: (message: ToWorker<AgentRequests>) => {
        const data = structuredClone(message);
        setTimeout(() => void (isTerminated || handle(data)));
      },
      terminate: () => {
        isTerminated = true;
      },
    };
    const handle = createAgent(
      (message, transfer) => {
        const data = structuredClone(message, { transfer });
        if (!isTerminated) worker.onmessage?.(new MessageEvent('message', { data }));
      },
      {
        surroundings,
        runTools,
        nowMs: Date.now,
        newId: browser.newId,
        ...optional('team', team),
        runs: browser.runs,
        lock: browser.lock,
        freed: browser.freed,
        channel: browser.channel,
        books: createVersionBook({ records: browser.homeRecords, noun: 'home folder', parse: parseHomeRecord }),
        journals: createJournalStore<Entry>(browser.journalRecords, parseEntry, browser.onJournalsGone),
        models: () => ({
          model: () => model,
          countTokens: async (_, { type }) =>
            type === 'api' ? ok(1_234) : fail({ what: 'It counts no tokens.', advice: 'Choose another model.' }),
        }),
      },
    );
    return worker;
  };
  return new WorkerClient(startWorker, () => new Refusal('It died.', 'Open it again.'));
}

/** A model that answers by the prompt: reads `a.txt` when told to, else says a word. */
export function readingModel(): ChatModel {
  let calls = 0;
  return {
    ask: async ({ purpose, body }): Promise<ModelOutcome> => {
      calls += 1;
      const messages = JSON.stringify(body.messages);
      const isRead = messages.includes('tool_result') || !messages.includes('read it');
      const blocks =
        purpose === 'turn' && !isRead
          ? [
              {
                type: 'tool-call' as const,
                id: `call-${calls}`,
                name: 'Read',
                input: { file_path: '/workspace/a.txt' },
              },
            ]
          : [{ type: 'text' as const, text: purpose === 'turn' ? 'done' : 'a summary' }];
      return { type: 'answered', reply: { blocks, stopReason: 'end_turn', timeMs: 1 } };
    },
  };
}
