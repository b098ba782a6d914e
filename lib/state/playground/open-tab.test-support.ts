import { expect, vi } from 'vitest';
import type { ChatModel } from '../../agent/journal/chat-model';
import { ok } from '../../base/result';
import { readingModel, type TestBrowser, testAgent, testBrowser } from '../../worker/agent/agent.test-support';
import { keptSetup } from './kept-setup';
import { createPlayground } from './playground';

/** What the file holds that a run begins with. */
export const text = 'one\ntwo\n';

export function openTab(browser: TestBrowser, model: ChatModel = readingModel()) {
  const removed: (() => void)[] = [];
  const saved: string[] = [];
  const agent = testAgent(browser, model);
  const store = createPlayground({
    loadAgent: async () => agent,
    runs: browser.runs,
    projects: browser.projects,
    newId: browser.newId,
    sweep: async () => undefined,
    sampleFiles: async () => ok({ 'a.txt': text }),
    keys: () => ({}),
    providers: () => ({ anthropic: 'default', openai: 'openai-default' }),
    setup: keptSetup({ read: () => undefined, write: () => undefined }),
    saveSession: async (_, transcript) => {
      saved.push(await transcript.text());
      return ok('/simulate?session=x');
    },
    nowMs: Date.now,
    onRemoved: (_, undo) => removed.push(undo),
  });
  const state = store.getState;
  const run = () => {
    const { open } = state();
    if (open.type !== 'open') throw new Error(`The run is ${JSON.stringify(open)}`);
    return open.run;
  };
  const types = () => run().items.map(({ type }) => type);
  const until = (holds: () => void) => vi.waitFor(holds, { timeout: 50_000, interval: 5 });
  const rests = (calls: number) => until(() => expect([run().meter.calls, run().status.type]).toEqual([calls, 'idle']));
  return { agent, state, run, types, until, rests, removed, saved };
}

export type Tab = ReturnType<typeof openTab>;

/** With a run in which a file was read. */
export async function tabWithRun(browser = testBrowser()) {
  const tab = openTab(browser);
  tab.state().start();
  await tab.state().begin({ text: 'read it' });
  await tab.rests(2);
  return tab;
}
