import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { asRecorded } from '../../policies/presets/as-recorded';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import type { Agent, MessageId } from '../../transcript/transcript';
import { fakeBrowser } from '../playground/fake-browser.test-support';
import { recordedView, type SimulationView } from './simulated-session';
import { createViewAddress } from './view-address';

interface Simulated {
  readonly view: SimulationView;
  readonly steps: number;
  start(call: number, view: SimulationView): void;
  takeView(view: SimulationView): void;
  /** As what the user does: one thing of the view at a time. */
  change(part: Partial<SimulationView>): void;
}

interface Opened {
  readonly state:
    | { readonly type: 'loading' | 'failed' }
    | { readonly type: 'open'; readonly session: { readonly summary: { readonly agent: Agent } } };
  readonly call: number;
  select(call: number): void;
}

const open = { type: 'open', session: { summary: { agent: { name: 'Claude Code' } } } } as const;

/** An open session at its tenth call, at an address with this hash. */
function page(hash = '') {
  const browser = fakeBrowser(hash);
  const opened = createStore<Opened>()((set) => ({
    state: open,
    call: 9,
    select: (call) => set({ call }),
  }));
  const simulated = createStore<Simulated>()((set, get) => ({
    view: recordedView(undefined),
    steps: 0,
    start: (_, view) => set({ view }),
    takeView: (view) => set({ view, steps: get().steps + 1 }),
    change: (part) => set({ view: { ...get().view, mode: 'free', ...part } }),
  }));
  const view = createViewAddress({ opened, simulated, clock: browser.clock });
  const stop = view.getState().start(browser.address);
  const go = (steps: number) => {
    browser.go(steps);
    view.getState().follow();
  };
  return { ...browser, opened, simulated, view, stop, go };
}

/** Its fields in another order than that of a policy which was read. */
const ownPolicy: Policy = { exemptTools: [], ...changed(asRecorded, 'thresholds.bufferTokens', 9_000) };

describe('a view and its address', () => {
  test('a session is shown as its address says', () => {
    const { simulated, view } = page('v1&preset=claude-code-2.1&mode=following&pin=m3&filter.role=user&call=10&end');
    expect(simulated.getState().view).toEqual({
      policy: claudeCode21,
      mode: 'following',
      replies: { type: 'recorded' },
      pinned: ['m3'],
      commands: [],
    });
    expect(view.getState()).toMatchObject({ filters: { role: 'user' }, problem: undefined });
  });

  test('an invalid URL is reported, and the session has its default view', () => {
    const { simulated, view, pass, entries } = page('v1&preset=mine&end');
    expect(view.getState().problem).toContain('unknown preset "mine"');
    expect(simulated.getState().view.policy).toBe(asRecorded);
    pass(1_000);
    expect(entries).toEqual(['v1&preset=mine&end']);
  });

  test('every change is written once it has settled', () => {
    const { simulated, opened, view, pass, entries } = page();
    view.getState().setTraits({ agent: 'Claude Code', calls: 13 });
    simulated.getState().change({ policy: ownPolicy });
    opened.getState().select(11);
    simulated.getState().change({ pinned: ['m7' as MessageId] });
    view.getState().setFilter('fate', 'cleared');
    pass(1_000);
    expect(entries).toEqual([
      'v1&agent=Claude+Code&calls=13&policy.exemptTools=%5B%5D&thresholds.bufferTokens=9000&pin=m7&filter.fate=cleared&call=12&end',
    ]);
    view.getState().setFilter('fate', '');
    pass(1_000);
    expect(entries[0]).not.toContain('filter');
  });

  test('a choice can be undone with Back, and redone with Forward', () => {
    const { simulated, opened, view, entries, go, pass, writes } = page();
    view.getState().choose('preset', () => simulated.getState().change({ policy: claudeCode21 }));
    view.getState().choose('call', () => opened.getState().select(2));
    expect(entries).toEqual([
      'v1&call=10&end',
      'v1&preset=claude-code-2.1&call=10&end',
      'v1&preset=claude-code-2.1&call=3&end',
    ]);
    const written = writes.length;
    go(-1);
    expect([simulated.getState().view.policy.id, opened.getState().call]).toEqual(['claude-code-2.1', 9]);
    go(-1);
    expect([simulated.getState().view.mode, opened.getState().call]).toEqual(['recorded', 9]);
    go(2);
    expect([simulated.getState().view.policy.id, opened.getState().call]).toEqual(['claude-code-2.1', 2]);
    pass(1_000);
    expect(writes).toHaveLength(written);
  });

  test('Back restores the whole view, including filters', () => {
    const { simulated, view, go } = page('v1&replies=assumed%3A500&pin=a&pin=b&call=10&end');
    view.getState().choose('scenario', () => {
      simulated.getState().change({ mode: 'following', replies: { type: 'offline' }, pinned: ['c' as MessageId] });
      view.getState().setFilter('role', 'user');
    });
    go(-1);
    expect(simulated.getState().view).toEqual({
      policy: asRecorded,
      mode: 'free',
      replies: { type: 'assumed', tokens: 500 },
      pinned: ['a', 'b'],
      commands: [],
    });
    expect(view.getState().filters).toEqual({});
  });

  test('Back to another call leaves the policy as it is', () => {
    const { simulated, opened, view, go } = page();
    simulated.getState().change({ policy: ownPolicy });
    view.getState().choose('call', () => opened.getState().select(2));
    go(-1);
    expect(simulated.getState().view.policy).toBe(ownPolicy);
    expect(simulated.getState().steps).toBe(0);
  });

  test('an anchor on the page is not a view, and is replaced by the current one', () => {
    const { opened, view, address, pass, entries } = page('v1&call=10&end');
    address.push('main');
    view.getState().follow();
    pass(1_000);
    expect(opened.getState().call).toBe(9);
    expect(entries).toEqual(['v1&call=10&end', 'v1&call=10&end']);
  });

  test('nothing is written for a session that is still opening, or no longer shown', () => {
    const { opened, stop, pass, writes } = page();
    opened.setState({ state: { type: 'loading' }, call: 0 });
    pass(1_000);
    opened.setState({ state: open, call: 4 });
    stop();
    opened.getState().select(5);
    pass(1_000);
    expect(writes).toEqual([]);
  });

  test('a view that is too large for a link is reported', () => {
    const { simulated, view } = page();
    simulated.getState().change({ policy: { ...asRecorded, explains: 'x'.repeat(200_000) } });
    expect(view.getState().problem).toContain('Could not create a link');
  });
});
